"""R-15: a cache whose Redis is down is an empty cache, and limits do not stand in the way."""

from __future__ import annotations

from typing import Any

import pytest

from games.hosting import limits
from portal.forgiving_cache import ForgivingRedisCache

NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def away() -> ForgivingRedisCache:
    return ForgivingRedisCache(NOBODY, {"OPTIONS": {"socket_connect_timeout": 1}})


def test_r_15_nothing_raises_while_redis_is_down(away: ForgivingRedisCache) -> None:
    assert away.add("a", 1)
    away.set("a", 1)
    assert away.get("a", "default") == "default"
    assert away.get_many(["a"]) == {}
    assert away.incr("a") == 1
    assert away.decr("a") == -1
    assert not away.touch("a")
    assert not away.has_key("a") and "a" not in away
    assert away.set_many({"a": 1}) == ["a"]
    assert not away.delete("a")
    away.delete_many(["a"])
    assert not away.clear()
    assert away.get_or_set("a", 5) == 5


def test_r_15_limits_let_everybody_through_while_redis_is_down(
    away: ForgivingRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "cache", away)
    assert [limits.http_allows("x", 2, 60) for _ in range(5)] == [0] * 5


def test_limits_count_and_say_how_long_to_wait(clean_caches: None) -> None:
    waits = [limits.http_allows("x", 2, 3600) for _ in range(3)]
    assert waits[:2] == [0, 0] and 0 < waits[2] <= 3600
    assert limits.http_allows("y", 2, 3600) == 0


def test_a_method_that_django_adds_must_be_forgiving_too() -> None:
    """Every public method that talks to Redis is one of ours."""
    from django.core.cache.backends.redis import RedisCache

    own: Any = vars(ForgivingRedisCache)
    talking = [n for n in vars(RedisCache) if not n.startswith("_") and n != "get_backend_timeout"]
    assert [name for name in talking if name not in own] == []
