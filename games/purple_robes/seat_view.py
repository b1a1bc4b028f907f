"""A seat's own view (PR-6.5): its order, what it may do, its failed trades."""

from __future__ import annotations

from games.engine.protocol import UNSET, UnsetType

from .actions import Attempt, Bid, Cast, Influence, Theft, Trade
from .data import BID, BOARD, CAST, DECISION_OF, INFLUENCE, KIND_ORDER, MONKEY
from .phases import default
from .rules.casting import votes_held
from .rules.influence import sources, usable_on
from .rules.scoring import ranking
from .state import ABANDONED, AUTO, BOT, DEFAULT, PERSON, Court, Note, Order
from .views import (
    AttemptView,
    LegalView,
    OrderView,
    PrivateView,
    TargetView,
    TheftView,
    TradeNote,
    TradeView,
)

Params = dict[str, int | str]


def private(court: Court, seat: int) -> PrivateView:
    """PR-6.5: what only this seat sees."""
    prompt, params = prompt_of(court, seat)
    fallback = default(court, seat)
    order = None if court.is_over else court.orders[seat]
    return PrivateView(
        prompt=prompt,
        prompt_params=params,
        pending=[court.state] if seat in court.owing else [],
        my_trade_notes=[_note(note) for note in court.notes if note.seat == seat],
        my_order=UNSET if order is None else order_view(order),
        my_legal=legal_view(court, seat),
        default=UNSET if fallback is None else order_view(Order(DEFAULT, fallback)),
    )


def prompt_of(court: Court, seat: int) -> tuple[str, Params]:
    """PR-13.1: the sentence above the table, as a key with its facts."""
    if court.is_over:
        return _ending(court, seat)
    if seat in court.bots:
        return ("resigned" if seat in court.retired else "bot"), {}
    order = court.orders[seat]
    if order is None:
        return _owed(court, seat)
    if order.how == AUTO:
        return _automatic(court, seat), {}
    return ("ordered_recall" if may_recall(court, seat) else "ordered"), {"state": court.state}


def _ending(court: Court, seat: int) -> tuple[str, Params]:
    score = court.scores[seat]
    if court.reason == ABANDONED:
        return "abandoned", {"score": score}
    places = {s.seat: s.place for s in ranking(court.scores, court.sole_leads)}
    shared = list(places.values()).count(places[seat]) > 1
    return "finished", {"place": places[seat], "score": score, "shared": int(shared)}


def _owed(court: Court, seat: int) -> tuple[str, Params]:
    if seat in court.absent:
        return "absent", {"state": court.state}
    decision = DECISION_OF[court.agenda[court.cycle - 1]]
    params: Params = {"cycle": court.cycle, "cycles": court.n, "title": decision.title}
    if court.state == CAST:
        votes = sum(votes_held(court.members, seat, decision.id).values())
        return "cast", {**params, "a": decision.a, "b": decision.b, "votes": votes}
    params["round"] = court.round
    if court.state == INFLUENCE:
        return "influence", params
    params["rounds"] = court.options.bid_rounds
    return ("bid_first" if court.turn == 1 else "bid"), params


def _automatic(court: Court, seat: int) -> str:
    """PR-4.2: why nothing is asked."""
    if court.state == CAST:
        return "auto_no_vote"
    return "auto_no_items" if not court.hands[seat] else "auto_passed"


def may_recall(court: Court, seat: int) -> bool:
    """PR-5.50: an own order of the open window, with the option."""
    order = court.orders[seat]
    return court.options.order_recall and order is not None and order.how in (PERSON, BOT)


def legal_view(court: Court, seat: int) -> LegalView | UnsetType:
    """PR-5.3: what this seat may do now, described; nothing where there is nothing."""
    if court.is_over:
        return UNSET
    is_owed = court.orders[seat] is None
    recall = may_recall(court, seat)
    back = seat in court.absent
    if not (is_owed or recall or back):
        return UNSET
    is_bid = is_owed and court.state == BID
    is_influence = is_owed and court.state == INFLUENCE
    is_cast = is_owed and court.state == CAST
    decision = court.agenda[court.cycle - 1]
    return LegalView(
        markers=list(court.usable[seat]) if is_bid else UNSET,
        steal=_steal(court) if is_bid and court.hands[seat].get(MONKEY) else UNSET,
        targets=targets_of(court, seat) if is_influence else UNSET,
        partners=[k for k in range(court.n) if k != seat] if is_influence else UNSET,
        votes=votes_held(court.members, seat, decision) if is_cast else UNSET,
        recall=recall or UNSET,
        back=back or UNSET,
    )


def _steal(court: Court) -> dict[str, list[str]]:
    """PR-5.13: the kinds that lie in each queue."""
    return {
        str(number): sorted(set(queue), key=KIND_ORDER.__getitem__)
        for number, queue in enumerate(court.queues, 1)
        if queue
    }


def targets_of(court: Court, seat: int) -> dict[str, TargetView]:
    """PR-5.3: per member the kinds at hand that work, and the support of the seat."""
    hand, boxes = court.hands[seat], court.members
    found = {}
    for member in BOARD:
        adds = sources(boxes, seat, member)
        found[member] = TargetView(usable_on(hand, member), sum(adds.values()), adds)
    return found


def order_view(order: Order) -> OrderView:
    """PR-6.5: an own order; parts not ordered are left out."""
    auto = order.how in (AUTO, DEFAULT)
    match order.action:
        case Bid() as bid:
            monkey = UNSET if bid.monkey is None else _theft(bid.monkey)
            ranking_ = list(bid.ranking)
            return OrderView("bid", auto, marker=bid.marker, ranking=ranking_, monkey=monkey)
        case Influence() as influence:
            attempt = UNSET if influence.attempt is None else _attempt(influence.attempt)
            trade = UNSET if influence.trade is None else _trade(influence.trade)
            return OrderView("influence", auto, attempt=attempt, trade=trade)
        case Cast() as ballot:
            return OrderView("cast", auto, votes=ballot.votes)


def _theft(theft: Theft) -> TheftView:
    return TheftView(theft.queue, theft.kind)


def _attempt(attempt: Attempt) -> AttemptView:
    return AttemptView(attempt.target, list(attempt.items))


def _trade(trade: Trade) -> TradeView:
    return TradeView(trade.partner, list(trade.give), list(trade.get))


def _note(note: Note) -> TradeNote:
    """PR-6.2: the give and get of a note are its reader's."""
    give, get = list(note.give), list(note.get)
    return TradeNote(note.turn, note.how, note.other, give, get, note.reason)
