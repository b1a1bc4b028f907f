"""PR-6: what is open, what is secret, and what a seat sees besides."""

from __future__ import annotations

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, GM, PUBLIC, UNSET, Opened, replace, seat_stream
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.state import Member

from .builders import (
    attempt,
    bid,
    casting,
    do,
    everybody,
    influencing,
    new,
    of,
    trade,
)


def test_pr_6_1_the_table_is_open():
    court = influencing({0: ("gold", "gold"), 1: ("threat",)}, held={"cl_jade": (2, 4)})
    public = rules.public(court)
    assert public.hands == {"0": {"gold": 2}, "1": {"threat": 1}, "2": {}, "3": {}}
    assert public.members["cl_jade"].controller == 2
    assert (public.members["cl_jade"].amount, public.members["cl_jade"].needs) == (4, 6)
    assert public.members["cl_blade"].controller is UNSET
    assert public.draw_count == len(court.draw)
    assert public.box == list(court.box)


@pytest.mark.parametrize(("agenda", "known"), [("current", 1), ("all", 4)])
def test_pr_6_2_which_decisions_are_known(agenda, known):
    court = new(agenda=agenda)
    assert list(rules.public(court).agenda) == [str(k + 1) for k in range(known)]
    for _ in range(4):
        court = rules.apply(court, CLOCK, act.Deadline(court.turn)).state
    assert court.cycle == 2
    assert len(rules.public(court).agenda) == max(known, 2)


def test_pr_6_2_the_seed_is_shown_after_the_end_only():
    court = new(bots=(0, 1, 2))
    assert rules.public(court).seed is UNSET and rules.revealed_seed(court) == ""
    over = rules.apply(court, GM, act.Abort()).state
    assert rules.public(over).seed == court.seed == rules.revealed_seed(over)


FAILING = {0: trade(1, "gold", "threat"), 1: trade(2, "threat", "monkey")}


def failed():
    return everybody(influencing({0: ("gold",), 1: ("threat",), 2: ("monkey",)}), FAILING)


def test_pr_6_2_a_failed_trade_shows_to_its_author_and_the_named_partner_only():
    step = failed()
    told = {
        stream: [type(e) for e in step.events if rules.visible(e, stream) is not None]
        for stream in (PUBLIC, *map(seat_stream, range(4)))
    }
    assert ev.TradeFailed not in told[PUBLIC] and ev.TradeOfferMissed not in told[PUBLIC]
    assert told[seat_stream(0)] == [ev.TradeFailed]
    assert told[seat_stream(1)] == [ev.TradeFailed, ev.TradeOfferMissed]
    assert told[seat_stream(2)] == [ev.TradeOfferMissed]
    assert told[seat_stream(3)] == []


def test_pr_6_5_trade_notes_stand_from_the_readers_side():
    court = failed().state
    notes = [rules.private(court, seat).my_trade_notes for seat in range(4)]
    assert [[(n.how, n.other, n.give, n.get) for n in seen] for seen in notes] == [
        [("own", 1, ["gold"], ["threat"])],
        [("own", 2, ["threat"], ["monkey"]), ("offered", 0, ["threat"], ["gold"])],
        [("offered", 1, ["monkey"], ["threat"])],
        [],
    ]
    while court.state == "bid":
        court = everybody(court, {}).state
    assert rules.private(court, 1).my_trade_notes == []


def test_pr_6_2_attempts_are_revealed_without_their_trade_part():
    swap = act.Trade(1, ("gold",), ("threat",))
    court = influencing({0: ("gold", "gold"), 1: ("threat",)})
    step = everybody(court, {0: attempt("cl_jade", "gold", trade=swap)})
    public = [e for e in step.events if rules.visible(e, PUBLIC) is not None]
    assert "trade" not in codec.encode(public).decode()


@pytest.mark.parametrize("seat", range(4))
def test_pr_6_3_a_pending_order_changes_no_public_field_but_the_status(seat):
    court = new()
    order = bid(court.usable[seat][2], 3, 1, 4, 2)
    step = do(court, seat, order)
    before, after = (codec.to_builtins(rules.public(s)) for s in (court, step.state))
    assert before.pop("order_status") != after.pop("order_status")
    assert before == after
    assert step.touches == {PUBLIC, seat_stream(seat)}
    assert step.events == (ev.OrderAccepted(1, 1, seat),)


def test_pr_6_4_a_spectator_learns_nothing_that_a_seat_does_not():
    court = do(new(), 1, bid(new().usable[1][0], 1, 2, 3, 4)).state
    shown = codec.encode(rules.public(court)).decode()
    assert '"my_order"' not in shown and court.seed not in shown


def test_pr_6_4_the_console_opens_orders_to_one_who_is_not_blind():
    court = failed().state
    held = do(new(), 1, bid(new().usable[1][0], 1, 2, 3, 4)).state
    for state in (court, held):
        blind = codec.encode(rules.console(state, blind=True)).decode()
        assert "queue" not in rules.console(state, blind=True)["sides"]["1"]
        assert "marker" not in blind and "trade" not in blind
    lines = rules.console(held, blind=False)["sides"]["1"]["queue"]
    assert lines == [{"order": f"Window 1: marker {held.usable[1][0]} for queues 1, 2, 3, 4"}]
    assert rules.console(held, blind=False)["sides"]["0"]["queue"] == []


