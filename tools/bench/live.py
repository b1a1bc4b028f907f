"""`live`: the embedded portal with many spectators: joins, orders, fan-out, memory, bytes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from games.engine import codec
from tools.bench import mountains, processes, sockets
from tools.bench.processes import Server
from tools.bench.report import Report, percentile
from tools.bench.sockets import Socket
from tools.bench.stewards import script_bid, script_orders

ORDER_P95_MS = 15.0
LAST_P95_MS = {200: 40.0, 1000: 150.0}
WEB_MB_AT_500 = 200.0
READY_BYTES = 150
WIDTH = 40
WAIT_SECONDS = 30.0


@dataclass(slots=True)
class Match:
    """A game as its clients need it: public code, a session and the seat's orders per seat."""

    code: str
    sessions: list[str]
    orders: list[list[dict[str, Any]]] = field(default_factory=list)


@dataclass(slots=True)
class Audience:
    """The spectators of one game and who of them holds which seq of the public stream."""

    sockets: list[Socket] = field(default_factory=list)
    greeted: int = 0
    waiting: int = 0
    target: int = 0
    last: asyncio.Future[float] | None = None
    each: list[float] = field(default_factory=list)
    sizes: dict[int, int] = field(default_factory=dict)
    sent_at: float = 0.0

    def take(self, socket: Socket, data: bytes) -> None:
        """A frame of one spectator; only its head is looked at."""
        if data.startswith(b'{"type":"update","stream":"public","seq":'):
            seq = int(data[41 : data.index(b",", 41)])
            socket.mark = seq
            if seq == self.target:
                self._reached(seq, len(data))
        elif data.startswith(b'{"type":"snapshot"'):
            self.greeted += 1
            start = data.index(b'"public":{"seq":') + 16
            socket.mark = int(data[start : data.index(b",", start)])

    def _reached(self, seq: int, size: int) -> None:
        moment = time.perf_counter()
        self.each.append(moment - self.sent_at)
        self.sizes[seq] = size
        self.waiting -= 1
        if self.waiting == 0 and self.last is not None and not self.last.done():
            self.last.set_result(moment - self.sent_at)

    def expect(self) -> asyncio.Future[float]:
        """From now on wait for the next seq at every spectator."""
        self.target = self.sockets[0].mark + 1
        self.waiting = len(self.sockets)
        self.sent_at = time.perf_counter()
        self.last = asyncio.get_running_loop().create_future()
        return self.last


class Player:
    """A seat's socket that waits for the answer to each of its acts."""

    def __init__(self) -> None:
        self.socket: Socket | None = None
        self.count = 0
        self.refused: list[str] = []
        self._answer: asyncio.Future[float] | None = None
        self._ready = asyncio.get_running_loop().create_future()

    async def join(self, match: Match, seat: int, port: int) -> None:
        """Sign in and wait for the snapshot."""
        self.socket = await sockets.connect(match.code, port, self._take, match.sessions[seat])
        await asyncio.wait_for(self._ready, WAIT_SECONDS)

    def _take(self, socket: Socket, data: bytes) -> None:
        if data.startswith(b'{"type":"snapshot"') and not self._ready.done():
            self._ready.set_result(None)
        is_answer = data.startswith((b'{"type":"ok"', b'{"type":"refused"'))
        if is_answer and self._answer is not None and not self._answer.done():
            if data.startswith(b'{"type":"refused"'):
                self.refused.append(str(codec.load(data)["code"]))
            self._answer.set_result(time.perf_counter())

    async def act(self, action: dict[str, Any]) -> float:
        """Seconds from sending to the answer."""
        assert self.socket is not None
        self.count += 1
        self._answer = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        self.socket.send({"type": "act", "id": f"b{self.count}", "action": action})
        return await asyncio.wait_for(self._answer, WAIT_SECONDS) - start


def run(*, spectators: tuple[int, ...] = (200, 1000), moves: int = 60) -> list[Report]:
    """Start the portal, let clients in, measure, stop."""
    import uvloop

    from tools.bench.place import place

    processes.raise_file_limit()
    with place() as folder:
        season, matches = prepared(len(spectators) + 1)
        with processes.serving(folder) as server:
            work = _measure(server, season, matches, spectators, moves)
            return uvloop.run(work)


async def _measure(
    server: Server, season: Match, matches: list[Match], spectators: tuple[int, ...], moves: int
) -> list[Report]:
    reports = [await _orders(server, season, spectators[0])]
    for count, match in zip(spectators, matches, strict=False):
        reports.append(await _fan_out(server, match, count, moves))
    return reports


def prepared(count: int) -> tuple[Match, list[Match]]:
    """A crowded season and so many games of the reference title, in the database."""
    from django.db import connections

    from tools.bench import club

    founded = club.found_club()
    door = club.open_season(founded)
    mountains.crowd(door)
    keys = [club.session_of(user) for user in founded.generals]
    orders = [
        [codec.to_builtins(a) for a in mountains.wanted(door.state, side)]
        for side in range(mountains.SIDES)
    ]
    season = Match(door.game.code, keys, orders)
    matches = [Match(club.reference_game(founded.generals).code, keys) for _ in range(count)]
    connections.close_all()
    return season, matches


