"""PR-5.10 to PR-5.18: filling, robbing, bidding for and handing over the queues."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.protocol import replace
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.rules.queues import draw_queues, ranked

from .builders import Scripted, bid, do, everybody, hand, new, of, refusal


def test_pr_5_10_a_bid_is_accepted_and_everybody_must_bid():
    court = new()
    marker = court.usable[0][1]
    after = do(court, 0, bid(marker, 4, 3, 2, 1)).state
    assert after.owing == (1, 2, 3)
    assert [d.kind for d in rules.pending(court)] == ["bid"] * 4


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (bid(99, 1, 2, 3, 4), "pr.marker_not_usable"),
        (bid(0, 1, 2, 3), "pr.ranking_invalid"),
        (bid(0, 1, 2, 3, 3), "pr.ranking_invalid"),
        (bid(0, 0, 1, 2, 3), "pr.ranking_invalid"),
        (bid(0, 1, 2, 3, 4, 5), "pr.ranking_invalid"),
        (bid(0, 1, 2, 3, 4, monkey=(1, "gold")), "pr.no_monkey"),
    ],
)
def test_pr_5_10_refusals_of_a_bid(wrong, code):
    court = new()
    if wrong.marker == 0:
        wrong = replace(wrong, marker=court.usable[0][0])
    assert refusal(court, 0, wrong) == code


@pytest.mark.parametrize(
    ("theft", "code"),
    [
        ((0, "gold"), "pr.queue_unknown"),
        ((5, "gold"), "pr.queue_unknown"),
        ((1, "threat"), "pr.item_not_in_queue"),
        ((1, "nothing"), "pr.item_not_in_queue"),
    ],
)
def test_pr_5_10_refusals_of_a_monkey(theft, code):
    court = replace(
        new(), hands=(hand("monkey"), {}, {}, {}), queues=(("gold",), ("gold",), (), ())
    )
    order = bid(court.usable[0][0], 1, 2, 3, 4, monkey=theft)
    assert refusal(court, 0, order) == code


def test_pr_5_10_a_marker_that_sleeps_is_not_usable():
    court = replace(new(), usable=((1,),) * 4, locked=((20, 21),) * 4)
    assert refusal(court, 0, bid(20, 1, 2, 3, 4)) == "pr.marker_not_usable"


def test_pr_5_11_sizes_and_cards_come_from_the_top():
    draws = Scripted([2, 0])
    found = draw_queues(2, ("clan+1", "war+2", "gold", "threat", "monkey"), {}, draws)
    assert found.queues == (("gold", "threat", "monkey"), ("war+2",))
    assert found.pile == ("clan+1",) and not found.reshuffled
    assert draws.asked == [8, 8]


def test_pr_5_11_an_empty_pile_is_made_anew_of_the_discards():
    draws = Scripted([1, 2, 0], orders=[["threat", "gold", "gold"]])
    found = draw_queues(3, ("monkey",), {"gold": 2, "threat": 1}, draws)
    assert draws.asked == [8, ["gold", "gold", "threat"], 8, 8]
    assert found.queues == (("gold", "monkey"), ("gold", "threat"), ())
    assert found.reshuffled and found.discard == {} and found.pile == ()


def test_pr_5_11_without_cards_queues_stay_short_but_sizes_are_drawn():
    draws = Scripted([7, 7, 7])
    found = draw_queues(3, (), {}, draws)
    assert found.queues == ((), (), ())
    assert draws.asked == [8, 8, 8]


def test_pr_5_12_monkeys_then_bids_then_hand_over_and_all_is_shown():
    court = replace(new(), hands=(hand("monkey"), {}, {}, {}), queues=(("gold", "threat"),) * 4)
    order = bid(court.usable[0][0], 1, 2, 3, 4, monkey=(2, "gold"))
    step = everybody(court, {0: order})
    kinds = [type(e) for e in step.events]
    told = [ev.BidsRevealed, ev.MonkeyResult, *[ev.QueueWon] * 4]
    assert [kind for kind in kinds if kind in told] == told
    (revealed,) = of(step, ev.BidsRevealed)
    assert revealed.bids["0"].monkey == order.monkey
    assert revealed.bids["1"].ranking == rules.default(court, 1).ranking


def test_pr_5_13_a_monkey_may_steal_a_monkey_and_empty_a_queue():
    court = replace(new(), hands=(hand("monkey"), {}, {}, {}), queues=(("monkey",), (), (), ()))
    lowest = court.usable[0][0]
    step = everybody(court, {0: bid(lowest, 4, 3, 2, 1, monkey=(1, "monkey"))})
    assert step.state.hands[0]["monkey"] == 1
    assert step.state.discard == {"monkey": 1}
    assert {e.queue for e in of(step, ev.QueueWon)} == {1, 2, 3, 4}


def test_pr_5_13_one_card_of_two_is_left_for_the_next_monkey():
    monkeys = (hand("monkey"), hand("monkey"), {}, {})
    court = replace(new(), hands=monkeys, queues=(("gold", "gold"), (), (), ()))
    thefts = {k: bid(court.usable[k][0], 2, 3, 4, 1, monkey=(1, "gold")) for k in (0, 1)}
    step = everybody(court, thefts)
    assert [e.stolen for e in of(step, ev.MonkeyResult)] == [True, True]
    markers = [court.usable[e.seat][0] for e in of(step, ev.MonkeyResult)]
    assert markers == sorted(markers)


def test_pr_5_14_the_choices_rank_goes_before_the_markers_height():
    bids = [bid(20, 1, 2, 3, 4), bid(1, 2, 1, 3, 4), bid(2, 1, 3, 2, 4), bid(3, 1, 4, 2, 3)]
    won = {w.seat: (w.queue + 1, w.choice) for w in ranked(bids)}
    assert won == {0: (1, 1), 1: (2, 1), 2: (3, 2), 3: (4, 2)}


@given(st.data())
def test_pr_5_15_every_seat_wins_exactly_one_queue(data):
    n = data.draw(st.integers(4, 6))
    markers = data.draw(st.permutations(range(1, 5 * n + 1)))[:n]
    rankings = [data.draw(st.permutations(range(1, n + 1))) for _ in range(n)]
    wins = ranked([bid(m, *r) for m, r in zip(markers, rankings, strict=True)])
    assert sorted(w.seat for w in wins) == sorted(w.queue for w in wins) == list(range(n))
    assert all(rankings[w.seat][w.choice - 1] == w.queue + 1 for w in wins)


def test_pr_5_16_the_winner_takes_items_and_a_sleeping_marker_and_lays_his_own():
    court = replace(new(), queues=(("gold",), ("threat",), (), ()))
    orders = {k: bid(max(court.usable[k]), k + 1, *(q for q in range(1, 5) if q != k + 1))
              for k in range(4)}  # fmt: skip
    step = everybody(court, orders)
    for fact in of(step, ev.QueueWon):
        assert fact.laid == max(court.usable[fact.seat])
        assert fact.taken == court.queue_markers[fact.queue - 1]
        assert step.state.locked[fact.seat] == (fact.taken,)
        assert step.state.queue_markers[fact.queue - 1] == fact.laid
        assert fact.laid not in step.state.usable[fact.seat]
    assert step.state.hands[0] == hand("gold") and step.state.hands[1] == hand("threat")


@pytest.mark.parametrize(("rounds", "awake"), [(3, 0), (2, 1)])
def test_pr_5_17_usable_and_sleeping_markers_are_three(rounds, awake):
    court = new(bid_rounds=rounds)
    for _ in range(rounds):
        assert court.state == "bid"
        court = everybody(court, {}).state
        if court.cycle == 1:
            lists = zip(court.usable, court.locked, strict=True)
            assert {len(u) + len(k) for u, k in lists} == {3}
    assert court.state == "influence"
    assert {len(u) for u in court.usable} == {awake}
    while court.cycle == 1:
        court = everybody(court, {}).state
    assert {len(u) for u in court.usable} == {3} and set(court.locked) == {()}


def test_pr_5_18_items_stay_in_hand_from_cycle_to_cycle():
    court = new()
    while court.state == "bid":
        court = everybody(court, {}).state
    held = [Counter(h) for h in court.hands]
    while court.cycle == 1:
        court = everybody(court, {}).state
    assert [Counter(h) for h in court.hands] == held
    assert max(sum(h.values()) for h in held) > 7
