"""A lantern game whose people talk, and sockets that collect what they are sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async

from games.engine.protocol import CLOCK, GM
from games.hosting import services
from games.hosting.chat.posting import Said, say
from games.hosting.chat.refusals import ChatRefused
from tests.hosting.sockets import Client, session_of


@pytest.fixture
def table(make_game: Callable[..., Any]) -> Any:
    """A running game for three whose title offers rooms of every kind."""
    return make_game(talk=True, rounds=4)


@pytest.fixture
def post(table: Any) -> Callable[..., str]:
    """`post(user, "table", "hello")`: the refusal's code, or nothing."""

    def one(user: Any, room: str, body: str = "", game: Any = None, **more: Any) -> str:
        try:
            say((game or table).pk, user.pk if user else None, Said(room, body, **more))
        except ChatRefused as refusal:
            return refusal.code
        return ""

    return one


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rate limits, for tests of something else."""
    from games.hosting.chat import pace

    monkeypatch.setattr(pace, "BURST", 1000)
    monkeypatch.setattr(pace, "MOST", 1000)
    monkeypatch.setattr(pace, "ANONYMOUS_SECONDS", 0.0)


def end_round(game: Any, number: int) -> None:
    """The clock ends a round."""
    answer = services.submit(game.pk, CLOCK, {"type": "end_round", "round": number})
    assert answer.ok, answer


def gift(game: Any, seat: int, points: int) -> None:
    """The GM gives points; less than none is death."""
    answer = services.submit(game.pk, GM, {"type": "gift", "seat": seat, "points": points})
    assert answer.ok, answer


@pytest_asyncio.fixture
async def join(live_db: None) -> AsyncIterator[Callable[..., Any]]:
    """`await join(game, user)`: a talker that said hello; all are closed at the end."""
    from games.hosting.hub import close_hub

    talkers: list[Talker] = []

    async def open_one(game: Any, user: Any = None, **more: Any) -> Talker:
        key = await sync_to_async(session_of)(user) if user is not None else ""
        talker = Talker(game.code, key)
        talkers.append(talker)
        await talker.hello(**more)
        return talker

    yield open_one
    for talker in talkers:
        await talker.leave()
    await close_hub()


class Talker(Client):
    """A socket that keeps its rooms and what was said in them, as a client would."""

    def __init__(self, code: str, key: str = "") -> None:
        super().__init__(code, key)
        self.rooms: dict[str, dict[str, Any]] = {}
        self.said: dict[str, dict[int, dict[str, Any]]] = {}

    def _keep(self, frame: dict[str, Any]) -> None:
        super()._keep(frame)
        if frame["type"] != "chat":
            return
        if "rooms" in frame:
            old = self.rooms
            self.rooms = {r["key"]: {**old.get(r["key"], {}), **r} for r in frame["rooms"]}
            self.said = {key: said for key, said in self.said.items() if key in self.rooms}
        if "room" in frame:
            known = {} if frame.get("reset") else self.said.get(frame["room"], {})
            for message in frame["messages"]:
                known[message["n"]] = message
            self.said[frame["room"]] = known

    async def listed(self) -> dict[str, dict[str, Any]]:
        """The rooms, once they have come."""
        while not self.rooms:
            await self.next()
        return self.rooms

    async def speak(self, own: str, room: str, body: str, **more: Any) -> dict[str, Any]:
        """Say something and wait for the answer."""
        await self.send({"type": "say", "id": own, "room": room, "body": body, **more})
        for _ in range(50):
            frame = await self.next()
            if frame.get("id") == own:
                return frame
        raise AssertionError("no answer")

    async def hears(self, room: str, body: str) -> dict[str, Any]:
        """Wait until a message is there."""
        for _ in range(50):
            for message in self.said.get(room, {}).values():
                if message.get("body") == body:
                    return message
            await self.next()
        raise AssertionError(f"not heard: {body}")

    def words(self, room: str) -> list[str]:
        """What this socket knows to have been said in a room."""
        return [m.get("body", "") for _, m in sorted(self.said.get(room, {}).items())]

    def heard(self, canary: str) -> bool:
        """Whether a text came in any frame at all."""
        return any(canary in text for text in self.seen)
