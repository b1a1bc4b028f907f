"""Rows to resources (IM-16)."""

from __future__ import annotations

import pytest
from hypothesis import given as such_that
from hypothesis import strategies as st

from games.engine.protocol import FEED, Book, Edit, RowChange, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.rules.attendance import count, gains
from games.iron_mountains.settings import Settings

from .builders import (
    PARKS,
    SATURDAY,
    START,
    SUNDAY,
    A,
    B,
    C,
    book,
    code,
    draft,
    earned,
    events,
    fed,
    row,
    started,
    step,
)

SIDES = started(3).sides
OPTIONS = Settings(start_at=START)


def line(state, *rows, which):
    return rules.ledger(state, book(*rows))[str(which)]


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (row(1, A, A, excluded=True), "EXCLUDED"),
        (row(1, A, A, shielded=True), "SHIELDED"),
        (row(1, A, A, date="2015-01-19"), "NOT_WEEKEND"),
        (row(1, A, A, date="2015-01-11"), "BEFORE_START"),
        (row(1, A, A, "Ninja"), "UNKNOWN_CLASS"),
        (row(1, None, -1), "NO_SIDE"),
        (row(1, None, None), "NO_SIDE"),
    ],
)
def test_im_16_1_to_im_16_4_reasons_a_row_does_not_count(made, reason):
    assert line(started(), made, which=1) == {"gains": [], "reason": reason}
    assert gains([made], OPTIONS, SIDES) == {}


def test_im_16_2_dates_are_taken_as_they_stand():
    state = fed(started(), row(1, A, A, date=SATURDAY), row(2, A, A, date=SUNDAY))
    assert earned(state, A) == {"home": {"S": 8}}
    assert list(rules.team(state, A).weekends) == [SATURDAY]


def test_im_16_3_an_unknown_class_does_not_count_13_neither():
    made = replace(row(1, A, A), class_id=13)
    assert line(started(), made, which=1)["reason"] == "UNKNOWN_CLASS"
    assert line(started(), replace(made, class_id=None), which=1)["reason"] == "UNKNOWN_CLASS"


@pytest.mark.parametrize(
    ("home", "at", "expected"),
    [
        (A, A, {A: {"home": {"M": 4}}}),
        (A, B, {A: {"travel": {"M": 5}}, B: {"host": {"M": 3}}}),
        (A, -1, {A: {"afield": {"M": 4}}}),
        (A, None, {A: {"afield": {"M": 4}}}),
        (None, B, {B: {"guest": {"M": 2}}}),
        (-1, B, {B: {"guest": {"M": 2}}}),
    ],
)
def test_im_16_4_categories(home, at, expected):
    state = fed(started(guest_q=2), row(1, home, at, "Wizard"))
    assert {side: earned(state, side) for side in (A, B, C) if earned(state, side)} == expected


def test_im_16_4_pooled_parks_are_home_to_each_other():
    state = started()
    pooled = replace(state.sides[A], parks=(PARKS[A], 777))
    made = replace(row(1, A, A), park=777)
    flat = gains([made], OPTIONS, (pooled, *state.sides[1:]))
    assert flat[SATURDAY][A][:4] == (4, 0, 0, 0)


def test_im_16_5_no_limit_on_travel_host_and_afield():
    rows = [row(n, A, B) for n in range(40)] + [row(n, A, -1) for n in range(40, 80)]
    state = fed(started(), *rows)
    assert earned(state, A) == {"travel": {"S": 200}, "afield": {"S": 160}}
    assert earned(state, B) == {"host": {"S": 120}}


def test_im_16_6_the_limit_is_by_weekend_and_may_count_partly():
    rows = [row(n, A, A) for n in range(3)] + [row(9, A, A, date="2015-01-24")]
    state = started(home_cap_q=10)
    assert earned(fed(state, *rows), A) == {"home": {"S": 14}}
    partly = line(state, *rows, which=2)
    assert (partly["gains"][0]["q"], partly["reason"]) == (2, "OVER_LIMIT")


def test_im_16_6_position_counts_over_both_days_not_the_date():
    rows = (row(5, A, A, "Wizard", date=SATURDAY), row(2, A, A, "Scout", date=SUNDAY))
    assert earned(fed(started(home_cap_q=4), *rows), A) == {"home": {"R": 4}}


def test_im_16_7_the_latest_row_says_the_class_and_the_first_keeps_the_place():
    rows = (
        row(1, A, A, "Warrior", player="x"),
        row(2, A, A, "Scout", player="y"),
        row(3, A, A, "Wizard", player="x"),
    )
    state = started(home_cap_q=4)
    assert earned(fed(state, *rows), A) == {"home": {"M": 4}}
    assert line(state, *rows, which=1) == {"gains": [], "reason": "DUPLICATE"}


def test_im_16_7_the_latest_row_says_the_home():
    rows = (row(1, A, C, player="x"), row(2, B, C, player="x"))
    state = fed(started(), *rows)
    assert (earned(state, A), earned(state, B)) == ({}, {"travel": {"S": 5}})


