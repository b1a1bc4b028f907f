"""Deadlines, hold, release, the season's end (IM-4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.engine.protocol import CLOCK, GM, Step
from games.iron_mountains import actions as act
from games.iron_mountains import rules, schedule
from games.iron_mountains.phases import PHASES

from .builders import (
    REASON,
    START,
    A,
    capture,
    code,
    done,
    draft,
    events,
    fed,
    given,
    resolution,
    resolved,
    row,
    scheduled,
    started,
    step,
    stocks,
)

HOUR, DAY = 3600, 86_400


def test_im_4_1_orders_change_freely_and_the_board_only_in_a_resolution():
    state = given(stocks={A: {"S": 99, "R": 99}})
    after = done(done(state, A, capture(state, "4,2")), A, act.CancelOrder(1, 1))
    assert after.owners == state.owners and after.week == 1


@pytest.mark.parametrize(
    ("day", "clock", "expected"),
    [
        ("2015-03-08", "02:30", "2015-03-08T09:00:00"),  # gap: first existing instant after it
        ("2015-03-08", "02:00", "2015-03-08T09:00:00"),
        ("2015-03-08", "03:00", "2015-03-08T09:00:00"),
        ("2015-11-01", "01:30", "2015-11-01T07:30:00"),  # fold: the first occurrence
        ("2015-07-04", "06:00", "2015-07-04T12:00:00"),
    ],
)
def test_im_4_2_gaps_and_folds(day, clock, expected):
    instant = schedule.at("America/Denver", day, clock)
    assert datetime.fromtimestamp(instant, UTC).replace(tzinfo=None).isoformat() == expected


@pytest.mark.parametrize("zone", ["America/Denver", "Australia/Sydney", "Europe/Berlin"])
def test_im_4_2_fifty_two_saturdays_at_six(zone):
    instant = schedule.at(zone, "2015-01-03", "06:00")
    for week in range(52):
        local = datetime.fromtimestamp(instant, ZoneInfo(zone))
        assert (local.weekday(), local.hour, local.minute) == (5, 6, 0)
        assert local.date() == datetime(2015, 1, 3).date() + timedelta(weeks=week)
        instant = schedule.first_weekly(zone, 5, "06:00", instant + 1)


def test_im_4_2_the_first_deadline_is_48_hours_after_the_start_at_least():
    thursday = START + 3 * DAY + 5 * HOUR  # 05:00, 49 h before Saturday 06:00
    assert scheduled(start_at=thursday).deadline == 1422104400
    assert scheduled(start_at=thursday + 2 * HOUR).deadline == 1422104400 + 7 * DAY


def test_im_4_2_rounds():
    state = started(rounds_minutes=10, weeks=3)
    assert state.deadline == START + 600
    after = resolved(state, late=700)
    assert after.deadline == START + 1800  # 600 + 700 = 1300, so round 2's instant is over
    state = fed(state, row(1, A, A, date="2015-01-18"), row(2, A, A, date="2015-01-24"))
    assert stocks(state, A)["S"] == 4
    assert stocks(resolved(state), A)["S"] == 8


def test_im_4_3_the_deadline_carries_its_code_and_now_comes_as_a_parameter():
    state = started()
    due = rules.deadline(state, {})
    assert (due.instant, due.late, due.action) == (state.deadline, "im.week_locked", act.Resolve(1))
    late = act.Hold(state.deadline + 60, REASON, now=state.deadline)
    assert code(state, GM, late) == "E_WEEK_LOCKED"


def test_im_4_4_once_a_week_and_not_before_the_deadline():
    state = started()
    for actor in (CLOCK, GM):
        assert code(state, actor, act.Resolve(1, state.deadline - 1)) == "E_NOT_DUE"
    after = resolved(state)
    assert code(after, CLOCK, act.Resolve(1, after.deadline)) == "E_ALREADY_RESOLVED"
    assert code(after, CLOCK, act.Resolve(3, after.deadline)) == "E_STALE_WEEK"
    over = resolved(started(weeks=1))
    assert code(over, CLOCK, act.Resolve(1, over.deadline)) == "E_ALREADY_RESOLVED"


def test_im_4_5_hold_and_release():
    state = started()
    nominal = state.nominal
    assert code(state, GM, act.Hold(nominal, REASON)) == "E_HOLD_TOO_LONG"
    assert code(state, GM, act.Hold(nominal + 14 * DAY + 1, REASON)) == "E_HOLD_TOO_LONG"
    assert code(state, GM, act.Hold(nominal + DAY)) == "E_REASON_REQUIRED"
    found = step(state, GM, act.Hold(nominal + 14 * DAY, REASON))
    assert events(found, "HoldSet")[0].until == found.state.deadline == nominal + 14 * DAY
    held = found.state
    for until in (nominal - 1, held.deadline + 1):
        assert isinstance(rules.apply(held, GM, act.Release(until, REASON)), Step) is False
    assert not isinstance(rules.apply(held, GM, act.Release(nominal, REASON, nominal + 9)), Step)
    assert done(held, GM, act.Release(nominal + 9, REASON, nominal + 9)).deadline == nominal + 9
    assert done(held, GM, act.Release(nominal, REASON, nominal - 9)).deadline == nominal
    assert code(state, GM, act.Release(nominal, REASON)) == "E_CAMPAIGN_STATE"
    assert rules.deadline(held, {}).instant == held.deadline  # it resolves when its instant comes


def test_im_4_6_an_outage_yields_one_late_resolution():
    state = given(week=2, weeks=4)
    after = resolved(state, late=15 * DAY)
    assert after.week == 3
    assert after.deadline == state.deadline + 21 * DAY
    assert len(rules.public(after).calendar) == 2  # the season keeps its number of resolutions


def test_im_4_6_a_season_with_a_last_day_loses_the_missed_saturdays():
    state = given(week=2, date="2015-02-14")
    assert resolved(state).phase == "orders"
    assert resolved(state, late=8 * DAY).phase == "orders"
    assert resolved(state, late=15 * DAY).phase == "closed"


def test_im_4_7_a_locked_week_is_known_from_its_deadline():
    assert rules.public(started()).deadline == rules.deadline(started(), {}).instant


def test_im_4_8_nobody_need_act_and_the_game_ends():
    state = started(weeks=3)
    assert all(rules.default(state, side) is None for side in range(6))
    while state.phase == "orders":
        state = resolved(state)
    assert state.phase == "closed" and rules.outcome(state) is not None


def test_im_4_9_suggested_cadences_are_possible():
    assert started(rounds_minutes=1440, weeks=16).deadline == START + DAY
    assert started(rounds_minutes=10, weeks=12, attendance_source="simulated").sides[A].days


def test_im_4_phases_and_what_ends_them():
    assert set(PHASES) == {
        "draft",
        "scheduled",
        "orders",
        "review",
        "prizes",
        "closed",
        "cancelled",
    }
    assert rules.deadline(draft(), {}) is None
    cancelled = done(started(), GM, act.CancelSeason("storm"))
    assert rules.deadline(cancelled, {}) is None
    assert (rules.outcome(cancelled).reason, rules.public(cancelled).reason) == (
        "cancelled",
        "storm",
    )
    assert code(cancelled, GM, act.CancelSeason("again")) == "E_CAMPAIGN_STATE"
    assert code(cancelled, A, capture(cancelled, "4,2")) == "E_CAMPAIGN_STATE"


def test_im_4_18_the_next_week_opens_or_the_season_ends():
    found = resolution(started(weeks=2))
    resolved_ = events(found, "WeekResolved")[0]
    assert (resolved_.week, resolved_.deadline) == (1, found.state.deadline)
    assert (found.state.week, found.state.phase) == (2, "orders")
    last = resolution(found.state)
    assert not events(last, "WeekResolved")[0].deadline
    assert [type(e).__name__ for e in last.events[-2:]] == ["SeasonEnded", "SeasonClosed"]
