"""A side's heuristic player (IM-14): from its own views and legal actions only, without noise.

All comparisons are exact: values are integers in fortieths of a point, and the division by
√(price / 6.00) is compared by squares.
"""

from __future__ import annotations

from fractions import Fraction

from games.engine.hexgrid import distance
from games.engine.protocol import Action, Legal, UnsetType, Views

from . import actions as act
from .board import Land
from .desks import land_seen
from .views import PrivateView, PublicView

CASTLE_PATIENCE = 3  # IM-14.2: with more weeks left, smaller forts hardly count
SMALL_FORT_WORTH = 2


def choose(views: Views, legal: Legal, seat: int) -> Action | None:
    """IM-14: the next action, or none; asked again until there is none."""
    public: PublicView = views.public
    private: PrivateView = views.private
    picks = [action for action in legal.actions if isinstance(action, act.PickPrize)]
    if picks:
        return picks[0]  # the first free one in the GM's order
    if not private.can_order:
        return None
    weeks = len(public.calendar) if isinstance(public.calendar, list) else 1
    capture = _best_capture(public, legal, seat, weeks)
    return capture or _best_build(private, legal, weeks)


def _best_capture(
    public: PublicView, legal: Legal, seat: int, weeks: int
) -> act.SubmitCapture | None:
    """IM-14.1: the affordable target of the highest value; the first of equals."""
    found = [action for action in legal.actions if isinstance(action, act.SubmitCapture)]
    if not found:
        return None
    land = land_seen(public)
    return max(found, key=lambda action: _capture_value(public, land, action.tile, seat, weeks))


def _capture_value(public: PublicView, land: Land, tile: str, seat: int, weeks: int) -> Fraction:
    """IM-14.1: the square of the value in fortieths, per price."""
    assert isinstance(public.tiles, dict)
    view = public.tiles[tile]
    gain = land.capture_gain(tile, seat)
    award = sum(view.award) if isinstance(view.award, list) else 0
    neighbours = sum(land.owners.get(near) == seat for near in land.grid.neighbours[tile])
    value = 40 * gain * weeks + 9 * award * weeks + 32 * neighbours
    value += 6 * (9 - distance(land.grid.hexes[tile]))
    if isinstance(view.owner, int):
        value += 12 * gain * weeks + 80
    price = view.price if isinstance(view.price, int) else 1
    return Fraction(max(0, value) ** 2, price)


def _best_build(private: PrivateView, legal: Legal, weeks: int) -> act.SubmitBuild | None:
    """IM-14.2: most points per supply, saving for castles while there is time."""
    found = [
        (worth, action)
        for action in legal.actions
        if isinstance(action, act.SubmitBuild)
        and (worth := _build_value(private, action, weeks)) > 0
    ]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _build_value(private: PrivateView, action: act.SubmitBuild, weeks: int) -> Fraction:
    """IM-14.2: (points on own tiles − 0.7 × on others') × weeks left per supply."""
    corner = private.corners[action.corner]
    option = corner.options[action.fort]
    others = {} if isinstance(corner.others, UnsetType) else corner.others
    against = sum(others.get(action.fort, {}).values())
    value = Fraction((10 * option.gain - 7 * against) * weeks, 10 * max(1, option.price))
    if weeks > CASTLE_PATIENCE and action.fort != "castle":
        value *= Fraction(35, 100)
        return value if value >= SMALL_FORT_WORTH else Fraction(0)
    return value
