"""PR-16: hundreds of random and bot games of each size, to their end.

Marker `seasons`. `PORTAL_SEASONS=full` plays 300 random and 100 bot games of each size, otherwise a
tenth. The figures of each chunk can be read with `-rP`.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from games.engine import codec
from games.engine.protocol import Seat, Step
from games.purple_robes import rules
from games.purple_robes.state import Court

from . import hooks
from .builders import new

SIZES = (4, 5, 6)
CHUNKS = 10
FULL = os.environ.get("PORTAL_SEASONS") == "full"
RANDOM_EACH, BOT_EACH = (30, 10) if FULL else (3, 1)
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"bid_rounds": 2},
    {"marker_box": "rotate"},
    {"sticky_pass": True, "order_recall": True},
)


def play_at_random(n: int, seed: int, *, options: dict[str, Any]) -> Court:
    """One game of random legal play, offices and clock included."""
    state, random = new(n, seed=f"random{seed}", **options), Random(seed)
    for _ in range(5_000):
        move = hooks.play(state, random)
        if move is None:
            return state
        step = rules.apply(state, *move)
        assert isinstance(step, Step), (move, step)
        state = step.state
        hooks.check(state)
    raise AssertionError("the game does not end")


def bot_game(n: int, seed: int, **options: Any) -> Court:
    """One game of bots."""
    state = new(n, bots=range(n), seed=f"bots{seed}", **options)
    while not state.is_over:
        seat = state.owing[0]
        step = rules.apply(state, Seat(seat), hooks.bot_action(state, seat, state.seed))
        assert isinstance(step, Step)
        state = step.state
        hooks.check(state)
    return state


def told(kind: str, games: list[Court]) -> None:
    """A line of figures for whoever wants to compare them with PR-16.1."""
    turns, scores = [g.turn for g in games], [s for g in games for s in g.scores]
    best = [max(g.scores) for g in games]
    print(
        f"{kind} n={games[0].n} games={len(games)} windows={sum(turns) / len(turns):.1f}"
        f" ({min(turns)}-{max(turns)}) score={sum(scores) / len(scores):.1f}"
        f" ({min(scores)}-{max(scores)}) winner={sum(best) / len(best):.1f}"
    )


def test_pr_16_1_a_bot_game_ends_near_its_usual_length():
    state = bot_game(4, 0)
    assert state.reason == "finished"
    assert 40 <= state.turn <= 55
    assert codec.decode(codec.encode(state), Court) == state


def test_pr_16_2_bots_score_about_a_dozen_points():
    games = [bot_game(4, seed) for seed in range(1, 5)]
    scores = [score for game in games for score in game.scores]
    assert 7 <= sum(scores) / len(scores) <= 17


@pytest.mark.seasons
@pytest.mark.timeout(280)
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_pr_16_1_random_games(n, chunk):
    games = []
    for number in range(RANDOM_EACH):
        seed = chunk * RANDOM_EACH + number
        options = OPTIONS[seed % len(OPTIONS)]
        games.append(play_at_random(n, 10_000 + seed, options=options))
    assert {game.reason for game in games} == {"finished"}
    told("random", games)


@pytest.mark.seasons
@pytest.mark.timeout(280)
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_pr_16_1_bot_games(n, chunk):
    games = [bot_game(n, chunk * BOT_EACH + number) for number in range(BOT_EACH)]
    assert {game.reason for game in games} == {"finished"}
    assert all(max(game.scores) > 0 for game in games)
    told("bots", games)
