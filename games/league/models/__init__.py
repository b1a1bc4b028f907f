"""Tables of the league, by topic: attendance books, what the ORK said, imports, series."""

from __future__ import annotations

from games.league.models.books import (
    Book,
    BookEdit,
    Exclusion,
    HomePin,
    PortalId,
    Pseudonym,
    Row,
    RowChange,
    Shield,
    Source,
)
from games.league.models.imports import ImportFile
from games.league.models.ork import ParkName, Refresh, Suspicion
from games.league.models.series import (
    GarnetEntry,
    Member,
    Result,
    Series,
    SeriesGame,
    Token,
)

__all__ = [
    "Book",
    "BookEdit",
    "Exclusion",
    "GarnetEntry",
    "HomePin",
    "ImportFile",
    "Member",
    "ParkName",
    "PortalId",
    "Pseudonym",
    "Refresh",
    "Result",
    "Row",
    "RowChange",
    "Series",
    "SeriesGame",
    "Shield",
    "Source",
    "Suspicion",
    "Token",
]
