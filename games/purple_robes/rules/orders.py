"""Judging orders in the sequence of their checks (PR-5.10, PR-5.20, PR-5.40)."""

from __future__ import annotations

from collections import Counter

from games.engine.protocol import Refusal
from games.purple_robes.actions import Attempt, Bid, Cast, Influence, Theft, Trade
from games.purple_robes.data import BOARD, KIND_OF, MONKEY, A, B
from games.purple_robes.desks import Desk

from .casting import votes_held
from .influence import works
from .items import lacking


def refused(desk: Desk, order: Bid | Influence | Cast) -> Refusal | None:
    """PR-5.1: the first check that fails, or nothing."""
    match order:
        case Bid():
            return refused_bid(desk, order)
        case Influence():
            return refused_influence(desk, order)
        case Cast():
            return refused_ballot(desk, order)


def refused_bid(desk: Desk, bid: Bid) -> Refusal | None:
    """PR-5.10: marker, ranking, monkey."""
    if bid.marker not in desk.usable:
        return Refusal("pr.marker_not_usable", {"marker": bid.marker})
    if sorted(bid.ranking) != list(range(1, desk.n + 1)):
        return Refusal("pr.ranking_invalid", {"queues": desk.n})
    return None if bid.monkey is None else refused_theft(desk, bid.monkey)


def refused_theft(desk: Desk, theft: Theft) -> Refusal | None:
    """PR-5.10, PR-5.13: a monkey, a queue, and the item in it now."""
    if not desk.hand.get(MONKEY):
        return Refusal("pr.no_monkey")
    if not 1 <= theft.queue <= desk.n:
        return Refusal("pr.queue_unknown", {"queue": theft.queue})
    if theft.kind not in desk.queues[theft.queue - 1]:
        return Refusal("pr.item_not_in_queue", {"item": theft.kind, "queue": theft.queue})
    return None


def refused_influence(desk: Desk, order: Influence) -> Refusal | None:
    """PR-5.20: the attempt's checks, then the trade's; both parts may be left out."""
    refusal = None if order.attempt is None else refused_attempt(desk, order.attempt)
    if refusal is None and order.trade is not None:
        refusal = refused_trade(desk, order.trade)
    return refusal


def refused_attempt(desk: Desk, attempt: Attempt) -> Refusal | None:
    """PR-5.20: target, items at all, known, held, working on the target (PR-2.7)."""
    if attempt.target not in BOARD:
        return Refusal("pr.target_unknown")
    if not attempt.items:
        return Refusal("pr.no_items")
    return refused_items(desk, attempt)


def refused_items(desk: Desk, attempt: Attempt) -> Refusal | None:
    """PR-5.20: the items of an attempt, as far as there are any."""
    if any(kind not in KIND_OF for kind in attempt.items):
        return Refusal("pr.item_unknown")
    short = lacking(desk.hand, attempt.items)
    if short:
        return Refusal("pr.item_not_owned", {"item": short})
    for kind in attempt.items:
        if not works(kind, attempt.target):
            return Refusal("pr.item_not_applicable", {"item": kind, "target": attempt.target})
    return None


def refused_trade(desk: Desk, trade: Trade) -> Refusal | None:
    """PR-5.20, PR-5.31: a partner, both lists, known kinds, held ones, not the same both ways."""
    refusal = refused_partner(desk, trade)
    if refusal is None and not (trade.give and trade.get):
        refusal = Refusal("pr.trade_empty")
    return refusal or refused_goods(desk, trade)


def refused_partner(desk: Desk, trade: Trade) -> Refusal | None:
    """PR-5.20: another seat of this game."""
    if not 0 <= trade.partner < desk.n or trade.partner == desk.seat:
        return Refusal("pr.trade_partner")
    return None


def refused_goods(desk: Desk, trade: Trade) -> Refusal | None:
    """PR-5.20: the goods of a trade, as far as there are any."""
    if any(kind not in KIND_OF for kind in (*trade.give, *trade.get)):
        return Refusal("pr.item_unknown")
    short = lacking(desk.hand, trade.give)
    if short:
        return Refusal("pr.trade_not_owned", {"item": short})
    if trade.give and Counter(trade.give) == Counter(trade.get):
        return Refusal("pr.trade_same")
    return None


def refused_ballot(desk: Desk, ballot: Cast) -> Refusal | None:
    """PR-5.40: only members that one controls vote, and only for A or B."""
    held = votes_held(desk.boxes, desk.seat, desk.decision)
    for member in ballot.votes:
        if member not in held:
            return Refusal("pr.vote_member", {"member": member} if member in BOARD else {})
    if any(option not in (A, B) for option in ballot.votes.values()):
        return Refusal("pr.vote_option")
    return None
