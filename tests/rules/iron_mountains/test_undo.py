"""Undo, review, reopening and running again (IM-17.2 to IM-17.4)."""

from __future__ import annotations

from games.engine import codec
from games.engine.protocol import CLOCK, GM, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    build,
    capture,
    code,
    done,
    events,
    fed,
    given,
    resolution,
    resolved,
    row,
    started,
    step,
)

RICH = {"S": 99, "R": 99, "M": 99, "U": 99, "supplies": 60, "moves": 5}
UNDO = act.UndoResolution(REASON, now=1422104400 + 3600)
REVIEW = 72 * 3600


def played():
    """A resolution that changed a bit of everything."""
    state = given(owns={A: "1,4", B: "-1,6 0,5"}, stocks={A: RICH, B: RICH})
    state = done(done(state, A, capture(state, "0,5", S=32)), A, build(state, "N:1,4", "castle"))
    return done(done(state, A, capture(state, "4,2")), B, build(state, "S:0,5", "tower"))


def test_im_17_2_everything_returns_to_before():
    state = played()
    found = step(resolved(state), GM, UNDO)
    undone = found.state
    assert (undone.phase, undone.week, undone.review_until) == ("review", 1, UNDO.now + REVIEW)
    for name in ("owners", "forts", "since", "contested", "deadline", "nominal", "past"):
        assert getattr(undone, name) == getattr(state, name), name
    assert undone.sides == state.sides
    event = events(found, "ResolutionUndone")[0]
    assert (event.week, event.review_until, event.reason) == (1, UNDO.now + REVIEW, REASON)
    assert rules.visible(event, "public") == event


def test_im_17_2_nothing_to_undo():
    assert code(started(), GM, act.UndoResolution(REASON)) == "E_NOTHING_TO_UNDO"


def test_im_17_2_grants_made_since_stay_on_top():
    state = resolved(played())
    for action in (
        act.GrantMoves(A, 3, REASON),
        act.GrantSupplies(A, 7, REASON),
        act.AdjustPoints(A, 11, REASON),
        act.GrantResources(A, "M", 8, REASON),
    ):
        state = done(state, GM, action)
    side = done(state, GM, UNDO).sides[A]
    assert (side.moves, side.supplies, side.points) == (5 + 3, 60 + 7, 11)
    assert side.spent == (0, 0, 0, 0) and side.granted[2] == 99 + 8


def test_im_17_2_blocked_by_a_negative_stock_or_board_repair():
    state = resolved(started())
    assert code(done(state, GM, act.GrantMoves(A, -4, REASON)), GM, UNDO) == "E_UNDO_BLOCKED"
    assert code(done(state, GM, act.AdjustPoints(A, -1, REASON)), GM, UNDO) == "E_UNDO_BLOCKED"
    assert code(done(state, GM, act.SetTile("4,2", A, REASON)), GM, UNDO) == "E_UNDO_BLOCKED"
    fort = act.SetFort("N:3,3", "tower", REASON)
    assert code(done(state, GM, fort), GM, UNDO) == "E_UNDO_BLOCKED"
    before = done(started(), GM, act.SetTile("4,2", A, REASON))
    assert done(resolved(before), GM, UNDO).owners["4,2"] == A


def test_im_17_2_later_orders_are_cancelled_and_the_weeks_own_come_back():
    state = played()
    after = resolved(state)
    after = done(after, A, capture(after, "4,3"))
    found = step(after, GM, UNDO)
    gone = events(found, "OrderCancelled")
    assert [(e.side, e.order, e.why) for e in gone] == [(A, 4, "CANCELLED")]
    assert [o.id for o in found.state.sides[A].orders] == [1, 2, 3]
    assert found.state.sides[A].next_order == 5


def test_im_17_2_attendance_is_not_undone():
    state = fed(resolved(started()), row(1, A, A))
    assert done(state, GM, UNDO).sides[A].days == state.sides[A].days


def test_im_17_2_repeating_goes_further_back():
    first = played()
    third = resolved(resolved(first))
    twice = done(done(third, GM, UNDO), GM, UNDO)
    assert (twice.week, twice.sides) == (1, first.sides)
    assert code(twice, GM, UNDO) == "E_NOTHING_TO_UNDO"


