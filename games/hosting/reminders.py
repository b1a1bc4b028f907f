"""Notices that time brings: a deadline that nears, a game that is overdue (IM-13.8, R-3)."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.hosting import asking, clocks
from games.hosting.models import Game, Seat
from games.hosting.outbox import tell_hints, tell_masters
from games.hosting.rights import of_seats
from games.registry import rules_of

HORIZON = timedelta(hours=25)
OVERDUE = timedelta(minutes=2)


def near() -> list[int]:
    """Games whose next instant is near enough for a reminder."""
    at = clocks.now()
    games = Game.objects.filter(
        status="running", paused_at=None, due_at__gt=at, due_at__lte=at + HORIZON
    )
    return list(games.values_list("pk", flat=True))


def remind(pk: int) -> int:
    """Tell those whom the title wants reminded of a game; asked often, told once per key."""
    game, state = asking.load(pk)
    at = clocks.now()
    if game.due_at is None:
        return 0
    left = int((game.due_at - at).total_seconds())
    hints = rules_of(game.title).reminders(state, left)
    if not hints:
        return 0
    rights = of_seats(Seat.objects.filter(game=game), at)
    with transaction.atomic():
        tell_hints(game, hints, rights)
    return len(hints)


def alarm_overdue() -> int:
    """R-3: a game more than two minutes past its instant alarms the GM, once per deadline."""
    limit = clocks.now() - OVERDUE
    late = list(Game.objects.filter(status="running", paused_at=None, due_at__lt=limit))
    for game in late:
        assert game.due_at is not None
        tell_masters(
            game.pk,
            "overdue",
            key=game.due_at.isoformat(),
            params={"game": game.name, "since": int(game.due_at.timestamp())},
        )
    return len(late)
