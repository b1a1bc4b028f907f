"""Trades: two mirror orders of one round, completed after all attempts (PR-5.29 to PR-5.31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.engine.protocol import replace
from games.purple_robes import events as ev
from games.purple_robes.actions import Trade
from games.purple_robes.state import Hand, Note

from .course import Course
from .items import in_order, lacking, with_items, without_items

NO_MATCH, LACKING = "no_match", "lacking"
OWN, OFFERED = "own", "offered"


def settle(course: Course, wanted: Mapping[int, Trade]) -> int:
    """PR-5.29, PR-5.30: complete what matches, all at once; the number of trades."""
    hands = course.court.hands
    reasons = {seat: fault_of(seat, wanted, hands) for seat in sorted(wanted)}
    done = [seat for seat, reason in reasons.items() if not reason and seat < wanted[seat].partner]
    after = list(hands)
    for seat in done:
        mine, partner = wanted[seat], wanted[seat].partner
        after[seat] = with_items(without_items(after[seat], mine.give), mine.get)
        after[partner] = with_items(without_items(after[partner], mine.get), mine.give)
        gives = {str(seat): in_order(mine.give), str(partner): in_order(mine.get)}
        course.tell(ev.TradeDone(*course.when, (seat, partner), gives))
    course.become(hands=tuple(after))
    _tell_failures(course, wanted, {seat: reason for seat, reason in reasons.items() if reason})
    return len(done)


def fault_of(seat: int, wanted: Mapping[int, Trade], hands: tuple[Hand, ...]) -> str:
    """PR-5.29, PR-5.30: why a trade order fails; empty where it succeeds.

    A seat has one order a round, so that no two trades lay hands on the same items.
    """
    mine = wanted[seat]
    theirs = wanted.get(mine.partner)
    if theirs is None or not is_mirror(seat, mine, theirs):
        return NO_MATCH
    if lacking(hands[seat], mine.give) or lacking(hands[mine.partner], theirs.give):
        return LACKING
    return ""


def is_mirror(seat: int, mine: Trade, theirs: Trade) -> bool:
    """PR-5.29: each names the other, and what one gives is what the other gets."""
    return (
        theirs.partner == seat
        and Counter(mine.give) == Counter(theirs.get)
        and Counter(mine.get) == Counter(theirs.give)
    )


def _tell_failures(course: Course, wanted: Mapping[int, Trade], reasons: Mapping[int, str]) -> None:
    """PR-6.2: a failed order is told to its author and to the partner it named, nobody else."""
    turn = course.court.turn
    notes = list(course.court.notes)
    failed = [(seat, _sorted(wanted[seat]), reason) for seat, reason in reasons.items()]
    for seat, trade, reason in failed:
        course.tell(ev.TradeFailed(*course.when, seat, trade, reason))
        notes.append(Note(seat, turn, OWN, trade.partner, trade.give, trade.get, reason))
    for seat, trade, reason in failed:
        course.tell(missed_offer(course, seat, trade, reason))
        notes.append(Note(trade.partner, turn, OFFERED, seat, trade.get, trade.give, reason))
    course.become(notes=tuple(notes))


def missed_offer(course: Course, author: int, trade: Trade, reason: str) -> ev.TradeOfferMissed:
    """PR-6.2: what the named partner learns: the offer, and why it failed."""
    return ev.TradeOfferMissed(
        *course.when,
        seat=trade.partner,
        author=author,
        give=trade.give,
        get=trade.get,
        reason=reason,
    )


def _sorted(trade: Trade) -> Trade:
    return replace(trade, give=in_order(trade.give), get=in_order(trade.get))
