"""PR-10: what is told, and in which order."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import codec
from games.engine.protocol import PUBLIC
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.data import BOARD
from games.purple_robes.opening import opening

from . import hooks
from .builders import everybody, influencing, new, trade

PRIVATE = (ev.TradeFailed, ev.TradeOfferMissed)
RESOLUTION = (
    ev.OrderAccepted,
    ev.OrderDefaulted,
    ev.BidsRevealed,
    ev.MonkeyResult,
    ev.QueueWon,
    ev.AttemptsRevealed,
    ev.AttemptResolved,
    ev.TradeDone,
    ev.TradeFailed,
    ev.TradeOfferMissed,
    ev.InfluencingEnded,
    ev.BallotsRevealed,
    ev.VoteResolved,
    ev.Scored,
    ev.Decayed,
    ev.SeatAbsent,
)
NEXT = (ev.CycleStarted, ev.MarkersRotated, ev.QueuesFilled, ev.WindowOpened)


def steps(setup, seed, most=10_000):
    state, random = hooks.SETUPS[setup](), Random(seed)
    for _ in range(most):
        move = hooks.play(state, random)
        if move is None:
            return
        step = rules.apply(state, *move)
        yield state, step
        state = step.state


def parts(events):
    """A step's events, one list for each window they belong to."""
    found: dict[int, list[ev.AnyEvent]] = {}
    for event in events:
        found.setdefault(event.turn, []).append(event)
    return found.values()


@pytest.mark.parametrize("setup", hooks.SETUPS)
def test_pr_10_1_events_of_one_resolution_come_in_order(setup):
    for _, step in steps(setup, 11):
        for events in parts(step.events):
            opened = [NEXT.index(type(e)) for e in events if isinstance(e, NEXT)]
            told = [RESOLUTION.index(type(e)) for e in events if isinstance(e, RESOLUTION)]
            assert opened == sorted(opened) and told == sorted(told)
            members = [BOARD.index(e.member) for e in events if isinstance(e, ev.AttemptResolved)]
            assert members == sorted(members)
            won = [(e.choice, e.queue) for e in events if isinstance(e, ev.QueueWon)]
            assert won == sorted(won)
            trades = [e.seats[0] for e in events if isinstance(e, ev.TradeDone)]
            assert trades == sorted(trades)


@pytest.mark.parametrize("setup", hooks.SETUPS)
def test_pr_10_1_every_kind_of_event_happens_in_random_games(setup):
    kinds = {
        type(event) for seed in range(12, 16) for _, s in steps(setup, seed) for event in s.events
    }
    rare = {ev.GameStarted, ev.MarkersRotated, ev.OrderRecalled, ev.SeatAbsent, ev.SeatBack}
    rare |= {ev.SeatResigned}
    assert set(ev.AnyEvent.__args__) - kinds <= rare


@pytest.mark.parametrize("setup", hooks.SETUPS)
def test_pr_10_1_every_event_but_failed_trades_is_public(setup):
    for _, step in steps(setup, 17, most=150):
        for event in step.events:
            is_public = rules.visible(event, PUBLIC) is not None
            assert is_public != isinstance(event, PRIVATE)


def test_pr_10_1_the_game_begins_with_the_deal():
    court = new(5)
    started, cycle, filled, window = opening(court)
    assert started.markers == {str(k): held for k, held in enumerate(court.usable)}
    assert started.queue_markers == court.queue_markers and started.box == court.box
    assert cycle.decision == court.agenda[0] and sum(cycle.weights) == 11
    assert [q.items for q in filled.queues] == list(court.queues)
    assert (window.state, window.turn, window.auto) == ("bid", 1, ())
    assert {event.cycle for event in opening(court)} == {1}
    for event in opening(court):
        assert codec.decode(codec.encode(event), ev.AnyEvent) == event


def test_pr_10_1_result_words():
    for setup in hooks.SETUPS:
        for state, step in steps(setup, 21):
            for fact in (e for e in step.events if isinstance(e, ev.AttemptResolved)):
                old = state.members[fact.member]
                for bidder in fact.bidders:
                    is_own = bidder.seat == old.controller
                    assert (bidder.result == "raised") == is_own
                assert sum(b.result == "took" for b in fact.bidders) <= 1
                assert fact.lot == any(b.result == "lost_lot" for b in fact.bidders)


def test_pr_10_1_private_events_follow_the_completed_trades_author_by_author():
    court = influencing(dict.fromkeys(range(4), ("gold", "threat")))
    orders = {
        0: trade(3, "gold", "threat"),
        1: trade(2, "gold", "threat"),
        2: trade(1, "threat", "gold"),
        3: trade(1, "gold", "threat"),
    }
    step = everybody(court, orders)
    told = [e for e in step.events if isinstance(e, ev.TradeDone | PRIVATE[0] | PRIVATE[1])]
    assert [type(e) for e in told] == [ev.TradeDone, *PRIVATE[:1] * 2, *PRIVATE[1:] * 2]
    assert [e.seat for e in told[1:]] == [0, 3, 3, 1]
    assert [e.author for e in told[3:]] == [0, 3]
