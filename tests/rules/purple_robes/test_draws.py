"""PR-9: one source, its draws in their order, and checking them afterwards."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.engine import chance, codec
from games.engine.protocol import PUBLIC, SeatSetup
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.draws import Seeded
from games.purple_robes.opening import opening
from games.purple_robes.rules.deal import deck_of
from games.purple_robes.rules.influencing import Try, settle_member
from games.purple_robes.settings import Settings
from games.purple_robes.state import Member

from . import hooks
from .builders import SEED, Scripted, dealt, new


def test_pr_9_1_draws_are_keyed_by_their_running_number():
    source = Seeded(SEED, 5)
    assert source.below(8) == chance.draw(SEED, 8, 5)
    assert source.shuffle([1, 2, 3, 4]) == chance.shuffle(SEED, [1, 2, 3, 4], 6)
    assert source.count == 7


def test_pr_9_1_the_state_keeps_the_number_of_the_next_draw():
    court = new()
    assert court.count == 3 + 1 + 1 + 4 + 4
    after = court
    for seat in range(4):
        after = rules.apply(after, *hooks.play(after, Random(seat))).state
    assert after.count >= court.count


def test_pr_9_2_draws_of_the_setup_in_their_order():
    draws = Scripted()
    dealt(draws)
    assert draws.asked[:3] == [[1, 2, 3, 4], [5, 6, 7, 8], [17, 18, 19, 20]]
    assert draws.asked[3] == deck_of(4)
    assert draws.asked[4] == ["FIN", "DIP", "MIL", "FRO", "REL", "DYN", "JUD", "PUB"]
    assert draws.asked[5:] == [3, 3, 3, 3, 8, 8, 8, 8]


def test_pr_9_2_nothing_is_drawn_where_there_is_nothing_to_decide():
    draws = Scripted()
    settle_member(Member(), [Try(2, ("gold",), 1, 0)], draws)
    settle_member(Member(5, 1), [Try(2, ("gold",), 1, 0), Try(3, ("gold",), 1, 0)], draws)
    assert draws.asked == []


def test_pr_9_2_the_lot_is_an_index_into_the_tied_seats_ascending():
    tries = [Try(seat, ("gold",), 4, 0) for seat in (0, 2, 3)]
    for index, seat in enumerate((0, 2, 3)):
        assert settle_member(Member(), tries, Scripted([index])).box == Member(4, seat)


def game_log(setup: str, seed: int, *, public: bool = True, with_opening: bool = True):
    """A random game's entries as a public file holds them."""
    state, random = hooks.SETUPS[setup](), Random(seed)
    seats = codec.to_builtins([SeatSetup(name) for name in state.seats])
    first = opening(state) if with_opening else ()
    entries = [(0, {"type": "host.new", "seats": seats}, first)]
    while (move := hooks.play(state, random)) is not None:
        step = rules.apply(state, *move)
        state = step.state
        shown = [e for e in step.events if not public or rules.visible(e, PUBLIC) is not None]
        entries.append((len(entries), {}, shown))
    raw = [
        {"seq": n, "action": action, "events": json.loads(codec.encode(list(events)))}
        for n, action, events in entries
    ]
    return state, raw


@pytest.mark.parametrize("setup", hooks.SETUPS)
@pytest.mark.parametrize("with_opening", [True, False])
def test_pr_9_2_every_draw_can_be_checked_from_public_facts(setup, with_opening):
    state, entries = game_log(setup, 4, with_opening=with_opening)
    assert rules.check_draws(state.seed, entries) == ()
    other = rules.check_draws("0" * 32, entries)
    assert len(other) > 10


def log_with(kind, change):
    """The first game in which such an event happens, and its log changed there."""
    for seed in range(6, 30):
        state, entries = game_log("six-quick", seed)
        found = changed(entries, kind, change)
        if found is not None:
            return state, found
    raise AssertionError(f"no {kind} in any game")


def changed(entries, kind, change):
    """The log with the first event of a kind changed."""
    found = json.loads(json.dumps(entries))
    happened = (e for entry in found for e in entry["events"] if e["type"] == kind)
    return found if any(change(event) for event in happened) else None


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("game_started", lambda e: e.update(box=[1, 2, 3, 4, 5, 6]) or True, "the deal"),
        ("game_started", lambda e: e.update(seed_hash="0") or True, "the published hash"),
        ("cycle_started", lambda e: e.update(decision="D00") or True, "the decision"),
        ("markers_rotated", lambda e: e["queue_markers"].reverse() or True, "the box"),
        ("queues_filled", lambda e: e["queues"][0]["items"].append("gold") or True, "a queue"),
        ("game_finished", lambda e: e.update(seed="0") or True, "the revealed seed"),
        (
            "attempt_resolved",
            lambda e: e["lot"] and (e.update(new=(e["new"] + 1) % 6) or True),
            "the lot",
        ),
    ],
)
def test_pr_9_2_a_draw_that_was_tampered_with_is_found(kind, change, words):
    state, entries = log_with(kind, change)
    faults = rules.check_draws(state.seed, entries)
    assert faults and any(words in fault for fault in faults)


def test_pr_9_2_a_finished_game_without_its_seed_is_a_fault():
    _, entries = game_log("four", 2)
    assert rules.check_draws("", entries) == ("the seed of a finished game is missing",)
    assert rules.check_draws("", entries[:3]) == ()


def test_pr_9_1_bots_draw_from_a_source_of_their_own():
    court = new()
    before = court.count
    assert hooks.bot_action(court, 0) is not None
    assert court.count == before
    same = rules.new(Settings(), tuple(SeatSetup(name) for name in court.seats), SEED)
    assert same == court


def test_pr_9_1_the_pledge_is_public_from_the_start():
    pledged = chance.commitment(SEED, "pr")
    assert rules.public(new()).seed_hash == pledged
    (started,) = [e for e in opening(new()) if isinstance(e, ev.GameStarted)]
    assert started.seed_hash == pledged
    assert rules.original_seed(new()) == SEED
