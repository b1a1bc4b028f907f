"""Figures, proofs and notices (IM-15, IM-2.6.4, IM-13.8)."""

from __future__ import annotations

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Seat
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    build,
    capture,
    done,
    draft,
    fed,
    given,
    resolution,
    resolved,
    row,
    started,
    step,
    views,
)

RICH = {"S": 99, "R": 99, "M": 99, "U": 99, "supplies": 60, "moves": 5}


def opening():
    state = given(owns={A: "1,4", B: "-1,6"}, stocks={A: RICH, B: RICH}, weeks=3)
    state = fed(state, row(1, A, B), row(2, A, A))
    state = done(done(state, A, capture(state, "0,5")), B, capture(state, "0,5"))
    state = done(state, B, build(state, "N:-1,6", "castle"))
    return done(state, A, capture(state, "4,2"))


def entry(found):
    return {"actor": "clock", "action": {}, "events": codec.to_builtins(list(found.events))}


def season():
    """A short season's log, with one week undone and run again."""
    log, state = [], opening()
    first = resolution(state)
    undone = step(first.state, GM, act.UndoResolution(REASON, now=1))
    again = step(undone.state, GM, act.Rerun(reason=REASON, now=state.deadline))
    log += [first, undone, again]
    owner = again.state.owners["0,5"]
    other = B if owner == A else A
    state = again.state
    move = capture(state, "0,5", U=40)
    log.append(resolution(done(state, other, move)))
    log.append(resolution(log[-1].state))
    return [entry(found) for found in log], owner, other


def test_im_15_figures_of_a_season():
    log, winner, loser = season()
    found = rules.statistics(log)
    assert found["weeks"] == 3
    one, two = found["sides"][str(winner)], found["sides"][str(loser)]
    assert (one["flips_won"], one["flips_lost"], one["captures_lost"]) == (1, 0, 1)
    assert (two["flips_won"], two["flips_lost"], two["captures_made"]) == (0, 1, 1 + (loser == A))
    assert found["sides"]["1"]["supplies_spent"] == 15
    assert len(one["points"]) == len(one["tiles"]) == 3
    assert found["sides"]["0"]["earned"] == {"home": 4, "travel": 5}
    assert found["most_visited"] == {"side": B, "q": 3}
    assert found["longest_held"] == {"tile": "4,2", "side": A, "weeks": 3}
    assert found["best_tile"]["points"] > 3 or found["best_tile"]["tile"]


def test_im_15_typed_events_and_an_empty_log_will_do():
    log = [resolution(opening())]
    assert rules.statistics(log)["weeks"] == 1
    assert rules.statistics([]) == {"weeks": 0, "sides": {}}


def whole_season():
    """Every entry from publication to the end, bots playing, rival builds included."""
    state, log = draft(2, attendance_source="simulated", weeks=3), []

    def play(actor, action):
        nonlocal state
        found = step(state, actor, action)
        log.append(entry(found))
        state = found.state

    play(GM, act.Publish())
    play(CLOCK, act.Start(now=state.options.start_at))
    for repair in ("0,0", "1,0"):
        play(GM, act.SetTile(repair, A if repair == "0,0" else B, REASON))
    for side in (A, B):
        play(GM, act.GrantSupplies(side, 40, REASON))
        play(side, act.SubmitBuild(1, "S:1,-1", "castle"))
    while state.phase == "orders":
        for side in (A, B):
            while action := rules.bot(views(state, side), rules.legal(state, Seat(side)), side, ""):
                play(side, action)
        play(CLOCK, act.Resolve(state.week, state.deadline))
    return state, log


def test_im_2_6_4_the_log_proves_its_draws():
    state, log = whole_season()
    assert rules.revealed_seed(state) == "demo"
    assert rules.check_draws("demo", log) == ()
    assert len(rules.check_draws("another", log)) > 3
    genesis = {"actor": "host", "action": {"seats": [{}, {}]}, "events": []}
    assert rules.check_draws("demo", [genesis, *log]) == ()
    faults = rules.check_draws("another", [genesis, *log])
    assert any("another kind of tile" in fault for fault in faults)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("season_scheduled", "seed_hash", "0" * 64),
        ("season_closed", "seed", "x"),
        ("order_result", "supplies", 9),
        ("resolution_record", "draws", {"supply|1|9|9": 7}),
    ],
)
def test_im_2_6_4_a_changed_fact_is_found(kind, field, value):
    _, log = whole_season()
    for found in log:
        for event in found["events"]:
            if event["type"] == kind and field in event:
                event[field] = value
    assert rules.check_draws("demo", log)


