"""Grants and board repair (IM-5.5)."""

from __future__ import annotations

import pytest

from games.engine.protocol import GM
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import REASON, A, B, code, done, events, given, step, stocks


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (act.GrantMoves(A, -3, REASON), "E_NEGATIVE_STOCK"),
        (act.GrantSupplies(A, -6, REASON), "E_NEGATIVE_STOCK"),
        (act.AdjustPoints(A, -1, REASON), "E_NEGATIVE_STOCK"),
        (act.GrantMoves(9, 1, REASON), "E_UNKNOWN_SIDE"),
        (act.SetTile("99,0", A, REASON), "E_UNKNOWN_TILE"),
        (act.SetTile("3,3", B, REASON), "E_TILE_BASE"),
        (act.SetTile("4,2", 9, REASON), "E_UNKNOWN_SIDE"),
        (act.SetFort("N:99,0", "tower", REASON), "E_UNKNOWN_CORNER"),
        (act.SetFort("N:3,3", "hut", REASON), "E_UNKNOWN_FORT"),
    ],
)
def test_im_5_5_refusals(action, name):
    assert code(given(stocks={A: {"supplies": 5}}), GM, action) == name


def test_im_5_5_grants_are_public_and_resources_may_go_below_zero():
    state = given(stocks={A: {"supplies": 5}})
    for action, event in [
        (act.GrantMoves(A, -2, REASON), "MovesGranted"),
        (act.GrantResources(A, "S", -7, REASON), "ResourcesGranted"),
        (act.GrantSupplies(A, -5, REASON), "SuppliesGranted"),
        (act.AdjustPoints(A, 4, REASON), "PointsAdjusted"),
    ]:
        found = step(state, GM, action)
        assert rules.visible(events(found, event)[0], "public").reason == REASON
        state = found.state
    assert stocks(state, A) == {"S": -7}
    assert rules.team(state, A).granted == {"S": -7}
    assert state.sides[A].points == 4


def test_im_5_5_board_repair():
    state = done(given(), GM, act.SetTile("4,2", A, REASON))
    assert (state.owners["4,2"], state.since["4,2"]) == (A, 1)
    state = done(state, GM, act.SetFort("N:4,2", "castle", REASON))
    assert rules.public(state).tiles["4,2"].price == 40
    assert rules.public(state).tiles["4,2"].points == 9
    state = done(state, GM, act.SetFort("N:4,2", reason=REASON))
    state = done(state, GM, act.SetTile("4,2", reason=REASON))
    assert "4,2" not in state.owners and state.forts == {}
    assert rules.public(state).tiles["4,2"].cost == {"S": 16, "R": 8}
