"""Database work of a web process: one writer thread with its batch, a few reader threads.

Channels' `database_sync_to_async` has one thread for all sockets, so that one slow query stops
everybody; these executors are ours (performance.md section 5).
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, connection

from games.hosting.intents import Answer, Intent
from games.hosting.services import commit

T = TypeVar("T")

READERS = 3


class Threads:
    """The executors of one event loop."""

    def __init__(self) -> None:
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._waiting: list[tuple[Intent, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Run a short query in a reader thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _with_connection, work, args)

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        """Run a short transaction of its own in the writer thread, between two batches."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, _with_connection, work, args)

    async def submit(self, intent: Intent) -> Answer:
        """Join the next batch: everything that arrives while the previous commit runs."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((intent, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            intents = [intent for intent, _ in batch]
            try:
                answers = await loop.run_in_executor(self._writer, _commit, intents)
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():
                    future.set_result(answer)

    def close(self) -> None:
        """End the threads; each closes its own connection first."""
        for pool, count in ((self._writer, 1), (self._readers, READERS)):
            together = threading.Barrier(count)  # so that no thread takes two of these jobs
            for _ in range(count):
                pool.submit(_close_connection, together)
            pool.shutdown(wait=True)


def _close_connection(together: threading.Barrier) -> None:
    with contextlib.suppress(threading.BrokenBarrierError):
        together.wait(timeout=10)
    connection.close()


def _commit(intents: list[Intent]) -> list[Answer]:
    """The writer keeps its connection, and drops it once it is broken."""
    answers = commit(intents)
    if any(answer.code == "unavailable" for answer in answers):
        connection.close()
    return answers


def _with_connection(work: Callable[..., T], args: tuple[Any, ...]) -> T:
    try:
        return work(*args)
    except DatabaseError:
        connection.close()
        raise
    finally:
        if "pool" in settings.DATABASES["default"].get("OPTIONS", {}):
            connection.close()
