"""Common refusals and their order (IM-5.1), who may do what in which state (IM-5.5)."""

from __future__ import annotations

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, FEED, GM, Seat, Step
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    capture,
    code,
    done,
    draft,
    given,
    resolved,
    scheduled,
    started,
)

ORDER = act.SubmitCapture(1, "4,2")
PRIZES = act.SetPrizes((act.Prize("p", "P"),), REASON)


def review():
    state = resolved(given(stocks={A: {"S": 99, "R": 99}}))
    return done(state, GM, act.UndoResolution(REASON, now=state.deadline - 86_400))


def prizes():
    return resolved(done(started(weeks=1), GM, PRIZES))


STATES = {
    "draft": draft,
    "scheduled": scheduled,
    "orders": started,
    "review": review,
    "prizes": prizes,
    "closed": lambda: resolved(started(weeks=1)),
}
PLAYED = {"orders", "review"}
OPEN = {"draft", "scheduled", "orders", "review", "prizes"}
RIGHTS = [
    (act.GrantMoves(0, 1, REASON), PLAYED),
    (act.GrantResources(0, "S", 1, REASON), PLAYED),
    (act.GrantSupplies(0, 1, REASON), PLAYED),
    (act.AdjustPoints(0, 1, REASON), PLAYED),
    (act.SetTile("4,2", 0, REASON), PLAYED),
    (act.SetFort("N:3,3", "tower", REASON), PLAYED),
    (act.SetGeneral(0, REASON), OPEN),
    (act.SetDeputies(0, REASON), OPEN),
    (act.Hold(0, REASON), {"orders"}),
    (act.Release(0, REASON), {"orders"}),
    (act.Withdraw(0, REASON), {"orders"}),
    (act.UndoResolution(REASON), {"orders", "review", "prizes"}),
    (act.Reopen(0, REASON), {"review"}),
    (act.Rerun(reason=REASON), {"review"}),
    (act.SetSeasonEnd(weeks=20, reason=REASON), {"scheduled", "orders", "review"}),
    (PRIZES, OPEN),
    (act.CancelSeason(REASON), OPEN),
    (act.Publish(), {"draft"}),
    (act.EditSide(0, "X", (), REASON), {"draft", "scheduled"}),
]


@pytest.mark.parametrize(("action", "phases"), RIGHTS, ids=lambda v: type(v).__name__)
@pytest.mark.parametrize("phase", STATES)
def test_im_5_5_states_of_gm_actions(action, phases, phase):
    state = STATES[phase]()
    found = rules.apply(state, GM, action)
    is_state = not isinstance(found, Step) and found.code == "im.campaign_state"
    held = isinstance(action, act.Release) and phase == "orders"  # nothing is held
    assert is_state == (phase not in phases or held)


@pytest.mark.parametrize("action", [action for action, _ in RIGHTS if hasattr(action, "reason")])
def test_im_5_5_a_reason_is_required(action):
    from games.engine.protocol import replace

    blank = replace(action, reason="  ")
    for state in (make() for make in STATES.values()):
        found = rules.apply(state, GM, blank)
        if isinstance(found, Step):
            assert isinstance(action, act.EditSide) and state.phase == "draft"
        else:
            assert found.code in {"im.reason_required", "im.campaign_state"}


@pytest.mark.parametrize("phase", ["scheduled", "orders", "review", "prizes"])
def test_im_5_5_attendance_from_scheduled_to_prizes(phase):
    state = STATES[phase]()
    assert isinstance(rules.apply(state, FEED, act.Attendance(1, "x", {})), Step)


@pytest.mark.parametrize("phase", ["draft", "closed"])
def test_im_5_5_no_attendance_outside(phase):
    assert code(STATES[phase](), FEED, act.Attendance(1, "x", {})) == "E_CAMPAIGN_STATE"


@pytest.mark.parametrize(
    ("actor", "action"),
    [(Seat(0), act.Publish()), (GM, ORDER), (CLOCK, ORDER), (Seat(6), ORDER), (FEED, act.Start())],
)
def test_im_5_1_role_comes_first(actor, action):
    assert code(draft(), actor, action) == "E_ROLE"


def test_im_5_1_then_state_then_lock_then_week_then_withdrawal():
    stale = act.SubmitCapture(7, "4,2")
    assert code(draft(), A, stale) == "E_CAMPAIGN_STATE"
    assert code(review(), A, stale) == "E_WEEK_LOCKED"
    gone = done(started(), GM, act.Withdraw(A, REASON, now=1))
    assert code(gone, A, stale) == "E_STALE_WEEK"
    assert code(gone, A, ORDER) == "E_WITHDRAWN"
    assert code(started(), A, act.SubmitCapture(1, "nowhere")) == "E_UNKNOWN_TILE"


def test_im_5_1_a_refused_action_changes_nothing():
    state = given(stocks={A: {"S": 20, "R": 10}})
    before = repr(state), state
    code(state, A, capture(state, "9,9"))
    assert before[1] == state


def test_im_17_2_wishes_wait_while_a_review_is_locked():
    assert code(review(), B, act.SetPrizeWishes(())) == "E_WEEK_LOCKED"


def test_im_5_1_a_picked_prize_comes_before_a_missing_reason():
    state = done(
        started(weeks=1), GM, act.SetPrizes((act.Prize("p", "P"), act.Prize("q", "Q")), REASON)
    )
    state = resolved(state)
    picked = done(state, state.picks[0], act.PickPrize("p"))
    assert code(state, GM, act.UndoResolution("")) == "E_REASON_REQUIRED"
    assert code(picked, GM, act.UndoResolution("")) == "E_CAMPAIGN_STATE"


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "grant_resources", "side": 0, "kind": "S\n", "q": 4},
        {"type": "seat", "seat": 0, "kind": "bot\n"},
        {"type": "set_season_end", "date": "2015-05-09\n"},
        {"type": "edit_side", "side": 0, "name": "X", "parks": [0]},
        {"type": "edit_side", "side": 0, "name": "X", "parks": [2**53]},
    ],
)
def test_im_5_1_malformed_actions_never_reach_the_rules(raw):
    with pytest.raises(codec.BadInput):
        codec.convert({**raw, "reason": REASON}, rules.Action)
