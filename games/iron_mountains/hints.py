"""Whom to tell of what, from what that audience's own streams show (IM-13.8)."""

from __future__ import annotations

from games.engine.protocol import Event, Hint

from . import events as ev
from .choices import pending
from .rules.funding import risks
from .rules.prizes import picker
from .state import ORDERS, PRIZES, REVIEW, Season

REMINDER_HOURS = (2, 24)  # before the deadline, the nearest first


def notices(before: Season, after: Season, events: tuple[Event, ...]) -> tuple[Hint, ...]:
    """IM-13.8: new week, week resolved, order at risk or gone, prize turn, and the end."""
    found: list[Hint] = []
    run = 0  # a week that is run again after an undo is news again
    for event in events:
        if isinstance(event, ev.ResolutionRecord):
            run = event.ran_at
        elif isinstance(event, ev.WeekResolved):
            found.extend(_resolved(after, event, events, run))
        else:
            found.extend(_of_event(after, event, run))
    return tuple(found)


def _resolved(
    after: Season, event: ev.WeekResolved, events: tuple[Event, ...], run: int
) -> list[Hint]:
    """The week with the side's own results, from public facts: its members read it too."""
    key = f"week:{event.week}:{after.deadline}:{run}"
    told = [
        Hint("resolved", key, k, "team", {"week": event.week, **_results(k, events)})
        for k in range(len(after.sides))
    ]
    return told + (_open(after, run) if after.phase == ORDERS else [])


def _results(side: int, events: tuple[Event, ...]) -> dict[str, int]:
    """What a resolution brought one side: tiles, coins lost, land lost, buildings, points."""
    found = {"captured": 0, "coins": 0, "lost": 0, "built": 0, "points": 0}
    for event in events:
        match event:
            case ev.TileCaptured():
                found["captured"] += event.side == side
                found["lost"] += event.previous == side
            case ev.TileContested():
                found["coins"] += side in event.claimants and event.winner != side
            case ev.FortBuilt():
                found["built"] += side in event.builders
            case ev.PointsAwarded():
                found["points"] = event.sides.get(str(side), {}).get("total", 0)
    return found


def _of_event(after: Season, event: Event, run: int) -> list[Hint]:
    everyone = range(len(after.sides))
    match event:
        case ev.SeasonStarted():
            return [Hint("started", "started", k, "team") for k in everyone] + _open(after, run)
        case ev.OrderAtRisk():
            key = f"{after.week}:{event.order}:{event.reason}"
            risk = {"week": after.week, "order": event.order, "reason": event.reason}
            return [Hint("order_at_risk", key, event.side, params=risk)]
        case ev.OrderCancelled() if isinstance(event.why, str):
            key = f"{after.week}:{event.order}:{event.why}"
            gone = {"order": event.order, "why": event.why}
            return [Hint("order_cancelled", key, event.side, params=gone)]
        case ev.PrizeTurn():
            return [Hint("your_turn", f"prize:{event.turn}:{run}", event.side, words="prize_turn")]
        case ev.SeasonClosed():
            return [Hint("game_over", "closed", k, "team") for k in everyone]
        case ev.SeasonCancelled():
            return [Hint("game_over", "cancelled", k, "team") for k in everyone]
    return []


def _open(after: Season, run: int) -> list[Hint]:
    """IM-13.8: a new week is open for every active side."""
    key = f"week:{after.week}:{after.deadline}:{run}"
    params = {"week": after.week, "deadline": after.deadline}
    return [
        Hint("your_turn", key, number, params=params)
        for number, side in enumerate(after.sides)
        if not side.withdrawn
    ]


def reminders(state: Season, seconds_left: int) -> tuple[Hint, ...]:
    """IM-13.8: 24 h and 2 h before the deadline: empty queues, and how the orders stand."""
    hours = next((h for h in REMINDER_HOURS if seconds_left <= h * 3600), None)
    if hours is None or seconds_left <= 0:
        return ()
    if state.phase == ORDERS or (state.phase == REVIEW and state.reopened):
        return (*_empty_queues(state, hours), *_standing_orders(state, hours))
    turn = picker(state)
    if state.phase == PRIZES and turn is not None:
        key = f"prize:{state.turn}:{hours}"
        return (Hint("deadline_near", key, turn, params={"hours": hours}),)
    return ()


def _reminder(state: Season, hours: int) -> tuple[str, dict[str, int | str]]:
    key = f"week:{state.week}:{state.deadline}:{hours}"
    return key, {"week": state.week, "hours": hours, "deadline": state.deadline}


def _empty_queues(state: Season, hours: int) -> list[Hint]:
    """Those who could order something and have ordered nothing."""
    key, params = _reminder(state, hours)
    return [Hint("deadline_near", key, owed.seat, params=params) for owed in pending(state)]


def _standing_orders(state: Season, hours: int) -> list[Hint]:
    """A day before, the state of the own orders in one line; nearer only if one is at risk."""
    key, params = _reminder(state, hours)
    told = []
    for number, side in enumerate(state.sides):
        risky = sum(1 for risk in risks(state, number).values() if risk)
        if not side.orders or side.withdrawn or (hours < max(REMINDER_HOURS) and not risky):
            continue
        own = {**params, "orders": len(side.orders), "risky": risky}
        told.append(Hint("deadline_near", key, number, params=own, words="deadline_orders"))
    return told
