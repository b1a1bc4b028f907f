"""Every worked example of PR-12, with exactly its numbers. S1 is seat 0."""

from __future__ import annotations

import pytest

from games.engine.protocol import CLOCK, replace
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.rules.casting import decayed
from games.purple_robes.rules.influence import raised, support
from games.purple_robes.rules.items import value_of
from games.purple_robes.rules.scoring import control_points
from games.purple_robes.state import Member

from .builders import (
    Scripted,
    attempt,
    bid,
    boxes,
    casting,
    dealt,
    do,
    everybody,
    hand,
    influencing,
    new,
    of,
    trade,
)


def test_pr_12_1_ranked_bids_of_the_manual():
    court = replace(
        new(5),
        queues=tuple(("gold",) * size for size in range(1, 6)),
        queue_markers=(21, 22, 23, 24, 25),
        usable=tuple((k + 1, 10 + k, 15 + k) for k in range(5)),
    )
    rankings = [(3, 2, 1, 4, 5), (3, 2, 1, 4, 5), (4, 3, 2, 1, 5), (5, 4, 3, 2, 1), (5, 4, 3, 2, 1)]
    step = everybody(court, {k: bid(k + 1, *rankings[k]) for k in range(5)})
    won = [(e.choice, e.queue, e.seat) for e in of(step, ev.QueueWon)]
    assert won == [(1, 3, 1), (1, 4, 2), (1, 5, 4), (2, 2, 0), (5, 1, 3)]
    assert [h["gold"] for h in step.state.hands] == [2, 3, 4, 1, 5]
    assert step.state.locked == ((22,), (23,), (24,), (21,), (25,))
    assert step.state.queue_markers == (4, 1, 2, 3, 5)


def deal():
    orders = [(3, 1, 4, 2), (6, 8, 5, 7), (19, 17, 20, 18)]
    return dealt(Scripted(orders=orders))


def test_pr_12_2_deal():
    court = deal()
    assert court.usable == ((6, 14, 19), (8, 16, 17), (5, 13, 20), (7, 15, 18))
    assert [sum(held) for held in court.usable] == [39, 41, 38, 40]
    assert court.queue_markers == (3, 1, 4, 2)
    assert court.box == (9, 10, 11, 12)


def wants(court, plays):
    """Each seat ranks first the queue it wins."""
    others = range(1, court.n + 1)
    return {
        seat: bid(marker, queue, *(q for q in others if q != queue), turn=court.turn)
        for seat, (marker, queue) in enumerate(plays)
    }


def test_pr_12_3_a_cycle_of_markers():
    court = deal()
    rounds = [
        ([(6, 4), (17, 2), (13, 3), (18, 1)], (18, 17, 13, 6)),
        ([(19, 1), (8, 4), (20, 2), (7, 3)], (19, 20, 7, 8)),
        ([(14, 3), (16, 2), (5, 4), (15, 1)], (15, 16, 14, 5)),
    ]
    locked = [
        ((2,), (1,), (4,), (3,)),
        ((2, 18), (1, 6), (4, 17), (3, 13)),
        ((2, 7, 18), (1, 6, 20), (4, 8, 17), (3, 13, 19)),
    ]
    for (plays, queues), asleep in zip(rounds, locked, strict=True):
        court = everybody(court, wants(court, plays)).state
        assert court.queue_markers == queues
        assert court.locked == asleep
    while court.cycle == 1:
        court = rules.apply(court, CLOCK, act.Deadline(court.turn)).state
    assert court.usable == locked[-1]
    assert court.queue_markers == (15, 16, 14, 5)
    assert court.box == (9, 10, 11, 12)


def test_pr_12_4_the_weakest_bidders_monkey_is_first():
    court = replace(
        new(),
        queues=((), ("gold", "clan+3"), (), ()),
        usable=((3, 14, 19), (8, 16, 18), (5, 13, 17), (7, 15, 20)),
        hands=(hand("monkey"), {}, hand("monkey"), {}),
    )
    theft = (2, "clan+3")
    orders = {0: bid(3, 1, 2, 3, 4, monkey=theft), 2: bid(17, 3, 1, 2, 4, monkey=theft)}
    orders |= {1: bid(8, 2, 1, 3, 4), 3: bid(7, 4, 1, 2, 3)}
    step = everybody(court, orders)
    assert [(e.seat, e.stolen) for e in of(step, ev.MonkeyResult)] == [(0, True), (2, False)]
    assert step.state.hands[0] == hand("clan+3")
    assert step.state.hands[2] == hand("monkey")
    assert step.state.hands[1] == hand("gold")
    assert step.state.discard == hand("monkey")


