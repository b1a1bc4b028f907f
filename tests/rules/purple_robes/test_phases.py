"""PR-4: windows, automatic orders, defaults, absence, clocks; and that it always ends."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, Seat, Step, replace
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.phases import PHASES
from games.purple_robes.state import Court

from . import hooks
from .builders import attempt, bid, casting, do, everybody, influencing, new, of, refusal


def time_up(court):
    return rules.apply(court, CLOCK, act.Deadline(court.turn))


@pytest.mark.parametrize(("n", "rounds"), [(4, 3), (5, 2), (6, 3)])
def test_pr_4_1_cycles_bids_influence_and_casting(n, rounds):
    court = new(n, bid_rounds=rounds)
    states = [court.state]
    while not court.is_over:
        step = time_up(court)
        states += [fact.state for fact in of(step, ev.WindowOpened)]
        court = step.state
    assert states == (["bid"] * rounds + ["influence", "cast"]) * n
    assert len(court.castings) == n
    assert set(PHASES) == {*states, "finished"}


def test_pr_4_2_a_window_resolves_at_once_when_every_order_is_in():
    court = new()
    for seat in range(3):
        step = do(court, seat, rules.default(court, seat))
        assert of(step, ev.BidsRevealed) == []
        court = step.state
    step = do(court, 3, rules.default(court, 3))
    assert len(of(step, ev.BidsRevealed)) == 1
    assert (step.state.turn, step.state.round) == (2, 2)


def test_pr_4_2_the_deadline_enters_the_defaults():
    court = do(new(), 2, bid(max(new().usable[2]), 4, 3, 2, 1)).state
    defaults = [rules.default(court, seat) for seat in range(4)]
    step = time_up(court)
    assert [fact.seat for fact in of(step, ev.OrderDefaulted)] == [0, 1, 3]
    (bids,) = of(step, ev.BidsRevealed)
    for seat in (0, 1, 3):
        assert bids.bids[str(seat)].marker == defaults[seat].marker == min(court.usable[seat])
    assert bids.bids["2"].ranking == (4, 3, 2, 1)


def test_pr_4_2_automatic_orders_at_the_opening():
    court = influencing({0: ("gold",), 2: ("threat",)})
    assert court.owing == (0, 2)
    assert rules.private(court, 1).prompt == "auto_no_items"
    voting = casting({"adv_war": (0, 3), "cr_rolls": (1, 3)})
    assert voting.owing == (0,)
    assert rules.private(voting, 1).prompt == "auto_no_vote"


def test_pr_4_2_defaults_of_influence_and_casting():
    assert rules.default(influencing({0: ("gold",)}), 0) == act.Influence(7)
    assert rules.default(casting({"adv_war": (0, 3)}), 0) == act.Cast(7, {})
    assert rules.default(influencing({0: ("gold",)}), 1) is None


def test_pr_4_3_the_box_rotates_from_the_second_cycle_on():
    court = new(marker_box="rotate")
    boxed = set(court.box)
    while court.cycle == 1:
        lying = set(court.queue_markers)
        step = time_up(court)
        court = step.state
    (fact,) = of(step, ev.MarkersRotated)
    assert set(court.queue_markers) == boxed and set(court.box) == lying
    assert fact.queue_markers == court.queue_markers and fact.box == court.box
    hooks.check(court)


def test_pr_4_3_without_rotation_the_last_laid_markers_wait_on_their_queues():
    court = new()
    while court.cycle == 1:
        lying = court.queue_markers
        court = time_up(court).state
    assert court.queue_markers == lying


def test_pr_4_4_a_window_of_automatic_orders_resolves_at_once_and_is_told():
    step = everybody(influencing({0: ("gold", "gold")}), {})
    opened = [(fact.state, fact.auto) for fact in of(step, ev.WindowOpened)]
    assert opened == [("cast", (0, 1, 2, 3)), ("bid", ())]
    assert len(of(step, ev.BallotsRevealed)) == 1


def test_pr_4_5_an_accepted_order_is_final():
    court = do(new(), 0, rules.default(new(), 0)).state
    assert refusal(court, 0, bid(1, 1, 2, 3, 4)) == "pr.already_submitted"
    assert all(not decision.revisable for decision in rules.pending(court))


def test_pr_4_6_who_has_ordered_is_public():
    court = do(new(), 0, rules.default(new(), 0)).state
    assert rules.public(court).order_status == {
        "0": "submitted",
        "1": "pending",
        "2": "pending",
        "3": "pending",
    }
    assert {d.known_to for d in rules.pending(court)} == {"all"}


def test_pr_4_7_an_order_for_another_window_is_refused():
    assert refusal(new(), 0, bid(1, 1, 2, 3, 4, turn=2)) == "pr.stale_turn"
    assert refusal(new(), CLOCK, act.Deadline(2)) == "pr.stale_turn"


def left_to_the_clock(court, windows):
    """So many windows in which only seat 0 orders."""
    for _ in range(windows):
        if court.orders[0] is None:
            court = do(court, 0, rules.default(court, 0)).state
        step = time_up(court)
        court = step.state
    return court, step


def test_pr_4_8_three_defaults_in_a_row_make_a_seat_absent():
    court, step = left_to_the_clock(new(), 2)
    assert court.absent == () and court.streaks == (0, 2, 2, 2)
    court, step = left_to_the_clock(court, 1)
    assert court.absent == (1, 2, 3) == rules.absent(court)
    assert [fact.seat for fact in of(step, ev.SeatAbsent)] == [1, 2, 3]


def absent_court(**options):
    return replace(new(**options), absent=(1, 2, 3), streaks=(0, 3, 3, 3))


def test_pr_4_8_absent_seats_hold_nobody_up_once_a_person_has_ordered():
    step = do(absent_court(), 0, rules.default(new(), 0))
    assert {fact.why for fact in of(step, ev.OrderDefaulted)} == {"absent"}
    assert step.state.turn == 2


def test_pr_4_8_a_bots_order_is_no_persons():
    court = absent_court(bots=(0,))
    step = do(court, 0, rules.default(court, 0))
    assert step.state.turn == 1 and step.state.owing == (1, 2, 3)


def test_pr_4_8_a_present_seat_is_waited_for():
    court = replace(absent_court(), absent=(2, 3))
    assert do(court, 0, rules.default(court, 0)).state.turn == 1


def test_pr_4_8_an_order_ends_the_absence():
    court = absent_court()
    step = do(court, 1, rules.default(court, 1))
    assert of(step, ev.SeatBack)[0].seat == 1
    assert step.state.absent == () or 1 not in step.state.absent
    assert step.state.streaks[1] == 0


def test_pr_4_8_automatic_orders_neither_count_nor_reset():
    court = replace(influencing({0: ("gold",)}), streaks=(1, 2, 0, 2))
    court = time_up(court).state
    assert court.streaks == (2, 2, 0, 2)


@pytest.mark.parametrize("seed", range(3))
def test_pr_4_9_influencing_ends_within_its_bound(seed):
    random = Random(seed)
    court = new(seed=f"bound{seed}")
    held = 0
    while not court.is_over:
        if court.state == "influence" and court.round == 1:
            held = sum(sum(hand.values()) for hand in court.hands)
        if court.state == "influence":
            assert court.round <= 2 * held + 2
        seat = court.owing[0]
        court = do(court, seat, hooks.random_order(court, seat, random)).state


def test_pr_4_10_a_stored_state_goes_on_as_if_nothing_had_been():
    random, court = Random(5), new(order_recall=True)
    for _ in range(60):
        stored = codec.decode(codec.encode(court), Court)
        assert stored == court
        actor, action = hooks.play(court, random)
        step, again = rules.apply(court, actor, action), rules.apply(stored, actor, action)
        assert isinstance(step, Step) and codec.encode(step) == codec.encode(again)
        court = step.state


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        ({"bid": 120, "first_extra": 120}, 240),
        ({"bid": 300}, 300),
        ({}, 86_400),
    ],
)
def test_pr_4_11_the_first_window_has_some_time_more(clock, seconds):
    court = new()
    due = rules.deadline(court, clock)
    assert (due.key, due.action, due.seconds) == ("turn:1", act.Deadline(1), seconds)
    later = time_up(court).state
    assert rules.deadline(later, clock).seconds == clock.get("bid", 86_400)


def test_pr_4_11_presets_name_every_window():
    for preset in rules.meta.clocks:
        assert set(preset.windows) == {"bid", "influence", "cast", "first_extra"}
    live = rules.meta.clocks[0].windows
    assert (live["bid"], live["influence"], live["cast"]) == (120, 90, 120)


def test_pr_4_2_who_must_order_may_order_what_the_clock_would():
    court = influencing({0: ("gold",)})
    step = rules.apply(court, Seat(0), rules.default(court, 0))
    assert isinstance(step, Step)
    assert do(court, 0, attempt("cl_jade", "gold")).state.state == "cast"
