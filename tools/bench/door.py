"""`door`: the same week through `services.submit` on a database, and what each statement costs."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from games.engine.protocol import Seat
from tools.bench import mountains
from tools.bench.report import Report, percentile, watch

WEEK_MS = 40.0
ORDER_MS = 4.0


class Statements:
    """Counts and times what the database is asked."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.count: defaultdict[str, int] = defaultdict(int)

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """An execute wrapper of Django."""
        start = time.perf_counter()
        try:
            return execute(sql, *rest)
        finally:
            key = shape(sql)
            self.spent[key] += time.perf_counter() - start
            self.count[key] += 1


def shape(sql: str) -> str:
    """A statement's verb and table."""
    text = re.sub(r"\s+", " ", sql).strip()
    found = re.match(r"(\w+).*?(?:FROM|INTO|UPDATE) \"?(\w+)\"?", text) or re.match(
        r"(UPDATE) \"?(\w+)\"?", text
    )
    return f"{found[1]} {found[2]}" if found else text[:40]


@contextmanager
def counted() -> Iterator[Statements]:
    """Watch this thread's connection."""
    from django.db import connection

    statements = Statements()
    with connection.execute_wrapper(statements):
        yield statements


def run(*, rounds: int = 5) -> list[Report]:
    """Resolution and orders through the door, with a profile."""
    from tools.bench.place import place

    with place():
        from tools.bench import club

        founded = club.found_club()
        return [_weeks(club.open_season(founded), rounds), _orders(club.open_season(founded))]


def _weeks(door: Any, rounds: int) -> Report:
    """A crowded week with full queues, resolved again and again."""
    mountains.crowd(door)
    walls: list[float] = []
    cpus: list[float] = []
    given = 0
    for _ in range(rounds):
        mountains.provide(door)
        given = sum(mountains.orders_of(door, side) for side in range(mountains.SIDES))
        door.to_deadline()
        with counted() as seen, watch() as resolving:
            answer = _resolve(door)
        assert answer.ok, answer
        walls.append(resolving.wall)
        cpus.append(resolving.cpu)
    report = Report(f"A week of {mountains.SIDES} sides, {given} orders, through the door")
    report.add("resolution, wall, best round", min(walls), "ms", WEEK_MS)
    report.add("resolution, wall, median", percentile(walls, 0.5), "ms")
    report.add("resolution, CPU, median", percentile(cpus, 0.5), "ms")
    _profile(report, seen, 1)
    return report


def _resolve(door: Any) -> Any:
    from games.hosting import services

    return services.run_due(door.game.pk)


def _orders(door: Any) -> Report:
    """Orders one by one, each a commit of its own, and the same in batches of six."""
    mountains.crowd(door)
    walls: list[float] = []
    cpus: list[float] = []
    with counted() as statements:
        for side in range(mountains.SIDES):
            for action in list(mountains.wanted(door.state, side)):
                with watch() as ordering:
                    accepted = door.do(Seat(side), action)
                if accepted:
                    walls.append(ordering.wall)
                    cpus.append(ordering.cpu)
    report = Report(f"{len(walls)} orders through the door, one commit each")
    report.add("order, wall, median", percentile(walls, 0.5), "ms")
    report.add("order, wall, p95", percentile(walls, 0.95), "ms")
    report.add("order, CPU, median", percentile(cpus, 0.5), "ms", ORDER_MS)
    _profile(report, statements, len(walls))
    return report


def _profile(report: Report, statements: Statements, times: int) -> None:
    total = sum(statements.spent.values()) * 1000 / times
    report.add("statements each", sum(statements.count.values()) / times, "")
    report.add("time in the database each", total, "ms")
    for key, spent in sorted(statements.spent.items(), key=lambda pair: -pair[1]):
        report.note(
            f"{statements.count[key] / times:7.2f} x {key:<32} {spent * 1000 / times:8.3f} ms"
        )