@pytest.mark.parametrize(
    ("items", "value"),
    [
        ("clan+1", 1),
        ("clan+1 clan-1", 4),
        ("clan+1 clan+1 clan-1 clan-1", 8),
        ("clan+2 clan-1", 3),
        ("gold clan-1", 4),
        ("gold gold gold threat", 6),
        ("monkey war-1", 4),
        ("gold gold threat clan-1 clan+2 clan-3", 13),
        ("clan+2 clan-2", 4),
    ],
)
def test_pr_12_5_item_values(items, value):
    assert value_of(items.split()) == value


def test_pr_12_6_clan_support():
    for amount, adds in ((9, 3), (8, 2), (2, 0)):
        held = boxes(cl_jade=(0, amount))
        assert support(held, 0, "cr_priestly") == adds
        assert support(held, 0, "cr_rites") == 0
    court = influencing({0: ("gold",)}, held={"cl_jade": (0, 9)})
    step = do(court, 0, attempt("cr_priestly", "gold"))
    assert of(step, ev.AttemptResolved)[0].bidders[0].strength == 4


def test_pr_12_7_crony_support():
    held = {"cr_commander": (0, 10), "cr_military": (0, 2)}
    step = do(influencing({0: ("war+2",)}, held=held), 0, attempt("adv_war", "war+2"))
    (bidder,) = of(step, ev.AttemptResolved)[0].bidders
    assert (bidder.value, bidder.support, bidder.strength) == (2, 3, 5)


@pytest.mark.parametrize(("own", "amount"), [(2, 5), (10, 10), (3, 5), (1, 4)])
def test_pr_12_8_raise(own, amount):
    assert raised(4, own) == amount


def test_pr_12_8_a_raise_without_gain_costs_its_item():
    court = influencing({0: ("gold",), 1: ("gold",)}, held={"cl_blue_sea": (0, 4)})
    step = everybody(court, {0: attempt("cl_blue_sea", "gold")})
    assert step.state.members["cl_blue_sea"] == Member(4, 0)
    assert step.state.hands[0] == {}


def test_pr_12_9_take_over_needs_two_more():
    items = {1: ("clan+3", "clan+3", "clan+3", "clan+3", "gold")}
    court = influencing(items, held={"cl_blade": (0, 5)})
    step = everybody(court, {1: attempt("cl_blade", "clan+3", "clan+3")})
    assert of(step, ev.AttemptResolved)[0].bidders[0].result == "too_low"
    court = step.state
    assert court.members["cl_blade"] == Member(5, 0)
    assert court.hands[1] == hand("clan+3", "clan+3", "gold")
    step = everybody(court, {1: attempt("cl_blade", "clan+3", "clan+3", "gold", turn=court.turn)})
    assert step.state.members["cl_blade"] == Member(7, 1)


def test_pr_12_10_a_raise_is_beaten_before_the_challenge():
    hands = {
        0: ("crony+3", "crony-3"),
        1: ("crony+3", "crony-3", "crony+2"),
        2: ("crony+3", "crony-3"),
    }
    held = {"cr_almoner": (0, 4)}
    tries = {seat: attempt("cr_almoner", *items) for seat, items in hands.items()}
    step = everybody(influencing(hands, held=held), tries)
    (fact,) = of(step, ev.AttemptResolved)
    assert [b.result for b in fact.bidders] == ["raised", "too_low", "too_low"]
    assert (fact.new, fact.new_amount) == (0, 7)
    without = everybody(influencing(hands, held=held), {1: tries[1], 2: tries[2]})
    assert without.state.members["cr_almoner"] == Member(8, 1)


def test_pr_12_11_support_from_the_opening_position():
    strong = ("clan+3", "clan+3", "clan-3", "clan+2")
    court = influencing({0: ("gold", "gold"), 1: strong}, held={"cl_jade": (0, 9)})
    step = everybody(court, {0: attempt("cr_priestly", "gold"), 1: attempt("cl_jade", *strong)})
    court = step.state
    assert court.members["cl_jade"] == Member(11, 1)
    assert court.members["cr_priestly"] == Member(4, 0)
    assert support(court.members, 0, "cr_priestly") == 0


