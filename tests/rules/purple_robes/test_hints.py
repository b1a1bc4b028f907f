"""PR-15.3: who is told of what, once a window or a casting."""

from __future__ import annotations

from games.engine.protocol import CLOCK, GM, replace
from games.purple_robes import actions as act
from games.purple_robes import rules

from .builders import casting, do, everybody, influencing, new, trade


def told(before, step):
    return rules.notices(before, step.state, step.events)


def kinds(hints):
    return {(hint.kind, hint.words, hint.seat) for hint in hints}


def test_pr_15_3_a_new_window_is_the_turn_of_those_who_owe_an_order():
    court = new()
    hints = told(court, rules.apply(court, CLOCK, act.Deadline(1)))
    assert kinds(hints) == {("your_turn", "your_turn_bid", seat) for seat in range(4)}
    assert {hint.key for hint in hints} == {"turn:2"}
    assert hints[0].params == {"state": "bid", "cycle": 1, "cycles": 4, "round": 2}


def test_pr_15_3_an_order_that_resolves_nothing_tells_nobody():
    assert told(new(), do(new(), 0, rules.default(new(), 0))) == ()


def test_pr_15_3_seats_with_an_automatic_order_are_not_called():
    court = influencing({0: ("gold", "gold"), 1: ("threat", "gold")})
    step = everybody(court, {0: act.Influence(7, act.Attempt("cl_jade", ("gold",)))})
    assert kinds(told(court, step)) == {
        ("your_turn", "your_turn_influence", 0),
        ("your_turn", "your_turn_influence", 1),
    }


def test_pr_15_3_a_casting_tells_every_seat_its_points():
    court = casting({"adv_war": (0, 6), "cl_jade": (1, 3)})
    ballots = {0: act.Cast(7, {"adv_war": "A"}), 1: act.Cast(7, {})}
    hints = [h for h in told(court, everybody(court, ballots)) if h.kind == "resolved"]
    assert [(h.key, h.seat, h.params["points"]) for h in hints] == [
        ("cycle:1", 0, 4),
        ("cycle:1", 1, 0),
        ("cycle:1", 2, 0),
        ("cycle:1", 3, 0),
    ]
    assert hints[0].params == {"cycle": 1, "a": 1, "b": 0, "winner": "A", "points": 4}
    tied = told(court, everybody(court, {0: act.Cast(7, {}), 1: act.Cast(7, {})}))
    assert {h.words for h in tied if h.kind == "resolved"} == {"resolved_deadlock"}


def test_pr_15_3_a_missed_offer_is_told_to_the_named_partner_alone():
    court = influencing({0: ("gold",), 1: ("threat",)})
    hints = told(court, everybody(court, {0: trade(1, "gold", "threat")}))
    (offer,) = [h for h in hints if h.kind == "offer"]
    assert (offer.seat, offer.to, offer.words) == (1, "seat", "trade_missed")
    assert offer.params == {"author": 0, "reason": "no_match"}


def test_pr_15_3_who_becomes_absent_is_told():
    court = replace(new(), streaks=(2, 0, 0, 0))
    hints = told(court, rules.apply(court, CLOCK, act.Deadline(1)))
    assert [h.seat for h in hints if h.words == "seat_absent"] == [0]


def test_pr_15_3_the_end_is_told_to_all():
    court = replace(casting({"adv_war": (0, 6)}), cycle=4)
    hints = told(court, everybody(court, {0: act.Cast(7, {"adv_war": "A"})}))
    over = [h for h in hints if h.kind == "game_over"]
    assert [(h.seat, h.params) for h in over] == [
        (0, {"score": 4, "place": 1}),
        (1, {"score": 0, "place": 2}),
        (2, {"score": 0, "place": 2}),
        (3, {"score": 0, "place": 2}),
    ]
    dead = new(bots=(0, 1, 2))
    gone = told(dead, rules.apply(dead, GM, act.Abort()))
    assert {h.words for h in gone} == {"game_abandoned"}


def test_pr_15_3_half_and_last_tenth_of_the_clock_are_the_hosts():
    assert rules.reminders(new(), 60) == ()
