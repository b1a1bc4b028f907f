"""`soak`: fifty tables with bots at once, clocks of one second, spectators that come and go.

No error, no update lost, memory flat: every view a spectator holds is hashed at every number and
compared with what the portal stored. A table that ends is followed by another one.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import threading
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import PUBLIC
from tools.bench import processes, sockets
from tools.bench.processes import Server
from tools.bench.report import Report

GAMES, SPECTATORS, SECONDS = 50, 60, 300.0
STAY = (1.0, 15.0)
SEED = 20
READY_SECONDS = 120.0
SNAPSHOT_SECONDS = 15.0
MEMORY_GROWTH = 1.10  # last fifth against the middle one, when caches and heap are warm


@dataclass(slots=True)
class History:
    """What all spectators saw: digests by game and number, and what was wrong."""

    seen: dict[tuple[str, int], str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    visits: int = 0
    updates: int = 0

    def note(self, code: str, seq: int, view: Any) -> None:
        """Two spectators must hold the same view at the same number."""
        mine = digest(view)
        if self.seen.setdefault((code, seq), mine) != mine:
            self.faults.append(f"{code}: two views at {seq}")


class Visitor:
    """One visit: hello, follow for a while, leave."""

    def __init__(self, code: str, history: History) -> None:
        self.code, self.history = code, history
        self.seq = -1
        self.view: Any = None

    def take(self, socket: Any, data: bytes) -> None:
        """A frame; a number skipped or come twice is a fault."""
        frame = codec.load(data)
        if frame["type"] == "snapshot" and PUBLIC in frame["streams"]:
            body = frame["streams"][PUBLIC]
            self.seq, self.view = body["seq"], body["view"]
            self.history.note(self.code, self.seq, self.view)
        elif frame["type"] == "update" and frame["stream"] == PUBLIC:
            self._follow(frame)
        elif frame["type"] in ("refused", "closed"):
            self.history.faults.append(f"{self.code}: {frame}")

    def _follow(self, frame: dict[str, Any]) -> None:
        if frame["seq"] != self.seq + 1:
            self.history.faults.append(f"{self.code}: {frame['seq']} after {self.seq}")
        self.seq = frame["seq"]
        self.view = frame["view"] if "view" in frame else merge(self.view, frame["patch"])
        self.history.updates += 1
        self.history.note(self.code, self.seq, self.view)


def digest(view: Any) -> str:
    """One view, however its keys are ordered."""
    return sha256(codec.encode(view)).hexdigest()[:20]


def run(*, games: int = GAMES, seconds: float = SECONDS) -> list[Report]:
    """Start the portal, fill it with tables, let people come and go, compare."""
    import uvloop

    from tools.bench.place import place

    processes.raise_file_limit()
    with place() as folder:
        tables = Tables(games)
        tables.fill()
        log = folder / "serve.log"
        with processes.serving(folder) as server:
            _wait_until_ready(server)
            begun = log.stat().st_size
            history, memory = uvloop.run(_watch(server, tables, seconds))
            errors = _errors(log, begun)
        return [_report(tables, history, memory, errors)]


def _wait_until_ready(server: Server) -> None:
    """The worker ticks too before the measurement begins."""
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        with suppress(OSError), urllib.request.urlopen(server.url + "/readyz", timeout=5):  # noqa: S310
            return
        time.sleep(0.5)
    raise RuntimeError("the portal was not ready in time")


class Tables:
    """The running tables of every title that people may open, kept at their number."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.made = 0
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self.codes: list[str] = []

    def fill(self) -> None:
        """Open tables until so many run; the codes of those that run are kept."""
        from games.hosting.models import Game, Status

        running = list(Game.objects.filter(status=Status.RUNNING).values_list("code", flat=True))
        while len(running) < self.count:
            running.append(self._open())
        with self._lock:
            self.codes = running

    def _open(self) -> str:
        """A table of bots, with one chair that nobody sits in: its clock must act."""
        from games.hosting.creating import SeatPlan, create_game
        from games.registry import TITLES, rules_of

        titles = [slug for slug in TITLES if rules_of(slug).meta.open_tables]
        slug = titles[self.made % len(titles)]
        meta = rules_of(slug).meta
        least, most = meta.seats
        seats = least + self.made // len(titles) % (most - least + 1)
        plans = [SeatPlan(f"Bot {k}", k + 1, kind="bot") for k in range(seats - 1)]
        plans.append(SeatPlan("Empty chair", seats))
        windows = {key for preset in meta.clocks for key in preset.windows}
        options: dict[str, Any] = {meta.seats_option: seats} if meta.seats_option else {}
        self.made += 1
        game = create_game(
            title=slug,
            name=f"Soak {self.made}",
            options=options,
            seats=plans,
            by=None,
            clock=dict.fromkeys(windows, 1),
        )
        return game.code

    def any(self, chance: random.Random) -> str:
        """One of them."""
        with self._lock:
            return chance.choice(self.codes)

    def keep_full(self) -> None:
        """In a thread of its own, until `stop`."""
        from django.db import connections

        while not self._stop.wait(2.0):
            self.fill()
        connections.close_all()

    def stop(self) -> None:
        """No more tables."""
        self._stop.set()


