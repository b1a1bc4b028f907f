"""The control channel: tells the processes that hold sockets whose rights ended (R-7).

With Redis it is the channel `<BUS_PREFIX>:control`; without, the callbacks of this process.
Messages are JSON objects with a `kind`. Nothing relies on delivery: rooms check sessions and rights
every 60 s.

`user_ended`: {"kind", "user", "session" (tag or null: all of them), "reason"}; reason `session`
closes with 4401, `rights` with 4403. A session key never travels, only its tag.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction

CHANNEL = f"{settings.BUS_PREFIX}:control"
Callback = Callable[[dict[str, Any]], None]

log = structlog.get_logger()


class _Listeners:
    """The callbacks of this process."""

    def __init__(self) -> None:
        self.callbacks: tuple[Callback, ...] = ()


_listeners = _Listeners()


def on_control(callback: Callback) -> Callable[[], None]:
    """Call `callback(message)` for every message sent in this process; answers how to stop.

    Where Redis is configured messages go through the channel only: listeners subscribe there.
    """
    _listeners.callbacks += (callback,)

    def stop() -> None:
        _listeners.callbacks = tuple(c for c in _listeners.callbacks if c is not callback)

    return stop


def publish_control(kind: str, **fields: Any) -> None:
    """Send one message after the commit of the current transaction, at once where there is none."""
    message = {"kind": kind, **fields}
    transaction.on_commit(partial(_send, message), robust=True)


def user_ended(user_id: int, session_key: str | None = None, *, reason: str = "session") -> None:
    """Close the sockets of `user_id`: of one session, or all when no key is given."""
    tag = session_tag(session_key) if session_key else None
    publish_control("user_ended", user=user_id, session=tag, reason=reason)


def rights_changed(user_id: int) -> None:
    """Close the sockets of somebody whose office or park changed: they come back with today's."""
    user_ended(user_id, reason="rights")


def session_tag(session_key: str) -> str:
    """What stands for a session in messages."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:32]


def _send(message: dict[str, Any]) -> None:
    if settings.REDIS_URL:
        _send_by_redis(json.dumps(message))
        return
    for callback in _listeners.callbacks:
        callback(message)


def _send_by_redis(text: str) -> None:
    """One retry: the first publish after a restart of Redis raises; never fail the request."""
    import redis

    for is_last in (False, True):
        try:
            _client(settings.REDIS_URL).publish(CHANNEL, text)
        except redis.RedisError as error:
            if is_last:
                log.warning("control_message_lost", error=type(error).__name__)
        else:
            return


@cache
def _client(url: str) -> Any:
    import redis

    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
