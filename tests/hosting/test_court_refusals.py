"""PR-5.51 over a real socket: every code that a client can cause, with its words."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.engine import codec
from games.engine.protocol import Seat
from games.hosting import cache
from games.hosting.models import Game, LogEntry
from tests.hosting.courts import make_court
from tests.hosting.sockets import Client, session_of
from tests.rules.purple_robes.test_refusals import PRODUCED

HOST_FIRST = {"pr.not_seated", "pr.malformed"}  # the door answers not_yours and bad_frame
CAUSED = {
    code: case
    for code, case in PRODUCED.items()
    if isinstance(case[1], Seat) and code not in HOST_FIRST
}


def test_pr_5_51_all_but_the_hosts_and_the_gms_codes_are_a_clients() -> None:
    assert set(PRODUCED) - set(CAUSED) == {*HOST_FIRST, "pr.not_abandoned"}


def put(game: Any, court: Any) -> None:
    """The game stands in this position."""
    Game.objects.filter(pk=game.pk).update(state=codec.encode(court))
    cache.drop(game.pk)


@pytest.mark.asyncio
async def test_pr_5_51_every_code_a_client_can_cause_comes_over_the_socket(
    live_db: None, make_user: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting import consumers, limits
    from games.hosting.hub import close_hub

    monkeypatch.setattr(consumers, "_rates", limits.Windows(10**6, 5))
    users = tuple([await sync_to_async(make_user)(f"seat{k}") for k in range(4)])
    seated = tuple((f"Seat {k}", user) for k, user in enumerate(users))
    game = await sync_to_async(make_court)(users[0].pk, players=seated)
    clients = [Client(game.code, await sync_to_async(session_of)(user)) for user in users]
    try:
        for client in clients:
            await client.hello()
        for code, (court, actor, action) in CAUSED.items():
            await sync_to_async(put)(game, court)
            answer = await clients[actor.number].act(code, codec.to_builtins(action))
            assert (answer["type"], answer.get("code")) == ("refused", code), answer
            assert answer["message"] and answer["message"] != code
        stored = await sync_to_async(LogEntry.objects.filter(game=game).count)()
        assert stored == 1
    finally:
        for client in clients:
            await client.leave()
        await close_hub()
