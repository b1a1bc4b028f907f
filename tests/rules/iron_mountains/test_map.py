"""Components and the map generator (IM-2)."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from games.engine.hexgrid import distance, grid, rotate, tile_id
from games.iron_mountains import data, mapmaker
from games.iron_mountains.board import board_of, cells_of
from games.iron_mountains.mapmaker import canonical, make_cells, near

from .builders import A, B, given, resolved, started

SEEDS = ("demo", "a", "0f1e2d3c4b5a69788796a5b4c3d2e1f0")


@pytest.fixture(params=SEEDS)
def cells(request):
    return make_cells(request.param, 9)


def kinds(cells):
    return Counter(cell.partition(":")[0] for cell in cells.values())


def test_im_2_1_1_components(cells):
    counts = kinds(cells)
    assert (counts["base"], counts["ruin"], counts["temple"]) == (6, 24, 1)
    assert {counts[terrain] for terrain in data.TERRAINS} == {40}
    assert len(cells) == 271


def test_im_2_1_2_corners():
    assert len(board_of(started()).grid.corners) == 600


def test_im_2_1_3_cost_of_unowned_tiles(cells):
    for cell in cells.values():
        kind, _, rest = cell.partition(":")
        if kind in data.TERRAINS:
            assert sum(map(int, rest.split("-"))) == 6
    state = given(owns={A: "1,0"})
    prices = {board_of(state).kinds[t]: _price(state, t) for t in ("2,5", "0,0", "4,2")}
    assert prices == {"ruin": 24, "temple": 24, "tundra": 24}


def _price(state, tile):
    from games.iron_mountains.board import land_of

    return land_of(state).price(tile)


@pytest.mark.parametrize(
    ("fort", "price"), [(None, 32), ("palisade", 32), ("tower", 56), ("castle", 80)]
)
def test_im_2_1_4_an_owned_tile_costs_8_to_20(fort, price):
    corners = board_of(started()).grid.tile_corners["0,5"]
    forts = dict.fromkeys(corners, fort) if fort else {}
    assert _price(given(owns={B: "0,5"}, forts=forts), "0,5") == price


def test_im_2_1_5_moves_are_kept():
    state = started()
    assert state.sides[A].moves == 2
    assert resolved(resolved(state)).sides[A].moves == 6


def test_im_2_1_6_standard_tiles_give_one_to_three():
    board = board_of(started())
    assert {board.awards[tile] for tile in board.costs} == {(1, 3)}


def test_im_2_1_7_ruins_by_distance(cells):
    for tile, cell in cells.items():
        if cell.startswith("ruin:"):
            d = distance(grid(9).hexes[tile])
            assert int(cell[5:]) == {2: 7, 3: 7, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4}[d]
    assert mapmaker.ruin_award(9, (1, 0)) == 8


def test_im_2_1_8_the_temple_gives_ten(cells):
    assert cells["0,0"] == "temple:10"


def test_im_2_1_9_an_owned_tile_gives_three_and_costs_two():
    assert (data.OWNED_AWARD, data.OWNED_LOSS) == (3, 2)


def test_im_2_1_10_a_point_a_tile_base_included():
    assert resolved(given(owns={A: "4,2"})).sides[A].last == 2


def test_im_2_2_classes():
    assert set(data.CLASS_TYPES) == set(data.CLASS_IDS) and 13 not in data.CLASS_TYPES
    by_type = Counter(data.CLASS_TYPES.values())
    assert by_type == {"S": 4, "R": 4, "M": 4, "U": 4}
    assert [data.CLASS_TYPES[number] for number in (16, 1, 17, 6)] == list("SRMU")


def test_im_2_3_terrains_are_the_six_orders_of_the_three_types():
    assert len({*data.TERRAINS.values()}) == 6
    assert all(sorted(order) == ["M", "R", "S"] for order in data.TERRAINS.values())


def test_im_2_3_patterns_of_each_terrain(cells):
    found = {terrain: Counter() for terrain in data.TERRAINS}
    for cell in cells.values():
        kind, _, rest = cell.partition(":")
        if kind in data.TERRAINS:
            amounts = dict(zip("SRM", map(int, rest.split("-")), strict=True))
            pattern = tuple(amounts[t] for t in data.TERRAINS[kind])
            assert pattern[0] > max(pattern[1:])
            found[kind][pattern] += 1
    for patterns in found.values():
        assert [patterns[p] for p in data.PATTERNS] == [14, 10, 8, 4, 2, 2]


def test_im_2_3_the_board_asks_480_of_each_type(cells):
    totals = Counter()
    for cell in cells.values():
        kind, _, rest = cell.partition(":")
        if kind in data.TERRAINS:
            totals.update(dict(zip("SRM", map(int, rest.split("-")), strict=True)))
    assert totals == {"S": 480, "R": 480, "M": 480}


def test_im_2_4_fortifications():
    table = [
        (f, data.FORT_LEVEL[f], data.FORT_PRICE[f], data.FORT_DEFENCE[f], data.FORT_POINTS[f])
        for f in data.FORTS
    ]
    assert table == [("palisade", 1, 5, 0, 1), ("tower", 2, 10, 4, 3), ("castle", 3, 15, 8, 8)]


def test_im_2_5_6_base_sites():
    sites = [tile_id(site) for site in mapmaker.site_tiles(9)]
    assert sites == ["3,3", "-3,6", "-6,3", "-3,-3", "3,-6", "6,-3"]
    for one, other in zip(mapmaker.site_tiles(9), mapmaker.site_tiles(9)[1:], strict=False):
        assert distance(one) == distance(one, other) == 6


def test_im_2_7_1_the_base_sector_in_order():
    sector = mapmaker.base_sector(9)
    assert sector[:4] == [(1, 0), (2, 0), (1, 1), (3, 0)] and len(sector) == 45


def test_im_2_7_2_ruins_keep_apart_and_away_from_bases(cells):
    hexes = grid(9).hexes
    ruins = [hexes[tile] for tile, cell in cells.items() if cell.startswith("ruin")]
    bands = Counter(distance(ruin) // 2 for ruin in ruins)
    assert bands == {1: 6, 2: 6, 3: 6, 4: 6}
    for ruin in ruins:
        assert not any(other in near(ruin) for other in ruins)
        assert all(distance(ruin, site) >= 2 for site in mapmaker.site_tiles(9))


def test_im_2_7_3_every_base_has_each_type_as_always(cells):
    for site in mapmaker.site_tiles(9):
        always = Counter(
            data.TERRAINS[kind][0]
            for hex_ in near(site)
            if (kind := cells[tile_id(hex_)].partition(":")[0]) in data.TERRAINS
        )
        assert all(1 <= always[kind] <= 3 for kind in "SRM")


def test_im_2_7_4_the_sector_has_its_patterns(cells):
    patterns = Counter()
    for hex_ in mapmaker.base_sector(9):
        kind, _, rest = cells[tile_id(hex_)].partition(":")
        if kind in data.TERRAINS:
            patterns[tuple(sorted(map(int, rest.split("-")), reverse=True))] += 1
    assert patterns[6, 0, 0] == 4 and patterns[5, 1, 0] == 8 and sum(patterns.values()) == 40


def test_im_2_7_5_sectors_are_rotated_and_renamed(cells):
    hexes = grid(9).hexes
    for k, names in enumerate(data.RENAMINGS):
        for hex_ in mapmaker.base_sector(9):
            here, there = cells[tile_id(hex_)], cells[tile_id(rotate(hex_, k))]
            kind, _, rest = here.partition(":")
            if kind in {"ruin"}:
                assert there == here
            elif kind in data.TERRAINS:
                amounts = dict(zip("SRM", rest.split("-"), strict=True))
                moved = dict(zip("SRM", there.partition(":")[2].split("-"), strict=True))
                assert all(moved[names[t]] == amounts[t] for t in "SRM")
    assert hexes


def test_im_2_7_6_every_side_has_alike_surroundings(cells):
    shapes = set()
    for site in mapmaker.site_tiles(9):
        ring = []
        for hex_ in near(site):
            kind, _, rest = cells[tile_id(hex_)].partition(":")
            ring.append(tuple(sorted(rest.split("-"))) if kind in data.TERRAINS else kind)
        shapes.add(tuple(sorted(map(str, ring))))
    assert len(shapes) == 1


@pytest.mark.parametrize(
    ("radius", "expected"),
    [
        (9, "7f65b6e172b435a2343b1acf77cebb2e4620b009fcf917a44c19725bafb76ec2"),
        (12, "5fd45227e4ea1734eb4ae9eab56082bd88e3ab5faaa67945312eb0debb702a42"),
    ],
)
def test_im_2_7_7_and_im_2_8_golden_boards(radius, expected):
    text = canonical(make_cells("demo", radius))
    assert text.splitlines()[0].startswith(f"0,-{radius}:")
    assert hashlib.sha256(text.encode()).hexdigest() == expected


def test_im_2_8_the_grand_board():
    cells = make_cells("demo", 12)
    counts = kinds(cells)
    assert (counts["base"], counts["ruin"], len(cells)) == (12, 48, 469)
    assert {counts[terrain] for terrain in data.TERRAINS} == {68}
    assert cells["0,0"] == "temple:11"
    sites = [tile_id(site) for site in mapmaker.site_tiles(12)]
    assert sites[:3] == ["7,2", "3,6", "-2,9"]
    assert started(7).radius == 12 and started(6).radius == 9


def test_im_2_6_3_the_order_of_processing_cannot_matter():
    assert cells_of(started(seed="x")) == cells_of(started(seed="x", weeks=3))
