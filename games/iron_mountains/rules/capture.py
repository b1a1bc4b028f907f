"""submit_capture: which tile, and how it is paid (IM-5.2)."""

from __future__ import annotations

from games.engine.protocol import UNSET, Refusal, UnsetType
from games.iron_mountains.actions import Payment
from games.iron_mountains.data import TYPES
from games.iron_mountains.state import CAPTURE, Four

from .funding import Desk, available, shortfall


def check_capture(desk: Desk, tile: str, payment: Payment | UnsetType = UNSET) -> Four | Refusal:
    """IM-5.2: the payment of a legal capture, or the first refusal that applies."""
    refusal = _check_tile(desk, tile)
    if refusal:
        return refusal
    price = desk.land.price(tile)
    fixed = desk.land.fixed_cost(tile)
    chosen: Four | None = fixed
    if not isinstance(payment, UnsetType):
        given = _read_payment(payment, support=fixed is None)
        if given is None:
            return Refusal("im.payment_type")
        if given != fixed if fixed else sum(given) != price:
            return Refusal("im.payment_mismatch", {"price": price, "paid": sum(given)})
        chosen = given
    purse = available(desk)
    if purse.moves < 1:
        return Refusal("im.no_moves")
    if chosen is None:
        return suggest(purse.funds, price)
    short = shortfall(purse.funds, chosen)
    return Refusal("im.insufficient_resource", {"short": short}) if short else chosen


def _check_tile(desk: Desk, tile: str) -> Refusal | None:
    """IM-5.2: is it a tile this side may take? A base never is (IM-8.6); only the own queue speaks
    (IM-6.3)."""
    land = desk.land
    if tile not in land.kinds:
        return Refusal("im.unknown_tile")
    if tile in land.bases:
        return Refusal("im.tile_base")
    if land.owners.get(tile) == desk.side:
        return Refusal("im.tile_own")
    if not land.is_adjacent(tile, desk.side):
        return Refusal("im.not_adjacent")
    if any(order.kind == CAPTURE and order.place == tile for order in desk.orders):
        return Refusal("im.duplicate_target")
    return None


def _read_payment(payment: Payment, *, support: bool) -> Four | None:
    """IM-5.2 E_PAYMENT_TYPE: known types, whole non-negative amounts, support where it may pay."""
    paid = dict.fromkeys(TYPES, 0)
    for kind, amount in payment.items():
        whole = isinstance(amount, int) and not isinstance(amount, bool)
        if kind not in paid or not whole or not isinstance(amount, int) or amount < 0:
            return None
        paid[kind] = amount
    if paid["U"] and not support:
        return None
    return (paid["S"], paid["R"], paid["M"], paid["U"])


def suggest(funds: Four, price: int) -> Four | Refusal:
    """IM-5.2.3: all support first, then the fullest type, the next, the last, until paid."""
    usable = {kind: max(0, have) for kind, have in zip(TYPES, funds, strict=True)}
    paid = dict.fromkeys(TYPES, 0)
    left = price
    for kind in ("U", *sorted("SRM", key=lambda k: (-usable[k], "SRM".index(k)))):
        paid[kind] = min(left, usable[kind])
        left -= paid[kind]
    if left:
        return Refusal("im.insufficient_resource", {"short": {"any": left}})
    return (paid["S"], paid["R"], paid["M"], paid["U"])
