"""What time brings to open tables: their instant, the end of a ready check, staleness."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.hosting import clocks
from games.hosting.tables import starting, telling
from games.hosting.tables.holding import close
from games.hosting.tables.models import Begin, Ended, Kind, Table, TablePlace, TableStatus
from games.hosting.tables.ready import end_check


def waiting() -> list[int]:
    """Open tables that something is due at."""
    now = clocks.now()
    places = TablePlace.objects.filter(table=OuterRef("pk"))
    unfilled = places.filter(Q(kind=Kind.OPEN) | Q(invited=True))
    gone = User.objects.filter(is_active=False)
    return list(
        Table.objects.filter(status=TableStatus.OPEN)
        .filter(
            Q(begin_at__lte=now)
            | Q(ready_by__lte=now)
            | Q(touched_at__lt=now - _stale())
            | Q(created_by__in=gone.values("pk"))
            | Exists(places.filter(user__in=gone))
            | (Q(begin=Begin.FULL, ready_by=None) & ~Exists(unfilled))
        )
        .values_list("pk", flat=True)
    )


def _stale() -> timedelta:
    return timedelta(hours=settings.TABLE_STALE_HOURS)


def attend(table_id: int) -> None:
    """Do what is due at one table; a second time changes nothing."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        if not table.is_open:
            return
        places = list(table.places.select_related("user__player", "park"))
        now = clocks.now()
        _free_the_gone(places)
        end_check(table, places, now)
        table.save()
        if not User.objects.filter(pk=table.created_by, is_active=True).exists():
            _close(table, places, Ended.HOSTLESS)
            return
        is_time = table.begin_at is not None and table.begin_at <= now
        if is_time and not _may_begin(table, places):
            _close(table, places, Ended.TIME)
            return
        if not is_time and table.touched_at < now - _stale():
            _close(table, places, Ended.STALE)
            return
    if is_time:
        starting.begin_by_itself(table, bots=table.fill_bots)
    else:
        starting.begin_if_full(table.pk)


def _free_the_gone(places: list[TablePlace]) -> None:
    """Accounts that may not sign in any more hold no place."""
    for place in places:
        if place.user is not None and not place.user.is_active:
            place.become(Kind.OPEN)
            place.save()


def _may_begin(table: Table, places: list[TablePlace]) -> bool:
    """At its time a table starts full, or with bots where its host chose so."""
    if table.ready_by is not None:
        return True  # a check that still runs decides first
    if not any(place.is_held for place in places):
        return False
    return table.fill_bots or all(place.is_taken for place in places)


def _close(table: Table, places: list[TablePlace], why: Ended) -> None:
    close(table, why, clocks.now())
    users = {*telling.holders(places, invited=True), table.created_by}
    telling.tell(table, users, "seat", f"table_closed_{why}", key="closed")
