"""The bot (IM-14)."""

from __future__ import annotations

from games.engine.protocol import CLOCK, GM, Legal, Seat, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import REASON, A, B, done, given, resolved, started, views


def choice(state, side=A):
    return rules.bot(views(state, side), rules.legal(state, Seat(side)), side, "any")


def test_im_14_1_the_bot_takes_the_best_affordable_target():
    rich = {"S": 99, "R": 99, "M": 99, "moves": 2}
    state = given(owns={A: "1,0"}, stocks={A: rich})
    assert choice(state).tile == "0,0"  # ten supplies for sixteen weeks
    near_the_end = given(weeks=1, owns={A: "4,2 4,3"}, forts={"N:3,4": "castle"}, stocks={A: rich})
    assert choice(near_the_end).tile == "3,4"


def test_im_14_1_it_goes_on_while_moves_and_funds_last():
    state = given(stocks={A: {"S": 99, "R": 99, "M": 99, "moves": 3}})
    taken = []
    while (action := choice(state)) is not None:
        state = done(state, A, action)
        taken.append(action.tile)
    assert len(taken) == len(set(taken)) == 3


def test_im_14_1_an_owned_tile_is_worth_more_but_costs_more():
    rich = {"U": 99, "S": 99, "R": 99, "M": 99}
    state = given(owns={B: "2,4"}, forts={"N:2,4": "castle"}, stocks={A: rich})
    assert choice(state).tile == "2,4"


def test_im_14_2_it_saves_for_castles_and_spends_at_the_end():
    early = given(stocks={A: {"supplies": 14, "moves": 0}})
    assert choice(early) is None
    assert choice(given(stocks={A: {"supplies": 15, "moves": 0}})).fort == "castle"
    late = given(weeks=3, stocks={A: {"supplies": 14, "moves": 0}})
    assert choice(late).fort == "tower"


def test_im_14_2_it_does_not_build_for_others():
    state = given(owns={B: "4,2 4,3 3,4 2,4 2,3 3,2"}, stocks={A: {"supplies": 15, "moves": 0}})
    assert choice(state) is None


def test_im_14_it_is_deterministic_and_uses_its_own_views_only():
    state = given(stocks={A: {"S": 99, "R": 99, "M": 99}})
    assert choice(state) == choice(replace(state, seed="another"))
    assert rules.bot(views(state, A), Legal(), A, "x") is None


def test_im_14_it_picks_the_first_free_prize_and_rests_otherwise():
    prizes = act.SetPrizes((act.Prize("a", "A"), act.Prize("b", "B")), REASON)
    state = resolved(done(started(weeks=1), GM, prizes))
    first = state.picks[0]
    assert choice(state, first) == act.PickPrize("a")
    assert choice(state, state.picks[1]) is None
    state = done(state, CLOCK, rules.deadline(state, {}).action)
    assert choice(state, state.picks[1]) == act.PickPrize("b")


def test_im_14_3_a_human_side_is_never_played_by_the_rules():
    assert all(side.kind == "park" for side in started().sides)
    assert all(rules.default(started(), side) is None for side in range(6))
