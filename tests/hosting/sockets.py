"""A client for socket tests: connects as somebody, says hello, collects frames."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings

ORIGIN = (b"origin", b"http://testserver")


def session_of(user: Any) -> str:
    """The key of a fresh signed-in session."""
    from importlib import import_module

    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


class Client:
    """One socket; every received frame is kept as text in `seen`."""

    def __init__(self, code: str, key: str = "", headers: list[Any] | None = None) -> None:
        from portal.asgi import application

        sent = [ORIGIN] if headers is None else headers
        if key:
            sent = [*sent, (b"cookie", f"{settings.SESSION_COOKIE_NAME}={key}".encode())]
        self.socket = WebsocketCommunicator(application, f"/ws/games/{code}/", headers=sent)
        self.seen: list[str] = []
        self.views: dict[str, Any] = {}
        self.seqs: dict[str, int] = {}

    async def connect(self) -> bool:
        connected, _ = await self.socket.connect(timeout=5)
        return bool(connected)

    async def hello(self, **more: Any) -> dict[str, Any]:
        assert await self.connect()
        await self.send({"type": "hello", **more})
        return await self.until("snapshot")

    async def send(self, frame: Any) -> None:
        text = frame if isinstance(frame, str) else json.dumps(frame)
        await self.socket.send_to(text_data=text)

    async def next(self, timeout: float = 3) -> dict[str, Any]:
        text = await self.socket.receive_from(timeout=timeout)
        self.seen.append(text)
        frame = json.loads(text)
        self._keep(frame)
        return frame  # type: ignore[no-any-return]

    def _keep(self, frame: dict[str, Any]) -> None:
        from games.engine.patch import merge

        if frame["type"] == "snapshot":
            for stream, body in frame["streams"].items():
                self.views[stream], self.seqs[stream] = body["view"], body["seq"]
        elif frame["type"] == "update":
            stream = frame["stream"]
            assert frame["seq"] == self.seqs[stream] + 1, "a seq was skipped or repeated"
            self.seqs[stream] = frame["seq"]
            self.views[stream] = frame.get("view") or merge(self.views[stream], frame["patch"])

    async def until(self, kind: str, **facts: Any) -> dict[str, Any]:
        """The next frame of a type (and with these facts), others are kept on the way."""
        for _ in range(50):
            frame = await self.next()
            if frame["type"] == kind and all(frame.get(k) == v for k, v in facts.items()):
                return frame
        raise AssertionError(f"no {kind}")

    async def act(self, own: str, action: dict[str, Any]) -> dict[str, Any]:
        await self.send({"type": "act", "id": own, "action": action})
        for _ in range(50):
            frame = await self.next()
            if frame.get("id") == own:
                return frame
        raise AssertionError("no answer")

    async def quiet(self, seconds: float = 0.3) -> bool:
        """Whether nothing but presence arrives for a while."""
        try:
            while True:
                text = await asyncio.wait_for(self.socket.receive_from(timeout=seconds), seconds)
                self.seen.append(text)
                if json.loads(text)["type"] not in ("presence", "pong"):
                    return False
        except (TimeoutError, asyncio.CancelledError):
            return True

    async def close_code(self) -> int:
        """The code this socket is closed with."""
        for _ in range(60):
            event = await self.socket.receive_output(timeout=5)
            if event["type"] == "websocket.close":
                return int(event.get("code", 1000))
        raise AssertionError("not closed")

    async def leave(self) -> None:
        await self.socket.disconnect()
