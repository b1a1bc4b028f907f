"""The league: attendance books, the ORK, imports, series and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from games.league.fairness import ClosedBooks
    from games.league.previews import Preview


class LeagueConfig(AppConfig):
    """Holds what the layer above registers when it is ready; league itself never imports it."""

    name = "games.league"
    label = "league"
    verbose_name = "League"
    default_auto_field = "django.db.models.BigAutoField"

    preview: Preview | None = None
    closed_books: ClosedBooks | None = None
