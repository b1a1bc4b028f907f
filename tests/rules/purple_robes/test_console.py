"""PR-6.4, PR-15.6: the game master's console and looks ahead; receipts."""

from __future__ import annotations

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Refusal
from games.purple_robes import actions as act
from games.purple_robes import rules

from .builders import attempt, bid, do, new, trade


def test_pr_15_6_a_deadline_tells_whose_default_would_be_entered_and_no_draw():
    court = do(new(), 0, bid(new().usable[0][2], 4, 3, 2, 1)).state
    ahead = rules.dry_run(court, CLOCK, act.Deadline(1), blind=False)
    assert set(ahead["sides"]) == {"1", "2", "3"}
    assert str(court.usable[0][2]) not in ahead["sides"]
    assert "queues" not in ahead


def test_pr_15_6_a_new_player_is_told_as_everybody_would_be():
    ahead = rules.dry_run(new(), GM, act.Seat(2, "bot"), blind=True)
    assert ahead["events"] == [
        {"type": "seat_replaced", "turn": 1, "cycle": 1, "seat": 2, "kind": "bot"}
    ]


def test_pr_15_6_a_look_at_the_end_shows_no_seed():
    court = new(bots=(0, 1, 2, 3))
    ahead = rules.dry_run(court, GM, act.Abort(), blind=False)
    assert court.seed not in repr(ahead)
    refused = rules.dry_run(new(), GM, act.Abort(), blind=False)
    assert isinstance(refused, Refusal) and refused.code == "pr.not_abandoned"


def test_pr_15_6_host_settings_change_no_position():
    court = new()
    after = rules.apply(court, GM, act.Seat(1, "bot")).state
    for field in ("hands", "usable", "members", "scores", "queues", "orders", "turn"):
        assert getattr(after, field) == getattr(court, field)


def test_pr_6_4_the_console_is_plain_data():
    for blind in (True, False):
        codec.to_builtins(rules.console(new(bots=(1,)), blind=blind))
    sides = rules.console(new(bots=(1,)), blind=True)["sides"]
    assert [side["kind"] for side in sides.values()] == ["human", "bot", "human", "human"]


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (bid(19, 4, 3, 2, 1), "Window 1: marker 19 for queues 4, 3, 2, 1"),
        (
            bid(5, 1, 2, 3, 4, monkey=(2, "clan+3")),
            "Window 1: marker 5 for queues 1, 2, 3, 4; a monkey for Clan +3 in queue 2",
        ),
        (
            attempt("cl_jade", "gold", "gold", "threat"),
            "Window 7: 2 × Gold, Generic Threat on Jade Diadem Clan",
        ),
        (trade(1, "gold", "war-2"), "Window 7: trade with seat 2, Gold for War −2"),
        (trade(1, "war+1", "clan-1"), "Window 7: trade with seat 2, War +1 for Clan −1"),
        (act.Influence(7), "Window 7: pass"),
        (act.Cast(9, {"adv_war": "A"}), "Window 9: Palace of Everglorious War A"),
        (act.Cast(9, {}), "Window 9: all abstain"),
        (act.Recall(3), "Window 3: order taken back"),
        (act.Deadline(3), "Window 3: time is up"),
        (act.Seat(0, "bot"), "Seat 1 is played by the bot"),
        (act.Back(), "Back at the table"),
        (act.Resign(), "Resigned"),
        (act.Abort(), "Game abandoned"),
    ],
)
def test_pr_4_5_a_receipt_says_in_a_line_what_was_ordered(action, line):
    assert rules.describe(action) == line


def test_pr_4_5_a_receipt_of_nonsense_is_only_odd():
    assert "nothing" in rules.describe(attempt("nothing", "silver"))
