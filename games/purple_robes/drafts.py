"""What an unsent draft would do (PR-13.4, PR-15.1): from the seat's own views, by the rules' sums.

A draft may be incomplete; only one that could never become an order is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.engine.protocol import Refusal, Views

from .actions import Attempt, Bid, Cast, Influence, Trade
from .data import BOARD, A, B
from .desks import Desk, desk_seen
from .rules import orders
from .rules.casting import judge, sums, weights_of
from .rules.influence import (
    least_raise,
    needed,
    raised,
    sources,
    strongest,
    usable_on,
)
from .rules.items import combine, in_order, value_of, without_items
from .rules.scoring import leaders
from .rules.submission import STATE_OF, is_well_formed

Facts = dict[str, Any]
TAKES, RAISES, FAILS, NO_GAIN = "takes", "raises", "fails", "no_gain"


def preview(views: Views, seat: int, draft: Any) -> Facts | Refusal:
    """PR-15.1: cost and effect of a draft, nobody else interfering."""
    desk = desk_seen(views, seat)
    refusal = _refused(desk, draft)
    if refusal is not None:
        return refusal
    match draft:
        case Bid():
            return preview_bid(desk, draft, views)
        case Influence():
            return preview_influence(desk, draft)
        case Cast():
            return preview_ballot(desk, draft, views)
    return Refusal("pr.malformed")


def _refused(desk: Desk, draft: Any) -> Refusal | None:
    """PR-5.1: the common checks that a draft can fail."""
    state = STATE_OF.get(type(draft))
    if state is None or not is_well_formed(draft):
        return Refusal("pr.malformed")
    if state != desk.state:
        return Refusal("pr.wrong_phase", {"state": desk.state})
    return None if draft.turn == desk.turn else Refusal("pr.stale_turn", {"turn": desk.turn})


def preview_bid(desk: Desk, bid: Bid, views: Views) -> Facts | Refusal:
    """PR-13.3: who could still bid higher; no marker yet is 0, the ranking may be unfinished."""
    if bid.marker and bid.marker not in desk.usable:
        return Refusal("pr.marker_not_usable", {"marker": bid.marker})
    known = set(bid.ranking) <= set(range(1, desk.n + 1))
    if not known or len(set(bid.ranking)) < len(bid.ranking):
        return Refusal("pr.ranking_invalid", {"queues": desk.n})
    refusal = None if bid.monkey is None else orders.refused_theft(desk, bid.monkey)
    if refusal is not None:
        return refusal
    above = {
        seat: [marker for marker in usable if marker > bid.marker]
        for seat, usable in views.public.usable.items()
        if bid.marker and int(seat) != desk.seat
    }
    facts: Facts = {"ok": True, "above": above}
    if bid.monkey is not None:
        facts["steal"] = {"queue": bid.monkey.queue, "kind": bid.monkey.kind}
    return facts


def preview_influence(desk: Desk, draft: Influence) -> Facts | Refusal:
    """PR-13.4: value, support, strength, result; warnings where the draft is unwise."""
    refusal = _refused_parts(desk, draft)
    if refusal is not None:
        return refusal
    facts: Facts = {"ok": True, "pass": draft.attempt is None and draft.trade is None}
    warnings: list[str] = []
    if draft.attempt is not None:
        facts["attempt"] = weigh(desk, draft.attempt)
        if facts["attempt"]["result"] == NO_GAIN and draft.attempt.items:
            warnings.append(NO_GAIN)
        better = better_set(desk, draft.attempt, draft.trade)
        if better:
            found = weigh(desk, Attempt(draft.attempt.target, better))
            facts["attempt"]["better"] = {
                key: found[key] for key in ("items", "strength", "result", "to") if key in found
            }
            warnings.append("better")
    if draft.trade is not None:
        trade = draft.trade
        facts["trade"] = {
            "partner": trade.partner,
            "give": list(in_order(trade.give)),
            "get": list(in_order(trade.get)),
        }
        if _is_promised(desk, draft):
            warnings.append("promised")
    return {**facts, "warnings": warnings}


def _refused_parts(desk: Desk, draft: Influence) -> Refusal | None:
    """PR-5.20: what is there must be possible; what is missing may still come."""
    attempt, trade = draft.attempt, draft.trade
    refusal = None
    if attempt is not None:
        if attempt.target not in BOARD:
            return Refusal("pr.target_unknown")
        refusal = orders.refused_items(desk, attempt)
    if refusal is None and trade is not None:
        refusal = orders.refused_partner(desk, trade) or orders.refused_goods(desk, trade)
    return refusal


def _is_promised(desk: Desk, draft: Influence) -> bool:
    """PR-5.20: items named in both parts, so that the trade will fail for want of them."""
    used = draft.attempt.items if draft.attempt is not None else ()
    promised = draft.trade.give if draft.trade is not None else ()
    both = Counter(used) + Counter(promised)
    return any(desk.hand.get(kind, 0) < count for kind, count in both.items())


def weigh(desk: Desk, attempt: Attempt) -> Facts:
    """PR-5.21 to PR-5.27: what an attempt comes to if nobody interferes."""
    box = desk.boxes[attempt.target]
    counted = combine(attempt.items)
    adds = sources(desk.boxes, desk.seat, attempt.target)
    value, helped = value_of(attempt.items), sum(adds.values())
    own = box.controller == desk.seat
    least = least_raise(box.amount) if own else needed(box.amount)
    total = value + helped
    is_enough = bool(attempt.items) and total >= least
    facts: Facts = {
        "target": attempt.target,
        "items": list(in_order(attempt.items)),
        "pairs": [list(pair) for pair in counted.pairs],
        "singles": list(counted.singles),
        "high": list(counted.high),
        "value": value,
        "support": helped,
        "sources": adds,
        "strength": total,
        "needed": least,
        "amount": box.amount,
        "own": own,
        "to": _amount_after(box.amount, total, own=own) if is_enough else box.amount,
    }
    if own:
        facts["result"] = RAISES if is_enough else NO_GAIN
    else:
        facts["result"] = TAKES if is_enough else FAILS
    if not is_enough:
        facts["missing"] = max(1, least - total)
    return facts


def _amount_after(amount: int, total: int, *, own: bool) -> int:
    return raised(amount, total) if own else total


def better_set(desk: Desk, attempt: Attempt, trade: Trade | None) -> tuple[str, ...]:
    """PR-13.4: a better combination at hand, without what a trade promises.

    Of a draft that succeeds: as many cards with a higher value. Of one that does not: the draft and
    the fewest further cards that make it succeed, else the fewest cards that would.
    """
    hand = dict(desk.hand)
    if trade is not None:
        free = Counter(trade.give) & Counter(hand)
        hand = without_items(hand, free.elements())
    if not attempt.items:
        return ()
    goal = _goal(desk, attempt.target)
    if value_of(attempt.items) >= goal:
        found = strongest(hand, attempt.target, len(attempt.items))
        return found if value_of(found) > value_of(attempt.items) else ()
    enough = (s for s in _larger_sets(hand, attempt) if value_of(s) >= goal)
    return next(enough, ())


def _goal(desk: Desk, target: str) -> int:
    """The item value from which an attempt does something."""
    box = desk.boxes[target]
    own = box.controller == desk.seat
    least = least_raise(box.amount) if own else needed(box.amount)
    return max(1, least - sum(sources(desk.boxes, desk.seat, target).values()))


def _larger_sets(hand: dict[str, int], attempt: Attempt) -> Iterator[tuple[str, ...]]:
    """Ever larger sets: the draft with the best single card added again and again, then others."""
    left = usable_on(hand, attempt.target)
    chosen = attempt.items
    rest = Counter(left)
    rest.subtract(attempt.items)
    while options := [kind for kind, count in rest.items() if count > 0]:
        best = max(options, key=lambda kind: value_of((*chosen, kind)))
        chosen = (*chosen, best)
        rest[best] -= 1
        yield chosen
    for cards in range(1, sum(left.values()) + 1):
        yield strongest(hand, attempt.target, cards)


def preview_ballot(desk: Desk, draft: Cast, views: Views) -> Facts | Refusal:
    """PR-13.5: my sums, and what comes of them if the others vote all A, all B, or in halves."""
    refusal = orders.refused_ballot(desk, draft)
    if refusal is not None:
        return refusal
    weights = weights_of(desk.decision)
    mine = sums(draft.votes, weights)
    held = {int(seat): votes for seat, votes in views.public.ballot.items()}
    others = sum(votes for seat, votes in held.items() if seat != desk.seat)
    return {
        "ok": True,
        "a": mine[0],
        "b": mine[1],
        "others": others,
        "split": bool(mine[0] and mine[1]),
        "table": [
            _if_all(desk.seat, mine, held, A),
            _if_all(desk.seat, mine, held, B),
            _if_split(mine, others),
        ],
    }


def _if_all(seat: int, mine: tuple[int, int], held: dict[int, int], option: str) -> Facts:
    """PR-5.42, PR-8.1: all others for one option."""
    each = [
        mine if k == seat else ((held[k], 0) if option == A else (0, held[k])) for k in sorted(held)
    ]
    found = judge(each)
    row: Facts = {"others": f"all_{option.lower()}", "a": found.a, "b": found.b}
    if found.winner is not None:
        row["winner"] = found.winner
        most = leaders(found.influence)
        if len(most) == 1:
            row["lead"] = most[0]
    return row


def _if_split(mine: tuple[int, int], others: int) -> Facts:
    """The others' votes in halves, the odd one for B; who then leads nobody can tell."""
    for_a = others // 2
    a, b = mine[0] + for_a, mine[1] + others - for_a
    row: Facts = {"others": "split", "a": a, "b": b, "for_a": for_a, "for_b": others - for_a}
    if a != b:
        row["winner"] = A if a > b else B
    return row
