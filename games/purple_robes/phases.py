"""Who must act, and what happens when the clock runs out."""

from __future__ import annotations

from games.engine.protocol import Decision, Due

from .actions import EndRound, Name
from .data import ROUND_SECONDS, RUNNING
from .state import Match


def pending(state: Match) -> tuple[Decision, ...]:
    """PR-2.1: every seat that plays and has named no number."""
    if state.phase != RUNNING:
        return ()
    return tuple(
        Decision(number, "name", secret=True, revisable=True, known_to="all")
        for number, place in enumerate(state.seats)
        if place.named is None and place.kind != "gone"
    )


def deadline(state: Match, clock: dict[str, int]) -> Due | None:
    """PR-2.2: the round ends when its time is up."""
    if state.phase != RUNNING:
        return None
    seconds = clock.get("round", ROUND_SECONDS)
    return Due(f"round:{state.round}", EndRound(state.round), seconds=seconds)


def default(state: Match, seat: int) -> Name | None:
    """PR-2.1: who has named none names 0."""
    place = state.seats[seat]
    if state.phase != RUNNING or place.kind == "gone" or place.named is not None:
        return None
    return Name(state.round, 0)