def test_im_2_6_4_a_changed_flip_or_split_is_found():
    log = [entry(resolution(opening()))]
    for event in log[0]["events"]:
        if event["type"] == "tile_contested":
            event["winner"] = 1 - event["winner"]
    assert rules.check_draws("demo", log)
    _, log = whole_season()
    for found in log:
        built = [e for e in found["events"] if e.get("corner") == "S:1,-1" and "refund" in e]
        for event in built:
            event["refund"] = {"supplies": 15 - event["refund"].get("supplies", 0)}
    assert any("shared" in fault for fault in rules.check_draws("demo", log))


def test_im_13_8_a_week_that_is_run_again_is_news_again():
    prize = act.SetPrizes((act.Prize("p", "P"),), REASON)
    for weeks in (1, 2):
        state = done(started(weeks=weeks), GM, prize)
        first = resolution(state)
        undone = done(first.state, GM, act.UndoResolution(REASON, now=state.deadline + 60))
        again = step(undone, GM, act.Rerun(reason=REASON, now=state.deadline + 120))
        one = {h.key for h in rules.notices(state, first.state, first.events)}
        two = {h.key for h in rules.notices(undone, again.state, again.events)}
        assert one and two and not one & two


def test_im_13_8_notices():
    found = step(given(week=1, weeks=2), CLOCK, act.Resolve(1, started().deadline))
    hints = rules.notices(started(), found.state, found.events)
    assert {(h.kind, h.to) for h in hints} == {("resolved", "team"), ("your_turn", "seat")}
    state = given(stocks={A: RICH})
    state = done(state, A, capture(state, "4,2"))
    risk = step(state, GM, act.GrantMoves(A, -5, REASON))
    assert [(h.kind, h.seat) for h in rules.notices(state, risk.state, risk.events)] == [
        ("order_at_risk", A)
    ]
    gone = step(state, GM, act.Withdraw(A, REASON, now=1))
    assert [h.kind for h in rules.notices(state, gone.state, gone.events)] == ["order_cancelled"]
    prizes = done(given(weeks=1), GM, act.SetPrizes((act.Prize("p", "P"),), REASON))
    last = resolution(prizes)
    turn = [h for h in rules.notices(prizes, last.state, last.events) if h.kind == "your_turn"]
    assert [h.seat for h in turn] == [last.state.picks[0]]
    over = step(started(), GM, act.CancelSeason(REASON))
    assert len(rules.notices(started(), over.state, over.events)) == 6


def test_im_13_8_reminders_only_with_an_empty_queue_and_means():
    state = given(stocks={A: RICH, B: {"S": 1}})
    assert rules.reminders(state, 25 * 3600) == ()
    assert [(h.seat, h.params["hours"]) for h in rules.reminders(state, 24 * 3600)] == [(A, 24)]
    assert [h.params["hours"] for h in rules.reminders(state, 7200)] == [2]
    assert rules.reminders(done(state, A, capture(state, "4,2")), 7200) == ()
    assert rules.reminders(state, 0) == () and rules.reminders(draft(), 60) == ()
    prizes = resolved(done(given(weeks=1), GM, act.SetPrizes((act.Prize("p", "P"),), REASON)))
    assert [h.seat for h in rules.reminders(prizes, 3600)] == [prizes.picks[0]]


def test_im_13_8_a_day_before_who_ordered_is_told_how_the_orders_stand():
    state = given(stocks={A: RICH})
    state = done(state, A, capture(state, "4,2"))
    (hint,) = rules.reminders(state, 24 * 3600)
    assert (hint.seat, hint.words) == (A, "deadline_orders")
    assert (hint.params["orders"], hint.params["risky"]) == (1, 0)
    risky = done(state, GM, act.GrantMoves(A, -5, REASON))
    (nearer,) = rules.reminders(risky, 2 * 3600)
    assert (nearer.params["hours"], nearer.params["risky"]) == (2, 1)


def test_im_13_8_the_weeks_notice_tells_each_side_its_own_results():
    state = given(stocks={A: RICH})
    state = done(state, A, capture(state, "4,2"))
    found = step(state, CLOCK, act.Resolve(state.week, state.deadline))
    hints = {h.seat: h for h in rules.notices(state, found.state, found.events)}
    resolved_hints = {
        h.seat: h.params
        for h in rules.notices(state, found.state, found.events)
        if h.kind == "resolved"
    }
    assert hints
    assert resolved_hints[A]["captured"] == 1
    assert resolved_hints[B]["captured"] == 0
    assert resolved_hints[A]["points"] == found.state.sides[A].last


def test_a_states_schema_is_checked():
    raw = codec.load(codec.encode(started()))
    assert rules.upgrade(raw) == raw
    for schema in (0, 2, None):
        with pytest.raises(ValueError, match="unknown schema"):
            rules.upgrade({**raw, "schema": schema})
