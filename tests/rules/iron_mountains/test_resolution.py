"""The Saturday resolution (IM-4.10 to IM-4.20)."""

from __future__ import annotations

import pytest
from hypothesis import given as such_that
from hypothesis import strategies as st

from games.engine import chance, codec
from games.engine.protocol import GM
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.rules.resolution import loss_of_flip, share

from .builders import (
    REASON,
    A,
    B,
    C,
    build,
    capture,
    done,
    events,
    fed,
    given,
    resolution,
    resolved,
    row,
    stocks,
)

RICH = {"S": 99, "R": 99, "M": 99, "U": 99, "supplies": 60, "moves": 5}


def outcomes(found, side=A):
    return [e.outcome for e in events(found, "OrderResult") if e.side == side]


def test_im_4_10_rows_dated_before_the_deadlines_date_count():
    state = fed(
        given(), row(1, A, A), row(2, A, A, date="2015-01-24"), row(3, A, A, date="2015-01-25")
    )
    state = done(state, GM, act.GrantResources(A, "M", 5, REASON))
    assert stocks(state, A) == {"S": 4, "M": 5, "moves": 2}
    assert rules.team(state, A).incoming == {"S": 8}
    assert events(resolution(state), "ResolutionRecord")[0].gains["0"] == {"S": 4}
    assert stocks(resolved(state), A)["S"] == 12


@pytest.mark.parametrize(
    ("repair", "outcome"),
    [
        (act.SetTile("2,4", A, REASON), "INELIGIBLE"),
        (act.SetTile("2,4", B, REASON), "COST_CHANGED"),
        (act.GrantMoves(A, -5, REASON), "NO_MOVE"),
        (act.GrantResources(A, "R", -99, REASON), "UNFUNDED"),
    ],
)
def test_im_4_11_a_capture_fails_and_costs_nothing(repair, outcome):
    state = given(stocks={A: RICH})
    state = done(done(state, A, capture(state, "2,4")), GM, repair)
    found = resolution(state)
    assert outcomes(found) == [outcome]
    assert found.state.sides[A].spent == (0, 0, 0, 0)
    moves = state.sides[A].moves + 2
    assert found.state.sides[A].moves == moves
    result = events(found, "OrderResult")[0]
    assert result.refund == result.payment


def test_im_4_11_ineligible_when_the_link_is_gone_on_the_snapshot():
    state = given(owns={A: "2,4"}, stocks={A: RICH})
    state = done(state, A, capture(state, "2,5"))
    state = done(state, GM, act.SetTile("2,4", reason=REASON))
    assert outcomes(resolution(state)) == ["INELIGIBLE"]


@pytest.mark.parametrize(
    ("repair", "outcome"),
    [
        (act.SetTile("2,4", reason=REASON), "CORNER_LOST"),
        (act.SetFort("S:2,4", "castle", REASON), "NOT_HIGHER"),
        (act.GrantSupplies(A, -60, REASON), "UNFUNDED"),
    ],
)
def test_im_4_11_a_build_fails_and_costs_nothing(repair, outcome):
    state = given(owns={A: "2,4"}, stocks={A: RICH})
    state = done(done(state, A, build(state, "S:2,4", "tower")), GM, repair)
    found = resolution(state)
    assert outcomes(found) == [outcome]
    assert found.state.sides[A].supplies == state.sides[A].supplies


def test_im_4_11_a_failed_order_does_not_stop_later_ones():
    state = given(owns={A: "2,4"}, stocks={A: RICH})
    for tile in ("4,2", "2,3", "2,5"):
        state = done(state, A, capture(state, tile))
    state = done(state, GM, act.GrantResources(A, "S", -80, REASON))
    results = {e.tile: e.outcome for e in events(resolution(state), "OrderResult")}
    assert results == {"4,2": "CAPTURED", "2,3": "UNFUNDED", "2,5": "CAPTURED"}


def three_way(**more):
    state = given(
        owns={A: "1,4", B: "-1,6", C: "0,4"}, stocks=dict.fromkeys((A, B, C), RICH), **more
    )
    for side in (A, B, C):
        state = done(state, side, capture(state, "0,5"))
    return state


@pytest.mark.parametrize("week", [1, 2, 3, 4])
def test_im_4_12_three_claimants_and_one_draw(week):
    found = resolution(three_way(week=week))
    winner = chance.draw("demo", 3, "flip", week, 0, 5)
    contest = events(found, "TileContested")[0]
    assert (contest.claimants, contest.winner) == ((A, B, C), winner)
    for side in (A, B, C):
        spent, moves = found.state.sides[side].spent, found.state.sides[side].moves
        assert (spent, moves) == (((4, 12, 8, 0), 6) if side == winner else ((2, 6, 4, 0), 7))


@pytest.mark.parametrize(("percent", "lost"), [(0, (0, 0, 0, 0)), (100, (5, 7, 0, 1))])
def test_im_4_12_loss_percent_at_its_ends(percent, lost):
    assert loss_of_flip((5, 7, 0, 1), percent) == lost


def test_im_4_12_the_refund_rounds_down_per_type():
    assert loss_of_flip((5, 7, 0, 1), 50) == (3, 4, 0, 1)
    assert loss_of_flip((9, 9, 9, 9), 33) == (3, 3, 3, 3)


@such_that(
    st.dictionaries(st.integers(0, 5), st.sampled_from((5, 10, 15)), min_size=1, max_size=6),
    st.randoms(),
)
def test_im_4_13_the_price_is_shared_evenly_within_limits(limits, random):
    order = list(limits)
    random.shuffle(order)
    price = max(limits.values())
    paid = share(price, order, limits)
    assert sum(paid.values()) == price
    assert all(0 <= paid[side] <= limits[side] for side in limits)
    for one in limits:
        for other in limits:
            if paid[one] > paid[other] + 1:
                assert paid[other] == limits[other]


