"""PR-5.20 to PR-5.33: attempts, support, raise and take-over, trades, the end of the phase."""

from __future__ import annotations

import pytest

from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.rules.influence import least_raise, needed, raised, strength, support
from games.purple_robes.rules.influencing import Try, settle_member
from games.purple_robes.rules.items import combine, value_of
from games.purple_robes.state import Member

from .builders import (
    Scripted,
    attempt,
    boxes,
    do,
    everybody,
    hand,
    influencing,
    of,
    refusal,
    trade,
)

TWO = {0: ("gold", "clan+1", "realm+1"), 1: ("threat", "gold")}


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (attempt("nobody", "gold"), "pr.target_unknown"),
        (attempt("cl_jade"), "pr.no_items"),
        (attempt("cl_jade", "silver"), "pr.item_unknown"),
        (attempt("cl_jade", "gold", "gold"), "pr.item_not_owned"),
        (attempt("cl_jade", "realm+1"), "pr.item_not_applicable"),
        (trade(0, "gold", "threat"), "pr.trade_partner"),
        (trade(4, "gold", "threat"), "pr.trade_partner"),
        (trade(1, "", "threat"), "pr.trade_empty"),
        (trade(1, "gold", ""), "pr.trade_empty"),
        (trade(1, "silver", "threat"), "pr.item_unknown"),
        (trade(1, "gold", "silver"), "pr.item_unknown"),
        (trade(1, "gold gold", "threat"), "pr.trade_not_owned"),
        (trade(1, "gold clan+1", "clan+1 gold"), "pr.trade_same"),
    ],
)
def test_pr_5_20_refusals_of_an_influence_order(order, code):
    assert refusal(influencing(TWO), 0, order) == code


def test_pr_5_20_both_parts_may_name_one_item_and_get_is_not_checked():
    swap = act.Trade(1, ("gold",), ("war+3",))
    after = do(influencing(TWO), 0, attempt("cl_jade", "gold", trade=swap)).state
    assert after.orders[0].action.trade == swap


def test_pr_5_20_neither_part_is_a_full_pass():
    after = do(influencing(TWO), 0, act.Influence(7)).state
    assert after.owing == (1,)


def test_pr_5_21_high_items_never_pair_and_all_singles_pair_freely():
    found = combine(["clan+2", "clan-1", "monkey", "gold", "threat", "clan-3"])
    assert found.pairs == (("gold", "clan-1"), ("monkey", "threat"))
    assert found.singles == ()
    assert found.high == ("clan-3", "clan+2")
    assert value_of(["clan+2", "clan-1", "monkey", "gold", "threat", "clan-3"]) == 13


def test_pr_5_22_support_of_advisor_crony_and_clan():
    held = boxes(cr_embassies=(0, 1), cr_factors=(0, 9), cl_blue_sea=(0, 7), cr_rolls=(1, 5))
    assert support(held, 0, "adv_foreign") == 5
    assert support(held, 0, "cr_embassies") == 2
    assert support(held, 0, "cl_blue_sea") == 0
    assert support(held, 1, "adv_foreign") == 0
    assert support(held, 1, "cr_embassies") == 0


def test_pr_5_23_support_is_added_once_and_never_doubled():
    held = boxes(cr_military=(0, 4))
    assert strength(held, 0, "adv_war", ["war+1", "war-1"]) == 4 + 2


def test_pr_5_24_needed_strength():
    assert [needed(amount) for amount in (0, 1, 5)] == [1, 3, 7]


def test_pr_5_25_items_of_failed_attempts_are_used_up_and_attempts_shown():
    court = influencing(TWO, held={"cl_jade": (2, 9)})
    step = everybody(court, {0: attempt("cl_jade", "gold")})
    assert step.state.hands[0] == hand("clan+1", "realm+1")
    assert step.state.discard["gold"] == 1
    (revealed,) = of(step, ev.AttemptsRevealed)
    assert revealed.attempts == {"0": act.Attempt("cl_jade", ("gold",))}
    assert revealed.passed == (1, 2, 3)


def test_pr_5_25_members_are_settled_in_board_order():
    court = influencing({0: ("gold",), 1: ("monkey", "gold"), 2: ("gold", "gold")})
    tries = {
        0: attempt("cl_jade", "gold"),
        1: attempt("adv_war", "monkey"),
        2: attempt("cr_rolls", "gold"),
    }
    settled = [fact.member for fact in of(everybody(court, tries), ev.AttemptResolved)]
    assert settled == ["adv_war", "cr_rolls", "cl_jade"]


def tried(*strengths: tuple[int, int]) -> list[Try]:
    return [Try(seat, ("gold",), value, 0) for seat, value in strengths]


def test_pr_5_26_a_raise_never_lowers():
    for amount in range(1, 12):
        for own in range(0, 14):
            assert raised(amount, own) >= amount
        assert raised(amount, least_raise(amount)) > amount
        assert least_raise(amount) == 2


def test_pr_5_26_the_controller_may_raise_and_lose_the_member():
    box, results, lot = settle_member(Member(4, 0), tried((0, 2), (1, 7)), Scripted())
    assert (box, results, lot) == (Member(7, 1), {0: "raised", 1: "took"}, False)


def test_pr_5_27_the_highest_who_reaches_it_wins():
    box, results, _ = settle_member(Member(), tried((0, 2), (1, 5), (3, 1)), Scripted())
    assert box == Member(5, 1)
    assert results == {0: "outbid", 1: "took", 3: "outbid"}


