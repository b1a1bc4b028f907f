"""Resolving an influencing round: attempts, take-overs, the end test (PR-5.25 to PR-5.33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.protocol import UNSET
from games.purple_robes import events as ev
from games.purple_robes.actions import Influence
from games.purple_robes.data import BOARD, MAX_IDLE_ROUNDS
from games.purple_robes.draws import Draws
from games.purple_robes.state import AUTO, Court, Member, Order

from . import trades
from .course import Course
from .influence import needed, raised, support
from .items import in_order, value_of, with_items, without_items

TOOK, RAISED, OUTBID, TOO_LOW, LOST_LOT = "took", "raised", "outbid", "too_low", "lost_lot"
ALL_PASSED, IDLE, NO_ITEMS = "all_passed", "idle", "no_items"


class Try(NamedTuple):
    """A seat's attempt with what it counts, by the opening position."""

    seat: int
    items: tuple[str, ...]
    value: int
    support: int

    @property
    def strength(self) -> int:
        """PR-5.23."""
        return self.value + self.support


class Fight(NamedTuple):
    """How a member's round ended: its box, each seat's result word, whether by lot."""

    box: Member
    results: dict[int, str]
    lot: bool


def resolve_round(course: Course, orders: Sequence[Order]) -> bool:
    """PR-5.25: all of a round; whether the phase goes on (PR-5.32)."""
    influence = [_influence(order) for order in orders]
    course.tell(_revealed(course, influence))
    tries = measure(course.court, influence)
    spend(course, influence)
    members = dict(course.court.members)
    for member in BOARD:
        if member in tries:
            members[member] = fight(course, member, tries[member])
    course.become(members=members)
    traded = trades.settle(course, {k: o.trade for k, o in enumerate(influence) if o.trade})
    _note_passes(course, orders)
    return _goes_on(course, attempts=any(o.attempt for o in influence), traded=traded)


def _influence(order: Order) -> Influence:
    assert isinstance(order.action, Influence)
    return order.action


def _revealed(course: Course, influence: Sequence[Influence]) -> ev.AttemptsRevealed:
    """PR-5.25: attempts become public, trade orders do not."""
    attempts = {str(k): order.attempt for k, order in enumerate(influence) if order.attempt}
    passed = tuple(k for k, order in enumerate(influence) if not order.attempt)
    return ev.AttemptsRevealed(*course.when, attempts, passed)


def measure(court: Court, influence: Sequence[Influence]) -> dict[str, list[Try]]:
    """PR-5.22, PR-5.25: strengths by the position at the opening of the window."""
    tries: dict[str, list[Try]] = {}
    for seat, order in enumerate(influence):
        if order.attempt is None:
            continue
        target, items = order.attempt.target, in_order(order.attempt.items)
        helped = support(court.members, seat, target)
        tries.setdefault(target, []).append(Try(seat, items, value_of(items), helped))
    return tries


def spend(course: Course, influence: Sequence[Influence]) -> None:
    """PR-5.25, PR-5.2: the items of all attempts are used up, whatever comes of them."""
    hands, discard = list(course.court.hands), course.court.discard
    for seat, order in enumerate(influence):
        if order.attempt is not None:
            hands[seat] = without_items(hands[seat], order.attempt.items)
            discard = with_items(discard, order.attempt.items)
    course.become(hands=tuple(hands), discard=discard)


def fight(course: Course, member: str, tries: Sequence[Try]) -> Member:
    """PR-5.25: one member's raise, then its take-over; the new control box."""
    old = course.court.members[member]
    box, results, lot = settle_member(old, tries, course.draws)
    bidders = tuple(
        ev.Bidder(t.seat, t.items, t.value, t.support, t.strength, results[t.seat]) for t in tries
    )
    course.tell(
        ev.AttemptResolved(
            *course.when,
            member,
            bidders,
            old.amount,
            box.amount,
            old=UNSET if old.controller is None else old.controller,
            new=UNSET if box.controller is None else box.controller,
            lot=lot,
        )
    )
    return box


def settle_member(old: Member, tries: Sequence[Try], draws: Draws) -> Fight:
    """PR-5.26, PR-5.27, PR-5.28: raise, then the strongest who reaches what is needed, or a lot."""
    results: dict[int, str] = {}
    amount = old.amount
    for own in tries:
        if own.seat == old.controller:
            results[own.seat] = RAISED
            amount = raised(amount, own.strength)
    challengers = [t for t in tries if t.seat != old.controller]
    reached = [t for t in challengers if t.strength >= needed(amount)]
    results.update((t.seat, TOO_LOW if t not in reached else OUTBID) for t in challengers)
    if not reached:
        return Fight(Member(amount, old.controller), results, lot=False)
    highest = max(t.strength for t in reached)
    tied = [t for t in reached if t.strength == highest]
    winner = tied[draws.below(len(tied)) if len(tied) > 1 else 0]
    results.update((t.seat, LOST_LOT) for t in tied)
    results[winner.seat] = TOOK
    return Fight(Member(winner.strength, winner.seat), results, lot=len(tied) > 1)


def _note_passes(course: Course, orders: Sequence[Order]) -> None:
    """PR-5.33: with `sticky_pass` who fully passes, himself or by default, is passed."""
    if not course.court.options.sticky_pass:
        return
    fresh = {
        seat
        for seat, order in enumerate(orders)
        if order.how != AUTO and is_full_pass(_influence(order))
    }
    course.become(passed=tuple(sorted({*course.court.passed, *fresh})))


def is_full_pass(order: Influence) -> bool:
    """PR-5.20: neither an attempt nor a trade."""
    return order.attempt is None and order.trade is None


def _goes_on(course: Course, *, attempts: bool, traded: int) -> bool:
    """PR-5.32: an attempt, or a completed trade for once, keeps the phase open."""
    idle = 0 if attempts else course.court.idle + 1
    course.become(idle=idle)
    if attempts or (traded and idle < MAX_IDLE_ROUNDS):
        return True
    end(course, IDLE if traded else ALL_PASSED)
    return False


def end(course: Course, reason: str, *, rounds: int | None = None) -> None:
    """PR-5.32: the phase is over."""
    held = course.court.round if rounds is None else rounds
    course.tell(ev.InfluencingEnded(*course.when, held, reason))


def has_items(hands: Sequence[Mapping[str, int]]) -> bool:
    """PR-4.3: is there anything to influence with?"""
    return any(hands)
