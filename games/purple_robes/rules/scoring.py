"""Points of a casting, and the ranking at the end (PR-8.1 to PR-8.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.purple_robes.data import (
    ADVISOR_IDS,
    ALL_ADVISORS,
    ALL_CLANS,
    ALL_CRONIES,
    CLAN_IDS,
    CLANS_NEEDED,
    CRONIES_OF,
    LEAD,
    SOME_CLANS,
    TIED,
    WITH,
)

from .influence import Boxes

Lines = dict[str, int]


class Standing(NamedTuple):
    """A seat's place, its score, and what decides equal scores (PR-8.5)."""

    seat: int
    place: int
    score: int
    sole_leads: int


def leaders(influence: Mapping[int, int]) -> tuple[int, ...]:
    """PR-8.1: the seats with the most influence on the winning option."""
    if not influence:
        return ()
    most = max(influence.values())
    return tuple(sorted(seat for seat, votes in influence.items() if votes == most))


def vote_points(influence: Mapping[int, int]) -> dict[int, Lines]:
    """PR-8.1: points of those who have influence on the winning option; the lines exclude
    each other."""
    most = leaders(influence)
    others = len(influence) - 1
    best = {"lead": LEAD + others} if len(most) == 1 else {"tied": TIED + others}
    return {seat: dict(best) if seat in most else {"with": WITH} for seat in sorted(influence)}


def control_points(boxes: Boxes, seat: int) -> Lines:
    """PR-8.2: points for what a seat controls, whatever the vote was."""
    found: Lines = {}
    if all(boxes[advisor].controller == seat for advisor in ADVISOR_IDS):
        found["advisors"] = ALL_ADVISORS
    sets = sum(
        all(boxes[crony.id].controller == seat for crony in cronies)
        for cronies in CRONIES_OF.values()
    )
    if sets:
        found["cronies"] = ALL_CRONIES * sets
    clans = sum(boxes[clan].controller == seat for clan in CLAN_IDS)
    if clans == len(CLAN_IDS):
        found["all_clans"] = ALL_CLANS
    elif clans >= CLANS_NEEDED:
        found["clans"] = SOME_CLANS
    return found


def ranking(scores: Sequence[int], sole_leads: Sequence[int]) -> tuple[Standing, ...]:
    """PR-8.4, PR-8.5: by score, then by castings led alone, then equal places; best first."""
    keys = list(zip(scores, sole_leads, strict=True))
    standings = [
        Standing(seat, 1 + sum(other > key for other in keys), *key)
        for seat, key in enumerate(keys)
    ]
    return tuple(sorted(standings, key=lambda s: (s.place, s.seat)))
