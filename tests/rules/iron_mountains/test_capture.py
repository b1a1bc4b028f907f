"""submit_capture (IM-5.2)."""

from __future__ import annotations

import pytest

from games.engine.protocol import GM
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.rules.capture import suggest

from .builders import A, B, available, capture, code, done, given, refused, resolved, step


def rich(**more):
    return given(
        owns={A: "1,4 2,4 1,0", B: "-1,6 0,5"},
        stocks={A: {"S": 50, "R": 60, "M": 40, "U": 10, "moves": 9}},
        **more,
    )


def test_im_5_2_an_order_reserves_and_spends_nothing():
    found = step(rich(), A, capture(rich(), "4,2"))
    assert available(found.state, A) == {"S": 34, "R": 52, "M": 40, "U": 10, "moves": 8}
    assert rules.team(found.state, A).stocks.S == 50
    assert rules.private(found.state, A).queue.reserved.moves == 1


@pytest.mark.parametrize("corner", ["N:0,5", "S:0,5"])
def test_im_5_2_1_forts_never_change_the_price_of_an_unowned_tile(corner):
    state = rich(forts={corner: "castle", "N:2,5": "castle", "S:4,2": "castle"})
    tiles = rules.public(state).tiles
    assert (tiles["2,5"].price, tiles["0,0"].price, tiles["4,2"].price) == (24, 24, 24)
    assert tiles["0,5"].price == 40


def test_im_5_2_1_a_standard_tile_takes_its_amounts_and_others_any_mix():
    state = rich()
    assert done(state, A, capture(state, "4,2", S=16, R=8, M=0)).sides[A].orders
    assert code(state, A, capture(state, "4,2", S=15, R=9)) == "E_PAYMENT_MISMATCH"
    assert done(state, A, capture(state, "2,5", R=23, U=1)).sides[A].orders
    assert code(state, A, capture(state, "2,5", R=23)) == "E_PAYMENT_MISMATCH"
    assert done(state, A, capture(state, "0,5", S=31, M=1)).sides[A].orders
    assert code(state, A, capture(state, "0,5", S=24)) == "E_PAYMENT_MISMATCH"


@pytest.mark.parametrize(
    "payment",
    [
        {"X": 24},
        {"S": 12.0, "R": 12},
        {"S": -4, "R": 28},
        {"S": True, "R": 23},
        {"S": "24"},
        {"S": None},
    ],
    ids=str,
)
def test_im_5_2_payment_type(payment):
    state = rich()
    assert code(state, A, act.SubmitCapture(1, "2,5", payment)) == "E_PAYMENT_TYPE"


def test_im_5_2_the_order_of_the_checks():
    state = given(owns={A: "1,4"}, stocks={A: {"moves": 0}})
    assert code(state, A, capture(state, "1,4")) == "E_TILE_OWN"
    assert code(state, A, capture(state, "4,2", U=24)) == "E_PAYMENT_TYPE"
    assert code(state, A, capture(state, "4,2", S=24)) == "E_PAYMENT_MISMATCH"
    assert code(state, A, capture(state, "4,2")) == "E_NO_MOVES"


def test_im_5_2_moves_are_reserved_too():
    state = given(stocks={A: {"S": 99, "R": 99, "M": 99, "moves": 1}})
    state = done(state, A, capture(state, "4,2"))
    assert code(state, A, capture(state, "2,4")) == "E_NO_MOVES"


def test_im_5_2_2_a_negative_type_only_blocks_itself():
    state = given(owns={A: "2,4"}, stocks={A: {"S": 40, "R": 40, "M": -9}})
    assert done(state, A, capture(state, "4,2")).sides[A].orders
    assert refused(state, A, capture(state, "2,5", S=23, M=1)).params == {"short": {"M": 10}}


@pytest.mark.parametrize(
    ("funds", "price", "mix"),
    [
        ((10, 20, 30, 5), 24, (0, 0, 19, 5)),
        ((10, 20, 30, 5), 44, (0, 9, 30, 5)),
        ((8, 8, 8, 0), 20, (8, 8, 4, 0)),
        ((10, 10, 10, 90), 24, (0, 0, 0, 24)),
        ((-9, 24, -1, -3), 24, (0, 24, 0, 0)),
    ],
)
def test_im_5_2_3_suggested_mix(funds, price, mix):
    assert suggest(funds, price) == mix


def test_im_5_2_3_a_free_price_that_cannot_be_paid():
    state = given(owns={A: "2,4"}, stocks={A: {"S": 10, "R": -20, "U": 4}})
    assert refused(state, A, capture(state, "2,5")).params == {"short": {"any": 10}}
    assert suggest((10, -20, 0, 4), 24).code == "im.insufficient_resource"
    paid = done(given(owns={A: "2,4"}, stocks={A: {"S": 20, "U": 4}}), A, capture(state, "2,5"))
    assert paid.sides[A].orders[0].payment == (20, 0, 0, 4)


def test_im_5_2_the_price_on_screen_is_the_price_paid():
    state = rich(forts={"N:0,5": "tower"})
    assert rules.private(state, A).targets["0,5"].free
    after = resolved(done(state, A, capture(state, "0,5")))
    assert sum(after.sides[A].spent) == rules.public(state).tiles["0,5"].price == 36


def test_im_8_6_no_base_can_be_taken_withdrawn_or_not():
    state = given(owns={A: "-2,5"}, stocks={A: {"S": 99}})
    assert code(state, A, capture(state, "-3,6")) == "E_TILE_BASE"
    state = done(state, GM, act.Withdraw(B, "left", now=1))
    assert code(state, A, capture(state, "-3,6")) == "E_TILE_BASE"
