"""The map generator (IM-2.7, IM-2.8): every draw is keyed from the season's seed.

Sector 0 is drawn and the five others are its rotated copies with the types renamed, so that every
side's surroundings are alike (IM-2.7.6).
"""

from __future__ import annotations

from games.engine.chance import draw, shuffle
from games.engine.hexgrid import DIRECTIONS, Hex, distance, grid, rotate

from .data import (
    BAND_NUMBERS,
    BASE_SITES,
    BASIC,
    PATTERN_COUNTS,
    PATTERNS,
    RENAMINGS,
    RUIN_BANDS,
    TEMPLE_AWARD,
    TERRAIN_COUNTS,
    TERRAINS,
)

ORDER_TERRAIN = {order: terrain for terrain, order in TERRAINS.items()}


def near(hex_: Hex) -> tuple[Hex, ...]:
    """IM-2.5.2: the six positions around a tile, on the board or off it."""
    return tuple((hex_[0] + dq, hex_[1] + dr) for dq, dr in DIRECTIONS)


def base_sector(radius: int) -> list[Hex]:
    """IM-2.7.1: the tiles of sector 0 sorted by (q+r, r)."""
    tiles = [
        (q, r)
        for q in range(1, radius + 1)
        for r in range(radius + 1)
        if distance((q, r)) <= radius
    ]
    return sorted(tiles, key=lambda t: (t[0] + t[1], t[1]))


def site_tiles(radius: int) -> tuple[Hex, ...]:
    """IM-2.5.6, IM-2.8: the base sites by number."""
    return tuple(rotate(site, k) for k in range(6) for site in BASE_SITES[radius])


def ruin_award(radius: int, hex_: Hex) -> int:
    """IM-2.1.7, IM-2.8: supplies for a ruin at this distance from the temple."""
    return 4 + (radius - distance(hex_)) // 2


def _ruins(seed: str, radius: int, sector: list[Hex]) -> list[Hex]:
    """IM-2.7.2: one ruin per pick, never next to another; start over when a band runs dry."""
    attempt = 0
    while True:
        chosen = _try_ruins(seed, radius, sector, attempt)
        if chosen is not None:
            return chosen
        attempt += 1


def _try_ruins(seed: str, radius: int, sector: list[Hex], attempt: int) -> list[Hex] | None:
    sites = BASE_SITES[radius]
    taken: set[Hex] = set()
    chosen: list[Hex] = []
    for low, high, pick in RUIN_BANDS[radius]:
        candidates = [
            tile
            for tile in sector
            if low <= distance(tile) <= high
            and all(distance(tile, site) >= 2 for site in sites)
            and tile not in taken
        ]
        if not candidates:
            return None
        key = ("map", "ruin", attempt, BAND_NUMBERS[low], pick)
        ruin = candidates[draw(seed, len(candidates), *key)]
        chosen.append(ruin)
        for copy in (rotate(ruin, k) for k in range(6)):
            taken.update((copy, *near(copy)))
    return chosen


def _terrains(seed: str, radius: int, standard: list[Hex]) -> dict[Hex, str]:
    """IM-2.7.3: lay terrains until each base has every type as *always* once to three times."""
    attempt = 0
    while True:
        six = shuffle(seed, sorted(TERRAINS), "map", "six", attempt)
        names = sorted(
            name
            for name, count in zip(six, TERRAIN_COUNTS[radius], strict=True)
            for _ in range(count)
        )
        laid = dict(zip(standard, shuffle(seed, names, "map", "terrain", attempt), strict=True))
        if all(_balanced(laid, site) for site in BASE_SITES[radius]):
            return laid
        attempt += 1


def _balanced(laid: dict[Hex, str], site: Hex) -> bool:
    always = [TERRAINS[laid[tile]][0] for tile in near(site) if tile in laid]
    return all(1 <= always.count(kind) <= 3 for kind in BASIC)


def _sector_costs(
    seed: str, radius: int, standard: list[Hex]
) -> tuple[list[dict[str, int]], dict[Hex, str]]:
    """IM-2.7.3, IM-2.7.4: amounts per type of sector 0's standard tiles, and terrains."""
    laid = _terrains(seed, radius, standard)
    patterns = [
        pattern
        for pattern, count in zip(PATTERNS, PATTERN_COUNTS[radius], strict=True)
        for _ in range(count)
    ]
    drawn = shuffle(seed, patterns, "map", "pattern")
    costs = [
        dict(zip(TERRAINS[laid[tile]], amounts, strict=True))
        for tile, amounts in zip(standard, drawn, strict=True)
    ]
    return costs, laid


def make_cells(seed: str, radius: int) -> dict[str, str]:
    """IM-2.7: the whole board; tile id → `terrain:S-R-M`, `base:k`, `ruin:award`, `temple:award`.

    The text after the tile id is that of IM-2.7.7.
    """
    sector = base_sector(radius)
    ruins = _ruins(seed, radius, sector)
    standard = [t for t in sector if t not in ruins and t not in BASE_SITES[radius]]
    costs, laid = _sector_costs(seed, radius, standard)
    cells: dict[Hex, str] = {(0, 0): f"temple:{TEMPLE_AWARD[radius]}"}
    for number, site in enumerate(site_tiles(radius)):
        cells[site] = f"base:{number}"
    for k, names in enumerate(RENAMINGS):
        for ruin in ruins:
            cells[rotate(ruin, k)] = f"ruin:{ruin_award(radius, ruin)}"
        for tile, amounts in zip(standard, costs, strict=True):
            order = "".join(names[kind] for kind in TERRAINS[laid[tile]])
            renamed = {names[kind]: amount for kind, amount in amounts.items()}
            needs = "-".join(str(renamed[kind]) for kind in BASIC)
            cells[rotate(tile, k)] = f"{ORDER_TERRAIN[order]}:{needs}"
    return {name: cells[hex_] for name, hex_ in grid(radius).hexes.items()}


def canonical(cells: dict[str, str]) -> str:
    """IM-2.7.7: one line per tile sorted by r then q, the order of the grid."""
    return "".join(f"{tile}:{cell}\n" for tile, cell in cells.items())
