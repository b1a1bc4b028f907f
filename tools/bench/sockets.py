"""A lean websocket client: thousands of spectators must cost the measuring process little."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

from games.engine import codec

Taker = Callable[["Socket", bytes], None]
OPEN_SECONDS = 60.0
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Socket(asyncio.Protocol):
    """One socket of one game; every text frame goes to `take`."""

    def __init__(self, path: str, port: int, cookie: str, take: Taker) -> None:
        self.take = take
        self.received = 0
        self.frames = 0
        self.mark: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._head = self._handshake(path, port, cookie)
        self._data = bytearray()
        self._is_open = False
        self._transport: Any = None

    def _handshake(self, path: str, port: int, cookie: str) -> bytes:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            f"Origin: http://127.0.0.1:{port}",
        ]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = transport
        self._transport.write(self._head)

    def connection_lost(self, error: Exception | None) -> None:
        """A socket that ends before it was open has failed."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed during the handshake"))

    def data_received(self, data: bytes) -> None:
        """Cut the stream into frames."""
        self._data += data
        if not self._is_open and not self._open():
            return
        while self._frame():
            pass

    def _open(self) -> bool:
        head, found, rest = bytes(self._data).partition(b"\r\n\r\n")
        if not found:
            return False
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            self.opened.set_exception(ConnectionError(head.split(b"\r\n", 1)[0].decode()))
            self._transport.close()
            return False
        self._data = bytearray(rest)
        self._is_open = True
        self.opened.set_result(None)
        return True

    def _frame(self) -> bool:
        data = self._data
        if len(data) < 2:
            return False
        length, start = data[1] & 127, 2
        if length >= 126:
            start += 2 if length == 126 else 8
            if len(data) < start:
                return False
            length = int.from_bytes(data[2:start], "big")
        if len(data) < start + length:
            return False
        body = bytes(data[start : start + length])
        kind = data[0] & 15
        del data[: start + length]
        self.received += start + length
        if kind == TEXT:
            self.frames += 1
            self.take(self, body)
        elif kind == PING:
            self._send(PONG, body)
        elif kind == CLOSE:
            self._transport.close()
        return True

    def send(self, frame: dict[str, Any]) -> None:
        """One JSON frame."""
        self._send(TEXT, codec.dump(frame))

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | kind])
        if size < 126:
            head += bytes([128 | size])
        else:
            head += bytes([254]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + body)  # a mask of zeros: nothing to hide here

    def close(self) -> None:
        """Leave."""
        self._transport.close()


async def connect(code: str, port: int, take: Taker, session: str = "") -> Socket:
    """A socket that said hello."""
    cookie = f"sessionid={session}" if session else ""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(f"/ws/games/{code}/", port, cookie, take), "127.0.0.1", port
    )
    await asyncio.wait_for(socket.opened, OPEN_SECONDS)
    socket.send({"type": "hello"})
    return socket