def test_pr_12_12_a_tie_falls_by_lot():
    hands = {
        0: ("realm+3", "realm+2"),
        1: ("realm+3", "realm-3"),
        3: ("realm+3", "realm-3"),
    }
    court = influencing(hands)
    tries = {seat: attempt("adv_realm", *items) for seat, items in hands.items()}
    draws = Scripted([1])
    step = everybody(court, tries, draws)
    (fact,) = of(step, ev.AttemptResolved)
    assert draws.asked[0] == 2
    assert {b.seat: b.result for b in fact.bidders} == {0: "outbid", 1: "lost_lot", 3: "took"}
    assert fact.lot and (fact.new, fact.new_amount) == (3, 6)
    assert all(not held for held in step.state.hands)


def test_pr_12_13_a_trade_is_completed_last():
    court = influencing({0: ("gold", "clan+1"), 1: ("threat", "war+2")})
    mirror = act.Trade(0, ("war+2",), ("clan+1",))
    mine = trade(1, "clan+1", "war+2")
    step = everybody(court, {0: mine, 1: attempt("cl_blade", "threat", trade=mirror)})
    assert [type(e) for e in step.events if isinstance(e, ev.AttemptResolved | ev.TradeDone)] == [
        ev.AttemptResolved,
        ev.TradeDone,
    ]
    assert step.state.members["cl_blade"] == Member(1, 1)
    assert step.state.hands[:2] == (hand("gold", "war+2"), hand("clan+1"))
    failed = everybody(court, {0: mine, 1: attempt("adv_war", "war+2", trade=mirror)})
    assert {e.reason for e in of(failed, ev.TradeFailed)} == {"lacking"}
    assert failed.state.hands[:2] == (hand("gold", "clan+1"), hand("threat"))


def test_pr_12_14_end_of_the_phase():
    court = influencing({0: ("gold", "clan+1"), 1: ("threat", "war+2")}, round=4)
    swap = {0: trade(1, "clan+1", "war+2"), 1: trade(0, "war+2", "clan+1")}
    court = everybody(court, swap).state
    assert (court.state, court.round, court.idle) == ("influence", 5, 1)
    court = everybody(court, {0: attempt("cl_jade", "gold", turn=court.turn)}).state
    assert (court.round, court.idle) == (6, 0)
    step = everybody(court, {})
    (ended,) = of(step, ev.InfluencingEnded)
    assert (ended.rounds, ended.reason) == (6, "all_passed")


def cast(turn=7, **votes):
    return act.Cast(turn, votes)


def points(step):
    """Points of the casting, all lines together."""
    (scored,) = of(step, ev.Scored)
    return [
        sum(line.points for line in scored.scores[str(k)].lines) for k in range(len(scored.scores))
    ]


def test_pr_12_15_financial_decision():
    held = {
        "adv_foreign": (0, 4),
        "adv_realm": (1, 4),
        "cl_blade": (2, 4),
        "cl_jade": (2, 4),
        "cl_blue_sea": (3, 4),
    }
    ballots = {
        0: cast(adv_foreign="A"),
        1: cast(adv_realm="B"),
        2: cast(cl_blade="B", cl_jade="B"),
        3: cast(cl_blue_sea="B"),
    }
    step = everybody(casting(held, "D01"), ballots)
    (vote,) = of(step, ev.VoteResolved)
    assert (vote.a, vote.b, vote.winner) == (5, 6, "B")
    assert points(step) == [0, 6, 1, 1]


def test_pr_12_16_tie_for_the_most_influence():
    held = {
        "adv_realm": (0, 3),
        "adv_priest": (1, 3),
        "cl_blade": (1, 3),
        "cl_jade": (1, 3),
        "adv_war": (2, 3),
        "adv_foreign": (2, 3),
        "cl_blue_sea": (3, 3),
    }
    ballots = {
        0: cast(adv_realm="A"),
        1: cast(adv_priest="A", cl_blade="A", cl_jade="A"),
        2: cast(adv_war="B", adv_foreign="B"),
        3: cast(cl_blue_sea="A"),
    }
    step = everybody(casting(held, "D19"), ballots)
    (vote,) = of(step, ev.VoteResolved)
    assert (vote.a, vote.b, vote.winner) == (11, 3, "A")
    assert points(step) == [4, 4, 0, 1]


