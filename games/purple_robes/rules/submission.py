"""Judging what is submitted: the common checks in their order, then the topic's own (PR-5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Actor, Refusal, Step
from games.engine.protocol import Seat as SeatActor
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes.data import BID, CAST, INFLUENCE
from games.purple_robes.desks import desk_of
from games.purple_robes.state import AUTO, BOT, DEFAULT, PERSON, Court, Order

from . import offices, orders, windows
from .course import Course

STATE_OF: Mapping[type, str] = {act.Bid: BID, act.Influence: INFLUENCE, act.Cast: CAST}
Submitted = act.Bid | act.Influence | act.Cast


def apply(court: Court, actor: Actor, action: Any) -> Step | Refusal:
    """PR-5.1: a refused action changes nothing; an accepted one makes the next state."""
    refusal = refused(court, actor, action)
    if refusal is not None:
        return refusal
    match action:
        case act.Deadline():
            return run_out(court)
        case act.Seat():
            return offices.seat_player(court, action)
        case act.Abort():
            return offices.abort(court)
    assert isinstance(actor, SeatActor)
    match action:
        case act.Back():
            return offices.back(court, actor.number)
        case act.Resign():
            return offices.resign(court, actor.number)
        case act.Recall():
            return recall(court, actor.number)
        case _:
            return submit(court, actor.number, action)


def refused(court: Court, actor: Actor, action: Any) -> Refusal | None:
    """PR-5.1, PR-4.7: over, no seat, wrong phase, stale window, has ordered, malformed."""
    if court.is_over:
        return Refusal("pr.game_over")
    refusal = _refused_actor(court, actor, action)
    if refusal is None and isinstance(action, Submitted):
        refusal = _refused_order(court, actor, action)
    if refusal is None and isinstance(action, act.Recall):
        refusal = _refused_turn(court, action.turn)
    return refusal or (None if is_well_formed(action) else Refusal("pr.malformed"))


def _refused_actor(court: Court, actor: Actor, action: Any) -> Refusal | None:
    """PR-5.52: who may do what; a deadline is the clock's, seats and the end are the GM's."""
    match action:
        case act.Deadline() if actor != CLOCK or action.turn != court.turn:
            return Refusal("pr.stale_turn", {"turn": court.turn})
        case act.Abort() if actor != GM:
            return Refusal("pr.not_abandoned")
        case act.Deadline() | act.Abort():
            return None
        case act.Seat():
            return None if actor == GM else Refusal("pr.not_seated")
    if isinstance(actor, SeatActor) and 0 <= actor.number < court.n:
        return None
    return Refusal("pr.not_seated")


def _refused_order(court: Court, actor: Actor, action: Submitted) -> Refusal | None:
    if STATE_OF[type(action)] != court.state:
        return Refusal("pr.wrong_phase", {"state": court.state})
    assert isinstance(actor, SeatActor)
    stale = _refused_turn(court, action.turn)
    if stale is not None:
        return stale
    return Refusal("pr.already_submitted") if court.orders[actor.number] is not None else None


def _refused_turn(court: Court, turn: int) -> Refusal | None:
    """PR-4.7: an order names the window it is for."""
    return None if turn == court.turn else Refusal("pr.stale_turn", {"turn": court.turn})


def is_well_formed(action: Any) -> bool:
    """PR-5.1: one of the actions of PR-5, each field of its type."""
    if not isinstance(action, act.AnyAction):
        return False
    try:
        codec.convert(codec.to_builtins(action), act.AnyAction)
    except (codec.BadInput, TypeError):
        return False
    return True


def submit(court: Court, seat: int, action: Submitted) -> Step | Refusal:
    """PR-4.5, PR-6.3: the order is kept; nothing that others see changes but that it is there."""
    refusal = orders.refused(desk_of(court, seat), action)
    if refusal is not None:
        return refusal
    course = Course(court)
    windows.enter(course, seat, Order(BOT if seat in court.bots else PERSON, action))
    course.tell(ev.OrderAccepted(*course.when, seat))
    offices.come_back(course, seat)
    windows.go_on(course)
    return offices.step_of(course, court, seat)


def recall(court: Court, seat: int) -> Step | Refusal:
    """PR-5.50: the seat owes an order again; with the option, and for its own orders only."""
    if not court.options.order_recall:
        return Refusal("pr.recall_off")
    order = court.orders[seat]
    if order is None or order.how in (AUTO, DEFAULT):
        return Refusal("pr.nothing_to_recall")
    course = Course(court)
    before, after = court.orders[:seat], court.orders[seat + 1 :]
    course.become(orders=(*before, None, *after))
    course.tell(ev.OrderRecalled(*course.when, seat))
    return course.step(offices.touched(seat))


def run_out(court: Court) -> Step:
    """PR-5.52, PR-4.2: the defaults of all pending seats are entered; the window resolves."""
    course = Course(court)
    for seat in court.owing:
        windows.enter_default(course, seat, "deadline")
    windows.go_on(course)
    return course.step()
