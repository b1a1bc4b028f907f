"""The door's price: statements are counted, CPU time has slack."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.protocol import Seat
from games.hosting.models import Update
from tests.bench.conftest import SLACK
from tools.bench import door as bench
from tools.bench import mountains
from tools.bench.report import watch

pytestmark = pytest.mark.django_db

ORDER_STATEMENTS = 7  # lock, first answers, acting users, log entry, update, save, lab clock
WEEK_STATEMENTS = 14


def statements(seen: bench.Statements) -> int:
    """What was asked, without the brackets of the transaction."""
    brackets = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(n for key, n in seen.count.items() if not key.upper().startswith(brackets))


def test_an_order_takes_a_handful_of_statements(season: Any) -> None:
    mountains.crowd(season, each=2)
    first, second = list(mountains.wanted(season.state, 0))[:2]
    season.do(Seat(0), first)
    with bench.counted() as seen:
        assert season.do(Seat(0), second)
    assert statements(seen) <= ORDER_STATEMENTS, dict(seen.count)


def test_an_order_stays_within_its_cpu_budget(season: Any) -> None:
    mountains.crowd(season, each=8)
    times = []
    for action in list(mountains.wanted(season.state, 0))[:10]:
        with watch() as ordering:
            season.do(Seat(0), action)
        times.append(ordering.cpu)
    assert min(times) <= SLACK * bench.ORDER_MS


def test_a_resolution_takes_few_statements_and_little_time(season: Any) -> None:
    mountains.crowd(season, each=8)
    for side in range(mountains.SIDES):
        mountains.orders_of(season, side)
    season.to_deadline()
    with bench.counted() as seen, watch() as resolving:
        assert bench._resolve(season).ok
    assert statements(seen) <= WEEK_STATEMENTS, dict(seen.count)
    assert resolving.cpu <= SLACK * bench.WEEK_MS


def test_a_season_grows_by_few_bytes_an_order(season: Any) -> None:
    before = Update.objects.count()
    action = next(mountains.wanted(season.state, 0))
    assert season.do(Seat(0), action)
    rows = Update.objects.order_by("pk")[before:]
    assert len(rows) == 1  # a secret order moves the seat's own stream alone
    assert sum(len(row.patch) + len(row.events) for row in rows) < 2000


def test_first_answers_are_looked_up_by_their_index(season: Any) -> None:
    from django.db import connection

    from games.hosting import statements as door_statements

    if connection.vendor != "sqlite":
        pytest.skip("the plan is read as SQLite writes it")
    sql = door_statements._answers_select(2)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", [1, 2, "a", 1, 3, "b"])
        plan = " | ".join(row[-1] for row in cursor.fetchall())
    assert "log_client_once" in plan or "game_id=? AND by=? AND client_id=?" in plan, plan
