"""`season`: sixteen weeks, forty order changes a side and week: does anything grow slow or big?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
OWN = frozenset({PUBLIC, "team:0", "seat:0"})
PROMISED = ("open", "resume")


def run(*, weeks: int = WEEKS, changes: int = CHANGES) -> list[Report]:
    """Play a season to its last week, then compare it with another that is in its first.

    Both are measured in turns, so that whatever else the machine does meets both alike.
    """
    from tools.bench.place import megabytes, place

    with place() as folder:
        from tools.bench import club

        founded = club.found_club()
        old = club.open_season(founded, weeks=weeks)
        database = folder / "portal.sqlite3"
        before = _settled(database, megabytes)
        random = Random(5)
        for _ in range(1, weeks):
            for side in range(mountains.SIDES):
                _changes(old, side, random, changes)
            old.resolve()
        fresh = club.open_season(founded, weeks=weeks)
        first, last = Week(fresh), Week(old)
        for side in range(mountains.SIDES):
            for week in (first, last):
                week.orders += _changes(week.door, side, random, changes)
        grown = _settled(database, megabytes) - before
        return [_report(first, last, grown, weeks)]


@dataclass(slots=True)
class Week:
    """A season in one of its weeks, and what orders took in it."""

    door: Any
    orders: list[Watch] = field(default_factory=list)


def _settled(database: Path, megabytes: Callable[[Path], float]) -> float:
    """Size with the write-ahead log folded in; 0 where the database is no file of ours."""
    from django.db import connection

    if connection.vendor != "sqlite":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return megabytes(database)


def _changes(door: Any, side: int, random: Random, changes: int) -> list[Watch]:
    """A side changes its mind so often; what each accepted change took."""
    spent: list[Watch] = []
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


Job = Callable[[], None]


def _jobs(door: Any) -> dict[str, Job]:
    """What people do who come to this game."""
    from games.hosting import cache, reading, replay
    from games.hosting.models import Game

    pk = door.game.pk
    game = Game.objects.get(pk=pk)

    def opened() -> None:
        for stream in OWN:
            reading.snapshot(pk, stream)

    def opened_cold() -> None:
        cache.clear()
        opened()

    def resumed() -> None:
        for stream in OWN:
            reading.frames_after(pk, stream, max(0, game.streams[stream] - 20))

    def read_log() -> None:
        replay.events_page(game, OWN)

    return {
        "open": opened,
        "open in a fresh process": opened_cold,
        "resume": resumed,
        "log page": read_log,
    }


def _in_turns(one: Job, other: Job) -> tuple[float, float]:
    """The lower quartiles of CPU milliseconds of two jobs."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(TIMES):
        for job, spent in zip((one, other), times, strict=True):
            with watch() as doing:
                job()
            spent.append(doing.cpu)
    return percentile(times[0], 0.25), percentile(times[1], 0.25)


def _report(first: Week, last: Week, grown: float, weeks: int) -> Report:
    from games.hosting import replay
    from games.hosting.models import LogEntry, Update

    game = last.door.game
    report = Report(f"A season of {weeks} weeks through the door, {last.door.sent} actions")
    report.add("database growth", grown, "MB", DATABASE_MB)
    entries = LogEntry.objects.filter(game=game).count()
    report.add("log entries", entries, "")
    report.add("update rows", Update.objects.filter(game=game).count(), "")
    report.add("database growth per action", grown * 1e6 / max(1, entries), "bytes")
    report.add("state at the end", len(codec.encode(last.door.state)), "bytes")
    late = _jobs(last.door)
    for name, job in _jobs(first.door).items():
        _compare(report, f"{name} (CPU)", _in_turns(job, late[name]), name in PROMISED)
    weeks_of = (first, last)
    walls = tuple(percentile([o.wall for o in week.orders], 0.25) for week in weeks_of)
    cpus = tuple(percentile([o.cpu for o in week.orders], 0.25) for week in weeks_of)
    _compare(report, "order (wall)", walls, True)
    _compare(report, "order (CPU)", cpus, False)
    with watch() as replaying:
        replay.frames(game, OWN)
    report.add("replay of the whole season, one side", replaying.cpu, "ms")
    return report


def _compare(report: Report, name: str, times: tuple[float, ...], is_promised: bool) -> None:
    report.add(f"{name}, first week", times[0], "ms")
    report.add(f"{name}, last week", times[1], "ms")
    report.add(f"{name}, last to first", times[1] / times[0], "x", SLOWER if is_promised else None)
