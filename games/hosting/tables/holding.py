"""One change of an open table at a time: the row's lock, and what its time brought meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from accounts.refusals import Refused
from games.hosting import clocks
from games.hosting.tables.models import Ended, Table, TablePlace, TableStatus


@contextmanager
def held(table_id: int) -> Iterator[tuple[Table, list[TablePlace], datetime]]:
    """The open table under lock with its places and the time; kept when the block ends."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        if not table.is_open:
            raise Refused("table.over")
        now = clocks.now()
        places = list(table.places.select_related("user__player", "park"))
        yield table, places, now
        table.touched_at = now
        table.save()


def free_place(places: list[TablePlace]) -> TablePlace:
    """The first open place, or `table.full`."""
    for place in places:
        if place.kind == "open":
            return place
    raise Refused("table.full")


def numbered(places: list[TablePlace], number: int) -> TablePlace:
    """The place of that number."""
    for place in places:
        if place.number == number:
            return place
    raise Refused("table.no_such_place")


def close(table: Table, why: Ended, now: datetime) -> None:
    """End a table without a game; the caller holds its row."""
    table.status, table.ended, table.ended_at = TableStatus.CLOSED, why, now
    table.ready_by = None
    table.save()
