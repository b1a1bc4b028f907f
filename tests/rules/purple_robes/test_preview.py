"""PR-13.3 to PR-13.5, PR-15.1: drafts, from the seat's own views, by the rules' own sums."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.protocol import Refusal, Seat, Step, replace
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.state import Member

from . import hooks
from .builders import attempt, bid, casting, everybody, hand, influencing, new, of, seen, trade

MINE = ("gold", "gold", "threat", "clan+2", "clan-1", "war+1")


def preview(court, seat, draft):
    found = rules.preview(seen(court, seat), seat, draft)
    assert not isinstance(found, Refusal), found
    return found


def code(court, seat, draft):
    found = rules.preview(seen(court, seat), seat, draft)
    assert isinstance(found, Refusal), found
    return found.code


def test_pr_13_3_who_could_still_bid_higher():
    court = replace(new(), usable=((3, 9), (4, 8, 20), (1, 2), (10,)))
    found = preview(court, 0, bid(9, 2, 1))
    assert found == {"ok": True, "above": {"1": [20], "2": [], "3": [10]}}


def test_pr_13_3_a_bid_may_be_unfinished_but_not_impossible():
    court = replace(new(), hands=(hand("monkey"), {}, {}, {}), queues=(("gold",), (), (), ()))
    assert preview(court, 0, bid(0)) == {"ok": True, "above": {}}
    steal = preview(court, 0, bid(0, 1, monkey=(1, "gold")))["steal"]
    assert steal == {"queue": 1, "kind": "gold"}
    assert code(court, 0, bid(99)) == "pr.marker_not_usable"
    assert code(court, 0, bid(0, 1, 1)) == "pr.ranking_invalid"
    assert code(court, 0, bid(0, 5)) == "pr.ranking_invalid"
    assert code(court, 0, bid(0, 1, monkey=(2, "gold"))) == "pr.item_not_in_queue"
    assert code(court, 1, bid(0, 1, monkey=(1, "gold"))) == "pr.no_monkey"


def test_pr_13_4_an_attempt_with_its_pairs_support_and_result():
    court = influencing({0: MINE}, held={"cl_jade": (0, 7), "cr_factors": (1, 4)})
    found = preview(court, 0, attempt("cr_factors", "gold", "threat"))
    assert found["attempt"] == {
        "target": "cr_factors",
        "items": ["gold", "threat"],
        "pairs": [["gold", "threat"]],
        "singles": [],
        "high": [],
        "value": 4,
        "support": 2,
        "sources": {"cl_jade": 2},
        "strength": 6,
        "needed": 6,
        "amount": 4,
        "own": False,
        "to": 6,
        "result": "takes",
    }
    assert found["warnings"] == [] and not found["pass"]


def test_pr_13_4_what_is_missing_and_what_at_hand_would_do():
    court = influencing({0: MINE}, held={"cl_jade": (1, 4)})
    found = preview(court, 0, attempt("cl_jade", "clan+2"))
    assert (found["attempt"]["result"], found["attempt"]["missing"]) == ("fails", 4)
    assert found["attempt"]["better"] == {
        "items": ["gold", "threat", "clan+2"],
        "strength": 6,
        "result": "takes",
        "to": 6,
    }
    assert found["warnings"] == ["better"]


def test_pr_13_4_a_stronger_set_of_as_many_cards():
    found = preview(influencing({0: MINE}), 0, attempt("cl_jade", "gold", "gold"))
    better = found["attempt"]["better"]
    assert better["strength"] == 4 and len(better["items"]) == 2


def test_pr_13_4_a_raise_without_gain_is_warned_of():
    court = influencing({0: ("gold",)}, held={"cl_jade": (0, 9)})
    found = preview(court, 0, attempt("cl_jade", "gold"))
    assert found["warnings"] == ["no_gain"]
    assert (found["attempt"]["result"], found["attempt"]["needed"]) == ("no_gain", 2)
    raising = preview(influencing({0: MINE}, held={"cl_jade": (0, 4)}), 0,
                      attempt("cl_jade", "clan+2"))  # fmt: skip
    assert (raising["attempt"]["result"], raising["attempt"]["to"]) == ("raises", 5)


def test_pr_13_4_an_attempt_without_items_is_an_unfinished_draft():
    found = preview(influencing({0: MINE}), 0, attempt("cl_jade"))
    assert (found["attempt"]["value"], found["attempt"]["result"]) == (0, "fails")
    assert found["warnings"] == []
    assert code(influencing({0: MINE}), 0, attempt("cl_jade", "war+1")) == (
        "pr.item_not_applicable"
    )
    assert code(influencing({0: MINE}), 0, attempt("moon")) == "pr.target_unknown"


def test_pr_13_4_trades_and_the_warning_of_a_promised_item():
    court = influencing({0: ("gold",), 1: ("threat",)})
    both = attempt("cl_jade", "gold", trade=act.Trade(1, ("gold",), ("threat",)))
    found = preview(court, 0, both)
    assert found["trade"] == {"partner": 1, "give": ["gold"], "get": ["threat"]}
    assert found["warnings"] == ["promised"]
    unfinished = preview(court, 0, trade(1, "", "threat"))
    assert unfinished["trade"]["give"] == [] and not unfinished["pass"]
    assert code(court, 0, trade(0, "", "")) == "pr.trade_partner"
    assert code(court, 0, trade(1, "war+1", "")) == "pr.trade_not_owned"
    assert preview(court, 0, act.Influence(7))["pass"] is True


def test_pr_13_5_a_ballots_sums_and_what_may_come_of_them():
    held = {"adv_foreign": (2, 3), "cl_blue_sea": (2, 3), "cl_jade": (2, 3)}
    held |= {"adv_realm": (0, 3), "cl_golden_bough": (0, 3), "adv_war": (1, 3)}
    held |= {"cl_azure_gems": (1, 3), "cl_golden_sun": (3, 3)}
    court = casting(held, "D01")
    votes = {"adv_foreign": "A", "cl_blue_sea": "B", "cl_jade": "B"}
    found = preview(court, 2, act.Cast(7, votes))
    assert (found["a"], found["b"], found["others"], found["split"]) == (5, 2, 7, True)
    assert found["table"] == [
        {"others": "all_a", "a": 12, "b": 2, "winner": "A", "lead": 2},
        {"others": "all_b", "a": 5, "b": 9, "winner": "B", "lead": 0},
        {"others": "split", "a": 8, "b": 6, "for_a": 3, "for_b": 4, "winner": "A"},
    ]
    assert code(court, 2, act.Cast(7, {"adv_war": "A"})) == "pr.vote_member"


def test_pr_13_5_a_possible_tie_has_no_winner():
    court = casting({"adv_priest": (0, 3), "adv_foreign": (1, 3), "cl_jade": (1, 1)}, "D01")
    found = preview(court, 0, act.Cast(7, {"adv_priest": "B"}))
    assert "winner" not in preview(casting({"cl_jade": (0, 1), "cl_blade": (1, 1)}), 0,
                                   act.Cast(7, {"cl_jade": "A"}))["table"][1]  # fmt: skip
    assert found["table"][0]["winner"] == "A"


@pytest.mark.parametrize(
    ("draft", "refused"),
    [
        (act.Cast(1, {}), "pr.wrong_phase"),
        (bid(0, turn=3), "pr.stale_turn"),
        (act.Resign(), "pr.malformed"),
        (None, "pr.malformed"),
    ],
)
def test_pr_15_1_a_draft_of_another_window_is_refused(draft, refused):
    assert code(new(), 0, draft) == refused


@pytest.mark.parametrize("seed", range(4))
def test_pr_15_1_the_preview_counts_as_the_rules_do(seed):
    random = Random(seed)
    court = new(seed=f"preview{seed}")
    while not court.is_over:
        seat = court.owing[0]
        order = hooks.random_order(court, seat, random)
        found = rules.preview(seen(court, seat), seat, order)
        assert not isinstance(found, Refusal)
        if court.state == "influence" and order.attempt is not None:
            _compare(court, seat, order, found["attempt"])
        step = rules.apply(court, Seat(seat), order)
        assert isinstance(step, Step)
        court = step.state


def _compare(court, seat, order, facts):
    """The attempt alone, nobody interfering."""
    alone = replace(court, orders=(None,) * court.n)
    orders = {k: act.Influence(court.turn) for k in range(court.n)}
    orders[seat] = replace(order, trade=None)
    step = everybody(alone, orders)
    (fact,) = of(step, ev.AttemptResolved)
    (bidder,) = fact.bidders
    assert (facts["value"], facts["support"]) == (bidder.value, bidder.support)
    after = Member(fact.new_amount, fact.new if isinstance(fact.new, int) else None)
    gained = after != court.members[fact.member]
    assert gained == (facts["result"] in {"takes", "raises"})
    assert facts["to"] == after.amount
