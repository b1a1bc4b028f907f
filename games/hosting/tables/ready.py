"""The ready check: everybody says so in time, or the seat is free again."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from accounts.refusals import Refused
from games.hosting.tables import starting, telling
from games.hosting.tables.holding import held
from games.hosting.tables.models import Kind, Table, TablePlace
from games.hosting.tables.standing import acting_parks, place_of

MINUTES = (1, 60)
USUAL_MINUTES = 5


def ask_ready(table: Table, *, by: User, minutes: int) -> None:
    """Begin a check; whoever asks is ready."""
    if not MINUTES[0] <= minutes <= MINUTES[1]:
        raise Refused("table.ready_bounds", least=MINUTES[0], most=MINUTES[1])
    parks = acting_parks(by.pk)
    with held(table.pk) as (locked, places, now):
        if locked.ready_by is not None and locked.ready_by > now:
            raise Refused("table.ready_runs")
        own = place_of(places, by.pk, parks)
        for place in places:
            place.ready = own is not None and place.pk == own.pk
            place.save(update_fields=["ready"])
        if not any(place.is_held and not place.ready for place in places):
            raise Refused("table.nobody_to_ask")
        locked.ready_by = now + timedelta(minutes=minutes)
        others = [place for place in places if place.is_held and not place.ready]
        key = f"ready:{int(now.timestamp())}"
        telling.tell(locked, telling.holders(others), "nudge", "table_ready", key=key)


def say_ready(table: Table, user: User) -> None:
    """One's own answer; the last one ends the check, and starts a full table that waits for it."""
    parks = acting_parks(user.pk)
    with held(table.pk) as (locked, places, now):
        place = place_of(places, user.pk, parks)
        if place is None or not place.is_held:
            raise Refused("table.not_seated")
        if locked.ready_by is None or locked.ready_by <= now:
            raise Refused("table.no_ready_check")
        place.ready = True
        place.save(update_fields=["ready"])
        if all(other.ready for other in places if other.is_held):
            locked.ready_by = None
    starting.begin_if_full(table.pk)


def end_check(table: Table, places: list[TablePlace], now: datetime) -> None:
    """After its time: the seats of those who did not answer are free; the caller holds the row."""
    if table.ready_by is None or table.ready_by > now:
        return
    late = [place for place in places if place.is_held and not place.ready]
    key = f"late:{int(table.ready_by.timestamp())}"
    telling.tell(table, telling.holders(late), "seat", "table_seat_freed", key=key)
    for place in late:
        place.become(Kind.OPEN)
        place.save()
    table.ready_by = None
