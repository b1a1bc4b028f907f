"""PR-5.50, PR-5.52, PR-8.7 to PR-8.9: taking back, coming back, leaving, replacing, ending."""

from __future__ import annotations

import pytest

from games.engine.protocol import CLOCK, GM, Step, replace
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules

from .builders import bid, do, influencing, new, of, refusal


def ordered(**options):
    court = new(**options)
    return do(court, 0, rules.default(court, 0)).state


def test_pr_5_50_an_order_may_be_taken_back_and_given_anew():
    court = ordered(order_recall=True)
    step = do(court, 0, act.Recall(1))
    assert step.state.owing == (0, 1, 2, 3)
    assert of(step, ev.OrderRecalled)[0].seat == 0
    again = do(step.state, 0, bid(max(court.usable[0]), 4, 3, 2, 1)).state
    assert again.orders[0].action.ranking == (4, 3, 2, 1)
    assert all(decision.revisable for decision in rules.pending(again))


def test_pr_5_50_not_without_the_option_nor_of_what_is_automatic():
    assert refusal(ordered(), 0, act.Recall(1)) == "pr.recall_off"
    court = influencing({0: ("gold",)}, options={"order_recall": True})
    assert refusal(court, 1, act.Recall(7)) == "pr.nothing_to_recall"
    assert refusal(court, 0, act.Recall(7)) == "pr.nothing_to_recall"
    assert refusal(court, 0, act.Recall(6)) == "pr.stale_turn"


def test_pr_5_50_the_last_order_resolves_so_it_cannot_be_taken_back():
    court = new(order_recall=True)
    for seat in range(4):
        court = do(court, seat, rules.default(court, seat)).state
    assert refusal(court, 3, act.Recall(1)) == "pr.stale_turn"


def test_pr_5_52_back_is_for_absent_seats():
    court = replace(new(), absent=(2,), streaks=(0, 0, 3, 0))
    step = do(court, 2, act.Back())
    assert step.state.absent == () and step.state.streaks == (0, 0, 0, 0)
    assert of(step, ev.SeatBack)[0].seat == 2
    assert refusal(step.state, 2, act.Back()) == "pr.not_absent"


def test_pr_5_52_the_deadline_is_the_clocks_alone():
    assert refusal(new(), 0, act.Deadline(1)) == "pr.stale_turn"
    assert refusal(new(), GM, act.Deadline(1)) == "pr.stale_turn"
    assert isinstance(rules.apply(new(), CLOCK, act.Deadline(1)), Step)


def test_pr_8_7_an_order_that_is_owed_becomes_the_default_at_once():
    step = do(new(), 2, act.Resign())
    court = step.state
    assert court.orders[2].action == rules.default(new(), 2)
    assert of(step, ev.OrderDefaulted)[0].why == "resigned"
    assert court.bots == court.retired == (2,)
    assert rules.private(court, 2).prompt == "resigned"
    assert refusal(court, 2, act.Resign()) == "pr.not_seated"


def test_pr_8_7_an_order_that_is_in_stands():
    court = ordered()
    step = do(court, 0, act.Resign())
    assert step.state.orders[0] == court.orders[0]
    assert of(step, ev.OrderDefaulted) == []


def test_pr_8_7_the_last_one_awaited_may_resign_and_the_window_resolves():
    court = new()
    for seat in range(3):
        court = do(court, seat, rules.default(court, seat)).state
    step = do(court, 3, act.Resign())
    assert step.state.turn == 2 and step.touches is None


def test_pr_8_7_numbers_and_score_stay_and_the_seat_is_ranked():
    court = replace(new(), scores=(4, 9, 0, 0))
    court = do(court, 1, act.Resign()).state
    assert court.n == 4 and len(court.queues) == 4 and court.scores[1] == 9
    while not court.is_over:
        court = rules.apply(court, CLOCK, act.Deadline(court.turn)).state
    assert rules.outcome(court).placings[0].seat == 1


def test_pr_8_7_from_the_next_window_on_the_bot_orders():
    court = do(new(), 1, act.Resign()).state
    court = rules.apply(court, CLOCK, act.Deadline(1)).state
    from .hooks import bot_action

    after = do(court, 1, bot_action(court, 1)).state
    assert after.orders[1].how == "bot"


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_pr_8_8_another_player_inherits_the_seat_with_its_order(kind):
    court = replace(ordered(), absent=(0,), streaks=(3, 0, 0, 0), retired=(0,), bots=(0,))
    step = rules.apply(court, GM, act.Seat(0, kind))
    after = step.state
    assert after.orders == court.orders and after.usable == court.usable
    assert after.absent == () and after.streaks[0] == 0
    assert (after.bots, after.retired) == (((), ()) if kind == "human" else ((0,), (0,)))
    assert of(step, ev.SeatReplaced)[0].kind == kind


def test_pr_8_8_a_person_for_a_person_is_accepted():
    assert isinstance(rules.apply(new(), GM, act.Seat(1, "human")), Step)
    assert refusal(new(), GM, act.Seat(9, "human")) == "pr.malformed"
    assert refusal(new(), 0, act.Seat(1, "human")) == "pr.not_seated"


@pytest.mark.parametrize(("bots", "ends"), [((0, 1), False), ((0, 1, 2), True), (range(4), True)])
def test_pr_8_9_only_a_game_with_fewer_than_two_people_may_be_ended(bots, ends):
    found = rules.apply(new(bots=bots), GM, act.Abort())
    assert isinstance(found, Step) == ends


def test_pr_8_9_an_abandoned_game_has_no_ranking():
    step = rules.apply(new(bots=(0, 1, 2)), GM, act.Abort())
    assert step.state.is_over
    found = rules.outcome(step.state)
    assert (found.reason, found.placings) == ("abandoned", ())
    (over,) = of(step, ev.GameFinished)
    assert over.reason == "abandoned" and not isinstance(over.places, dict)
    assert rules.private(step.state, 3).prompt == "abandoned"
