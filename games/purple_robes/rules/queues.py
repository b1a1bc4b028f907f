"""The item queues: filled, robbed by monkeys, bid for, handed over (PR-5.11 to PR-5.17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.protocol import UNSET
from games.purple_robes import events as ev
from games.purple_robes.actions import Bid, Theft
from games.purple_robes.data import MONKEY, QUEUE_SIZE
from games.purple_robes.draws import Draws
from games.purple_robes.state import Court, Hand

from .course import Course
from .items import in_order, listed, with_items, without_items


class Won(NamedTuple):
    """A queue (from 0), who won it, and which of his choices it was (from 1)."""

    queue: int
    seat: int
    choice: int


class Filled(NamedTuple):
    """PR-5.11: the queues, and what is left of the piles."""

    queues: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discard: Hand
    reshuffled: bool


def draw_queues(n: int, draw: Sequence[str], discard: Hand, draws: Draws) -> Filled:
    """PR-5.11, PR-9.2: size and cards of each queue; a pile that runs out is made anew of the
    discards."""
    pile, reshuffled = list(draw), False
    queues = []
    for _ in range(n):
        size = 1 + draws.below(QUEUE_SIZE)
        cards: list[str] = []
        for _ in range(size):
            if not pile and discard:
                pile, discard, reshuffled = draws.shuffle(listed(discard)), {}, True
            if pile:
                cards.append(pile.pop())
        queues.append(in_order(cards))
    return Filled(tuple(queues), tuple(pile), discard, reshuffled)


def fill(course: Course) -> None:
    """PR-5.11: fill queues 1..N."""
    court = course.court
    found = draw_queues(court.n, court.draw, court.discard, course.draws)
    course.become(queues=found.queues, draw=found.pile, discard=found.discard)
    course.tell(queues_filled(course.court, reshuffled=found.reshuffled))


def queues_filled(court: Court, *, reshuffled: bool) -> ev.QueuesFilled:
    """PR-10: what lies on the queues now."""
    facts = zip(court.queue_markers, court.queues, strict=True)
    return ev.QueuesFilled(
        court.turn,
        court.cycle,
        round=court.round,
        queues=tuple(ev.QueueFact(marker, items) for marker, items in facts),
        draw_count=len(court.draw),
        reshuffled=reshuffled,
    )


def resolve_bids(course: Course, bids: Sequence[Bid]) -> None:
    """PR-5.12: monkeys, ranked bids, hand-over; all bids become public."""
    course.tell(ev.BidsRevealed(*course.when, {str(k): _fact(bid) for k, bid in enumerate(bids)}))
    steal(course, bids)
    hand_over(course, bids, ranked(bids))


def _fact(bid: Bid) -> ev.BidFact:
    return ev.BidFact(bid.marker, bid.ranking, UNSET if bid.monkey is None else bid.monkey)


def steal(course: Course, bids: Sequence[Bid]) -> None:
    """PR-5.13: the weakest bidder's monkey first; one that finds its item gone comes home."""
    hands = list(course.court.hands)
    queues = [list(queue) for queue in course.court.queues]
    discard = course.court.discard
    for seat in sorted(range(len(bids)), key=lambda k: bids[k].marker):
        theft = bids[seat].monkey
        if theft is None:
            continue
        queue = queues[theft.queue - 1]
        stolen = theft.kind in queue
        if stolen:
            queue.remove(theft.kind)
            hands[seat] = with_items(without_items(hands[seat], (MONKEY,)), (theft.kind,))
            discard = with_items(discard, (MONKEY,))
        course.tell(_result(course, seat, theft, stolen=stolen))
    course.become(hands=tuple(hands), queues=tuple(map(tuple, queues)), discard=discard)


def _result(course: Course, seat: int, theft: Theft, *, stolen: bool) -> ev.MonkeyResult:
    return ev.MonkeyResult(*course.when, seat, theft.queue, theft.kind, stolen)


def ranked(bids: Sequence[Bid]) -> tuple[Won, ...]:
    """PR-5.14, PR-5.15: choice by choice, of those that name a free queue the highest marker."""
    found: list[Won] = []
    free = set(range(1, len(bids) + 1))
    left = set(range(len(bids)))
    for rank in range(len(bids)):
        wanted: dict[int, list[int]] = {}
        for seat in sorted(left):
            wanted.setdefault(bids[seat].ranking[rank], []).append(seat)
        for queue in sorted(wanted):
            if queue not in free:
                continue
            winner = max(wanted[queue], key=lambda seat: bids[seat].marker)
            found.append(Won(queue - 1, winner, rank + 1))
            free.discard(queue)
            left.discard(winner)
    return tuple(found)


def hand_over(course: Course, bids: Sequence[Bid], wins: Sequence[Won]) -> None:
    """PR-5.16, PR-5.17: items and sleeping marker to the winner, his own onto the queue."""
    court = course.court
    hands, markers = list(court.hands), list(court.queue_markers)
    usable, locked = list(court.usable), list(court.locked)
    for queue, seat, choice in wins:
        items, taken, laid = court.queues[queue], court.queue_markers[queue], bids[seat].marker
        hands[seat] = with_items(hands[seat], items)
        usable[seat] = tuple(marker for marker in usable[seat] if marker != laid)
        locked[seat] = tuple(sorted((*locked[seat], taken)))
        markers[queue] = laid
        course.tell(ev.QueueWon(*course.when, queue + 1, seat, choice, items, taken, laid))
    course.become(
        hands=tuple(hands),
        usable=tuple(usable),
        locked=tuple(locked),
        queue_markers=tuple(markers),
        queues=((),) * court.n,
    )
