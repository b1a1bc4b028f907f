"""Between processes: one Redis pub/sub message per commit and game, and nudges for Celery.

Nothing relies on delivery: rooms compare their seqs with the database every few seconds, and the
tick sweeps what a nudge did not reach. Publishing never raises and never blocks the writer.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings

from accounts import nudging
from games.engine import codec
from games.hosting.intents import Shown

log = structlog.get_logger(__name__)

PROCESS = secrets.token_hex(6)
PREFIX = f"{settings.BUS_PREFIX}:game:"

TALK = f"{settings.BUS_PREFIX}:talk"

_local: list[Callable[[Shown], None]] = []
_talk: list[Callable[[int], None]] = []
_outgoing: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
_thread: threading.Thread | None = None
_lock = threading.Lock()
_nudging = threading.Event()


def attach(callback: Callable[[Shown], None]) -> Callable[[], None]:
    """Rooms of this process hear of every commit made here; returns how to stop."""
    _local.append(callback)
    return lambda: _local.remove(callback) if callback in _local else None


def publish(shown: Shown) -> None:
    """Tell this process's rooms at once, and the others through Redis."""
    for callback in list(_local):
        callback(shown)
    if settings.REDIS_URL:
        _later(lambda: _to_redis(PREFIX + str(shown.game), encode(shown)))


def attach_talk(callback: Callable[[int], None]) -> Callable[[], None]:
    """Hear of every game whose talk changed here; returns how to stop."""
    _talk.append(callback)
    return lambda: _talk.remove(callback) if callback in _talk else None


def publish_talk(game_id: int) -> None:
    """A nudge that a game's talk changed: it carries no word of it (CHAT-5)."""
    for callback in list(_talk):
        callback(game_id)
    if settings.REDIS_URL:
        _later(lambda: _to_redis(TALK, codec.dump({"from": PROCESS, "game": game_id})))


def encode(shown: Shown) -> bytes:
    """A commit as it crosses processes; `from` lets a process skip its own."""
    return codec.dump(
        {
            "from": PROCESS,
            "game": shown.game,
            "seq": shown.seq,
            "updates": shown.updates,
            "due_in": shown.due_in,
            "bots_in": shown.bots_in,
        }
    )


def decode(data: bytes) -> tuple[str, Shown]:
    """The sender's process and what it showed."""
    raw = codec.decode(data, dict[str, Any])
    updates = {stream: (seq, text) for stream, (seq, text) in raw["updates"].items()}
    timers = {key: raw.get(key) for key in ("due_in", "bots_in")}
    shown = Shown(game=raw["game"], seq=raw["seq"], updates=updates, **timers)
    return raw["from"], shown


def nudge() -> None:
    """Wake Celery for notices and bot turns; off this thread, for a broker may be away.

    One that still waits to be sent serves for all: the task looks at the database.
    """
    if not _nudging.is_set():
        _nudging.set()
        _later(_send_nudge)


def _send_nudge() -> None:
    from games.hosting import tasks

    _nudging.clear()
    if nudging.wanted(tasks.after_commit.name):
        tasks.after_commit.apply_async(retry=False, expires=30)


def _to_redis(channel: str, data: bytes) -> None:
    client = _client()
    try:
        client.publish(channel, data)
    except Exception:  # the first publish after a restart of Redis raises (reliability.md)
        client.publish(channel, data)


_clients: list[Any] = []


def _client() -> Any:
    if not _clients:
        import redis

        _clients.append(
            redis.Redis.from_url(settings.REDIS_URL, socket_timeout=15, health_check_interval=30)
        )
    return _clients[0]


def _later(job: Callable[[], None]) -> None:
    """Run on the one sending thread, in order."""
    global _thread  # noqa: PLW0603 - one thread per process, started on first use
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_run, name="bus", daemon=True)
            _thread.start()
    _outgoing.put(job)


def _run() -> None:
    while True:
        job = _outgoing.get()
        if job is None:
            return
        try:
            job()
        except Exception as error:
            log.warning("bus message lost", error=type(error).__name__)


def flush(timeout: float = 5.0) -> None:
    """Wait until everything handed over so far was sent or given up (tests, shutdown)."""
    done = threading.Event()
    _later(done.set)
    done.wait(timeout)
