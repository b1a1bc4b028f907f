"""Frames that are sent on the spot, and those that must wait."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.hosting import sending


def test_a_send_that_has_room_is_done_at_once() -> None:
    sent: list[Any] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    assert sending.start(send, "x") is None
    assert sent == [{"type": "websocket.send", "text": "x"}]


@pytest.mark.asyncio
async def test_a_send_that_waits_goes_on_where_it_stopped() -> None:
    room, sent = asyncio.Event(), []

    async def send(message: dict[str, Any]) -> None:
        await room.wait()
        await asyncio.sleep(0)
        sent.append(message["text"])

    blocked = sending.start(send, "x")
    assert blocked is not None
    assert sent == []
    asyncio.get_running_loop().call_later(0.01, room.set)
    await blocked
    assert sent == ["x"]


@pytest.mark.asyncio
async def test_a_send_that_never_ends_is_cancelled_with_its_task() -> None:
    ended: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("yes")

    blocked = sending.start(send, "x")
    assert blocked is not None
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await blocked
    assert ended == ["yes"]


def test_an_error_reaches_the_sender() -> None:
    async def send(message: dict[str, Any]) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        sending.start(send, "x")
