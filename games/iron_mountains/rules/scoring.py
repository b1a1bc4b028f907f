"""Weekly points and placement (IM-8.1 to IM-8.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.iron_mountains.board import Land, land_of
from games.iron_mountains.data import FORT_POINTS
from games.iron_mountains.state import Season

STEPS = ("tiles", "last_week", "castles")  # IM-8.5, after points and before the lot


class Ranking(NamedTuple):
    """Sides in order, the place of each, and the tie-break steps that were used."""

    order: tuple[int, ...]
    places: dict[int, int]
    steps: tuple[str, ...]


def weekly_points(land: Land, side: int) -> dict[str, int]:
    """IM-2.1.10, IM-8.1 to IM-8.3: points of a week from tiles and each kind of fortification."""
    tiles = [tile for tile, owner in land.owners.items() if owner == side]
    parts = {"tiles": len(tiles), "palisades": 0, "towers": 0, "castles": 0}
    touched: list[str] = []
    if land.forts:
        touched = [c for tile in tiles for c in land.grid.tile_corners[tile] if c in land.forts]
    if land.per_corner:
        touched = list(dict.fromkeys(touched))
    for corner in touched:
        fort = land.forts[corner]
        parts[f"{fort}s"] += FORT_POINTS[fort]
    return {**parts, "total": sum(parts.values())}


def fort_counts(land: Land, side: int) -> dict[str, int]:
    """Corners with each kind of fortification that touch a side's tiles, each corner once."""
    counts = {"palisade": 0, "tower": 0, "castle": 0}
    for corner, fort in land.forts.items():
        if land.touches(corner, side):
            counts[fort] += 1
    return counts


def tile_counts(state: Season) -> list[int]:
    """How many tiles each side owns, its base included."""
    counts = [0] * len(state.sides)
    for owner in state.owners.values():
        counts[owner] += 1
    return counts


def rank(state: Season, lot: Callable[[list[int], int], list[int]] | None = None) -> Ranking:
    """IM-8.5: placement; with `lot` the sides still tied are drawn, else they share a place.

    Withdrawn sides come behind all active ones, by points at withdrawal (IM-8.8).
    """
    keys = _keys(state)
    order = sorted(keys, key=lambda number: (tuple(-part for part in keys[number]), number))
    places: dict[int, int] = {}
    steps = [name for name in STEPS if _decides(order, keys, STEPS.index(name))]
    final: list[int] = []
    for number in order:
        if number in places:
            continue
        tied = [other for other in order if keys[other] == keys[number]]
        place = len(final) + 1
        if lot and len(tied) > 1:
            tied = lot(tied, place)
            steps.append("lot")
        for offset, other in enumerate(tied):
            places[other] = place + (offset if lot else 0)
        final.extend(tied)
    return Ranking(tuple(final), places, tuple(dict.fromkeys(steps)))


def tie_values(state: Season) -> dict[int, dict[str, int]]:
    """IM-8.5: per side what decides between equal points, step by step."""
    return {
        side: dict(zip(STEPS, key[-len(STEPS) :], strict=True))
        for side, key in _keys(state).items()
    }


def _keys(state: Season) -> dict[int, tuple[int, ...]]:
    """What sides are compared by: activity and points, then the steps of `STEPS`."""
    land = land_of(state)
    tiles = tile_counts(state)
    keys: dict[int, tuple[int, ...]] = {}
    for number, side in enumerate(state.sides):
        points = side.left_points if side.withdrawn else side.points
        castles = fort_counts(land, number)["castle"] if land.forts else 0
        keys[number] = (0 if side.withdrawn else 1, points, tiles[number], side.last, castles)
    return keys


def _decides(order: list[int], keys: dict[int, tuple[int, ...]], step: int) -> bool:
    """Does this step tell two neighbours apart whom the earlier ones left tied?"""
    at = step + 2  # behind activity and points
    return any(
        keys[a][:at] == keys[b][:at] and keys[a][at] != keys[b][at]
        for a, b in zip(order, order[1:], strict=False)
    )