async def _join(server: Server, match: Match, count: int, report: Report) -> Audience:
    """So many spectators at once, until every one holds the snapshot."""
    audience = Audience()
    gate = asyncio.Semaphore(WIDTH)

    async def one() -> None:
        async with gate:
            audience.sockets.append(await sockets.connect(match.code, server.port, audience.take))

    cpu, memory, start = server.cpu(), server.memory(), time.perf_counter()
    await asyncio.gather(*(one() for _ in range(count)))
    await _until(lambda: audience.greeted >= count)
    seconds = time.perf_counter() - start
    report.add(f"{count} joins, to the last snapshot", seconds * 1000, "ms")
    report.add("web CPU of a join", (server.cpu() - cpu) * 1000 / count, "ms")
    await asyncio.sleep(1.0)
    grown = server.memory() - memory
    report.add("web memory per spectator", grown * 1000 / count, "kB")
    budget = WEB_MB_AT_500 if count <= 500 else None
    report.add(f"web memory with {count} spectators", server.memory(), "MB", budget)
    return audience


async def _until(is_so: Any, seconds: float = WAIT_SECONDS) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError("the server did not answer in time")
        await asyncio.sleep(0.01)


async def _orders(server: Server, season: Match, spectators: int) -> Report:
    """Orders of six generals one after the other while others watch."""
    report = Report(f"Iron Mountains, {spectators} spectators: orders over the socket")
    audience = await _join(server, season, spectators, report)
    players = [Player() for _ in range(mountains.SIDES)]
    for seat, player in enumerate(players):
        await player.join(season, seat, server.port)
    await asyncio.sleep(1.0)
    cpu = server.cpu()
    times: list[float] = []
    for k in range(mountains.ORDERS):
        for seat, player in enumerate(players):
            if k < len(season.orders[seat]):
                times.append(await player.act(season.orders[seat][k]))
                await asyncio.sleep(0.01)
    taken = [t * 1000 for t in times]
    report.add("order to ok, median", percentile(taken, 0.5), "ms")
    report.add("order to ok, p95", percentile(taken, 0.95), "ms", ORDER_P95_MS)
    report.add(
        "web CPU of an order, its updates included", (server.cpu() - cpu) * 1000 / len(times), "ms"
    )
    refused = [code for player in players for code in player.refused]
    report.note(f"{len(times)} orders, {len(refused)} refused {sorted(set(refused))}")
    await _leave(audience, players)
    return report


async def _fan_out(server: Server, match: Match, spectators: int, moves: int) -> Report:
    """Moves of the reference game, one at a time, each awaited at every spectator."""
    report = Report(f"Reference game, {spectators} spectators: a move to all of them")
    audience = await _join(server, match, spectators, report)
    players = [Player() for _ in range(mountains.SIDES)]
    for seat, player in enumerate(players):
        await player.join(match, seat, server.port)
    await asyncio.sleep(1.0)
    lasts: list[float] = []
    answers: list[float] = []
    ready: list[int] = []
    sent = sum(s.received for s in audience.sockets)
    cpu, own = server.cpu(), time.process_time()
    audience.each.clear()
    for number in range(moves):
        stage, seat, turn = _script(number)
        last = audience.expect()
        answers.append(await players[seat].act(_move(turn, stage, seat)))
        lasts.append(await asyncio.wait_for(last, WAIT_SECONDS))
        if seat < mountains.SIDES - 1:  # the sixth resolves the stage
            ready.append(audience.sizes[audience.target])
        await asyncio.sleep(0.03)
    spent, own = server.cpu() - cpu, time.process_time() - own
    received = sum(s.received for s in audience.sockets) - sent
    ms = [t * 1000 for t in lasts]
    report.add("move to ok, median", percentile([t * 1000 for t in answers], 0.5), "ms")
    report.add("move to the last spectator, median", percentile(ms, 0.5), "ms")
    report.add(
        "move to the last spectator, p95", percentile(ms, 0.95), "ms", LAST_P95_MS.get(spectators)
    )
    report.add(
        "move to any spectator, median", percentile([t * 1000 for t in audience.each], 0.5), "ms"
    )
    report.add("update of a ready flag", max(ready, default=0), "bytes", READY_BYTES)
    report.add("bytes per spectator and move", received / spectators / moves, "bytes")
    report.add("web CPU per spectator and move", spent * 1e6 / spectators / moves, "us")
    report.note(f"this client's own share: {own * 1e6 / spectators / moves:.0f} us each")
    await _leave(audience, players)
    return report


def _script(number: int) -> tuple[str, int, int]:
    """Stage, seat and round of the scripted move of this number."""
    stage = "orders" if number // 6 % 2 == 0 else "bid"
    return stage, number % 6, 1 + number // 12


def _move(turn: int, stage: str, seat: int) -> dict[str, Any]:
    if stage == "bid":
        return {"type": "bid", "amount": script_bid(turn, seat)}
    return {"type": "orders", "orders": script_orders(turn, seat)}


async def _leave(audience: Audience, players: list[Player]) -> None:
    for socket in [*audience.sockets, *(p.socket for p in players if p.socket is not None)]:
        socket.close()
    await asyncio.sleep(1.0)
