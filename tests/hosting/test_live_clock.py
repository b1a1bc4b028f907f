"""Live clocks and bots act in time, whoever rings: a room's timers, the tick, or both at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import connection

from games.engine.protocol import Seat
from games.hosting import bots, bus, services, tasks
from games.hosting.models import Game, LogEntry
from tests.hosting.sockets import Client, session_of

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def join(live_db: None) -> AsyncIterator[Callable[..., Any]]:
    """`await join(game, user)`: a client that said hello; all are closed at the end."""
    from games.hosting.hub import close_hub

    clients: list[Client] = []

    async def open_one(game: Any, user: Any = None) -> Client:
        key = await sync_to_async(session_of)(user) if user is not None else ""
        clients.append(Client(game.code, key))
        await clients[-1].hello()
        return clients[-1]

    yield open_one
    for client in clients:
        await client.leave()
    await close_hub()


def clock_times(game: Any) -> list[Any]:
    entries = LogEntry.objects.filter(game=game, actor="clock").order_by("seq")
    return list(entries.values_list("at", flat=True))


async def test_every_round_of_a_live_clock_ends_within_a_second_of_its_instant(
    join: Any, make_game: Any, people: Any
) -> None:
    game = await sync_to_async(make_game)(seconds=1)
    one = await join(game, people[0])
    for _ in range(3):
        await one.until("update", stream="public")
    times = await sync_to_async(clock_times)(game)
    start = game.due_key_at
    for number, at in enumerate(times):
        instant = (times[number - 1] if number else start) + timedelta(seconds=1)
        assert timedelta(0) <= at - instant < timedelta(seconds=1)
    assert len(times) == 3


async def test_r_2_timer_and_tick_together_end_a_round_once(
    join: Any, make_game: Any, people: Any
) -> None:
    game = await sync_to_async(make_game)(seconds=1)
    one = await join(game, people[0])

    def tick_for_a_while() -> None:
        for _ in range(60):
            tasks.run_due(tasks.due_games())
            time.sleep(0.04)
        connection.close()

    ticking = asyncio.create_task(sync_to_async(tick_for_a_while, thread_sensitive=False)())
    for _ in range(2):
        await one.until("update", stream="public")
    await ticking
    rounds = await sync_to_async(_rounds)(game)
    assert rounds == sorted(set(rounds))


def _rounds(game: Any) -> list[str]:
    entries = LogEntry.objects.filter(game=game, actor="clock").order_by("seq")
    return [entry.action for entry in entries]


async def test_a_pause_stops_the_timer_and_an_extension_moves_it(
    join: Any, make_game: Any, people: Any
) -> None:
    game = await sync_to_async(make_game)(seconds=1)
    one = await join(game, people[0])
    assert (await sync_to_async(services.host_change)(game.pk, "pause")).ok
    update = await one.until("update", stream="public")
    assert update["patch"]["clock"]["paused"]
    assert await one.quiet(1.5)
    assert (await sync_to_async(services.host_change)(game.pk, "extend", seconds=2)).ok
    await one.until("update", stream="public")
    assert (await sync_to_async(services.host_change)(game.pk, "resume")).ok
    await one.until("update", stream="public")
    assert await one.quiet(1.5)
    ended = await one.until("update", stream="public")
    assert ended["events"][0]["type"] == "round_ended"


async def test_a_room_wakes_its_bots_when_they_have_thought(
    join: Any, make_game: Any, people: Any, settings: Any, monkeypatch: Any
) -> None:
    """Without any tick: the room's timer nudges a worker, which lets the bots act."""
    settings.BOT_DELAY_SECONDS = (0.2, 1.6)
    nudged = asyncio.Event()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(bus, "nudge", lambda: loop.call_soon_threadsafe(nudged.set))
    game = await sync_to_async(make_game)(bots=(1, 2))
    await join(game, people[0])
    while await sync_to_async(_orders)(game) < 2:
        await asyncio.wait_for(nudged.wait(), 3)
        nudged.clear()
        for waiting in await sync_to_async(bots.waiting)():
            await sync_to_async(bots.play)(waiting)


def _orders(game: Any) -> int:
    return LogEntry.objects.filter(game=game, actor__startswith="seat:").count()


async def test_early_orders_change_nothing_about_the_instant(
    join: Any, make_game: Any, people: Any
) -> None:
    game = await sync_to_async(make_game)(seconds=60)
    await join(game, people[0])
    before = (await Game.objects.aget(pk=game.pk)).due_at
    action = {"type": "light", "lamps": 1}
    assert (await sync_to_async(services.submit)(game.pk, Seat(0), action)).ok
    assert (await Game.objects.aget(pk=game.pk)).due_at == before