def test_pr_12_17_split_ballot():
    held = {
        "adv_war": (0, 3),
        "cl_jade": (0, 3),
        "adv_foreign": (1, 3),
        "cl_blade": (1, 3),
        "cl_blue_sea": (1, 3),
        "cl_golden_sun": (1, 3),
    }
    theirs = {"adv_foreign": "B", "cl_blade": "B", "cl_blue_sea": "B", "cl_golden_sun": "B"}
    ballots = {0: cast(adv_war="A", cl_jade="B"), 1: cast(**theirs)}
    step = everybody(casting(held, "D07"), ballots)
    (vote,) = of(step, ev.VoteResolved)
    assert (vote.a, vote.b, vote.winner) == (5, 7, "B")
    assert points(step) == [1, 8, 0, 0]
    lines = {line.line: line.points for line in of(step, ev.Scored)[0].scores["1"].lines}
    assert lines == {"lead": 5, "clans": 3}


def test_pr_12_18_deadlock():
    held = {
        "adv_priest": (0, 3),
        "adv_foreign": (1, 3),
        "cl_jade": (1, 3),
        "cl_blade": (1, 3),
    }
    ballots = {
        0: cast(adv_priest="A"),
        1: cast(adv_foreign="B", cl_jade="B", cl_blade="B"),
    }
    step = everybody(casting(held, "D13"), ballots)
    (vote,) = of(step, ev.VoteResolved)
    assert (vote.a, vote.b) == (5, 5) and not isinstance(vote.winner, str)
    assert points(step) == [0, 0, 0, 0]
    assert step.state.cycle == 2


def test_pr_12_19_control_points():
    mine = ("adv_realm", "adv_war", "adv_priest", "adv_foreign", "cr_embassies", "cr_factors")
    clans = ("cl_golden_bough", "cl_azure_gems", "cl_blade", "cl_blue_sea", "cl_golden_sun")
    war = ("cr_commander", "cr_military", "cr_quartermaster", "cl_jade")
    held = boxes(**dict.fromkeys((*mine, *clans), (0, 3)), **dict.fromkeys(war, (1, 3)))
    assert sum(control_points(held, 0).values()) == 18
    assert sum(control_points(held, 1).values()) == 3
    held["cl_jade"] = Member(3, 0)
    assert sum(control_points(held, 0).values()) == 23


@pytest.mark.parametrize(
    ("member", "amounts"),
    [
        ("cl_jade", {3: 1, 9: 3, 2: 0, 1: 0}),
        ("cr_rites", {3: 2, 4: 2, 2: 1, 1: 0, 10: 6}),
        ("adv_war", {12: 0}),
    ],
)
def test_pr_12_20_decay(member, amounts):
    assert {old: decayed(member, old) for old in amounts} == amounts


def test_pr_12_21_deadline_of_a_bid():
    court = replace(
        new(),
        queues=(("gold",) * 2, ("gold",) * 5, ("gold",) * 5, ("gold",)),
        usable=((6, 14, 19), (8, 16, 17), (5, 13, 20), (7, 15, 18)),
    )
    assert rules.default(court, 3) == act.Bid(1, 7, (2, 3, 1, 4))


def test_pr_12_22_a_waiting_order_is_hidden():
    court = deal()
    after = do(court, 0, bid(19, 1, 2, 3, 4)).state
    public = rules.public(after)
    assert public.order_status["0"] == "submitted"
    assert public.usable["0"] == [6, 14, 19]
    assert rules.private(after, 0).my_order.marker == 19
    assert rules.private(after, 1) == rules.private(court, 1)


def test_pr_12_24_an_absent_table_still_ends():
    court = new()
    while not court.is_over:
        court = rules.apply(court, CLOCK, act.Deadline(court.turn)).state
    assert court.turn == 20
    assert court.scores == (0, 0, 0, 0)
    assert all((c.a, c.b, c.winner) == (0, 0, None) for c in court.castings)
    assert [p.place for p in rules.outcome(court).placings] == [1, 1, 1, 1]
