"""What the common suites need to know of The Court of the Purple Robes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from random import Random
from typing import Any

from games.engine.protocol import CLOCK, FEED, GM, Seat, SeatSetup, replace, seat_stream
from games.purple_robes import actions as act
from games.purple_robes import rules
from games.purple_robes.rules.naming import with_place
from games.purple_robes.settings import Settings
from games.purple_robes.state import Match

SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
END_REASONS = {"rounds", "cancelled"}
Move = tuple[Any, Any]


def new(seats: int = 3, **options: Any) -> Match:
    """A game in its first round."""
    setups = tuple(SeatSetup(f"Seat {k}") for k in range(seats))
    return rules.new(Settings(**options), setups, SEED)


SETUPS = {"two": lambda: new(2), "six": lambda: new(6, rounds=5)}


def seats(state: Match) -> range:
    """Seat numbers."""
    return range(len(state.seats))


def secrets(state: Match) -> tuple[str, ...]:
    """What must never be read before the end."""
    return (state.seed,)


def foreign(state: Match) -> list[Move]:
    """Actions by who may not submit them."""
    name = act.Name(state.round, 3)
    return [
        (GM, name),
        (FEED, name),
        (Seat(99), name),
        (Seat(0), act.EndRound(1)),
        (Seat(0), act.Abort("no")),
    ]


def play(state: Match, random: Random) -> Move | None:
    """One random step."""
    due = rules.deadline(state, {})
    if due is None:
        return None
    if random.random() < 0.3:
        return CLOCK, due.action
    seat = random.choice(seats(state))
    legal = [a for a in rules.legal(state, Seat(seat)).actions if not isinstance(a, act.Resign)]
    if random.random() < 0.05:
        legal = [act.Resign()] if legal else []
    return (Seat(seat), random.choice(legal)) if legal else (CLOCK, due.action)


def twins(state: Match, random: Random) -> Iterator[tuple[Match, Match, frozenset[str]]]:
    """PR-4.1: two states that differ in a number one seat has named."""
    seat = random.choice(seats(state))
    place = state.seats[seat]
    if rules.deadline(state, {}) is not None and place.kind != "gone":
        one, two = (with_place(state, seat, replace(place, named=n)) for n in (2, 7))
        yield one, two, frozenset({seat_stream(seat)})


def reactions(state: Match, entitled: frozenset[str], random: Random) -> Iterator[Move]:
    """What others may do without the difference coming to light."""
    for seat in seats(state):
        if seat_stream(seat) not in entitled:
            yield Seat(seat), act.Name(state.round, random.randrange(10))
    yield GM, act.Seat(0, "bot")


def check(state: Match) -> None:
    """Invariants after every step."""
    assert 1 <= state.round <= state.options.rounds
    assert sum(place.points for place in state.seats) <= state.round


def recorded_start(head: dict[str, Any]) -> Match:
    """The state that a recording begins with."""
    return new(**head)


Recording = Generator[Any, Match, None]


def record_rounds() -> Recording:
    """A whole game."""
    state = yield {"seats": 3, "rounds": 2}
    while (due := rules.deadline(state, {})) is not None:
        for seat in seats(state):
            state = yield Seat(seat), act.Name(state.round, (seat + state.round) % 4)
        state = yield CLOCK, due.action


def record_cancelled() -> Recording:
    """The game master stops it."""
    yield {"seats": 2}
    yield Seat(0), act.Name(1, 4)
    yield GM, act.Abort("rain")


RECORDINGS = {"rounds": record_rounds, "cancelled": record_cancelled}
