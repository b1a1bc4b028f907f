"""docs/example_bot.py plays whole games over a real socket, with nothing but a token."""

from __future__ import annotations

import importlib.util
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from accounts import tokens
from accounts.models import ApiToken
from games import registry
from games.hosting.models import Game, LogEntry

SOURCE = Path(__file__).resolve().parents[2] / "docs" / "example_bot.py"


@pytest.fixture
def bot() -> Any:
    """The page's program as a module."""
    spec = importlib.util.spec_from_file_location("example_bot", SOURCE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.PAUSE = 0.0
    return module


@pytest.fixture
def server(live_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A uvicorn in a thread, on the test database, for programs in a hurry; its address."""
    from games.hosting import consumers, limits
    from portal.asgi import application

    monkeypatch.setattr(consumers, "_rates", limits.Windows(10**9, 5))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = uvicorn.Config(
        application,
        port=port,
        lifespan="on",
        ws="websockets-sansio",
        timeout_graceful_shutdown=2,
        log_level="error",
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not running.started and time.monotonic() < until:
        time.sleep(0.02)
    yield f"ws://127.0.0.1:{port}"
    running.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def play_all(bot: Any, server: str, game: Any, people: list[Any]) -> list[dict[str, Any]]:
    """Each of these people's programs plays, at once; the public views they ended with."""
    address = f"{server}/ws/games/{game.code}/"
    secrets = [_token(user, game.code) for user in people]
    with ThreadPoolExecutor(len(people)) as pool:
        futures = [pool.submit(bot.play, address, secret) for secret in secrets]
        return [future.result(timeout=100) for future in futures]


def _token(user: Any, game: str) -> str:
    return tokens.make(user, "bot", scopes=frozenset({"act"}), game=game)[1]


def test_the_example_plays_a_whole_game_by_the_clock(
    bot: Any, server: str, people: list[Any], make_game: Any
) -> None:
    game = make_game(seats=2, seconds=1)
    ends = play_all(bot, server, game, people[:2])
    assert [end["phase"] for end in ends] == ["over", "over"]
    assert Game.objects.get(pk=game.pk).status == "finished"
    lit = LogEntry.objects.filter(game=game, action__contains='"light"')
    assert {entry.actor for entry in lit} == {"seat:0", "seat:1"}
    assert ApiToken.objects.filter(used_at=None).count() == 0


@pytest.mark.skipif("purple-robes" not in registry.TITLES, reason="not registered yet")
def test_the_example_plays_a_title_whose_orders_are_forms(
    bot: Any, server: str, people: list[Any]
) -> None:
    from games.hosting.creating import SeatPlan, create_game

    plans = [SeatPlan(f"Seat {k}", k + 1, user=user) for k, user in enumerate(people)]
    game = create_game(title="purple-robes", name="Court", seats=plans, options={}, by=None)
    ends = play_all(bot, server, game, people)
    assert {end["table"]["status"] for end in ends} == {"finished"}
    assert not LogEntry.objects.filter(game=game, actor="clock").exists()


def test_the_example_is_about_forty_lines() -> None:
    assert len(SOURCE.read_text(encoding="utf-8").splitlines()) < 60
