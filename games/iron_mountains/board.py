"""The board as the rules ask about it: kinds, prices, defence, points, what touches what.

`Board` holds what never changes in a season and is parsed once per process; `Land` is a board with
owners and fortifications, made from a state or from a player's own views, so that both are judged
by the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from games.engine.hexgrid import Grid, grid

from .data import (
    FORT_DEFENCE,
    FORT_LEVEL,
    FORT_POINTS,
    FORT_PRICE,
    FREE_PRICE,
    OWNED_AWARD,
    OWNED_PRICE,
    QUARTERS,
    STANDARD_AWARD,
)
from .mapmaker import ruin_award
from .state import Four, Season


class Board:
    """What never changes: kinds, costs (q per type) and awards by tile, bases by side."""

    __slots__ = ("awards", "bases", "costs", "grid", "kinds")

    def __init__(self, radius: int) -> None:
        self.grid: Grid = grid(radius)
        self.kinds: dict[str, str] = {}
        self.costs: dict[str, Four] = {}
        self.awards: dict[str, tuple[int, int]] = {}
        self.bases: dict[str, int] = {}

    def lay(self, tile: str, kind: str, rest: str) -> None:
        """Put down one tile as IM-2.7.7 writes it."""
        self.kinds[tile] = kind
        if kind in {"ruin", "temple"}:
            self.awards[tile] = (int(rest), int(rest))
        elif kind != "base":
            s, r, m = (int(part) * QUARTERS for part in rest.split("-"))
            self.costs[tile] = (s, r, m, 0)
            self.awards[tile] = (1, STANDARD_AWARD)


@lru_cache(maxsize=64)
def parsed(radius: int, cells: str, sites: tuple[int, ...]) -> Board:
    """The board of a season, parsed once."""
    board = Board(radius)
    for tile, cell in zip(board.grid.tiles, cells.split(" "), strict=True):
        kind, _, rest = cell.partition(":")
        if kind == "base" and int(rest) in sites:
            board.bases[tile] = sites.index(int(rest))
        elif kind == "base":  # IM-3.4: an unused site is a ruin in every respect
            kind, rest = "ruin", str(ruin_award(radius, board.grid.hexes[tile]))
        board.lay(tile, kind, rest)
    return board


def board_of(state: Season) -> Board:
    """The board of this season."""
    return parsed(state.radius, state.cells, tuple(side.site for side in state.sides))


class Land:
    """A board with its owners and fortifications, and the two settings that prices depend on."""

    __slots__ = ("bases", "costs", "forts", "full_price", "grid", "kinds", "owners", "per_corner")

    def __init__(
        self,
        board: Board,
        owners: Mapping[str, int],
        forts: Mapping[str, str],
        *,
        full_price: bool,
        per_corner: bool,
    ) -> None:
        self.grid = board.grid
        self.kinds = board.kinds
        self.costs = board.costs
        self.bases = board.bases
        self.owners = owners
        self.forts = forts
        self.full_price = full_price
        self.per_corner = per_corner

    def defence(self, tile: str) -> int:
        """IM-2.4: q that the six corners add to the price of an owned tile."""
        forts = self.forts
        return sum(FORT_DEFENCE[forts[c]] for c in self.grid.tile_corners[tile] if c in forts)

    def price(self, tile: str) -> int:
        """IM-5.2.1: q to capture a tile; fortifications never change that of an unowned one."""
        return OWNED_PRICE + self.defence(tile) if tile in self.owners else FREE_PRICE

    def fixed_cost(self, tile: str) -> Four | None:
        """IM-2.3: the amounts an unowned standard tile takes; None where any mix pays."""
        return None if tile in self.owners else self.costs.get(tile)

    def is_adjacent(self, tile: str, side: int) -> bool:
        """Does the side own a neighbour?"""
        owners = self.owners
        return any(owners.get(near) == side for near in self.grid.neighbours[tile])

    def touches(self, corner: str, side: int) -> bool:
        """Does a corner touch one of the side's tiles?"""
        owners = self.owners
        return any(owners.get(tile) == side for tile in self.grid.corner_tiles[corner])

    def is_higher(self, corner: str, fort: str) -> bool:
        """IM-5.3: is the type above what stands on the corner?"""
        return is_above(self.forts.get(corner), fort)

    def fort_price(self, corner: str, fort: str) -> int:
        """IM-5.3.3: supplies for a fortification, in place of what stands there."""
        return raise_price(self.forts.get(corner), fort, full_price=self.full_price)

    def tile_points(self, tile: str) -> int:
        """IM-8.2: what a tile and the forts on its corners give its owner a week."""
        forts = self.forts
        return 1 + sum(FORT_POINTS[forts[c]] for c in self.grid.tile_corners[tile] if c in forts)

    def capture_gain(self, tile: str, side: int) -> int:
        """Points a week that a tile would add for a side as things stand."""
        if not self.per_corner:
            return self.tile_points(tile)
        forts = self.forts
        return 1 + sum(
            FORT_POINTS[forts[c]]
            for c in self.grid.tile_corners[tile]
            if c in forts and not self.touches(c, side)
        )

    def holders(self, corner: str) -> dict[int, int]:
        """How many of the tiles at a corner each side owns."""
        owners = self.owners
        found: dict[int, int] = {}
        for tile in self.grid.corner_tiles[corner]:
            owner = owners.get(tile)
            if owner is not None:
                found[owner] = found.get(owner, 0) + 1
        return found

    def build_gains(self, corner: str, fort: str) -> dict[int, int]:
        """Points a week that a fortification would add, by owner of the touching tiles."""
        more = raise_points(self.forts.get(corner), fort)
        return {
            owner: more if self.per_corner else more * tiles
            for owner, tiles in self.holders(corner).items()
        }

    def targets(self, side: int) -> list[str]:
        """IM-5.2: tiles next to the side's land that can be captured, in board order."""
        owners = self.owners
        found = {
            near
            for tile, owner in owners.items()
            if owner == side
            for near in self.grid.neighbours[tile]
            if owners.get(near) != side and near not in self.bases
        }
        return sorted(found, key=self.order)

    def corners(self, side: int) -> list[str]:
        """IM-5.3: corners that touch the side's land, in a fixed order."""
        found = {
            corner
            for tile, owner in self.owners.items()
            if owner == side
            for corner in self.grid.tile_corners[tile]
        }
        return sorted(found)

    def order(self, tile: str) -> tuple[int, int]:
        """IM-10: sort key of tiles, r then q."""
        q, r = self.grid.hexes[tile]
        return (r, q)


