"""Rates and counts of what people may send (reliability.md section 2).

Sockets count in this process: a game's sockets are kept on one process by the proxy, and a limit
must not cost a round trip per frame. HTTP entries count in the cache, shared by all processes.
"""

from __future__ import annotations

import time
from collections import deque

from django.core.cache import cache

FRAMES_SECONDS = 5.0
BAD_PER_MINUTE = 20
FLOOD_PER_MINUTE = 5


class Window:
    """At most `count` events in `seconds`; `take` says whether one more fits."""

    __slots__ = ("count", "seconds", "times")

    def __init__(self, count: int, seconds: float) -> None:
        self.count = count
        self.seconds = seconds
        self.times: deque[float] = deque()

    def take(self) -> bool:
        """Count one event; False when the window is full (the event is not counted then)."""
        moment = time.monotonic()
        while self.times and self.times[0] <= moment - self.seconds:
            self.times.popleft()
        if len(self.times) >= self.count:
            return False
        self.times.append(moment)
        return True

    def wait(self) -> float:
        """Seconds until one more fits."""
        if len(self.times) < self.count:
            return 0.0
        return max(0.0, self.times[0] + self.seconds - time.monotonic())


class Windows:
    """One window per user or address, forgotten when idle."""

    def __init__(self, count: int, seconds: float) -> None:
        self.count = count
        self.seconds = seconds
        self.windows: dict[str, Window] = {}

    def of(self, key: str) -> Window:
        """The window of a key."""
        if len(self.windows) > 10_000:
            limit = time.monotonic() - self.seconds
            self.windows = {
                k: w for k, w in self.windows.items() if w.times and w.times[-1] > limit
            }
        return self.windows.setdefault(key, Window(self.count, self.seconds))


def http_allows(key: str, count: int, seconds: int) -> int:
    """0 when one more request of this key fits, else the seconds to wait (`Retry-After`)."""
    slot = int(time.time() // seconds)
    name = f"limit:{key}:{slot}"
    cache.add(name, 0, timeout=seconds + 1)
    try:
        used = cache.incr(name)
    except ValueError:
        used = 1
    if used <= count:
        return 0
    return max(1, int((slot + 1) * seconds - time.time()))
