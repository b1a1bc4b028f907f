"""A game whose host wants no spectators: sockets too are for those who play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hosting.sockets import Client, session_of


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_without_spectators_the_socket_opens_to_players_alone(
    live_db: None, folk: Any, gather: Any
) -> None:
    from asgiref.sync import sync_to_async

    from games.hosting.hub import close_hub

    def begin() -> str:
        table = gather("bot", begin="now", spectators=False)
        return str(table.game.code)

    code = await sync_to_async(begin)()
    keys = {name: await sync_to_async(session_of)(folk[name]) for name in ("anna", "berit")}
    for key, may in (("", False), (keys["berit"], False), (keys["anna"], True)):
        client = Client(code, key)
        assert await client.connect() == may
        if may:
            await client.leave()
    await close_hub()