def is_above(standing: str | None, fort: str) -> bool:
    """IM-5.3: may the type take the place of what stands there?"""
    return standing is None or FORT_LEVEL[fort] > FORT_LEVEL[standing]


def raise_price(standing: str | None, fort: str, *, full_price: bool) -> int:
    """IM-5.3.3: supplies for a type in place of what stands there."""
    if standing is None or full_price:
        return FORT_PRICE[fort]
    return FORT_PRICE[fort] - FORT_PRICE[standing]


def raise_points(standing: str | None, fort: str) -> int:
    """IM-8.2: points a week of a type beyond those of what stands there."""
    return FORT_POINTS[fort] - (FORT_POINTS[standing] if standing else 0)


def land_of(state: Season) -> Land:
    """The season's land as it is now."""
    return land_with(state, state.owners, state.forts)


def land_with(state: Season, owners: Mapping[str, int], forts: Mapping[str, str]) -> Land:
    """The season's land with other owners or fortifications."""
    return Land(
        board_of(state),
        owners,
        forts,
        full_price=state.options.upgrade_pricing == "full",
        per_corner=state.options.fort_points == "per_corner",
    )


def award_range(board: Board, tile: str, owners: Mapping[str, int]) -> tuple[int, int]:
    """IM-2.1.6 to IM-2.1.9: least and most supplies to who captures a tile."""
    return (OWNED_AWARD, OWNED_AWARD) if tile in owners else board.awards[tile]


def amounts(four: Iterable[int]) -> dict[str, int]:
    """Amounts per type as views and events write them; types without any are left out."""
    return {kind: value for kind, value in zip("SRMU", four, strict=True) if value}


def cells_text(cells: Mapping[str, str]) -> str:
    """The drawn board as a season stores it."""
    return " ".join(cells.values())


def cells_of(state: Season) -> dict[str, str]:
    """The drawn board by tile id."""
    return dict(zip(grid(state.radius).tiles, state.cells.split(" "), strict=True))
