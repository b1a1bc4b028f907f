"""Hexagonal boards: axial coordinates, pointy-top tiles, named corners (IM-2.5).

A tile is written `q,r`; a corner is the top (`N:q,r`) or bottom (`S:q,r`) of one hex position that
may lie one step off the board. `grid(radius)` answers everything by look-up.
"""

from __future__ import annotations

from functools import lru_cache

Hex = tuple[int, int]

# NE, E, SE, SW, W, NW (IM-2.5.2)
DIRECTIONS: tuple[Hex, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def tile_id(hex_: Hex) -> str:
    """The written name of a tile, `q,r`."""
    return f"{hex_[0]},{hex_[1]}"


def parse_tile(text: str) -> Hex | None:
    """The tile written `q,r`, or None when the text has another form."""
    q, comma, r = text.partition(",")
    try:
        hex_ = (int(q), int(r))
    except ValueError:
        return None
    return hex_ if comma and tile_id(hex_) == text else None


def distance(a: Hex, b: Hex = (0, 0)) -> int:
    """IM-2.5.1: steps between two tiles; by default from the temple."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotate(hex_: Hex, times: int = 1) -> Hex:
    """IM-2.5.5: rotation by 60° about the temple, `rot(q,r) = (-r, q+r)`."""
    q, r = hex_
    for _ in range(times % 6):
        q, r = -r, q + r
    return (q, r)


def sector(hex_: Hex) -> int | None:
    """IM-2.5.5: the k with tile = rotᵏ(t), t in {q ≥ 1, r ≥ 0}; the centre has none."""
    for k in range(6):
        q, r = rotate(hex_, -k)
        if q >= 1 and r >= 0:
            return k
    return None


def touched_by(corner: str) -> tuple[Hex, Hex, Hex]:
    """IM-2.5.3: the three hex positions a corner touches, on the board or off it."""
    letter, _, rest = corner.partition(":")
    at = parse_tile(rest)
    if at is None or letter not in {"N", "S"}:
        raise ValueError(f"not a corner: {corner}")
    q, r = at
    if letter == "N":
        return ((q, r), (q, r - 1), (q + 1, r - 1))
    return ((q, r), (q, r + 1), (q - 1, r + 1))


def corners_of(hex_: Hex) -> tuple[str, ...]:
    """IM-2.5.4: the six corners of a tile, clockwise from the top."""
    q, r = hex_
    return (
        f"N:{q},{r}",
        f"S:{q + 1},{r - 1}",
        f"N:{q},{r + 1}",
        f"S:{q},{r}",
        f"N:{q - 1},{r + 1}",
        f"S:{q},{r - 1}",
    )


def corner_key(corner: str) -> tuple[str, int, int]:
    """Sort key of corners in reports: letter, r, q (IM-10)."""
    letter, _, rest = corner.partition(":")
    q, r = rest.split(",")
    return (letter, int(r), int(q))


class Grid:
    """All tiles within `radius` of the centre with their neighbours and corners, by id."""

    __slots__ = (
        "corner_tiles",
        "corners",
        "hexes",
        "neighbours",
        "radius",
        "tile_corners",
        "tiles",
    )

    def __init__(self, radius: int) -> None:
        self.radius = radius
        hexes = [
            (q, r)
            for r in range(-radius, radius + 1)
            for q in range(-radius, radius + 1)
            if distance((q, r)) <= radius
        ]
        self.hexes: dict[str, Hex] = {tile_id(h): h for h in hexes}
        self.tiles: tuple[str, ...] = tuple(self.hexes)
        self.neighbours: dict[str, tuple[str, ...]] = {
            name: tuple(
                near for dq, dr in DIRECTIONS if (near := tile_id((q + dq, r + dr))) in self.hexes
            )
            for name, (q, r) in self.hexes.items()
        }
        self.tile_corners: dict[str, tuple[str, ...]] = {
            name: corners_of(h) for name, h in self.hexes.items()
        }
        names = {corner for six in self.tile_corners.values() for corner in six}
        self.corners: tuple[str, ...] = tuple(sorted(names, key=corner_key))
        self.corner_tiles: dict[str, tuple[str, ...]] = {
            corner: tuple(t for h in touched_by(corner) if (t := tile_id(h)) in self.hexes)
            for corner in self.corners
        }


@lru_cache(maxsize=8)
def grid(radius: int) -> Grid:
    """The shared, never changing grid of a radius (9 has 271 tiles and 600 corners)."""
    return Grid(radius)
