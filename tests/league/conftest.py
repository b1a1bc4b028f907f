"""Builders for the league's tests: a fake ORK in a folder, a book, a clock that can be set."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from games.league.editing import Editor
from games.league.fake_ork import EMPTY, ENDING, SUCCESS, FakeOrk, serving
from games.league.models import Book, Row

SATURDAY = date(2026, 2, 7)
SUNDAY = date(2026, 2, 8)
KINGDOM = 903


class Clock:
    """The portal's time as a test sets it."""

    def __init__(self) -> None:
        self.at = datetime(2026, 2, 8, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, **delta: int) -> None:
        self.at += timedelta(**delta)


@pytest.fixture
def clock() -> Iterator[Clock]:
    """Sunday evening of the first weekend, until the test says otherwise."""
    from django.apps import apps

    config: Any = apps.get_app_config("accounts")
    before, config.clock = config.clock, (hands := Clock())
    yield hands
    config.clock = before


@pytest.fixture
def fake(tmp_path: Path, settings: Any) -> Iterator[FakeOrk]:
    """A fake ORK on this machine that the client is pointed at."""
    app = FakeOrk(tmp_path)
    with serving(app) as url:
        settings.ORK_URL = url
        settings.ORK_ALLOW_LOOPBACK = True
        yield app


@pytest.fixture
def book(db: None, clock: Clock) -> Book:
    """A season of the sample kingdom that began on SATURDAY."""
    return Book.objects.create(
        name="Season", attendance_from=SATURDAY, kingdom_ids=[KINGDOM], opened_at=clock()
    )


@pytest.fixture
def gm(db: None) -> Editor:
    """A GM with a reason."""
    from accounts.models import User

    user = User.objects.create_superuser("gm@example.org", "correct horse", persona="Marshal")
    return Editor(by=user.pk, reason="sheet of the registrar")


def row(row_id: int, **changes: Any) -> dict[str, Any]:
    """One raw ORK row: Hedda of Copper Gate at home, unless changed."""
    return {
        "AttendanceId": row_id,
        "MundaneId": 61001,
        "ClassId": 16,
        "Date": SATURDAY.isoformat(),
        "ParkId": 9001,
        "FromParkId": 9001,
        "EventId": None,
        "Credits": 1,
        "Persona": "Hedda Brightspear",
        "ClassName": "Warrior",
        "AttendancePersona": "",
        **changes,
    }


def answer(*rows: dict[str, Any]) -> dict[str, Any]:
    """An AttendanceForDate answer; without rows the empty day of ORK-3.3.1."""
    status = SUCCESS if rows else EMPTY
    body: dict[str, Any] = {"Status": {**status, "Detail": "select a.* from ork_attendance"}}
    return {**({"Attendance": list(rows)} if rows else {}), **body, **ENDING}


@pytest.fixture
def ork_says(tmp_path: Path) -> Callable[..., None]:
    """`ork_says(row(1), row(2), day=SUNDAY)`: what the fake ORK tells about a day."""

    def says(*rows: dict[str, Any], day: date = SATURDAY, scope: str = f"k{KINGDOM}") -> None:
        path = tmp_path / "AttendanceForDate" / scope / f"{day}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        dated = [{**one, "Date": day.isoformat()} for one in rows]
        path.write_text(json.dumps(answer(*dated)))

    return says


def stored(book: Book) -> dict[int, Row]:
    """The book's rows by id."""
    return {one.row_id: one for one in Row.objects.filter(book=book)}


def version(book: Book) -> int:
    """The book's version as the database has it."""
    return Book.objects.values_list("version", flat=True).get(pk=book.pk)
