"""What a seat does (BT-2.1, BT-3.1)."""

from __future__ import annotations

from games.blank_title.actions import Name
from games.blank_title.data import RUNNING
from games.blank_title.events import NumberNamed, SeatChanged
from games.blank_title.state import Match, Place

from games.engine.protocol import Refusal, Step, replace, seat_stream


def with_place(state: Match, seat: int, place: Place) -> Match:
    """The state with one seat changed."""
    return replace(state, seats=(*state.seats[:seat], place, *state.seats[seat + 1 :]))


def refused(state: Match, seat: int) -> Refusal | None:
    """What holds for every action of a seat."""
    if not 0 <= seat < len(state.seats):
        return Refusal("bt.role")
    if state.phase != RUNNING:
        return Refusal("bt.over")
    return Refusal("bt.gone") if state.seats[seat].kind == "gone" else None


def name(state: Match, seat: int, action: Name) -> Step | Refusal:
    """BT-2.1: name a number, or another one."""
    if action.round != state.round:
        return Refusal("bt.stale_round", {"round": state.round})
    place = state.seats[seat]
    after = with_place(state, seat, replace(place, named=action.number))
    touches = frozenset({seat_stream(seat)} | ({"public"} if place.named is None else set()))
    return Step(after, (NumberNamed(seat, action.number),), touches)


def resign(state: Match, seat: int) -> Step:
    """BT-3.1: the seat names 0 from now on."""
    place = replace(state.seats[seat], kind="gone", named=0)
    touches = frozenset({"public", seat_stream(seat)})
    return Step(with_place(state, seat, place), (SeatChanged(seat, "gone"),), touches)
