"""Whom to tell of what, from what that audience's own streams show (PR-15.3)."""

from __future__ import annotations

from typing import Any

from games.engine.protocol import Event, Hint

from . import events as ev
from .state import Court


def notices(before: Court, after: Court, events: tuple[Event, ...]) -> tuple[Hint, ...]:
    """PR-15.3: an order is owed, a casting is over, an offer came to nothing, the end."""
    found: list[Hint] = []
    for event in events:
        found.extend(_of_event(after, event, events))
    return tuple(found)


def _of_event(after: Court, event: Event, events: tuple[Event, ...]) -> list[Hint]:
    match event:
        case ev.WindowOpened() if event.turn == after.turn:
            return _open(after)
        case ev.Scored():
            return _resolved(after, event, events)
        case ev.TradeOfferMissed():
            missed = {"author": event.author, "reason": event.reason}
            key = f"turn:{event.turn}:{event.author}"
            return [Hint("offer", key, event.seat, params=missed, words="trade_missed")]
        case ev.SeatAbsent():
            return [Hint("seat", f"absent:{event.turn}", event.seat, words="seat_absent")]
        case ev.GameFinished():
            return _over(after, event)
    return []


def _open(after: Court) -> list[Hint]:
    """PR-4.2: one notice a window to each seat that owes an order."""
    params: dict[str, Any] = {
        "state": after.state,
        "cycle": after.cycle,
        "cycles": after.n,
        "round": after.round,
    }
    key, words = f"turn:{after.turn}", f"your_turn_{after.state}"
    return [Hint("your_turn", key, seat, params=params, words=words) for seat in after.owing]


def _resolved(after: Court, event: ev.Scored, events: tuple[Event, ...]) -> list[Hint]:
    """PR-5.41: how a casting ended, with the seat's own points."""
    vote = next(e for e in events if isinstance(e, ev.VoteResolved) and e.cycle == event.cycle)
    is_won = isinstance(vote.winner, str)
    params: dict[str, Any] = {"cycle": event.cycle, "a": vote.a, "b": vote.b}
    if is_won:
        params["winner"] = vote.winner
    told = []
    for seat in range(after.n):
        points = sum(line.points for line in event.scores[str(seat)].lines)
        words = "resolved" if is_won else "resolved_deadlock"
        own = {**params, "points": points}
        told.append(Hint("resolved", f"cycle:{event.cycle}", seat, params=own, words=words))
    return told


def _over(after: Court, event: ev.GameFinished) -> list[Hint]:
    """PR-8.4, PR-8.9: the end, to every seat."""
    told = []
    for seat in range(after.n):
        params: dict[str, Any] = {"score": event.totals[str(seat)]}
        words = "game_abandoned"
        if isinstance(event.places, dict):
            params["place"], words = event.places[str(seat)], ""
        told.append(Hint("game_over", event.reason, seat, params=params, words=words))
    return told