def test_im_17_2_the_last_week_can_be_undone_before_a_pick():
    prize = act.SetPrizes((act.Prize("p", "P"),), REASON)
    state = resolved(done(started(weeks=1), GM, prize))
    undone = done(state, GM, UNDO)
    assert (undone.phase, undone.standings, undone.picks) == ("review", (), ())
    again = done(undone, GM, act.Rerun(reason=REASON, now=UNDO.now))
    assert again.phase == "prizes" and again.standings == state.standings
    picked = done(again, again.picks[0], act.PickPrize("p"))
    assert code(picked, GM, UNDO) == "E_CAMPAIGN_STATE"


def test_im_17_2_a_withdrawn_sides_orders_do_not_come_back():
    state = done(resolved(played()), GM, act.Withdraw(A, REASON, now=UNDO.now))
    assert done(state, GM, UNDO).sides[A].orders == ()


def test_im_17_3_review_is_locked_until_reopened():
    state = done(resolved(played()), GM, UNDO)
    assert code(state, A, act.CancelOrder(1, 1)) == "E_WEEK_LOCKED"
    assert rules.private(state, A).prompt == "review_locked"
    late = UNDO.now + REVIEW
    assert code(state, GM, act.Reopen(late + 1, REASON, now=UNDO.now)) == "E_HOLD_TOO_LONG"
    found = step(state, GM, act.Reopen(late, REASON, now=UNDO.now))
    assert events(found, "WeekReopened")[0].until == late
    due = rules.deadline(found.state, {})
    assert (due.instant, due.late) == (late, "im.week_locked")
    assert done(found.state, A, act.CancelOrder(1, 1)).sides[A].orders[0].id == 2
    assert rules.public(found.state).reopened is True


def test_im_17_3_review_until_or_the_gm_runs_the_week_again():
    state = done(resolved(played()), GM, UNDO)
    due = rules.deadline(state, {})
    assert (due.instant, due.late) == (UNDO.now + REVIEW, None)
    early = replace(due.action, now=due.instant - 1)
    assert code(state, CLOCK, early) == "E_NOT_DUE"
    assert code(state, GM, act.Rerun(now=UNDO.now)) == "E_REASON_REQUIRED"
    assert done(state, GM, act.Rerun(reason=REASON, now=UNDO.now)).week == 2
    again = done(state, CLOCK, replace(due.action, now=due.instant))
    assert (again.week, again.phase, again.reopened, again.review_until) == (2, "orders", False, 0)


def test_im_17_3_the_original_deadlines_date_counts_or_the_reopened_one():
    state = done(resolved(started()), GM, UNDO)
    rows = (row(1, A, A, date="2015-01-18"), row(2, A, A, date="2015-01-24"))
    state = fed(state, *rows)
    assert rules.team(state, A).stocks.S == 4
    sunday = act.Reopen(state.deadline + 30 * 3600, REASON, now=UNDO.now)
    assert rules.team(done(state, GM, sunday), A).stocks.S == 8


def test_im_17_4_running_again_reproduces_the_record():
    state = played()
    first = resolution(state)
    undone = done(first.state, GM, UNDO)
    second = step(undone, GM, act.Rerun(reason=REASON, now=state.deadline))
    assert codec.encode(second.events) == codec.encode(first.events)
    assert second.state == first.state
    later = step(undone, GM, act.Rerun(reason=REASON, now=state.deadline + 9))
    one, two = events(first, "ResolutionRecord")[0], events(later, "ResolutionRecord")[0]
    assert replace(two, ran_at=one.ran_at) == one


def test_im_17_5_a_second_run_of_the_same_week_is_refused():
    state = resolved(played())
    assert code(state, CLOCK, act.Rerun(week=1, now=state.deadline)) == "E_CAMPAIGN_STATE"


def test_im_17_6_every_gm_action_carries_its_reason():
    found = step(started(), GM, act.GrantMoves(A, 1, "the Emperor is pleased"))
    assert events(found, "MovesGranted")[0].reason == "the Emperor is pleased"
