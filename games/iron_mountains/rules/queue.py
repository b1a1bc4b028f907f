"""The secret queue of a side: new orders, cancel, replace, reorder (IM-4.1, IM-5.2 to IM-5.4)."""

from __future__ import annotations

from games.engine.protocol import (
    UNSET,
    Event,
    Refusal,
    Step,
    UnsetType,
    replace,
    seat_stream,
    team_stream,
)
from games.iron_mountains.actions import (
    CancelOrder,
    Payment,
    ReorderOrders,
    ReplaceOrder,
    SubmitBuild,
    SubmitCapture,
)
from games.iron_mountains.board import amounts
from games.iron_mountains.events import OrderCancelled, OrderQueued, OrderReplaced, OrdersReordered
from games.iron_mountains.state import BUILD, CAPTURE, Order, Season, with_side

from .building import check_build
from .capture import check_capture
from .funding import Desk, desk_of, price_of, risk_events


def submit_capture(state: Season, side: int, action: SubmitCapture) -> Step | Refusal:
    """IM-5.2: append a capture; a move and the payment are reserved."""
    desk = desk_of(state, side)
    order = draft_capture(desk, state.sides[side].next_order, action.tile, action.payment)
    return order if isinstance(order, Refusal) else _append(state, desk, order)


def submit_build(state: Season, side: int, action: SubmitBuild) -> Step | Refusal:
    """IM-5.3, IM-5.3.1: append a build; its price is reserved, no move is."""
    desk = desk_of(state, side)
    order = draft_build(desk, state.sides[side].next_order, action.corner, action.fort)
    return order if isinstance(order, Refusal) else _append(state, desk, order)


def draft_capture(
    desk: Desk, number: int, tile: str, payment: Payment | UnsetType
) -> Order | Refusal:
    """A checked capture with this id."""
    paid = check_capture(desk, tile, payment)
    return paid if isinstance(paid, Refusal) else Order(number, CAPTURE, tile, paid)


def draft_build(desk: Desk, number: int, corner: str, fort: str) -> Order | Refusal:
    """A checked build with this id."""
    return check_build(desk, corner, fort) or Order(number, BUILD, corner, fort=fort)


def cancel_order(state: Season, side: int, action: CancelOrder) -> Step | Refusal:
    """IM-5.4: the order is gone and its reservation released."""
    orders = state.sides[side].orders
    left = tuple(order for order in orders if order.id != action.order)
    if len(left) == len(orders):
        return Refusal("im.unknown_order")
    event = OrderCancelled(side, action.order, state.options.members_see_orders)
    return _requeued(state, side, left, event)


def replace_order(state: Season, side: int, action: ReplaceOrder) -> Step | Refusal:
    """IM-5.4: judged as a new order with the old one thought away; keeps id and place."""
    desk = desk_of(state, side)
    order = draft_replacement(desk, action)
    if isinstance(order, Refusal):
        return order
    orders = tuple(order if old.id == order.id else old for old in desk.orders)
    event = OrderReplaced(side, order.id, order_text(desk, order), state.options.members_see_orders)
    return _requeued(state, side, orders, event)


def draft_replacement(desk: Desk, action: ReplaceOrder) -> Order | Refusal:
    """IM-5.4: the checked order that takes the old one's place; what is absent stays."""
    old = next((order for order in desk.orders if order.id == action.order), None)
    if old is None:
        return Refusal("im.unknown_order")
    rest = desk._replace(orders=tuple(order for order in desk.orders if order is not old))
    captures = action.tile is not UNSET or action.payment is not UNSET
    builds = action.corner is not UNSET or action.fort is not UNSET
    if captures and builds:
        return Refusal("im.unknown_tile")
    if builds or (not captures and old.kind == BUILD):
        same = old.kind == BUILD
        corner = action.corner if action.corner is not UNSET else old.place if same else ""
        fort = action.fort if action.fort is not UNSET else old.fort
        return draft_build(rest, old.id, str(corner), str(fort))
    return _recaptured(rest, old, action)


def _recaptured(rest: Desk, old: Order, action: ReplaceOrder) -> Order | Refusal:
    same = old.kind == CAPTURE
    tile = str(action.tile) if action.tile is not UNSET else old.place if same else ""
    payment: Payment | UnsetType = action.payment
    if payment is UNSET and action.tile is UNSET and same:
        payment = {**amounts(old.payment)}
    return draft_capture(rest, old.id, tile, payment)


def reorder_orders(state: Season, side: int, action: ReorderOrders) -> Step | Refusal:
    """IM-5.4: a new funding order, which matters when funds shrink (IM-5.4.1)."""
    queue = {order.id: order for order in state.sides[side].orders}
    if sorted(queue) != sorted(action.orders):
        return Refusal("im.bad_order_list")
    orders = tuple(queue[number] for number in action.orders)
    event = OrdersReordered(side, tuple(action.orders), state.options.members_see_orders)
    return _requeued(state, side, orders, event)


def order_text(desk: Desk, order: Order) -> dict[str, str | int | dict[str, int]]:
    """What an order event says of the order."""
    price = price_of(desk.land, order)
    if order.kind == CAPTURE:
        return {"tile": order.place, "price": price, "payment": amounts(order.payment)}
    return {"corner": order.place, "fort": order.fort, "price": price}


def _append(state: Season, desk: Desk, order: Order) -> Step:
    side = state.sides[desk.side]
    numbered = replace(side, next_order=side.next_order + 1)
    event = OrderQueued(
        desk.side, order.id, order_text(desk, order), state.options.members_see_orders
    )
    return _requeued(with_side(state, desk.side, numbered), desk.side, (*side.orders, order), event)


def _requeued(state: Season, number: int, orders: tuple[Order, ...], event: Event) -> Step:
    """The queue changed: only those who order for the side can tell (IM-6.1)."""
    new = with_side(state, number, replace(state.sides[number], orders=orders))
    return Step(new, (event, *risk_events(state, new, (number,))), queue_streams(state, number))


def queue_streams(state: Season, number: int) -> frozenset[str]:
    """IM-6: the streams that show a queue."""
    streams = {seat_stream(number)}
    if state.options.members_see_orders:
        streams.add(team_stream(number))
    return frozenset(streams)
