"""submit_build (IM-5.3)."""

from __future__ import annotations

import pytest

from games.engine.hexgrid import grid
from games.iron_mountains import rules
from games.iron_mountains.board import land_of

from .builders import A, B, available, build, code, done, given, resolved


def test_im_5_3_the_order_of_the_checks():
    state = given(owns={B: "0,5"}, forts={"S:3,3": "tower"}, stocks={A: {"supplies": 4}})
    assert code(state, A, build(state, "N:99,0", "hut")) == "E_UNKNOWN_CORNER"
    assert code(state, A, build(state, "N:0,5", "hut")) == "E_UNKNOWN_FORT"
    assert code(state, A, build(state, "N:0,5", "tower")) == "E_CORNER_NOT_YOURS"
    assert code(state, A, build(state, "S:3,3", "tower")) == "E_FORT_NOT_HIGHER"
    assert code(state, A, build(state, "S:3,3", "palisade")) == "E_FORT_NOT_HIGHER"
    assert code(state, A, build(state, "N:3,3", "palisade")) == "E_INSUFFICIENT_SUPPLIES"


def test_im_5_3_one_order_a_corner():
    state = given(stocks={A: {"supplies": 40}})
    state = done(state, A, build(state, "N:3,3", "palisade"))
    assert code(state, A, build(state, "N:3,3", "castle")) == "E_DUPLICATE_CORNER"


def test_im_5_3_1_builds_reserve_supplies_and_no_move():
    state = given(stocks={A: {"supplies": 40, "moves": 0}})
    for corner, fort in (("N:3,3", "castle"), ("S:3,3", "castle"), ("N:3,4", "tower")):
        state = done(state, A, build(state, corner, fort))
    assert available(state, A) == {}
    assert rules.private(state, A).queue.reserved.supplies == 40
    assert len(resolved(state).forts) == 3


@pytest.mark.parametrize("corner", ["N:9,-9", "S:-9,9", "N:0,-9"])
def test_im_5_3_2_corners_at_the_edge_are_legal(corner):
    tiles = grid(9).corner_tiles[corner]
    state = given(owns={A: tiles[0]}, stocks={A: {"supplies": 15}})
    assert done(state, A, build(state, corner, "castle")).sides[A].orders


def test_im_5_3_2_all_600_corners_can_be_built_on():
    land = land_of(given())
    assert len(land.grid.corner_tiles) == 600
    assert all(land.grid.corner_tiles.values())


def test_im_5_3_2_whose_fort_stands_there_does_not_matter():
    state = given(
        owns={A: "0,5", B: "0,6"}, forts={"S:0,5": "palisade"}, stocks={A: {"supplies": 10}}
    )
    assert done(state, A, build(state, "S:0,5", "castle")).sides[A].orders


@pytest.mark.parametrize(
    ("mode", "standing", "fort", "price"),
    [
        ("difference", "palisade", "tower", 5),
        ("difference", "palisade", "castle", 10),
        ("difference", "tower", "castle", 5),
        ("full", "palisade", "tower", 10),
        ("full", "tower", "castle", 15),
    ],
)
def test_im_5_3_3_price_of_an_upgrade(mode, standing, fort, price):
    state = given(forts={"N:3,3": standing}, stocks={A: {"supplies": 15}}, upgrade_pricing=mode)
    state = done(state, A, build(state, "N:3,3", fort))
    assert rules.private(state, A).queue.orders["1"].price == price
    after = resolved(state)
    assert (after.forts["N:3,3"], after.sides[A].supplies) == (fort, 15 - price)
