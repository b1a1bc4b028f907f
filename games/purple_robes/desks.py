"""What an order is judged by: one seat's facts, from the state or from that seat's own views.

So the preview refuses and counts by the very functions of the rules (PR-15.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.protocol import Views

from .rules.influence import Boxes
from .state import Court


class Desk(NamedTuple):
    """Everything is public but that it is this seat's desk; queues count from 1 outside."""

    seat: int
    n: int
    turn: int
    state: str
    decision: str
    hand: Mapping[str, int]
    usable: Sequence[int]
    queues: Sequence[Sequence[str]]
    boxes: Boxes


def desk_of(court: Court, seat: int) -> Desk:
    """The rules' desk of a seat."""
    return Desk(
        seat,
        court.n,
        court.turn,
        court.state,
        court.agenda[court.cycle - 1],
        court.hands[seat],
        court.usable[seat],
        court.queues,
        court.members,
    )


def desk_seen(views: Views, seat: int) -> Desk:
    """PR-15.1: the same from what the seat sees."""
    public = views.public
    key = str(seat)
    return Desk(
        seat,
        len(public.hands),
        public.turn,
        public.state,
        str(public.decision),
        public.hands[key],
        public.usable[key],
        [queue.items for queue in public.queues],
        public.members,
    )
