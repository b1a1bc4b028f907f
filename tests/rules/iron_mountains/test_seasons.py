"""Many seasons to their end (IM-12.22): nothing sticks, no stock falls below zero.

Marker `seasons`: 300 seasons of random legal play and 100 of bots, in chunks for two cores.
"""

from __future__ import annotations

from random import Random

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Seat, Step, Views, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from . import hooks
from .builders import REASON, draft

RANDOM_CHUNKS, RANDOM_EACH = 60, 5
BOT_CHUNKS, BOT_EACH = 25, 4


def play_at_random(setup: str, seed: int):
    """One season of random legal play; the state after its end."""
    state, random = hooks.SETUPS[setup](), Random(seed)
    for _ in range(20_000):
        move = hooks.play(state, random)
        if move is None:
            return state
        found = rules.apply(state, *move)
        assert isinstance(found, Step), (move, found)
        state = found.state
        hooks.check(state)
    raise AssertionError("the season does not end")


def bot_season(seed: int, *, weeks: int = 16, sides: int = 6):
    """One season of bots with simulated attendance."""
    state = draft(sides, f"bots{seed}", attendance_source="simulated", weeks=weeks)
    prizes = tuple(act.Prize(f"p{n}", f"Prize {n}") for n in range(sides))
    state = rules.apply(state, GM, act.SetPrizes(prizes, REASON)).state
    state = rules.apply(state, GM, act.Publish()).state
    while (due := rules.deadline(state, {})) is not None:
        if state.phase == "orders":
            state = _all_bots(state)
        action = due.action
        if hasattr(action, "now"):
            action = replace(action, now=due.instant)
        state = rules.apply(state, CLOCK, action).state
        hooks.check(state)
    return state


def _all_bots(state):
    for side in range(len(state.sides)):
        public = rules.public(state)
        while True:
            seen = Views(public, rules.team(state, side), rules.private(state, side))
            action = rules.bot(seen, rules.legal(state, Seat(side)), side, "")
            if action is None:
                break
            found = rules.apply(state, Seat(side), action)
            assert isinstance(found, Step), (action, found)
            state = found.state
    return state


def test_im_12_22_a_bot_season_ends_and_castles_rule():
    state = bot_season(0)
    assert state.phase == "closed" and len(state.past) == 16
    assert "castle" in state.forts.values()
    assert codec.decode(codec.encode(state), rules.State) == state


@pytest.mark.seasons
@pytest.mark.timeout(280)
@pytest.mark.parametrize("chunk", range(RANDOM_CHUNKS))
def test_im_12_22_random_seasons(chunk):
    names = list(hooks.SETUPS)
    for number in range(RANDOM_EACH):
        seed = chunk * RANDOM_EACH + number
        assert play_at_random(names[seed % len(names)], 10_000 + seed).phase == "closed"


@pytest.mark.seasons
@pytest.mark.timeout(280)
@pytest.mark.parametrize("chunk", range(BOT_CHUNKS))
def test_im_12_22_bot_seasons(chunk):
    for number in range(BOT_EACH):
        sides = (6, 6, 4, 2)[number % 4]
        state = bot_season(chunk * BOT_EACH + number, sides=sides)
        points = [side.points for side in state.sides]
        assert min(points) >= 16 and state.phase == "closed"