def test_im_4_13_an_upgrade_is_shared_at_its_own_price():
    state = given(
        owns={A: "0,5", B: "0,6"},
        forts={"S:0,5": "palisade"},
        stocks={A: {"supplies": 9}, B: {"supplies": 30}},
    )
    state = done(state, A, build(state, "S:0,5", "tower"))
    found = resolution(done(state, B, build(state, "S:0,5", "castle")))
    paid = {e.side: e.payment["supplies"] - e.refund.get("supplies", 0)
            for e in events(found, "OrderResult")}  # fmt: skip
    assert paid == {A: 5, B: 5}
    built = events(found, "FortBuilt")[0]
    assert (built.fort, built.previous, built.builders) == ("castle", "palisade", (A, B))


def test_im_4_14_everything_is_judged_on_the_snapshot():
    state = given(owns={A: "1,4", B: "-1,6 0,5"}, stocks={A: RICH, B: RICH})
    state = done(state, B, build(state, "N:0,5", "castle"))
    state = done(state, A, capture(state, "0,5", S=32))
    after = resolved(state)
    assert after.owners["0,5"] == A and sum(after.sides[A].spent) == 32
    assert rules.public(after).tiles["0,5"].price == 40
    assert after.sides[A].last == 2 + 1 + 8 + 8  # the new castle touches 1,4 and 0,5


def test_im_4_14_losing_the_link_the_same_saturday_spoils_nothing():
    state = given(owns={A: "1,4 0,5", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(state, A, capture(state, "0,4"))
    state = done(state, B, capture(state, "0,5", S=32))
    after = resolved(state)
    assert (after.owners["0,4"], after.owners["0,5"]) == (A, B)


def test_im_4_15_gains_before_losses_and_losses_within_the_stock():
    state = given(
        owns={A: "1,4 0,5", B: "-1,6 -1,5"},
        stocks={A: {"S": 99}, B: {"R": 99, "supplies": 0, "moves": 2}},
    )
    state = done(done(state, A, capture(state, "-1,5")), A, capture(state, "-1,6"))
    after = resolved(state)
    assert (after.sides[A].supplies, after.sides[B].supplies) == (6, 0)


def test_im_4_15_a_recaptured_ruin_gives_three():
    state = given(owns={A: "2,4", B: "2,5"}, stocks={A: RICH | {"supplies": 0}})
    assert resolved(done(state, A, capture(state, "2,5"))).sides[A].supplies == 3


def test_im_4_15_builds_are_paid_before_losses():
    state = given(owns={A: "1,4", B: "-1,6 0,5"}, stocks={A: RICH, B: {"supplies": 5}})
    state = done(state, B, build(state, "S:0,5", "palisade"))
    after = resolved(done(state, A, capture(state, "0,5")))
    assert after.sides[B].supplies == 0


def test_im_4_16_points_are_added_to_the_totals():
    state = resolved(resolved(given(owns={A: "4,2"})))
    assert (state.sides[A].points, state.sides[A].history) == (4, (2, 4))


def test_im_4_17_moves_also_in_the_last_week():
    found = resolution(given(weeks=1, weekly_moves=3))
    assert events(found, "MovesAwarded")[0].n == 3
    assert found.state.sides[A].moves == 5


def test_im_4_18_the_queue_is_emptied():
    state = given(stocks={A: RICH})
    assert resolved(done(state, A, capture(state, "4,2"))).sides[A].orders == ()


def test_im_4_19_the_record_holds_everything():
    state = done(three_way(week=3), A, build(three_way(week=3), "N:3,3", "castle"))
    found = resolution(state, late=77)
    record = events(found, "ResolutionRecord")[0]
    assert (record.week, record.deadline, record.ran_at) == (3, state.deadline, state.deadline + 77)
    assert record.queues == {"0": (1, 2), "1": (1,), "2": (1,), "3": (), "4": (), "5": ()}
    assert set(record.draws) == {"flip|3|0|5", "supply|3|0|5"}
    assert record.before["0"]["supplies"] == 60 and record.after["0"]["supplies"] < 60
    assert record.before["1"]["S"] == 99
    assert all(rules.visible(record, s) is None for s in ("public", "team:0", "seat:0"))


def test_im_4_20_same_input_same_output():
    state = three_way()
    assert codec.encode(resolution(state)) == codec.encode(resolution(state))


def test_im_10_order_of_events():
    state = given(owns={A: "1,4 2,2", B: "-1,6", C: "1,2"}, stocks=dict.fromkeys((A, B, C), RICH))
    state = done(done(state, A, capture(state, "0,5")), A, capture(state, "4,2"))
    state = done(done(state, B, capture(state, "0,5")), C, build(state, "N:1,2", "tower"))
    state = done(state, A, build(state, "S:2,2", "tower"))
    names = [type(e).__name__ for e in resolution(state).events]
    assert names == [
        "ResolutionRecord", "TileContested", "OrderResult", "TileCaptured", "OrderResult",
        "TileCaptured", "OrderResult", "FortBuilt", "OrderResult", "FortBuilt", "OrderResult",
        *["SuppliesChanged"] * names.count("SuppliesChanged"),
        "PointsAwarded", "MovesAwarded", "WeekResolved",
    ]  # fmt: skip
    captured = [e.tile for e in events(resolution(state), "TileCaptured")]
    assert captured == ["4,2", "0,5"]
