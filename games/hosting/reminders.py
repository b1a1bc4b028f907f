"""Notices that time brings: half of a clock, its last tenth, a game that is overdue (R-3, PR-15.3).

A window that the title counts in seconds is reminded of by the host: once at half and once in the
last tenth, only seats that owe a decision, nobody at a live table. Titles with instants of their
own remind by their `reminders` (IM-13.8).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.engine.protocol import Hint
from games.hosting import asking, clocks
from games.hosting.models import Game, Seat
from games.hosting.outbox import tell_hints, tell_masters
from games.hosting.rights import of_seats
from games.registry import rules_of

HORIZON = timedelta(hours=25)
OVERDUE = timedelta(minutes=2)
LAST_PART = 10


def near() -> list[int]:
    """Games whose next instant, or whose next reminder of a counted window, is near enough."""
    at = clocks.now()
    is_near = Q(due_seconds=None, due_at__gt=at, due_at__lte=at + HORIZON)
    games = Game.objects.filter(status="running", paused_at=None)
    return list(games.filter(is_near | Q(remind_at__lte=at)).values_list("pk", flat=True))


def remind(pk: int) -> int:
    """Tell those who owe something, or whom the title wants reminded; told once per key."""
    game, state = asking.load(pk)
    at = clocks.now()
    if game.due_at is None:
        return 0
    if game.due_seconds is None:
        left = int((game.due_at - at).total_seconds())
        return _tell(game, rules_of(game.title).reminders(state, left), at)
    told = _tell(game, clock_hints(game, state, at), at)
    later = Game.objects.filter(pk=pk, due_key=game.due_key, due_at=game.due_at)
    later.update(remind_at=clocks.next_reminder(game, at))
    return told


def clock_hints(game: Game, state: Any, at: datetime) -> tuple[Hint, ...]:
    """`clock_half` or `clock_tenth` for every seat that owes a decision and is not the bot's."""
    seconds = game.due_seconds or 0
    if game.due_at is None or game.due_at <= at or seconds < clocks.LIVE_SECONDS:
        return ()
    left = (game.due_at - at).total_seconds()
    if left > seconds / 2:
        return ()
    kind = "clock_tenth" if left <= seconds / LAST_PART else "clock_half"
    played = set(Seat.objects.filter(game=game, bot=False).values_list("number", flat=True))
    owing = {decision.seat for decision in rules_of(game.title).pending(state)}
    deadline = {"deadline": int(game.due_at.timestamp())}
    key = f"{game.due_key}+{game.due_extra}" if game.due_extra else game.due_key
    return tuple(Hint(kind, key, seat, params=deadline) for seat in sorted(owing & played))


def _tell(game: Game, hints: tuple[Hint, ...], at: datetime) -> int:
    if not hints:
        return 0
    rights = of_seats(Seat.objects.filter(game=game), at)
    with transaction.atomic():
        tell_hints(game, hints, rights)
    return len(hints)


def alarm_overdue() -> int:
    """R-3: a game more than two minutes past its instant alarms the GM, once per deadline."""
    limit = clocks.now() - OVERDUE
    overdue = Game.objects.filter(status="running", paused_at=None, due_at__lt=limit)
    late = list(overdue.defer("state"))
    for game in late:
        assert game.due_at is not None
        tell_masters(
            game.pk,
            "overdue",
            key=game.due_at.isoformat(),
            params={"game": game.name, "since": int(game.due_at.timestamp())},
        )
    return len(late)