async def _watch(server: Server, tables: Tables, seconds: float) -> tuple[History, list[float]]:
    history, memory = History(), []
    keeper = threading.Thread(target=tables.keep_full)
    keeper.start()
    ends = time.monotonic() + seconds
    visits = [asyncio.create_task(_come_and_go(n, server, tables, history, ends))
              for n in range(SPECTATORS)]  # fmt: skip
    try:
        while time.monotonic() < ends:
            await asyncio.sleep(1.0)
            memory.append(server.memory())
        await asyncio.gather(*visits)
    finally:
        tables.stop()
        keeper.join()
    return history, memory


async def _come_and_go(
    number: int, server: Server, tables: Tables, history: History, ends: float
) -> None:
    chance = random.Random(SEED * 1000 + number)  # noqa: S311 - no secret
    while time.monotonic() < ends:
        visitor = Visitor(tables.any(chance), history)
        try:
            socket = await sockets.connect(visitor.code, server.port, visitor.take)
        except OSError as error:
            history.faults.append(f"{visitor.code}: not let in: {error}")
            continue
        history.visits += 1
        await asyncio.sleep(min(chance.uniform(*STAY), max(0.0, ends - time.monotonic())))
        until = time.monotonic() + SNAPSHOT_SECONDS
        while visitor.seq < 0 and time.monotonic() < until:
            await asyncio.sleep(0.1)
        if visitor.seq < 0:
            history.faults.append(f"{visitor.code}: no snapshot")
        socket.close()


def _report(tables: Tables, history: History, memory: list[float], errors: list[str]) -> Report:
    from games.hosting.models import FailedTask, Game, Status

    lost = _compared(history)
    windows = sum(Game.objects.values_list("seq", flat=True))
    over = Game.objects.filter(status=Status.FINISHED).count()
    aside = Game.objects.filter(status=Status.NEEDS_GM).count()
    edge = max(1, len(memory) // 5)
    fifths = [statistics.median(memory[n * edge : (n + 1) * edge]) for n in range(5)]
    report = Report(f"soak: {tables.count} tables at once, {len(memory)} s")
    report.add("tables opened / ended", tables.made, f"/ {over}")
    report.add("log entries", windows, "")
    report.add("visits", history.visits, "")
    report.add("updates seen", history.updates, "")
    report.add(
        "faults of what was seen (gaps, refusals, differing views)", len(history.faults), "", 0
    )
    report.add("views that differ from what is stored", lost, "", 0)
    report.add("games set aside", aside, "", 0)
    report.add("failed tasks", FailedTask.objects.count(), "", 0)
    report.add("errors in the log", len(errors), "", 0)
    for number, megabytes in enumerate(fifths, 1):
        report.add(f"memory of the web process, fifth {number}", megabytes, "MB")
    report.add("memory, last fifth against the middle", fifths[-1] / fifths[2], "", MEMORY_GROWTH)
    for fault in [*history.faults[:5], *errors[:5]]:
        report.note(fault)
    return report


def _errors(path: Path, begun: int) -> list[str]:
    """Lines of the portal's log from byte `begun` on that report a failure."""
    lines = path.read_bytes()[begun:].decode(errors="replace").splitlines()
    signs = ("error", "traceback", "critical")
    return [line[:400] for line in lines if any(sign in line.lower() for sign in signs)]


def _compared(history: History) -> int:
    """How many of the seen views are not what the rows tell."""
    from games.hosting.models import Update

    by_game: dict[str, dict[int, str]] = {}
    for (code, seq), mine in history.seen.items():
        by_game.setdefault(code, {})[seq] = mine
    wrong = 0
    for code, seen in by_game.items():
        view: Any = None
        rows = Update.objects.filter(game__code=code, stream=PUBLIC).order_by("seq")
        for row in rows.iterator():
            view = codec.load(row.view) if row.view else merge(view, codec.load(row.patch))
            if row.seq in seen:
                wrong += digest(view) != seen.pop(row.seq)
        wrong += len(seen)
    return wrong
