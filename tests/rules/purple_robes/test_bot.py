"""PR-14: what the bot knows, wants and does."""

from __future__ import annotations

import pytest

from games.engine.protocol import CLOCK, Seat, Step, replace
from games.purple_robes import actions as act
from games.purple_robes import bot, rules
from games.purple_robes.data import BOARD
from games.purple_robes.rules.items import value_of

from .builders import casting, do, hand, influencing, new, seen
from .hooks import bot_action


def test_pr_14_1_it_is_deterministic_and_orders_only_when_asked():
    court = new()
    assert bot_action(court, 0) == bot_action(court, 0)
    after = do(court, 0, bot_action(court, 0)).state
    assert bot_action(after, 0) is None


def test_pr_14_1_it_sees_its_seats_view_only():
    court = influencing({0: ("gold", "threat", "clan+3"), 1: ("gold",)})
    hidden = do(court, 1, act.Influence(7, act.Attempt("cl_jade", ("gold",)))).state
    other = do(court, 1, act.Influence(7)).state
    assert bot_action(hidden, 0) == bot_action(other, 0)


@pytest.mark.parametrize(
    ("queues", "marker"),
    [
        ((("clan+3",) * 3, (), (), ()), 19),
        ((("gold",), (), (), ()), 6),
        ((("clan+3",) * 2, (), (), ()), 14),
    ],
)
def test_pr_14_2_the_marker_follows_the_best_queues_worth(queues, marker):
    court = replace(
        new(), queues=queues, queue_markers=(1, 2, 3, 4), usable=((6, 14, 19), *new().usable[1:])
    )
    assert bot.bid(rules.public(court), 0).marker == marker


def test_pr_14_2_queues_are_ranked_by_worth_and_then_number():
    court = replace(
        new(),
        queues=(("gold",), ("clan+3",), ("gold",), ()),
        queue_markers=(1, 2, 1, 20),
    )
    assert bot.bid(rules.public(court), 0).ranking == (2, 4, 1, 3)


def test_pr_14_2_a_monkey_goes_for_an_item_of_three():
    court = replace(
        new(),
        queues=(("gold",), ("clan-3", "crony+3"), (), ()),
        hands=(hand("monkey"), {}, {}, {}),
    )
    assert bot_action(court, 0).monkey == act.Theft(2, "clan-3")
    assert bot_action(court, 1).monkey is None


def test_pr_14_3_sets_are_built_of_pairs_then_high_items_then_singles():
    kinds = {"gold": 2, "threat": 1, "clan+1": 1, "clan+3": 1}
    assert bot.gather(kinds, 4) == ("clan+1", "threat")
    assert bot.gather(kinds, 7) == ("clan+1", "threat", "clan+3")
    assert bot.gather(kinds, 8) == ("clan+1", "threat", "clan+3", "gold")
    assert bot.gather({}, 1) == ()


def test_pr_14_3_it_takes_the_member_that_brings_most():
    court = influencing({0: ("foreign+3",)}, decision="D01")
    order = bot_action(court, 0)
    assert order.attempt == act.Attempt("adv_foreign", ("foreign+3",))
    assert order.trade is None


def test_pr_14_3_it_passes_where_nothing_is_worth_it():
    held = dict.fromkeys(rules.public(new()).members, (1, 30))
    assert bot_action(influencing({0: ("gold", "threat")}, held=held), 0) == act.Influence(7)


def test_pr_14_3_it_leaves_a_margin_of_two():
    held = dict.fromkeys(BOARD, (2, 30)) | {"cl_jade": (1, 1)}
    court = influencing({0: ("clan+3", "clan+3", "clan+2")}, held=held)
    order = bot_action(court, 0)
    assert order.attempt == act.Attempt("cl_jade", ("clan+3", "clan+3"))
    assert value_of(order.attempt.items) >= 3 + 2


def test_pr_14_3_benefits():
    held = {"cl_blade": (0, 1), "cl_jade": (0, 1), "cr_factors": (0, 1), "cr_rolls": (0, 1)}
    public = rules.public(influencing({0: ("gold",)}, held=held, decision="D01"))
    assert bot.benefit(public, 0, "adv_foreign") == 20
    assert bot.benefit(public, 0, "cl_blue_sea") == 10
    assert bot.benefit(public, 1, "cl_blue_sea") == 6
    assert bot.benefit(public, 0, "cr_embassies") == 6 + 8
    assert bot.benefit(public, 0, "cr_royalist") == 4 + 3
    assert bot.benefit(public, 1, "cr_rites") == 2


def test_pr_15_7_a_game_against_bots_goes_on_by_itself_but_for_the_person():
    court = new(bots=(1, 2, 3))
    while not court.is_over:
        waiting = [seat for seat in court.owing if seat in court.bots]
        if not waiting:
            court = rules.apply(court, CLOCK, act.Deadline(court.turn)).state
            continue
        court = do(court, waiting[0], bot_action(court, waiting[0])).state
    assert court.reason == "finished"
    assert sum(court.scores[1:]) > court.scores[0]


def test_pr_14_4_all_members_vote_for_one_option():
    court = casting({"adv_war": (0, 3), "cl_jade": (0, 3), "cl_blade": (0, 3)})
    options = set()
    for seed in range(20):
        order = rules.bot(seen(court, 0), rules.legal(court, Seat(0)), 0, f"s{seed}")
        assert set(order.votes) == {"adv_war", "cl_jade", "cl_blade"}
        assert len(set(order.votes.values())) == 1
        assert isinstance(rules.apply(court, Seat(0), order), Step)
        options |= set(order.votes.values())
    assert options == {"A", "B"}
