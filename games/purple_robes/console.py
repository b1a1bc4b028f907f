"""What a game master may see, and what his or the clock's actions would do (PR-6.4, PR-15.6)."""

from __future__ import annotations

from typing import Any, cast

from games.engine import codec
from games.engine.protocol import PUBLIC, Actor, Refusal, Step

from . import actions as act
from .data import DECISION_OF
from .describe import describe
from .events import AnyEvent, visible
from .phases import default
from .public_view import status_of
from .rules import submission
from .state import Court, Note

Facts = dict[str, Any]


def console(court: Court, *, blind: bool) -> Facts:
    """PR-6.4: the spectator's facts; pending orders and failed trades only to one not blind."""
    status = status_of(court)
    return {
        "phase": court.state,
        "turn": court.turn,
        "cycle": court.cycle,
        "round": court.round,
        "decision": DECISION_OF[court.agenda[court.cycle - 1]].title,
        "blind": blind,
        "sides": {
            str(seat): _side(court, seat, status.get(str(seat), ""), blind=blind)
            for seat in range(court.n)
        },
    }


def _side(court: Court, seat: int, status: str, *, blind: bool) -> Facts:
    facts: Facts = {
        "name": court.seats[seat],
        "kind": "bot" if seat in court.bots else "human",
        "status": status,
        "absent": seat in court.absent,
        "resigned": seat in court.retired,
        "points": court.scores[seat],
        "items": sum(court.hands[seat].values()),
    }
    if not blind:
        order = court.orders[seat]
        lines = [] if order is None else [{"order": describe(order.action)}]
        notes = [note for note in court.notes if note.seat == seat]
        facts["queue"] = [*lines, *({"failed_trade": _line(court, note)} for note in notes)]
    return facts


def _line(court: Court, note: Note) -> str:
    """PR-6.2: a failed trade in a line."""
    trade = act.Trade(note.other, note.give, note.get)
    wording = describe(act.Influence(note.turn, trade=trade))
    return f"{wording} ({note.how}, {note.reason})"


def dry_run(court: Court, actor: Actor, action: Any) -> Facts | Refusal:
    """PR-15.6: changes nothing; a deadline tells whose default would be entered, and no draw."""
    refusal = submission.refused(court, actor, action)
    if refusal is not None:
        return refusal
    if isinstance(action, act.Deadline):
        return _time_up(court)
    step = submission.apply(court, actor, action)
    if not isinstance(step, Step):
        return step
    events = cast("tuple[AnyEvent, ...]", step.events)
    shown = [event for event in events if visible(event, PUBLIC) is not None]
    return {"kind": "change", "events": codec.to_builtins(_unseeded(shown))}


def _time_up(court: Court) -> Facts:
    """PR-4.2: defaults are public knowledge, submitted orders are not looked at."""
    orders = {seat: default(court, seat) for seat in court.owing}
    return {
        "kind": "deadline",
        "turn": court.turn,
        "sides": {str(seat): {"default": describe(order)} for seat, order in orders.items()},
    }


def _unseeded(events: list[Any]) -> list[Any]:
    """PR-6.2: a look ahead to the end shows no seed."""
    return [
        {**codec.to_builtins(event), "seed": ""} if hasattr(event, "seed") else event
        for event in events
    ]
