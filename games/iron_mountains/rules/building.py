"""submit_build: fortifications on corners (IM-5.3)."""

from __future__ import annotations

from games.engine.protocol import Refusal
from games.iron_mountains.data import FORT_LEVEL
from games.iron_mountains.state import BUILD

from .funding import Desk, available


def check_build(desk: Desk, corner: str, fort: str) -> Refusal | None:
    """IM-5.3: the first refusal that applies to a build, or none."""
    return check_corner(desk, corner, fort) or _check_supplies(desk, corner, fort)


def check_corner(desk: Desk, corner: str, fort: str) -> Refusal | None:
    """IM-5.3, IM-5.3.2: would the corner take it in principle, money apart?"""
    land = desk.land
    if corner not in land.grid.corner_tiles:
        return Refusal("im.unknown_corner")
    if fort not in FORT_LEVEL:
        return Refusal("im.unknown_fort")
    if not land.touches(corner, desk.side):
        return Refusal("im.corner_not_yours")
    if not land.is_higher(corner, fort):
        return Refusal("im.fort_not_higher")
    if any(order.kind == BUILD and order.place == corner for order in desk.orders):
        return Refusal("im.duplicate_corner")
    return None


def _check_supplies(desk: Desk, corner: str, fort: str) -> Refusal | None:
    """IM-5.3.3: the price must be available, but costs no move (IM-5.3.1)."""
    price = desk.land.fort_price(corner, fort)
    have = available(desk).supplies
    if price > have:
        return Refusal("im.insufficient_supplies", {"short": {"supplies": price - have}})
    return None
