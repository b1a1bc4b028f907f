"""The grid (IM-2.5)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.hexgrid import (
    corner_key,
    corners_of,
    distance,
    grid,
    parse_tile,
    rotate,
    sector,
    tile_id,
    touched_by,
)

HEXES = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


def test_im_2_1_1_the_classic_board_has_271_tiles_and_the_grand_one_469():
    assert (len(grid(9).tiles), len(grid(12).tiles)) == (271, 469)


def test_im_2_1_2_600_corners():
    touching = Counter(len(tiles) for tiles in grid(9).corner_tiles.values())
    assert touching == {3: 486, 2: 54, 1: 60}


def test_im_2_5_1_distance():
    assert [distance(hex_) for hex_ in ((0, 0), (9, -9), (3, 3), (-2, 5))] == [0, 9, 6, 5]


def test_im_2_5_2_neighbours_in_order_and_on_the_board():
    assert grid(9).neighbours["0,0"] == ("1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1")
    assert grid(9).neighbours["9,0"] == ("8,1", "8,0", "9,-1")


def test_im_2_5_3_what_corners_touch():
    assert touched_by("N:2,5") == ((2, 5), (2, 4), (3, 4))
    assert touched_by("S:0,5") == ((0, 5), (0, 6), (-1, 6))
    with pytest.raises(ValueError, match="not a corner"):
        touched_by("X:0,0")


def test_im_2_5_4_corners_clockwise_from_the_top():
    assert corners_of((1, 2)) == ("N:1,2", "S:2,1", "N:1,3", "S:1,2", "N:0,3", "S:1,1")


@given(HEXES)
def test_im_2_5_4_a_tile_and_its_corners_touch_each_other(hex_):
    assert all(hex_ in touched_by(corner) for corner in corners_of(hex_))
    assert len(set(corners_of(hex_))) == 6


def test_im_2_5_5_rotation_and_sectors():
    assert rotate((3, 3)) == (-3, 6)
    assert Counter(sector(h) for h in grid(9).hexes.values()) == {
        None: 1, 0: 45, 1: 45, 2: 45, 3: 45, 4: 45, 5: 45,
    }  # fmt: skip


@given(HEXES)
def test_im_2_5_5_six_rotations_come_home(hex_):
    assert rotate(hex_, 6) == hex_
    assert distance(rotate(hex_)) == distance(hex_)


def test_im_2_5_3_names_have_one_form():
    assert parse_tile("-1,2") == (-1, 2)
    assert [parse_tile(text) for text in ("1", "01,2", "1,2,3", "a,b", "", "1, 2")] == [None] * 6
    assert tile_id((4, -2)) == "4,-2"
    assert corner_key("S:3,-2") == ("S", -2, 3)