def test_pr_6_5_no_fact_stands_there_as_a_null():
    for state in (new(), failed().state, casting({"adv_war": (0, 3)})):
        for view in (rules.public(state), *(rules.private(state, k) for k in range(4))):
            assert "null" not in codec.encode(view).decode()


def test_pr_6_5_what_a_seat_may_do_by_the_window():
    bidding = rules.private(new(), 0)
    assert bidding.my_legal.markers == list(new().usable[0])
    assert bidding.my_legal.steal is UNSET
    assert bidding.default.auto and bidding.default.marker == new().usable[0][0]
    assert bidding.pending == ["bid"] and bidding.prompt == "bid_first"
    trying = rules.private(influencing({0: ("gold",)}, held={"cl_jade": (0, 9)}), 0)
    target = trying.my_legal.targets["cr_factors"]
    assert (target.kinds, target.support, target.sources) == ({"gold": 1}, 3, {"cl_jade": 3})
    assert trying.my_legal.partners == [1, 2, 3]
    voting = rules.private(casting({"adv_war": (0, 3), "cl_jade": (0, 1)}), 0)
    assert voting.my_legal.votes == {"adv_war": 1, "cl_jade": 1}
    assert voting.prompt == "cast" and voting.prompt_params["votes"] == 2


def test_pr_6_5_after_ordering_only_the_order_and_what_may_still_be_done():
    court = new(order_recall=True)
    after = rules.private(do(court, 0, rules.default(court, 0)).state, 0)
    assert after.my_order.marker == court.usable[0][0] and not after.my_order.auto
    assert after.my_legal.recall is True and after.my_legal.markers is UNSET
    assert after.prompt == "ordered_recall" and after.pending == []
    plain = new()
    assert rules.private(do(plain, 0, rules.default(plain, 0)).state, 0).my_legal is UNSET


def test_pr_6_6_no_seats_stream_opens_after_the_end():
    over = rules.apply(new(bots=(0, 1, 2)), GM, act.Abort()).state
    assert rules.opened(over) == Opened()


def test_pr_6_6_a_replacement_sees_the_seats_order_and_notes():
    court = do(new(), 0, rules.default(new(), 0)).state
    before = rules.private(court, 0)
    after = rules.private(rules.apply(court, GM, act.Seat(0, "human")).state, 0)
    assert after.my_order == before.my_order and after.my_trade_notes == before.my_trade_notes


def test_pr_6_2_orders_and_influencing_rounds_stay_sealed_in_public_files():
    assert rules.secret_actions == {"bid", "influence", "cast"}
    assert rules.meta.secret_events == {"attempts_revealed"}
    for step in (failed(), everybody(influencing({0: ("gold",)}), {})):
        assert len(of(step, ev.AttemptsRevealed)) == 1  # whether or not a trade has failed


def test_pr_13_2_what_the_last_window_changed_is_marked():
    court = influencing({0: ("gold", "gold"), 1: ("gold",)}, held={"cl_blade": (1, 3)})
    court = everybody(court, {0: attempt("cl_jade", "gold")}).state
    changed = rules.public(court).changed
    assert set(changed) == {"cl_jade"} and changed["cl_jade"].amount == 0
    assert court.members["cl_jade"] == Member(1, 0)


def test_pr_15_4_scores_are_told_by_cycle_and_line():
    held = {"adv_war": (0, 3), "cl_jade": (1, 1)}
    court = everybody(
        casting(held), {0: act.Cast(7, {"adv_war": "A"}), 1: act.Cast(7, {"cl_jade": "A"})}
    ).state
    public = rules.public(court)
    assert set(public.score_lines) == set(public.scores)
    assert public.scores == {
        seat: sum(sum(lines.values()) for lines in cycles.values())
        for seat, cycles in public.score_lines.items()
    }
    assert public.castings["1"].winner == "A"


def test_pr_13_5_votes_that_each_seat_holds():
    public = rules.public(casting({"adv_war": (0, 3), "cl_jade": (0, 1), "adv_foreign": (2, 1)}))
    assert public.ballot == {"0": 2, "1": 0, "2": 5, "3": 0}


def test_pr_13_1_prompts_of_an_absent_seat_and_of_the_end():
    absent = replace(new(), absent=(0,), streaks=(3, 0, 0, 0))
    assert rules.private(absent, 0).prompt == "absent"
    assert rules.private(absent, 0).my_legal.back is True
    assert rules.private(new(bots=(1,)), 1).prompt == "bot"
    over = replace(new(), state="finished", reason="finished", scores=(5, 5, 1, 0))
    assert rules.private(over, 1).prompt_params == {"place": 1, "score": 5, "shared": 1}
