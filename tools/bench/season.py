"""`season`: sixteen weeks, forty order changes a side and week: does anything grow slow or big?"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from games.engine import codec
from games.engine.protocol import PUBLIC, Seat
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from tools.bench import mountains
from tools.bench.report import Report, Watch, percentile, watch

WEEKS = 16
CHANGES = 40
LEFT = 6  # the last changes of a week are orders that stay
DATABASE_MB = 25.0
SLOWER = 1.5
TIMES = 15


def run(*, weeks: int = WEEKS, changes: int = CHANGES) -> list[Report]:
    """Play the season and compare its first week with its last."""
    from tools.bench.place import megabytes, place

    with place() as folder:
        from tools.bench import club

        door = club.open_season(club.found_club(), weeks=weeks)
        database = folder / "portal.sqlite3"
        before = _settled(database, megabytes)
        random = Random(5)
        orders = {"first": _week(door, random, changes)}
        first = _times(door)
        door.resolve()
        for _ in range(2, weeks):
            _week(door, random, changes)
            door.resolve()
        orders["last"] = _week(door, random, changes)
        last = _times(door)
        grown = _settled(database, megabytes) - before
        return [_report(door, grown, orders, first, last, weeks)]


def _settled(database: Path, megabytes: Callable[[Path], float]) -> float:
    """Size with the write-ahead log folded in; 0 where the database is no file of ours."""
    from django.db import connection

    if connection.vendor != "sqlite":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return megabytes(database)


def _week(door: Any, random: Random, changes: int) -> list[Watch]:
    """Every side changes its mind so often; what each accepted change took."""
    spent: list[Watch] = []
    for side in range(mountains.SIDES):
        for number in range(changes):
            state = door.state
            queue = state.sides[side].orders
            stays = number >= changes - LEFT
            action = None if queue and number % 2 and not stays else _wish(state, side, random)
            if action is None and queue:
                action = act.CancelOrder(state.week, queue[-1].id)
            if action is None:
                break
            with watch() as changing:
                answer = door.answer(Seat(side), action)
            assert answer.ok, answer
            spent.append(changing)
    return spent


def _wish(state: Any, side: int, random: Random) -> Any:
    legal = rules.legal(state, Seat(side)).actions
    wishes = [a for a in legal if isinstance(a, act.SubmitCapture | act.SubmitBuild)]
    return random.choice(wishes) if wishes else None


def _times(door: Any) -> dict[str, float]:
    """CPU milliseconds of what people do who come to this game, medians."""
    from games.hosting import cache, reading, replay
    from games.hosting.models import Game

    pk = door.game.pk
    game = Game.objects.get(pk=pk)
    own = frozenset({PUBLIC, "team:0", "seat:0"})

    def opened() -> None:
        for stream in own:
            reading.snapshot(pk, stream)

    def opened_cold() -> None:
        cache.clear()
        opened()

    def resumed() -> None:
        for stream in own:
            reading.frames_after(pk, stream, max(0, game.streams[stream] - 20))

    def read_log() -> None:
        replay.events_page(game, own)

    work: dict[str, Callable[[], None]] = {
        "open": opened,
        "open in a fresh process": opened_cold,
        "resume": resumed,
        "log page": read_log,
    }
    return {name: _median(job) for name, job in work.items()}


def _median(job: Callable[[], None]) -> float:
    times = []
    for _ in range(TIMES):
        with watch() as doing:
            job()
        times.append(doing.cpu)
    return statistics.median(times)


def _report(
    door: Any,
    grown: float,
    orders: dict[str, list[Watch]],
    first: dict[str, float],
    last: dict[str, float],
    weeks: int,
) -> Report:
    from games.hosting import replay
    from games.hosting.models import LogEntry, Update

    report = Report(f"A season of {weeks} weeks through the door, {door.sent} actions (CPU)")
    report.add("database growth", grown, "MB", DATABASE_MB)
    entries = LogEntry.objects.filter(game=door.game).count()
    report.add("log entries", entries, "")
    report.add("update rows", Update.objects.filter(game=door.game).count(), "")
    report.add("database growth per action", grown * 1e6 / max(1, entries), "bytes")
    report.add("state at the end", len(codec.encode(door.state)), "bytes")
    for figures, week in ((first, orders["first"]), (last, orders["last"])):
        # the lower quartile: what else the machine does lengthens some orders, never shortens one
        figures["order"] = percentile([change.wall for change in week], 0.25)
        figures["order, CPU alone"] = percentile([change.cpu for change in week], 0.25)
    for name, before in first.items():
        report.add(f"{name}, first week", before, "ms")
        report.add(f"{name}, last week", last[name], "ms")
        is_promised = name in ("open", "resume", "order")
        report.add(
            f"{name}, last to first", last[name] / before, "x", SLOWER if is_promised else None
        )
    with watch() as replaying:
        replay.frames(door.game, frozenset({PUBLIC, "team:0", "seat:0"}))
    report.add("replay of the whole season, one side", replaying.cpu, "ms")
    return report
