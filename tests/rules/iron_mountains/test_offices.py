"""Withdrawal, bots, offices, looks at orders (IM-6.4, IM-8.8 to IM-8.10)."""

from __future__ import annotations

from games.engine.protocol import GM, Seat
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    C,
    capture,
    code,
    done,
    earned,
    events,
    fed,
    given,
    resolved,
    row,
    started,
    step,
    stocks,
)

RICH = {"S": 99, "R": 99, "M": 99, "supplies": 9}
SUNDAY_25 = 1422104400 + 86_400


def gone(**more):
    state = given(owns={A: "4,2 1,4", B: "-1,6"}, stocks={A: RICH, B: RICH}, **more)
    state = done(state, A, capture(state, "2,4"))
    return step(state, GM, act.Withdraw(A, REASON, now=state.deadline - 3600))


def test_im_8_8_the_queue_is_void_and_no_more_orders_moves_points():
    found = gone()
    assert [e.why for e in events(found, "OrderCancelled")] == ["VOID"]
    assert events(found, "SideWithdrawn")[0].week == 1
    state = found.state
    assert code(state, A, capture(state, "2,4")) == "E_WITHDRAWN"
    assert code(state, A, act.SetPrizeWishes(())) == "E_WITHDRAWN"
    assert code(state, GM, act.Withdraw(A, REASON, now=1)) == "E_WITHDRAWN"
    after = resolved(state)
    assert (after.sides[A].moves, after.sides[A].points) == (2, 0)
    assert rules.public(after).sides["0"].withdrawn == 1
    assert rules.private(after, A).prompt == "withdrawn"
    assert rules.legal(after, Seat(A)).actions == ()


def test_im_8_8_its_tiles_can_be_taken_at_the_owned_price():
    state = gone().state
    assert rules.public(state).tiles["1,4"].price == 32
    state = given(owns={A: "0,5", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(state, GM, act.Withdraw(A, REASON, now=1))
    after = resolved(done(state, B, capture(state, "0,5", R=32)))
    assert (after.sides[A].supplies, after.sides[B].supplies) == (7, 12)


def test_im_8_8_its_parks_lie_outside_from_that_date_on():
    held = done(started(), GM, act.Hold(SUNDAY_25 + 3600, REASON))
    state = done(held, GM, act.Withdraw(A, REASON, now=SUNDAY_25))
    days = ("2015-01-24", "2015-01-25")
    rows = [row(n, A, A, date=day) for n, day in enumerate(days)]
    rows += [row(n, B, A, date=day) for n, day in enumerate(days, start=2)]
    rows += [row(n, A, C, date=day) for n, day in enumerate(days, start=4)]
    state = fed(state, *rows)
    assert earned(state, A) == {"home": {"S": 4}, "host": {"S": 3}, "travel": {"S": 5}}
    assert earned(state, B) == {"travel": {"S": 5}, "afield": {"S": 4}}
    assert earned(state, C) == {"host": {"S": 3}}


def test_im_8_8_placed_behind_all_active_sides_by_points_at_withdrawal():
    state = given(weeks=1)
    for side, points in ((A, 90), (B, 80)):
        state = done(state, GM, act.AdjustPoints(side, points, REASON))
        state = done(state, GM, act.Withdraw(side, REASON, now=1))
    state = done(state, GM, act.AdjustPoints(B, 50, REASON))
    assert resolved(state).standings[-2:] == (A, B)


def test_im_8_9_offices_change_and_the_queue_stays():
    state = given(stocks={A: RICH})
    state = done(state, A, capture(state, "4,2"))
    for action, office in (
        (act.SetGeneral(A, REASON), "general"),
        (act.SetDeputies(A, REASON), "deputies"),
    ):
        found = step(state, GM, action)
        assert events(found, "GeneralChanged")[0].office == office
        assert found.state.sides == state.sides


def test_im_8_10_and_im_14_3_the_gm_seats_the_bot_publicly():
    found = step(started(), GM, act.Seat(A, "bot", REASON))
    assert rules.public(found.state).sides["0"].bot is True
    assert events(found, "BotSeated")[0].kind == "bot"
    back = done(found.state, GM, act.Seat(A, "park", REASON))
    assert not rules.public(back).sides["0"].bot


def test_im_6_4_opening_orders_leaves_a_public_note():
    found = step(started(), GM, act.InspectOrders(B, "a dispute"))
    assert rules.visible(found.events[0], "public").reason == "a dispute"
    assert found.state == started() and found.touches == frozenset({"public"})


def test_im_8_8_a_withdrawal_in_rounds_counts_virtual_dates():
    state = started(rounds_minutes=10, attendance_source="simulated")
    state = done(state, GM, act.Withdraw(A, REASON, now=state.deadline - 60))
    after = resolved(state)
    assert set(after.sides[A].days) == {"2015-01-17"}
    assert "2015-01-24" in after.sides[B].days
    assert stocks(after, A)


def test_im_8_8_a_withdrawal_after_an_outage_counts_virtual_dates_of_simulated_weeks():
    state = resolved(started(attendance_source="simulated"), late=21 * 86_400)
    left = done(state, GM, act.Withdraw(A, REASON, now=state.deadline - 1))
    assert left.sides[A].left_on == "2015-01-31"  # week 2 has the rows of the 24th
    after = resolved(resolved(left))
    assert max(after.sides[A].days) == "2015-01-24" and max(after.sides[B].days) == "2015-02-07"
