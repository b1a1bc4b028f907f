"""PR-15.5: figures of a game, from its public events; turns that were missed."""

from __future__ import annotations

from random import Random

from games.engine import codec
from games.engine.protocol import CLOCK, GM, PUBLIC, Missed
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules

from . import hooks
from .builders import do, new


def game(seed: int, setup: str = "four"):
    """A random game to its end, and its entries."""
    state, random, entries = hooks.SETUPS[setup](), Random(seed), []
    while (move := hooks.play(state, random)) is not None:
        step = rules.apply(state, *move)
        entries.append({"seq": len(entries) + 1, "events": codec.to_builtins(step.events)})
        state = step.state
    return state, entries


def test_pr_15_5_points_by_line_and_cycle_add_up_to_the_score():
    state, entries = game(3)
    found = rules.statistics(entries)
    for seat in range(4):
        assert sum(found["points"][str(seat)]) == state.scores[seat]
        assert sum(found["lines"][str(seat)].values()) == state.scores[seat]
        assert len(found["points"][str(seat)]) == 4
        assert found["seats"][str(seat)]["led"] == state.sole_leads[seat]
    assert list(found["control"]) == ["1", "2", "3", "4"]
    last = {m: box.controller for m, box in state.members.items() if box.controller is not None}
    assert found["control"]["4"] == last
    assert found["deadlocks"] == sum(c.winner is None for c in state.castings)


def test_pr_15_5_what_was_done_with_items_and_markers():
    _, entries = game(5)
    found = rules.statistics(entries)
    events = [codec.convert(e, ev.AnyEvent) for entry in entries for e in entry["events"]]
    tries = [b for e in events if isinstance(e, ev.AttemptResolved) for b in e.bidders]
    for seat in range(4):
        own = found["seats"][str(seat)]
        mine = [bidder for bidder in tries if bidder.seat == seat]
        assert own["attempts"] == len(mine) >= own["succeeded"]
        assert own["items_used"] == sum(len(bidder.items) for bidder in mine)
        assert own["items_used"] >= own["items_wasted"]
        assert own["markers"] == 12
        thefts = [e for e in events if isinstance(e, ev.MonkeyResult) and e.seat == seat]
        assert own["thefts"] == sum(e.stolen for e in thefts)
        ranks = [e.choice for e in events if isinstance(e, ev.QueueWon) and e.seat == seat]
        assert abs(float(own["choice"]) - sum(ranks) / len(ranks)) <= 0.05
        deals = [e for e in events if isinstance(e, ev.TradeDone) and seat in e.seats]
        assert own["trades"] == len(deals)


def test_pr_15_5_failed_trades_are_in_no_figure():
    _, entries = game(7)
    public = [
        {
            **entry,
            "events": [
                raw
                for raw in entry["events"]
                if rules.visible(codec.convert(raw, ev.AnyEvent), PUBLIC) is not None
            ],
        }
        for entry in entries
    ]
    assert public != entries
    assert rules.statistics(public) == rules.statistics(entries)


def test_pr_15_5_a_game_without_events_has_empty_figures():
    assert rules.statistics([])["seats"] == {}


def test_pr_4_2_missed_turns_are_defaults_but_not_those_of_who_resigned():
    court = new()
    gone = do(court, 3, act.Resign())
    step = rules.apply(gone.state, CLOCK, act.Deadline(1))
    entries = [
        {"seq": 1, "events": codec.to_builtins(gone.events)},
        {"seq": 2, "events": codec.to_builtins(step.events)},
    ]
    assert rules.missed_turns(entries) == tuple(Missed(k, "turn:1", 2) for k in range(3))


def test_pr_4_2_a_window_that_the_bot_let_pass_is_no_persons():
    court, entries = new(), []
    for number, (actor, action) in enumerate(
        [
            (GM, act.Seat(1, "bot")),
            (CLOCK, act.Deadline(1)),
            (GM, act.Seat(1, "human")),
            (CLOCK, act.Deadline(2)),
        ]
    ):
        step = rules.apply(court, actor, action)
        court = step.state
        entries.append({"seq": number, "events": codec.to_builtins(step.events)})
    assert [turn.key for turn in rules.missed_turns(entries) if turn.seat == 1] == ["turn:2"]
