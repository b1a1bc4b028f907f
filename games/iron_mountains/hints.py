"""Whom to tell of what, from what that audience's own streams show (IM-13.8)."""

from __future__ import annotations

from games.engine.protocol import Event, Hint

from . import events as ev
from .choices import pending
from .rules.prizes import picker
from .state import ORDERS, PRIZES, REVIEW, Season

REMINDER_HOURS = (2, 24)  # before the deadline, the nearest first


def notices(before: Season, after: Season, events: tuple[Event, ...]) -> tuple[Hint, ...]:
    """IM-13.8: new week, week resolved, order at risk or gone, prize turn, and the end."""
    found: list[Hint] = []
    for event in events:
        found.extend(_of_event(after, event))
    return tuple(found)


def _of_event(after: Season, event: Event) -> list[Hint]:
    everyone = range(len(after.sides))
    match event:
        case ev.SeasonStarted():
            return [Hint("started", "started", k, "team") for k in everyone] + _open(after)
        case ev.WeekResolved():
            key = f"week:{event.week}:{len(after.past)}:{after.deadline}"
            params = {"week": event.week}
            resolved = [Hint("resolved", key, k, "team", params) for k in everyone]
            return resolved + (_open(after) if after.phase == ORDERS else [])
        case ev.OrderAtRisk():
            key = f"{after.week}:{event.order}:{event.reason}"
            risk = {"week": after.week, "order": event.order, "reason": event.reason}
            return [Hint("order_at_risk", key, event.side, params=risk)]
        case ev.OrderCancelled() if isinstance(event.why, str):
            key = f"{after.week}:{event.order}:{event.why}"
            gone = {"order": event.order, "why": event.why}
            return [Hint("order_cancelled", key, event.side, params=gone)]
        case ev.PrizeTurn():
            return [Hint("your_turn", f"prize:{event.turn}", event.side)]
        case ev.SeasonClosed():
            return [Hint("game_over", "closed", k, "team") for k in everyone]
        case ev.SeasonCancelled():
            return [Hint("game_over", "cancelled", k, "team") for k in everyone]
    return []


def _open(after: Season) -> list[Hint]:
    """IM-13.8: a new week is open for every active side."""
    key = f"week:{after.week}:{after.deadline}"
    params = {"week": after.week, "deadline": after.deadline}
    return [
        Hint("your_turn", key, number, params=params)
        for number, side in enumerate(after.sides)
        if not side.withdrawn
    ]


def reminders(state: Season, seconds_left: int) -> tuple[Hint, ...]:
    """IM-13.8: 24 h and 2 h before the deadline, to who has an empty queue and means to act."""
    hours = next((h for h in REMINDER_HOURS if seconds_left <= h * 3600), None)
    if hours is None or seconds_left <= 0:
        return ()
    ordering = state.phase == ORDERS or (state.phase == REVIEW and state.reopened)
    if ordering:
        key = f"week:{state.week}:{state.deadline}:{hours}"
        params = {"week": state.week, "hours": hours, "deadline": state.deadline}
        return tuple(
            Hint("deadline_near", key, owed.seat, params=params) for owed in pending(state)
        )
    turn = picker(state)
    if state.phase == PRIZES and turn is not None:
        key = f"prize:{state.turn}:{hours}"
        return (Hint("deadline_near", key, turn, params={"hours": hours}),)
    return ()
