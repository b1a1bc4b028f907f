"""Sending without a task per frame: a thousand spectators take an update in one turn of the loop.

An ASGI `send` that has room finishes without waiting, so its coroutine can be run on the spot; only
one that waits needs a task to wait in.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import Any

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


class Blocked:
    """A send that began and waits for room; awaited in a task it goes on where it stopped."""

    __slots__ = ("_began", "_waits_for")

    def __init__(self, began: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._began = began
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            resume: tuple[Any, Any]
            try:
                value = yield waits_for
            except BaseException as error:  # the task's cancellation belongs to the send
                resume = self._began.throw, error
            else:
                resume = self._began.send, value
            try:
                waits_for = resume[0](resume[1])
            except StopIteration:
                return


def start(send: Send, text: str) -> Blocked | None:
    """Send a text frame; None when it is done, else what is left to wait for."""
    began = send({"type": "websocket.send", "text": text})
    try:
        waits_for = began.send(None)
    except StopIteration:
        return None
    return Blocked(began, waits_for)
