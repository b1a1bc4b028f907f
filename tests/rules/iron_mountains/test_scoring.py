"""Weekly points and placement (IM-8.1 to IM-8.6)."""

from __future__ import annotations

import pytest

from games.engine import chance
from games.engine.protocol import GM, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.rules.scoring import rank

from .builders import REASON, A, B, C, D, E, F, code, done, events, given, resolution, resolved


def with_sides(state, **columns):
    """Sides with these values, one list a field."""
    sides = list(state.sides)
    for name, values in columns.items():
        for number, value in enumerate(values):
            sides[number] = replace(sides[number], **{name: value})
    return replace(state, sides=tuple(sides))


def test_im_8_1_tiles_and_forts_base_included():
    state = given(owns={A: "4,2"}, forts={"N:4,2": "palisade"})
    awarded = events(resolution(state), "PointsAwarded")[0].sides
    assert awarded["0"] == {"tiles": 2, "palisades": 1, "towers": 0, "castles": 0, "total": 3}
    assert awarded["1"]["total"] == 1


@pytest.mark.parametrize(("mode", "points"), [("per_tile", 27), ("per_corner", 11)])
def test_im_8_2_and_im_8_3_a_castle_on_three_own_tiles(mode, points):
    state = given(owns={A: "4,2 4,3"}, forts={"S:4,2": "castle"}, fort_points=mode)
    assert resolved(state).sides[A].last == points


def test_im_8_3_each_side_at_a_corner_gets_it_once():
    state = given(
        owns={A: "0,5", B: "0,6 -1,6"}, forts={"S:0,5": "castle"}, fort_points="per_corner"
    )
    after = resolved(state)
    assert (after.sides[A].last, after.sides[B].last) == (10, 11)


def test_im_8_4_only_the_gm_lowers_points():
    state = resolved(given())
    lower = done(state, GM, act.AdjustPoints(A, -1, REASON))
    assert lower.sides[A].points == 0
    assert code(lower, GM, act.AdjustPoints(A, -1, REASON)) == "E_NEGATIVE_STOCK"
    assert resolved(lower).sides[A].points == 1


def test_im_8_5_points_then_tiles_then_last_week_then_castles():
    state = given(owns={C: "0,-1"}, forts={"N:-3,-3": "castle"})
    state = with_sides(state, points=[9, 7, 7, 7, 7, 7], last=[0, 0, 0, 0, 2, 0])
    ranking = rank(state)
    assert ranking.order == (A, C, E, D, B, F)
    assert ranking.places == {A: 1, C: 2, E: 3, D: 4, B: 5, F: 5}
    assert ranking.steps == ("tiles", "last_week", "castles")


def test_im_8_5_the_last_step_is_a_lot_over_the_sides_still_tied():
    found = resolution(given(weeks=1))
    lot = tuple(chance.shuffle("demo", range(6), "lot", 1))
    assert events(found, "SeasonEnded")[0].standings == lot
    assert events(found, "SeasonEnded")[0].tie_breaks == ("lot",)
    assert rules.public(found.state).tie_breaks == ["lot"]
    assert [p.seat for p in rules.outcome(found.state).placings] == list(lot)
    draws = events(found, "ResolutionRecord")[0].draws
    assert set(draws) == {f"lot|1|{i}" for i in range(1, 6)}


def test_im_8_5_the_lot_is_keyed_by_the_best_place_at_stake():
    state = given(weeks=1)
    state = with_sides(state, points=[50, 40, 10, 10, 10, 5])
    order = events(resolution(state), "SeasonEnded")[0].standings
    assert order == (A, B, *chance.shuffle("demo", (C, D, E), "lot", 3), F)


def test_im_8_5_during_the_season_tied_sides_share_a_place():
    public = rules.public(given())
    assert {side.place for side in public.sides.values()} == {1}
    assert public.tie_breaks == []


def test_im_8_11_the_season_goes_on_with_one_active_side():
    state = given(weeks=2)
    for side in (B, C, D, E, F):
        state = done(state, GM, act.Withdraw(side, REASON, now=state.deadline - 9))
    state = resolved(state)
    assert state.phase == "orders"
    assert resolved(state).standings[0] == A
