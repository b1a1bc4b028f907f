"""Who is awaited, as far as the title makes it public: seats, a count, or nothing.

Lobby, nudge, notices and API ask here and nowhere else.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import Notice
from games.engine.protocol import Hint
from games.hosting import asking
from games.hosting.intents import Answer
from games.hosting.models import Game, Status
from games.hosting.outbox import tell_hints
from games.hosting.rights import SeatRights
from games.registry import rules_of

ALL, COUNT = "all", "count"


def awaited(game: Game, state: Any) -> dict[str, Any] | None:
    """`{"seats": […]}`, `{"count": n, "of": m}`, or None where nothing may be told or is owed.

    Decisions that only their own seat may know of change nothing here.
    """
    if game.status != Status.RUNNING or game.paused_at:
        return None
    owed = [d for d in rules_of(game.title).pending(state) if d.known_to in (ALL, COUNT)]
    if not owed:
        return None
    seats = sorted({decision.seat for decision in owed})
    if all(decision.known_to == ALL for decision in owed):
        return {"seats": seats}
    return {"count": len(seats), "of": len(game.shown["table"]["seats"])}


def nudge(game_id: int, by: int, held: SeatRights, at: datetime) -> Answer:
    """Remind those awaited that the table waits: by a player, after half the clock, once a window.

    Who is awaited must be public by seat; how many were told is in the answer.
    """
    own = held.seats_of(by)
    if not own:
        return Answer.refused("not_yours")
    game, state = asking.load(game_id)
    shown = awaited(game, state)
    waiting = [k for k in (shown or {}).get("seats", ()) if k not in own and is_played(game, k)]
    if not waiting:
        return Answer.refused("table.nobody")
    if wait := _seconds_to_half(game, at):
        return Answer.refused("table.nudge_early", seconds=wait)
    key = game.due_key or str(game.streams["public"])
    if Notice.objects.filter(game_id=game.pk, kind="nudge", key=key).exists():
        return Answer.refused("table.nudged")
    hints = [Hint("nudge", key, seat) for seat in waiting]
    with transaction.atomic():
        tell_hints(game, hints, held)
    return Answer(ok=True, params={"told": len(waiting)})


def is_played(game: Game, seat: int) -> bool:
    """Whether a person plays this seat, as the table shows it."""
    shown: dict[str, Any] = game.shown["table"]["seats"].get(str(seat), {})
    return bool(shown) and shown["kind"] != "bot"


def _seconds_to_half(game: Game, at: datetime) -> int:
    if game.due_at is None or not game.due_seconds:
        return 0
    half = game.due_at - timedelta(seconds=game.due_seconds / 2)
    return max(0, int((half - at).total_seconds()))