def test_im_16_7_everything_outside_is_one_place():
    rows = (row(1, A, -1, player="x"), row(2, A, None, player="x"))
    assert earned(fed(started(), *rows), A) == {"afield": {"S": 4}}


@pytest.mark.parametrize(("one", "total"), [(False, 9), (True, 5)])
def test_im_16_7_one_location_per_day(one, total):
    rows = (row(1, A, B, player="x"), row(2, A, A, player="x"))
    state = fed(started(one_location_per_day=one), *rows)
    assert sum(sum(k.values()) for k in earned(state, A).values()) == total
    both_days = fed(started(one_location_per_day=True), rows[0], replace(rows[1], date=SUNDAY))
    assert earned(both_days, A) == {"travel": {"S": 5}, "home": {"S": 4}}


def test_im_16_8_player_keys():
    rows = (
        row(1, A, A, player="guest:Sir  Bob"),
        row(2, A, A, player="guest:sir bob "),
        row(3, A, A, player="0"),
        row(4, A, A, player=""),
        row(5, A, A, player="guest:"),
    )
    assert earned(fed(started(), *rows), A) == {"home": {"S": 16}}


def test_im_16_9_the_home_of_a_row_is_its_own():
    rows = (row(1, A, A, player="x"), row(2, B, B, player="x", date=SUNDAY))
    state = fed(started(), *rows)
    assert (earned(state, A), earned(state, B)) == ({"home": {"S": 4}}, {"home": {"S": 4}})


def test_im_16_10_only_dates_that_differ_are_fed_and_gone_ones_come_empty():
    state = fed(started(), row(1, A, A), row(2, B, B, date=SUNDAY))
    assert rules.feed(state, book(row(2, B, B, date=SUNDAY), row(1, A, A), version=2)) is None
    action = rules.feed(state, book(row(1, A, A), version=2))
    assert action.days == {SUNDAY: {"1": act.SideDay()}}
    found = step(state, FEED, action)
    assert found.state.sides[B].days == {} and found.state.book == 2
    assert found.touches == frozenset({"seat:1", "team:1"})


def test_im_16_10_an_older_book_is_refused_and_the_same_may_come_again():
    state = fed(started(), row(1, A, A), version=5)
    assert code(state, FEED, act.Attendance(4, "", {})) == "E_STALE_BOOK"
    assert rules.feed(state, book(version=4)) is None
    assert rules.book_version(state) == 5
    assert rules.feed(state, book(version=5)).days[SATURDAY] == {"0": act.SideDay()}


def test_im_16_a_nonsensical_feed_is_refused():
    for days in (
        {SATURDAY: {"9": act.SideDay()}},
        {SATURDAY: {"0": act.SideDay(home={"X": 1})}},
        {SATURDAY: {"0": act.SideDay(home={"S": -1})}},
        {"2015-13-01": {"0": act.SideDay()}},
    ):
        assert code(started(), FEED, act.Attendance(1, "", days)) == "E_BAD_FEED"


def test_im_16_11_imported_and_manual_rows_count_like_others():
    rows = (row(10**12, A, A, source="import"), row(10**12 + 1, A, A, source="manual"))
    assert earned(fed(started(), *rows), A) == {"home": {"S": 8}}


def test_im_16_12_rows_dated_later_are_incoming():
    state = fed(started(), row(1, A, A), row(2, A, A, date="2015-01-24"))
    team = rules.team(state, A)
    assert (team.stocks.S, team.incoming) == (4, {"S": 4})
    assert team.weekends["2015-01-24"].incoming is True
    assert not team.weekends[SATURDAY].incoming and team.weekends[SATURDAY].limit == 4


def test_im_16_13_corrections_may_lead_below_zero_and_orders_never():
    state = fed(started(), row(1, A, A))
    spent = replace(state.sides[A], spent=(4, 0, 0, 0))
    state = fed(replace(state, sides=(spent, *state.sides[1:])), version=2)
    assert rules.team(state, A).stocks.S == -4


def test_im_10_attendance_events_tell_the_side_and_edits_tell_all_without_names():
    edit = Edit("exclude_row", "entered twice", (SATURDAY,), (PARKS[A],))
    changes = (
        RowChange(1, SATURDAY, PARKS[A], PARKS[A], added=9),
        RowChange(2, SATURDAY, PARKS[A], PARKS[B], removed=1),
        RowChange(2, SATURDAY, PARKS[C], PARKS[C], changed=7),
    )
    state = fed(started(), row(1, A, A), row(2, B, A))
    new = book(row(1, A, A), version=2, edits=((1, edit), (2, edit)), changes=changes)
    action = rules.feed(state, new)
    found = step(state, FEED, action)
    assert len(action.edits) == 1 and action.rows["0"] == act.RowCounts(removed=1)
    edited = events(found, "AttendanceEdited")
    assert [(e.side, e.dates, e.reason) for e in edited] == [(A, (SATURDAY,), "entered twice")]
    news = events(found, "AttendanceRefreshed")
    assert [(e.side, e.before, e.after) for e in news] == [
        (A, {"S": 7}, {"S": 4}),
        (B, {"S": 5}, {}),
    ]
    assert rules.visible(news[0], "team:0") and not rules.visible(news[0], "public")
    assert not rules.visible(news[0], "seat:0") and not rules.visible(news[0], "team:1")