def test_pr_5_27_a_tie_below_what_is_needed_draws_no_lot():
    draws = Scripted()
    box, results, lot = settle_member(Member(9, 2), tried((0, 5), (1, 5)), draws)
    assert (box, lot, draws.asked) == (Member(9, 2), False, [])
    assert results == {0: "too_low", 1: "too_low"}


def test_pr_5_28_control_lost_later_changes_no_amount_that_it_helped_to_reach():
    court = influencing(
        {0: ("gold", "gold"), 1: ("clan+3", "clan+3", "gold")}, held={"cl_jade": (0, 3)}
    )
    court = everybody(court, {0: attempt("cr_priestly", "gold")}).state
    assert court.members["cr_priestly"] == Member(2, 0)
    order = attempt("cl_jade", "clan+3", "clan+3", turn=court.turn)
    court = everybody(court, {1: order}).state
    assert court.members["cl_jade"] == Member(6, 1)
    assert court.members["cr_priestly"] == Member(2, 0)


def test_pr_5_29_mirror_orders_trade_and_all_at_once():
    court = influencing({0: ("gold", "gold"), 1: ("threat",), 2: ("monkey",), 3: ("clan+1",)})
    orders = {
        0: trade(1, "gold gold", "threat"),
        1: trade(0, "threat", "gold gold"),
        2: trade(3, "monkey", "clan+1"),
        3: trade(2, "clan+1", "monkey"),
    }
    step = everybody(court, orders)
    assert [fact.seats for fact in of(step, ev.TradeDone)] == [(0, 1), (2, 3)]
    assert step.state.hands == (
        hand("threat"),
        hand("gold", "gold"),
        hand("clan+1"),
        hand("monkey"),
    )


@pytest.mark.parametrize(
    "answer",
    [
        trade(2, "threat", "gold"),
        trade(0, "threat", "gold gold"),
        trade(0, "threat threat", "gold"),
        act.Influence(7),
    ],
)
def test_pr_5_30_no_mirror_no_trade_and_it_costs_nothing(answer):
    court = influencing({0: ("gold", "gold"), 1: ("threat", "threat"), 2: ("monkey",)})
    step = everybody(court, {0: trade(1, "gold", "threat"), 1: answer})
    assert of(step, ev.TradeFailed)[0].reason == "no_match"
    assert of(step, ev.TradeDone) == []
    assert step.state.hands == court.hands


def test_pr_5_31_only_items_can_be_traded_and_never_as_a_gift():
    assert set(act.Trade.__struct_fields__) == {"partner", "give", "get"}
    assert refusal(influencing(TWO), 0, trade(1, "gold", "")) == "pr.trade_empty"
    assert refusal(influencing(TWO), 0, trade(1, "gold", "5")) == "pr.item_unknown"


def swap(court):
    return {
        0: trade(1, *("gold", "threat") if "gold" in court.hands[0] else ("threat", "gold"),
                 turn=court.turn),
        1: trade(0, *("threat", "gold") if "gold" in court.hands[0] else ("gold", "threat"),
                 turn=court.turn),
    }  # fmt: skip


def test_pr_5_32_a_second_idle_round_ends_the_phase():
    court = influencing({0: ("gold",), 1: ("threat",)})
    court = everybody(court, swap(court)).state
    assert (court.state, court.round, court.idle) == ("influence", 2, 1)
    step = everybody(court, swap(court))
    (ended,) = of(step, ev.InfluencingEnded)
    assert (ended.rounds, ended.reason) == (2, "idle")


def test_pr_5_32_a_failed_trade_does_not_keep_the_phase_open():
    step = everybody(influencing(TWO), {0: trade(1, "gold", "threat")})
    assert of(step, ev.InfluencingEnded)[0].reason == "all_passed"


def test_pr_5_32_who_passed_may_act_again():
    court = influencing(TWO)
    court = everybody(court, {1: attempt("cl_jade", "gold")}).state
    assert court.owing == (0, 1)
    do(court, 0, attempt("cl_blade", "gold", turn=court.turn))


def test_pr_4_3_without_items_the_phase_ends_before_a_window_opens():
    step = everybody(influencing({0: ("gold",)}), {0: attempt("cl_jade", "gold")})
    (ended,) = of(step, ev.InfluencingEnded)
    assert (ended.rounds, ended.reason) == (1, "no_items")
    assert step.state.state == "cast"


def sticky(**more):
    return influencing(
        {0: ("gold", "gold"), 1: ("gold", "threat"), 2: ("gold",)},
        options={"sticky_pass": True},
        **more,
    )


def test_pr_5_33_a_pass_lasts_for_the_phase():
    court = everybody(sticky(), {0: attempt("cl_jade", "gold")}).state
    assert court.passed == (1, 2)
    assert court.owing == (0,)
    assert rules.public(court).order_status["1"] == "auto"
    assert rules.private(court, 1).prompt == "auto_passed"


def test_pr_5_33_who_traded_in_vain_has_not_passed():
    orders = {0: attempt("cl_jade", "gold"), 1: trade(2, "threat", "gold")}
    court = everybody(sticky(), orders).state
    assert court.passed == (2,)
    assert court.owing == (0, 1)


def test_pr_5_33_without_the_option_nobody_is_passed():
    court = everybody(influencing(TWO), {0: attempt("cl_jade", "gold")}).state
    assert court.passed == () and court.owing == (0, 1)
