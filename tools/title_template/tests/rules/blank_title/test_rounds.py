"""Rounds of Blank Title."""

from __future__ import annotations

from typing import Any

from games.blank_title import actions as act
from games.blank_title import rules

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Missed, Refusal, Seat, Step

from .hooks import new


def done(state: Any, actor: Any, action: Any) -> Any:
    step = rules.apply(state, actor, action)
    assert isinstance(step, Step), step
    return step.state


def test_bt_2_1_a_number_can_be_changed_until_the_round_ends():
    state = done(new(), Seat(0), act.Name(1, 3))
    state = done(state, Seat(0), act.Name(1, 5))
    assert state.seats[0].named == 5
    assert rules.default(state, 0) is None
    assert rules.default(state, 1) == act.Name(1, 0)


def test_bt_2_2_the_highest_number_wins_a_point():
    state = done(done(new(), Seat(0), act.Name(1, 3)), Seat(1), act.Name(1, 8))
    state = done(state, CLOCK, act.EndRound(1))
    assert [place.points for place in state.seats] == [0, 1, 0]
    assert isinstance(rules.apply(state, CLOCK, act.EndRound(1)), Refusal)


def test_bt_2_3_equal_points_share_a_place():
    state = new(2, rounds=1)
    state = done(state, CLOCK, act.EndRound(1))
    placings = rules.outcome(state).placings
    assert sorted(p.place for p in placings) == [1, 2]
    assert sum(p.won for p in placings) == 1


def test_bt_3_1_who_resigns_wins_nothing_more():
    state = done(new(2), Seat(0), act.Resign())
    assert rules.apply(state, Seat(0), act.Name(1, 9)) == Refusal("bt.gone")
    state = done(state, CLOCK, act.EndRound(1))
    assert [place.points for place in state.seats] == [0, 1]


def test_bt_3_2_somebody_takes_a_seat_that_resigned():
    state = done(done(new(2), Seat(0), act.Resign()), GM, act.Seat(0, "human"))
    state = done(done(state, Seat(0), act.Name(1, 9)), CLOCK, act.EndRound(1))
    assert [place.points for place in state.seats] == [1, 0]


def test_bt_2_1_who_named_none_has_missed_the_round():
    step = rules.apply(done(new(2), Seat(0), act.Name(1, 3)), CLOCK, act.EndRound(1))
    entry = {"seq": 2, "events": [codec.to_builtins(event) for event in step.events]}
    assert rules.missed_turns([entry]) == (Missed(1, "round:1", 2),)


def test_bt_3_2_the_game_master_stops_a_game():
    state = done(new(), GM, act.Abort("rain"))
    assert rules.outcome(state).reason == "cancelled"
    assert rules.pending(state) == ()


def test_bt_4_1_a_number_shows_to_its_own_seat_alone():
    state = done(new(), Seat(0), act.Name(1, 7))
    assert rules.private(state, 0).named == 7
    assert "7" not in repr(rules.public(state).seats)
