"""What goes wrong in the lab, drawn from a printed seed."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from typing import Any

from tests.faults.cluster import Cluster, Process

# how often each is drawn; SIGKILLs of a process and of a service's data count as kills
WEIGHTS = {
    "kill_web": 5, "kill_worker": 5, "kill_workers": 2, "kill_beat": 2, "term_web": 2,
    "stop_web": 2, "stop_worker": 2, "redis_restart": 3, "redis_flush": 2, "postgres_crash": 1,
}  # fmt: skip
KILLS = {
    "kill_web": 1, "kill_worker": 1, "kill_workers": 2, "kill_beat": 1, "redis_restart": 1,
    "postgres_crash": 1,
}  # fmt: skip


class Nemesis:
    """One fault after another; each is undone before the next begins."""

    def __init__(self, cluster: Cluster, seed: str) -> None:
        self.cluster = cluster
        self.chance = random.Random(f"nemesis:{seed}")
        self.done: Counter[str] = Counter()
        self.slowest_end = 0.0

    @property
    def kills(self) -> int:
        """How many were killed outright."""
        return sum(count * KILLS.get(name, 0) for name, count in self.done.items())

    async def run(self, seconds: float) -> None:
        """Faults for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(self.chance.uniform(0.3, 2.0))
            await self.one(self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0])

    async def one(self, name: str) -> None:
        """One fault and its end."""
        self.done[name] += 1
        await getattr(self, f"_{name}")()

    async def _pause(self, least: float = 0.2, most: float = 2.0) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))

    async def _kill(self, *processes: Process) -> None:
        for process in processes:
            await asyncio.to_thread(process.kill)
        await self._pause()
        for process in processes:
            process.start()

    async def _kill_web(self) -> None:
        await self._kill(self.chance.choice(self.cluster.web))

    async def _kill_worker(self) -> None:
        await self._kill(self.chance.choice(self.cluster.workers))

    async def _kill_workers(self) -> None:
        await self._kill(*self.cluster.workers)

    async def _kill_beat(self) -> None:
        await self._kill(self.chance.choice(self.cluster.beats))

    async def _term_web(self) -> None:
        """R-16: a restart as a deploy does it."""
        process = self.chance.choice(self.cluster.web)
        took = await asyncio.to_thread(process.end, 12.0)
        self.slowest_end = max(self.slowest_end, took)
        process.start()

    async def _stop(self, process: Process) -> None:
        process.signal(signal.SIGSTOP)
        await self._pause(1.0, 4.0)
        process.signal(signal.SIGCONT)

    async def _stop_web(self) -> None:
        await self._stop(self.chance.choice(self.cluster.web))

    async def _stop_worker(self) -> None:
        await self._stop(self.chance.choice(self.cluster.workers))

    async def _redis_restart(self) -> None:
        """Everything it held is gone."""
        self.cluster.redis.stop()
        await self._pause()
        await asyncio.to_thread(self.cluster.redis.start)

    async def _redis_flush(self) -> None:
        import redis

        client: Any = redis.Redis.from_url(self.cluster.redis.url)
        await asyncio.to_thread(client.flushall)
        client.close()

    async def _postgres_crash(self) -> None:
        await asyncio.to_thread(self.cluster.postgres.crash)
        await self._pause(0.2, 1.0)
        await asyncio.to_thread(self.cluster.postgres.start)
