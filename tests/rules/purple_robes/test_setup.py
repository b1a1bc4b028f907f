"""PR-3: who can play, the deal, the deck, the agenda, the first position."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.engine.protocol import replace
from games.purple_robes import rules
from games.purple_robes.data import DECISION_OF, ITEM_SET_COPIES, KINDS
from games.purple_robes.rules.deal import band, deal_markers
from games.purple_robes.settings import Settings

from .builders import SEED, Scripted, dealt, new, setups


@pytest.mark.parametrize(("seats", "players"), [(3, 3), (7, 7), (4, 5), (0, 0)])
def test_pr_3_1_other_numbers_of_players_are_refused(seats, players):
    with pytest.raises(ValueError, match=r"^pr\.player_count$"):
        rules.new(Settings(players=players), setups(min(seats, 6)) + setups(seats - 6), SEED)


@pytest.mark.parametrize(
    "wrong", [{"bid_rounds": 4}, {"agenda": "none"}, {"marker_box": "open"}, {"sticky_pass": 1}]
)
def test_pr_3_1_unknown_values_of_options_are_refused(wrong):
    with pytest.raises(ValueError, match=r"^pr\.option_invalid$"):
        rules.new(replace(Settings(), **wrong), setups(4), SEED)


def test_pr_3_2_bands():
    assert [band(4, b) for b in (1, 3, 5)] == [[1, 2, 3, 4], [9, 10, 11, 12], [17, 18, 19, 20]]


def test_pr_3_3_totals_differ_by_less_than_n_over_all_shuffles_of_four():
    for low in permutations(band(4, 2)):
        for high in permutations(band(4, 5)):
            deal = deal_markers(4, Scripted(orders=[band(4, 1), low, high]))
            totals = [sum(held) for held in deal.seats]
            assert max(totals) - min(totals) <= 3


@pytest.mark.parametrize("n", [5, 6])
def test_pr_3_3_totals_differ_by_less_than_n(n):
    random = Random(1)
    for _ in range(2000):
        low, high = random.sample(band(n, 2), n), random.sample(band(n, 5), n)
        deal = deal_markers(n, Scripted(orders=[band(n, 1), low, high]))
        totals = [sum(held) for held in deal.seats]
        assert max(totals) - min(totals) <= n - 1


def test_pr_3_3_the_poorest_take_the_highest_of_band_four():
    deal = deal_markers(4, Scripted(orders=[[1, 2, 3, 4], [5, 6, 7, 8], [17, 18, 19, 20]]))
    assert deal.seats == ((5, 16, 17), (6, 15, 18), (7, 14, 19), (8, 13, 20))


@pytest.mark.parametrize("n", [4, 5, 6])
def test_pr_3_4_where_the_markers_are(n):
    court = new(n)
    assert [len(held) for held in court.usable] == [3] * n
    assert len(court.queue_markers) == len(court.box) == n


def test_pr_3_5_the_box_is_band_three():
    assert new(5).box == (11, 12, 13, 14, 15)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_pr_3_6_the_deck_is_whole_and_all_hands_are_empty(n):
    court = new(n)
    cards = Counter(court.draw) + Counter(kind for queue in court.queues for kind in queue)
    assert cards == {kind.id: kind.copies * ITEM_SET_COPIES[n] for kind in KINDS}
    assert court.discard == {} and not any(court.hands)


def test_pr_3_7_no_kind_of_decision_comes_twice():
    for seed in range(40):
        agenda = new(6, seed=f"agenda{seed}").agenda
        assert len({DECISION_OF[d].type for d in agenda}) == 6


def test_pr_3_7_one_of_the_three_of_each_kind():
    court = dealt(Scripted(numbers=[0, 1, 2, 0]))
    assert court.agenda == ("D01", "D05", "D09", "D10")


def test_pr_3_8_the_first_position():
    court = new(5)
    assert all(box.controller is None and box.amount == 0 for box in court.members.values())
    assert court.scores == (0,) * 5
    assert (court.state, court.cycle, court.round, court.turn) == ("bid", 1, 1, 1)
