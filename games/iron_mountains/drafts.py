"""Preview of an unsent draft from the side's own views: cost, effect, and the risk (IM-17.1)."""

from __future__ import annotations

from typing import Any

from games.engine.protocol import Refusal, Views

from . import actions as act
from .board import Land, amounts
from .data import OWNED_AWARD, OWNED_LOSS
from .desks import desk_seen, land_seen
from .phases import PERMITS
from .rules.funding import Desk, available, minus, price_of, walk
from .rules.queue import draft_build, draft_capture, draft_replacement
from .rules.resolution import loss_of_flip
from .state import CAPTURE, REVIEW, Order
from .views import PublicView

Result = dict[str, Any]


def preview(views: Views, seat: int, draft: Any) -> Result | Refusal:
    """What the draft would cost and do; the same refusals as the order itself would get."""
    public: PublicView = views.public
    if not isinstance(draft, act.SideAction):
        return Refusal("im.role")
    refusal = _closed(public, draft, seat)
    if refusal:
        return refusal
    if isinstance(draft, act.PickPrize | act.SetPrizeWishes):
        return _prize(public, draft, seat)
    desk = desk_seen(views, seat, land_seen(public))
    return _orders(desk, draft, public)


def _closed(public: PublicView, draft: act.SideAction, seat: int) -> Refusal | None:
    """IM-5.1 as far as the side's own views tell."""
    if public.phase not in PERMITS[type(draft)].phases:
        return Refusal("im.campaign_state", {"phase": public.phase})
    if public.phase == REVIEW and public.reopened is not True:
        return Refusal("im.week_locked")
    if getattr(draft, "week", public.week) != public.week:
        return Refusal("im.stale_week", {"week": public.week})
    if isinstance(public.sides[str(seat)].withdrawn, int):
        return Refusal("im.withdrawn")
    return None


def _orders(desk: Desk, draft: act.SideAction, public: PublicView) -> Result | Refusal:
    number = max((order.id for order in desk.orders), default=0) + 1
    match draft:
        case act.SubmitCapture():
            made = draft_capture(desk, number, draft.tile, draft.payment)
            return made if isinstance(made, Refusal) else _with(desk, made, public)
        case act.SubmitBuild():
            made = draft_build(desk, number, draft.corner, draft.fort)
            return made if isinstance(made, Refusal) else _with(desk, made, public)
        case act.ReplaceOrder():
            made = draft_replacement(desk, draft)
            return made if isinstance(made, Refusal) else _with(desk, made, public)
        case act.CancelOrder():
            left = tuple(order for order in desk.orders if order.id != draft.order)
            if len(left) == len(desk.orders):
                return Refusal("im.unknown_order")
            return _after(desk._replace(orders=left))
        case act.ReorderOrders():
            queue = {order.id: order for order in desk.orders}
            if sorted(queue) != sorted(draft.orders):
                return Refusal("im.bad_order_list")
            orders = tuple(queue[order] for order in draft.orders)
            return _after(desk._replace(orders=orders))
    return Refusal("im.role")


def _with(desk: Desk, order: Order, public: PublicView) -> Result:
    """The order's own figures, and the queue with it."""
    known = any(old.id == order.id for old in desk.orders)
    orders = tuple(order if old.id == order.id else old for old in desk.orders)
    after = _after(desk._replace(orders=orders if known else (*orders, order)))
    facts = (
        _capture(desk.land, order, desk.side, public)
        if order.kind == CAPTURE
        else _build(desk.land, order, desk.side)
    )
    return {**facts, **after}


def _capture(land: Land, order: Order, side: int, public: PublicView) -> Result:
    """IM-13.2: price, supplies to expect, points, and what a lost flip would leave."""
    owned = order.place in land.owners
    tiles = public.tiles if isinstance(public.tiles, dict) else {}
    award = tiles[order.place].award if order.place in tiles else None
    percent = public.settings["coinflip_loss_percent"]
    assert isinstance(percent, int)
    facts: Result = {
        "price": sum(order.payment),
        "pay": amounts(order.payment),
        "gain": land.capture_gain(order.place, side),
        "award": award if isinstance(award, list) else [OWNED_AWARD, OWNED_AWARD],
        "back": amounts(minus(order.payment, loss_of_flip(order.payment, percent))),
    }
    if owned:
        facts["loses"] = OWNED_LOSS
    return facts


def _build(land: Land, order: Order, side: int) -> Result:
    gains = land.build_gains(order.place, order.fort)
    return {
        "price": price_of(land, order),
        "gain": gains.pop(side, 0),
        "others": {str(other): points for other, points in sorted(gains.items())},
    }


def _after(desk: Desk) -> Result:
    """What would be left, and which orders of the own queue would be at risk."""
    left = available(desk)
    stocks = dict(zip("SRMU", left.funds, strict=True))
    stocks |= {"supplies": left.supplies, "moves": left.moves}
    risk = {str(order.id): fault for order, fault, _ in walk(desk) if fault}
    return {"left": stocks, "risk": risk}


def _prize(
    public: PublicView, draft: act.PickPrize | act.SetPrizeWishes, seat: int
) -> Result | Refusal:
    prizes = public.prizes if isinstance(public.prizes, dict) else {}
    if isinstance(draft, act.SetPrizeWishes):
        if any(prize not in prizes for prize in draft.prizes):
            return Refusal("im.unknown_prize")
        return {"wishes": list(dict.fromkeys(draft.prizes))}
    if public.turn != seat:
        return Refusal("im.not_your_pick")
    if draft.prize not in prizes:
        return Refusal("im.unknown_prize")
    if isinstance(prizes[draft.prize].taken, int):
        return Refusal("im.prize_taken")
    return {"prize": draft.prize, "title": prizes[draft.prize].title}
