"""Vacations at tables: shown while they last, and the bot for that time if the person wishes it.

The tick compares the dates with what the tables show; every change is one entry of a game's log.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import Vacation
from games.hosting import clocks
from games.hosting.intents import Answer
from games.hosting.models import BotWhy, Seat, Status
from games.hosting.services import host_change


def current(user_ids: Iterable[int], at: datetime) -> dict[int, Vacation]:
    """Per user the vacation that holds on this day; the longest one where several do."""
    day = at.date()
    found = Vacation.objects.filter(
        player__user__in=list(user_ids), first__lte=day, last__gte=day
    ).select_related("player")
    return {vacation.player.user_id: vacation for vacation in found.order_by("last")}


def waiting() -> list[int]:
    """Seats of running games whose table shows another absence than the present one."""
    at = clocks.now()
    day = at.date()
    is_away = Q(user__player__vacations__first__lte=day, user__player__vacations__last__gte=day)
    was_away = Q(away_until__isnull=False) | Q(bot_why=BotWhy.VACATION)
    seats = list(
        Seat.objects.filter(game__status=Status.RUNNING, user__isnull=False)
        .filter(is_away | was_away)
        .distinct()
    )
    away = current({seat.user_id for seat in seats if seat.user_id}, at)
    return [seat.pk for seat in seats if _differs(seat, away.get(seat.user_id or 0))]


def _differs(seat: Seat, vacation: Vacation | None) -> bool:
    return seat.away_until != (vacation.last if vacation else None)


def keep(seat_id: int) -> Answer | None:
    """Show a seat's absence, seat the bot or hand back (IM-8.10); nothing where nothing changed."""
    seat = Seat.objects.filter(pk=seat_id, user__isnull=False).first()
    if seat is None or seat.user_id is None:
        return None
    vacation = current([seat.user_id], clocks.now()).get(seat.user_id)
    if not _differs(seat, vacation):
        return None
    facts: dict[str, Any] = {"seat": seat.number, "bot": vacation is not None and vacation.bot}
    if vacation is not None:
        facts["until"] = vacation.last.isoformat()
    return host_change(seat.game_id, "away", **facts)
