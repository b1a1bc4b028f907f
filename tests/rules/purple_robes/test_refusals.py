"""PR-5.1 and PR-5.51: every code is produced, checks come in their order, nothing changes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, FEED, GM, Refusal, Seat, replace
from games.purple_robes import actions as act
from games.purple_robes import rules
from games.purple_robes.settings import fault

from .builders import attempt, bid, casting, do, hand, influencing, new, refusal, trade

MINE = new().usable[0][0]
OVER = replace(new(), state="finished", reason="finished")
WITH_MONKEY = replace(new(), hands=(hand("monkey"), {}, {}, {}))
ITEMS = influencing({0: ("gold", "clan+1"), 1: ("threat",)})

PRODUCED = {
    "pr.game_over": (OVER, Seat(0), bid(MINE, 1, 2, 3, 4)),
    "pr.not_seated": (new(), Seat(4), bid(MINE, 1, 2, 3, 4)),
    "pr.wrong_phase": (new(), Seat(0), act.Cast(1, {})),
    "pr.stale_turn": (new(), Seat(0), bid(MINE, 1, 2, 3, 4, turn=9)),
    "pr.already_submitted": (ITEMS, Seat(3), act.Influence(7)),
    "pr.malformed": (new(), Seat(0), replace(bid(MINE, 1, 2, 3, 4), marker="high")),
    "pr.marker_not_usable": (new(), Seat(0), bid(999, 1, 2, 3, 4)),
    "pr.ranking_invalid": (new(), Seat(0), bid(MINE, 1, 1, 1, 1)),
    "pr.no_monkey": (new(), Seat(0), bid(MINE, 1, 2, 3, 4, monkey=(1, "gold"))),
    "pr.queue_unknown": (WITH_MONKEY, Seat(0), bid(MINE, 1, 2, 3, 4, monkey=(9, "gold"))),
    "pr.item_not_in_queue": (WITH_MONKEY, Seat(0), bid(MINE, 1, 2, 3, 4, monkey=(1, "x"))),
    "pr.target_unknown": (ITEMS, Seat(0), attempt("cl_moon", "gold")),
    "pr.no_items": (ITEMS, Seat(0), attempt("cl_jade")),
    "pr.item_unknown": (ITEMS, Seat(0), attempt("cl_jade", "x")),
    "pr.item_not_owned": (ITEMS, Seat(0), attempt("cl_jade", "threat")),
    "pr.item_not_applicable": (ITEMS, Seat(0), attempt("cr_rolls", "clan+1")),
    "pr.trade_partner": (ITEMS, Seat(0), trade(0, "gold", "threat")),
    "pr.trade_empty": (ITEMS, Seat(0), trade(1, "gold", "")),
    "pr.trade_not_owned": (ITEMS, Seat(0), trade(1, "war+1", "threat")),
    "pr.trade_same": (ITEMS, Seat(0), trade(1, "gold", "gold")),
    "pr.vote_member": (casting({"cl_jade": (0, 3)}), Seat(0), act.Cast(7, {"cl_blade": "A"})),
    "pr.vote_option": (casting({"cl_jade": (0, 3)}), Seat(0), act.Cast(7, {"cl_jade": "Z"})),
    "pr.recall_off": (new(), Seat(0), act.Recall(1)),
    "pr.nothing_to_recall": (new(order_recall=True), Seat(0), act.Recall(1)),
    "pr.not_absent": (new(), Seat(0), act.Back()),
    "pr.not_abandoned": (new(), GM, act.Abort()),
}


@pytest.mark.parametrize("code", PRODUCED)
def test_pr_5_51_every_code_is_produced_and_nothing_changes(code):
    court, actor, action = PRODUCED[code]
    before = codec.encode(court)
    found = rules.apply(court, actor, action)
    assert isinstance(found, Refusal) and found.code == code
    assert codec.encode(court) == before


def test_pr_5_51_the_rules_know_no_other_codes():
    root = Path(__file__).resolve().parents[3] / "games" / "purple_robes"
    used = set()
    for path in root.rglob("*.py"):
        used |= set(re.findall(r'"(pr\.[a-z_]+)"', path.read_text(encoding="utf-8")))
    assert used == {*PRODUCED, "pr.player_count", "pr.option_invalid"}
    listed = set(re.findall(r"`(pr\.[a-z_]+)`", (root / "RULES.md").read_text(encoding="utf-8")))
    assert listed == used


def test_pr_5_51_every_code_has_its_words():
    root = Path(__file__).resolve().parents[3] / "games" / "purple_robes"
    words = json.loads((root / "ui" / "texts.json").read_text(encoding="utf-8"))["refusals"]
    assert {*PRODUCED, "pr.player_count", "pr.option_invalid"} <= set(words)


def test_pr_5_51_settings_have_their_two_codes():
    assert fault(new().options, 7) == "pr.player_count"
    assert fault(replace(new().options, bid_rounds=9), 4) == "pr.option_invalid"
    assert fault(new().options, 4) is None


def test_pr_5_1_the_first_failing_check_gives_the_code():
    wrong = act.Influence(99)
    assert refusal(OVER, 9, wrong) == "pr.game_over"
    assert refusal(new(), 9, wrong) == "pr.not_seated"
    assert refusal(new(), 0, wrong) == "pr.wrong_phase"
    court = do(new(), 0, rules.default(new(), 0)).state
    assert refusal(court, 0, bid(999, 1, turn=99)) == "pr.stale_turn"
    assert refusal(court, 0, replace(bid(999, 1), marker=None)) == "pr.already_submitted"
    assert refusal(new(), 0, replace(bid(999, 1), marker=None)) == "pr.malformed"
    assert refusal(new(), 0, bid(999, 1)) == "pr.marker_not_usable"


@pytest.mark.parametrize("strange", [None, "bid", {"type": "bid"}, object()])
def test_pr_5_1_what_is_no_action_is_malformed(strange):
    assert refusal(new(), 0, strange) == "pr.malformed"


def test_pr_5_1_who_has_no_seat():
    for actor in (GM, CLOCK, FEED, Seat(-1), Seat(4)):
        assert rules.apply(new(), actor, bid(MINE, 1, 2, 3, 4)).code == "pr.not_seated"


def test_pr_5_2_orders_cost_no_points():
    court = replace(ITEMS, scores=(3, 1, 0, 0))
    assert do(court, 0, attempt("cl_jade", "gold")).state.scores == (3, 1, 0, 0)


def test_pr_5_3_legal_describes_what_may_be_ordered():
    form = rules.legal(WITH_MONKEY, Seat(0)).forms[0]
    assert form.kind == "bid" and form.fields["marker"] == list(WITH_MONKEY.usable[0])
    assert form.fields["ranking"] == [1, 2, 3, 4] and "1" in form.fields["monkey"]
    assert "monkey" not in rules.legal(WITH_MONKEY, Seat(1)).forms[0].fields
    found = rules.legal(ITEMS, Seat(0))
    assert act.Influence(7) in found.actions
    (form,) = found.forms
    assert form.about["cl_jade"]["kinds"] == {"gold": 1, "clan+1": 1}
    assert form.about["cl_jade"]["needs"] == 1
    assert form.fields["trade"] == [1, 2, 3]
    ballot = rules.legal(casting({"cl_jade": (0, 3), "adv_war": (0, 3)}), Seat(0))
    assert ballot.forms[0].about["votes"] == {"adv_war": 1, "cl_jade": 1}
    assert rules.legal(OVER, Seat(0)) == rules.legal(new(), Seat(9))


def test_pr_5_3_the_game_masters_choices():
    assert [form.kind for form in rules.legal(new(), GM).forms] == ["seat"]
    assert [form.kind for form in rules.legal(new(bots=(0, 1, 2)), GM).forms] == ["seat", "abort"]
