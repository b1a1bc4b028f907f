"""A Redis cache that is never in the way: while Redis is down pages and sign-in work (R-15).

Nothing is found and nothing kept then, so limits do not count; a process says so once a minute.
"""

from __future__ import annotations

import time
from typing import Any

import redis
import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache

log = structlog.get_logger()
SAY_EVERY = 60.0


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, whose failures count as misses."""

    _said = 0.0

    def _missed(self, error: Exception) -> None:
        now = time.monotonic()
        if now - self._said > SAY_EVERY or not self._said:
            self._said = now
            log.warning("cache_away", error=type(error).__name__)

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Whether the key was free; it counts as free while Redis is down."""
        try:
            return bool(super().add(key, value, timeout, version))
        except redis.RedisError as error:
            self._missed(error)
            return True

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The value, or the default."""
        try:
            return super().get(key, default, version)
        except redis.RedisError as error:
            self._missed(error)
            return default

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Keep a value, if Redis is there."""
        try:
            super().set(key, value, timeout, version)
        except redis.RedisError as error:
            self._missed(error)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Let go of a value, if Redis is there."""
        try:
            return bool(super().delete(key, version))
        except redis.RedisError as error:
            self._missed(error)
            return False

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """What is found of several."""
        try:
            return dict(super().get_many(keys, version))
        except redis.RedisError as error:
            self._missed(error)
            return {}

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """The counter after adding; alone on its key while Redis is down, so no limit bites."""
        try:
            return int(super().incr(key, delta, version))
        except redis.RedisError as error:
            self._missed(error)
            return delta

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Whether the key was there and now lives longer."""
        try:
            return bool(super().touch(key, timeout, version))
        except redis.RedisError as error:
            self._missed(error)
            return False

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Whether the key is there, as far as one can tell."""
        try:
            return bool(super().has_key(key, version))
        except redis.RedisError as error:
            self._missed(error)
            return False

    def set_many(
        self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        """Keep several; the keys that could not be kept."""
        try:
            return list(super().set_many(data, timeout, version))
        except redis.RedisError as error:
            self._missed(error)
            return list(data)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Let go of several, if Redis is there."""
        try:
            super().delete_many(keys, version)
        except redis.RedisError as error:
            self._missed(error)

    def clear(self) -> bool:  # type: ignore[override]
        """Whether everything was let go of."""
        try:
            return bool(super().clear())
        except redis.RedisError as error:
            self._missed(error)
            return False
