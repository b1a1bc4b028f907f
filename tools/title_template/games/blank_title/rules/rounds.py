"""The end of a round and of the game (BT-2.2, BT-2.3, BT-3.2)."""

from __future__ import annotations

from games.blank_title.actions import Abort, EndRound, Seat
from games.blank_title.data import ABORTED, OVER, RUNNING
from games.blank_title.events import GameOver, RoundEnded, SeatChanged
from games.blank_title.rules.naming import with_place
from games.blank_title.state import Match, Place

from games.engine import chance
from games.engine.protocol import Event, Refusal, Step, replace, seat_stream


def winner_of(seed: str, number: int, tied: list[int]) -> int:
    """BT-2.2: among equals a draw decides, keyed by the round."""
    return tied[chance.draw(seed, len(tied), "round", number)]


def end_round(state: Match, action: EndRound) -> Step | Refusal:
    """BT-2.2: the highest number wins a point; after the last round the game is over."""
    if state.phase != RUNNING or action.round != state.round:
        return Refusal("bt.already_ended", {"round": state.round})
    playing = [k for k, place in enumerate(state.seats) if place.kind != "gone"]
    highest = max((state.seats[k].named or 0 for k in playing), default=0)
    tied = [k for k in playing if (state.seats[k].named or 0) == highest]
    winner = winner_of(state.seed, state.round, tied) if tied else -1
    seats = tuple(_next(place, won=k == winner) for k, place in enumerate(state.seats))
    missed = [k for k in playing if state.seats[k].named is None]
    events: list[Event] = [RoundEnded(state.round, tied, winner, missed)]
    if state.round >= state.options.rounds or not playing:
        events.append(GameOver("rounds", state.seed))
        return Step(replace(state, seats=seats, phase=OVER), tuple(events))
    return Step(replace(state, seats=seats, round=state.round + 1), tuple(events))


def _next(place: Place, *, won: bool) -> Place:
    named = 0 if place.kind == "gone" else None
    return replace(place, points=place.points + won, named=named)


def seat(state: Match, action: Seat) -> Step | Refusal:
    """BT-3.2: who plays a seat from now on; one that resigned is taken up again."""
    if state.phase != RUNNING or action.seat >= len(state.seats):
        return Refusal("bt.over" if state.phase != RUNNING else "bt.unknown_seat")
    place = state.seats[action.seat]
    named = None if place.kind == "gone" else place.named
    after = with_place(state, action.seat, replace(place, kind=action.kind, named=named))
    touches = frozenset({"public", seat_stream(action.seat)})
    return Step(after, (SeatChanged(action.seat, action.kind),), touches)


def abort(state: Match, action: Abort) -> Step | Refusal:
    """BT-3.2: the game stops, with a public reason."""
    if state.phase != RUNNING:
        return Refusal("bt.over")
    event = GameOver("cancelled", state.seed, action.reason)
    return Step(replace(state, phase=ABORTED), (event,))
