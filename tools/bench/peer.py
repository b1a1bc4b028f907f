"""`peer`: our side of the comparison with another game host: moves a second, CPU of a move.

Six seats of every match send at once; the next stage starts when the first seat holds an update
with all six moves. The same is asked of the peer by its own load generator (README.md).
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tools.bench import mountains, processes, sockets
from tools.bench.live import Match
from tools.bench.processes import Server
from tools.bench.report import Report, percentile
from tools.bench.sockets import Socket
from tools.bench.stewards import script_bid, script_orders

WARM_SECONDS = 1.0
MARK = b'"moves":'


class Driver:
    """Six sockets of one match that play the script as fast as they are answered."""

    def __init__(self, match: Match, port: int) -> None:
        self.match = match
        self.port = port
        self.sockets: list[Socket] = []
        self.moves = 0
        self.refused = 0
        self.times: list[float] = []
        self._wake = asyncio.Event()

    async def join(self) -> None:
        """All six, until the first holds its snapshot."""
        for seat in range(mountains.SIDES):
            take = self._first if seat == 0 else self._other
            key = self.match.sessions[seat]
            self.sockets.append(await sockets.connect(self.match.code, self.port, take, key))
        await asyncio.wait_for(self._wake.wait(), 30)

    def _first(self, socket: Socket, data: bytes) -> None:
        if data.startswith((b'{"type":"update","stream":"public"', b'{"type":"snapshot"')):
            at = data.find(MARK)
            if at > 0:
                start = at + len(MARK)
                self.moves = int(data[start : data.index(b",", start)])
                self._wake.set()
        else:
            self._other(socket, data)

    def _other(self, socket: Socket, data: bytes) -> None:
        self.refused += data.startswith(b'{"type":"refused"')

    async def play(self, stop: asyncio.Event) -> None:
        """Stage after stage."""
        number = 0
        while not stop.is_set():
            stage, turn = ("orders", "bid")[number % 2], 1 + number // 2
            target, start = self.moves + mountains.SIDES, time.perf_counter()
            for seat, socket in enumerate(self.sockets):
                action: dict[str, Any] = {"type": "bid", "amount": script_bid(turn, seat)}
                if stage == "orders":
                    action = {"type": "orders", "orders": script_orders(turn, seat)}
                socket.send({"type": "act", "id": f"{stage}{turn}", "action": action})
            while self.moves < target:
                self._wake.clear()
                await asyncio.wait_for(self._wake.wait(), 30)
            self.times.append(time.perf_counter() - start)
            number += 1


def run(*, matches: tuple[int, ...] = (1, 50), seconds: float = 5.0) -> list[Report]:
    """Start the portal and play so many matches at once."""
    import uvloop

    from tools.bench.place import place

    processes.raise_file_limit()
    with place() as folder:
        made = _prepared(sum(matches))
        with processes.serving(folder) as server:
            return uvloop.run(_all(server, made, matches, seconds))


async def _all(
    server: Server, made: list[Match], counts: tuple[int, ...], seconds: float
) -> list[Report]:
    reports = []
    for count in counts:
        reports.append(await _play(server, made[:count], seconds))
        del made[:count]
    return reports


def _prepared(count: int) -> list[Match]:
    from django.db import connections

    from tools.bench import club

    made = []
    for number in range(count):
        players = club.players(f"m{number}")
        game = club.reference_game(players)
        made.append(Match(game.code, [club.session_of(user) for user in players]))
    connections.close_all()
    return made


async def _play(server: Server, matches: list[Match], seconds: float) -> Report:
    drivers = [Driver(match, server.port) for match in matches]
    for driver in drivers:
        await driver.join()
    stop = asyncio.Event()
    tasks = [asyncio.create_task(driver.play(stop)) for driver in drivers]
    await asyncio.sleep(WARM_SECONDS)
    moves, cpu = sum(d.moves for d in drivers), server.cpu()
    start, own = time.perf_counter(), time.process_time()
    for driver in drivers:
        driver.times.clear()
    await asyncio.sleep(seconds)
    done = sum(d.moves for d in drivers) - moves
    spent, took = server.cpu() - cpu, time.perf_counter() - start
    own = time.process_time() - own
    stop.set()
    await asyncio.gather(*tasks)
    for driver in drivers:
        for socket in driver.sockets:
            socket.close()
    report = Report(f"Reference game, {len(matches)} matches of six at full speed, SQLite")
    times = [t * 1000 for driver in drivers for t in driver.times]
    report.add("moves accepted", done / took, "/s")
    report.add("web CPU of a move, commit and updates included", spent * 1000 / done, "ms")
    report.add("six moves, median", percentile(times, 0.5), "ms")
    report.add("six moves, p95", percentile(times, 0.95), "ms")
    report.add("cores used by the web process", spent / took, "")
    report.add("cores used by this client", own / took, "")
    report.note(f"{sum(d.refused for d in drivers)} refused")
    return report
