"""Decoded states of a process: the last used ones, and none that nobody looks at."""

from __future__ import annotations

from typing import Any

from games.hosting import cache


def test_an_older_state_never_replaces_a_newer_one(clean_caches: Any) -> None:
    cache.put(1, cache.Decoded(5, "new"))
    cache.put(1, cache.Decoded(4, "old"))
    assert cache.get(1, 4) is None
    found = cache.get(1, 5)
    assert found is not None and found.state == "new"


def test_what_nobody_looks_at_is_let_go(clean_caches: Any) -> None:
    idle = cache.Decoded(0, "idle")
    cache.put(1, idle)
    cache.put(2, cache.Decoded(0, "busy"))
    idle.used -= cache.IDLE_SECONDS + 1
    cache.put(3, cache.Decoded(0, "next"))
    assert cache.get(1, 0) is None
    assert cache.get(2, 0) is not None and cache.get(3, 0) is not None


def test_the_process_keeps_no_more_than_it_may(clean_caches: Any) -> None:
    for number in range(cache.KEPT + 3):
        cache.put(number, cache.Decoded(0, number))
    assert cache.get(0, 0) is None
    assert cache.get(cache.KEPT + 2, 0) is not None
