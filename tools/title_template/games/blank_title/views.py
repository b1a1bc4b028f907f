"""What each stream shows: no nulls, maps keyed by id, nothing twice (BT-4.1)."""

from __future__ import annotations

from games.engine import chance
from games.engine.protocol import UNSET, UnsetType, View

from .data import LARGEST, PREFIX, RUNNING
from .phases import pending
from .state import Match


class PlaceView(View, frozen=True):
    """A seat as everybody sees it; `ready`: it has named a number this round."""

    name: str
    kind: str
    points: int
    ready: bool


class PublicView(View, frozen=True):
    """Everybody's view."""

    phase: str
    round: int
    rounds: int
    seed_hash: str
    seats: dict[str, PlaceView]
    standings: list[str]
    seed: str | UnsetType = UNSET  # after the end


class PrivateView(View, frozen=True):
    """What a seat sees besides."""

    prompt: str
    prompt_params: dict[str, int]
    pending: list[str]
    largest: int
    named: int | UnsetType = UNSET


def public(state: Match) -> PublicView:
    """BT-2.3: points, and who is ready."""
    order = sorted(range(len(state.seats)), key=lambda k: (-state.seats[k].points, k))
    return PublicView(
        phase=state.phase,
        round=state.round,
        rounds=state.options.rounds,
        seed_hash=chance.commitment(state.seed, PREFIX),
        seats={
            str(k): PlaceView(place.name, place.kind, place.points, place.named is not None)
            for k, place in enumerate(state.seats)
        },
        standings=[str(k) for k in order],
        seed=UNSET if state.phase == RUNNING else state.seed,
    )


def private(state: Match, seat: int) -> PrivateView:
    """BT-4.1: the number this seat has named, and what it owes."""
    owed = [decision.kind for decision in pending(state) if decision.seat == seat]
    place = state.seats[seat]
    return PrivateView(
        prompt="over" if state.phase != RUNNING else "name" if owed else "wait",
        prompt_params={"round": state.round},
        pending=owed,
        largest=LARGEST,
        named=UNSET if place.named is None else place.named,
    )
