"""Open tables as the lobby lists them: what somebody is invited to, gathers, or may join."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from accounts import services as people
from games.hosting.models import Visibility
from games.hosting.tables import pace
from games.hosting.tables.models import Kind, Table, TableBan, TablePlace, TableStatus
from games.hosting.tables.standing import acting_parks, place_of
from games.registry import TITLES

MOST = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One open table in a list."""

    table: Table
    host: str
    places: list[TablePlace]
    own: TablePlace | None = None

    @property
    def total(self) -> int:
        """Its seats."""
        return len(self.places)

    @property
    def taken(self) -> int:
        """Seats that are somebody's already, kept ones too."""
        return sum(place.kind != Kind.OPEN for place in self.places)

    @property
    def free(self) -> int:
        """Seats anybody may take."""
        return self.total - self.taken

    @property
    def pace(self) -> str:
        """How fast it is played, as a filter names it."""
        return pace.pace_of(self.table.clock)

    @property
    def pace_words(self) -> str:
        """How fast it is played, in words."""
        return pace.PACES[self.pace]


@dataclass(frozen=True, slots=True)
class Filters:
    """What somebody wants to see of the open seats; nonsense filters nothing."""

    title: str = ""
    pace: str = ""
    free: int = 1

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> Filters:
        """From an address."""
        title, speed, free = (str(query.get(key, "")) for key in ("title", "pace", "free"))
        is_number = free.isascii() and free.isdecimal() and len(free) < 3
        return cls(
            title if title in TITLES else "",
            speed if speed in pace.PACES else "",
            max(1, int(free)) if is_number else 1,
        )

    def fits(self, row: Row) -> bool:
        """Whether a table is what is looked for."""
        is_pace = not self.pace or row.pace == self.pace
        return row.free >= self.free and is_pace and self.title in ("", row.table.title)


def open_seats(user_id: int | None, filters: Filters) -> list[Row]:
    """Public tables with a seat this person may take, newest first."""
    parks = acting_parks(user_id)
    tables = _open().filter(visibility=Visibility.PUBLIC)
    if user_id is not None:
        tables = tables.exclude(pk__in=_banned_from(user_id, parks))
    if filters.title:
        tables = tables.filter(title=filters.title)
    rows = _rows(tables.filter(places__kind=Kind.OPEN).distinct()[:MOST], user_id, parks)
    return [row for row in rows if row.own is None and filters.fits(row)]


def own_tables(user_id: int) -> tuple[list[Row], list[Row]]:
    """Invitations to answer, and the tables one gathers or sits at."""
    parks = acting_parks(user_id)
    mine = Q(places__user=user_id) | Q(places__park__in=parks) | Q(created_by=user_id)
    rows = _rows(_open().filter(mine).distinct()[:MOST], user_id, parks)
    invited = [row for row in rows if row.own is not None and row.own.invited]
    return invited, [row for row in rows if row not in invited]


def _open() -> QuerySet[Table]:
    return (
        Table.objects.filter(status=TableStatus.OPEN, title__in=TITLES)
        .order_by("-created_at")
        .prefetch_related("places__user__player", "places__park")
    )


def _banned_from(user_id: int, parks: frozenset[int]) -> QuerySet[TableBan, int]:
    bans = TableBan.objects.filter(Q(user=user_id) | Q(park__in=parks))
    return bans.values_list("table", flat=True)


def _rows(tables: Any, user_id: int | None, parks: frozenset[int]) -> list[Row]:
    tables = list(tables)
    hosts = people.personas({table.created_by for table in tables}) if tables else {}
    rows = []
    for table in tables:
        places = list(table.places.all())
        host = hosts.get(table.created_by, "")
        rows.append(Row(table, host, places, place_of(places, user_id, parks)))
    return rows
