"""The phase table (PR-4.2): who must order in each state, and what happens of itself."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from games.engine.protocol import Decision, Due

from .actions import Bid, Cast, Deadline, Influence
from .data import ADVISOR_IDS, BID, CAST, CLAN_IDS, FINISHED, INFLUENCE
from .state import Court

VOTING = (*ADVISOR_IDS, *CLAN_IDS)

LIVE = MappingProxyType({"bid": 120, "influence": 90, "cast": 120, "first_extra": 120})
EVENING = MappingProxyType({"bid": 300, "influence": 180, "cast": 300, "first_extra": 0})
DAY = MappingProxyType({"bid": 86_400, "influence": 43_200, "cast": 86_400, "first_extra": 0})


class Phase(NamedTuple):
    """A state: who must order, who orders of itself at the opening, what the deadline enters."""

    who: str
    automatic: str
    default: str


PHASES = MappingProxyType(
    {
        BID: Phase("every seat", "nobody", "lowest marker, fullest queues first, no monkey"),
        INFLUENCE: Phase(
            "every seat with an item", "full pass without items or once passed", "full pass"
        ),
        CAST: Phase(
            "every seat with an Advisor or a Clan", "empty ballot without either", "empty ballot"
        ),
        FINISHED: Phase("nobody", "nobody", "nothing"),
    }
)


def is_auto(court: Court, seat: int) -> bool:
    """PR-4.2: does the open window need nothing of this seat?"""
    if court.state == INFLUENCE:
        return not court.hands[seat] or seat in court.passed
    if court.state == CAST:
        return not any(court.members[member].controller == seat for member in VOTING)
    return False


def empty_order(court: Court) -> Influence | Cast:
    """PR-4.2: the full pass or the empty ballot."""
    return Cast(court.turn, {}) if court.state == CAST else Influence(court.turn)


def default(court: Court, seat: int) -> Bid | Influence | Cast | None:
    """PR-4.2: what the deadline enters for a seat; nothing for one that has an order."""
    if court.is_over or court.orders[seat] is not None:
        return None
    if court.state != BID:
        return empty_order(court)
    sizes = {number: len(queue) for number, queue in enumerate(court.queues, 1)}
    fullest = sorted(sizes, key=lambda number: (-sizes[number], number))
    return Bid(court.turn, min(court.usable[seat]), tuple(fullest))


def pending(court: Court) -> tuple[Decision, ...]:
    """PR-4.6: who owes an order is public, what he orders is secret."""
    recall = court.options.order_recall
    return tuple(
        Decision(seat, court.state, secret=True, revisable=recall, known_to="all")
        for seat in court.owing
    )


def window_key(turn: int) -> str:
    """PR-4.2: how a window is named outside."""
    return f"turn:{turn}"


def deadline(court: Court, clock: dict[str, int]) -> Due | None:
    """PR-4.2, PR-4.11: every window has its time, the very first one more."""
    if court.is_over:
        return None
    times = {**DAY, **clock}
    extra = times["first_extra"] if court.turn == 1 else 0
    return Due(window_key(court.turn), Deadline(court.turn), seconds=times[court.state] + extra)
