"""A board of hexagons as a still picture: the map of a draft, before anybody else may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.hexgrid import parse_tile

SIZE = 20.0
# corners of a pointy-top hexagon, clockwise from the top, in units of its size
CORNERS = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
ROOT3 = 1.7320508


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as drawn: `kind` is the first word of its text, `rest` what follows it."""

    name: str
    kind: str
    rest: str
    x: float
    y: float
    points: str


@dataclass(frozen=True, slots=True)
class Board:
    """All tiles and the picture's frame."""

    tiles: list[Tile]
    box: str
    kinds: list[str]


def board(cells: Any) -> Board | None:
    """The picture of a map `q,r` → `kind:rest`; none where a title's map is something else."""
    if not isinstance(cells, dict) or not cells:
        return None
    tiles = []
    for name, text in cells.items():
        at = parse_tile(str(name))
        if at is None:
            return None
        q, r = at
        x, y = SIZE * ROOT3 * (q + r / 2), SIZE * 1.5 * r
        points = " ".join(f"{x + SIZE * cx:.1f},{y + SIZE * cy:.1f}" for cx, cy in CORNERS)
        kind, _, rest = str(text).partition(":")
        tiles.append(Tile(name, kind, rest, round(x, 1), round(y, 1), points))
    left, right = min(t.x for t in tiles) - SIZE, max(t.x for t in tiles) + SIZE
    top, bottom = min(t.y for t in tiles) - SIZE, max(t.y for t in tiles) + SIZE
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    return Board(tiles, box, sorted({tile.kind for tile in tiles}))