def test_im_10_an_edit_that_changes_nothing_is_told_all_the_same():
    edit = Edit("confirm_empty", "rain", (SATURDAY,), (PARKS[C],))
    state = started()
    action = rules.feed(state, book(version=1, edits=((1, edit),)))
    found = step(state, FEED, action)
    assert action.days == {} and events(found, "AttendanceEdited")[0].side == C
    assert found.touches == frozenset({"public"})
    assert rules.feed(found.state, book(version=1, edits=((1, edit),))) is None


def test_im_10_an_edit_of_whole_dates_names_the_sides_it_moves():
    edit = Edit("import", "paper sheet", (SATURDAY,))
    action = rules.feed(started(), book(row(1, B, B), edits=((1, edit),)))
    assert action.edits[0].sides == (B,)


def test_im_16_nothing_is_fed_to_a_draft():
    assert rules.feed(draft(), book(row(1, A, A))) is None


def test_im_13_6_preview_of_a_book():
    state = fed(started(), row(1, A, A))
    found = rules.feed_preview(state, book(row(1, A, A, "Scout"), row(2, B, B), version=2))
    assert found == {A: {"S": (4, 0), "R": (0, 4)}, B: {"S": (0, 4)}}


def test_im_13_3_the_ledger_says_what_each_row_gives():
    found = line(started(), row(1, A, B, "Wizard"), which=1)
    assert found == {
        "gains": [
            {"side": A, "category": "travel", "kind": "M", "q": 5},
            {"side": B, "category": "host", "kind": "M", "q": 3},
        ]
    }


ROWS = st.lists(
    st.builds(
        row,
        st.integers(1, 60),
        st.sampled_from((A, B, C, None, -1)),
        st.sampled_from((A, B, C, None, -1)),
        st.sampled_from(("Warrior", "Scout", "Wizard", "Peasant", "Ninja")),
        player=st.sampled_from([f"p{n}" for n in range(9)]),
        date=st.sampled_from((SATURDAY, SUNDAY, "2015-01-24", "2015-01-23", "2015-01-04")),
        excluded=st.sampled_from((False, False, False, True)),
    ),
    max_size=40,
    unique_by=lambda made: made.row_id,
)


def total(found, side, at=None):
    return sum(
        sum(flat[side][at::4] if at is not None else flat[side])
        for flat in found.values()
        if side in flat
    )


@such_that(ROWS, st.randoms(), st.booleans())
def test_im_16_the_order_of_rows_is_irrelevant(rows, random, one):
    options = replace(OPTIONS, one_location_per_day=one, guest_q=1)
    mixed = list(rows)
    random.shuffle(mixed)
    assert gains(rows, options, SIDES) == gains(mixed, options, SIDES)
    assert count(rows, options, SIDES).keys() == {made.row_id for made in rows}
    state = fed(started(3), *rows)
    assert rules.feed(state, Book(2, tuple(mixed))) is None


@such_that(ROWS, st.sampled_from((A, B, C, None)), st.sampled_from((A, B, C, None)))
def test_im_16_14_a_new_group_never_lowers_a_total(rows, home, at):
    before = gains(rows, OPTIONS, SIDES)
    early = gains([*rows, row(0, home, at, "Scout", player="new")], OPTIONS, SIDES)
    late = gains([*rows, row(99, home, at, "Scout", player="new")], OPTIONS, SIDES)
    for side in range(3):
        assert total(early, side) >= total(before, side)
        for kind in range(4):
            assert total(late, side, kind) >= total(before, side, kind)


@such_that(ROWS, st.integers(0, 60))
def test_im_16_14_home_stays_within_the_limit(rows, cap):
    found = gains(rows, replace(OPTIONS, home_cap_q=cap), SIDES)
    for side in range(3):
        weekend = sum(
            sum(found.get(day, {}).get(side, (0,) * 20)[:4]) for day in (SATURDAY, SUNDAY)
        )
        assert weekend <= cap


@such_that(ROWS)
def test_im_16_14_travel_pairs_with_host_and_the_sum_is_exact(rows):
    lines = count(rows, OPTIONS, SIDES).values()
    by = {
        name: [g for found in lines for g in found.gains if g.category == name]
        for name in ("home", "travel", "host", "afield")
    }
    assert len(by["travel"]) == len(by["host"])
    free = gains(rows, replace(OPTIONS, home_cap_q=4000), SIDES)
    everything = sum(sum(flat) for by_side in free.values() for flat in by_side.values())
    uncapped = count(rows, replace(OPTIONS, home_cap_q=4000), SIDES).values()
    homes = sum(g.category == "home" for found in uncapped for g in found.gains)
    assert everything == 4 * homes + 8 * len(by["travel"]) + 4 * len(by["afield"])
