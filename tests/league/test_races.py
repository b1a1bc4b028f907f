"""IM-17.5: refreshes and GMs at once, in threads of their own, on a real database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.league import editing, refresh
from games.league.editing import Editor
from games.league.fake_ork import FakeOrk
from games.league.models import Book, BookEdit, Refresh
from tests.league.conftest import KINGDOM, SATURDAY, Clock, row, stored

ROWS = 12


@pytest.fixture
def season(live_db: None, fake: FakeOrk, ork_says: Callable[..., None], clock: Clock) -> Book:
    ork_says(*(row(n, MundaneId=n) for n in range(1, ROWS + 1)))
    book = Book.objects.create(
        name="Season", attendance_from=SATURDAY, kingdom_ids=[KINGDOM], opened_at=clock()
    )
    refresh.refresh(book.pk)
    return book


def at_once(*deeds: Callable[[], Any]) -> list[BaseException]:
    failures: list[BaseException] = []
    gate = threading.Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> None:
        gate.wait()
        try:
            deed()
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return failures


def test_im_17_5_edits_and_refreshes_at_once_lose_nothing(
    season: Book, ork_says: Callable[..., None]
) -> None:
    editor = Editor(None, "by hand")
    ork_says(*(row(n, MundaneId=n, ClassId=8) for n in range(1, ROWS + 1)))

    def edit(first: int) -> None:
        for row_id in range(first, ROWS + 1, 2):
            editing.exclude_row(season.pk, row_id, editor)
            editing.set_row_home(season.pk, row_id, 9003, editor)

    def read() -> None:
        for _ in range(6):
            refresh.refresh(season.pk)

    assert at_once(lambda: edit(1), lambda: edit(2), read) == []
    refresh.refresh(season.pk)
    found = stored(season).values()
    assert {(r.excluded, r.home, r.class_id) for r in found} == {(True, 9003, 8)}
    versions = list(BookEdit.objects.values_list("version", flat=True))
    assert len(versions) == len(set(versions)) == 2 * ROWS


def test_one_refresh_at_a_time_has_the_book(season: Book, fake: FakeOrk) -> None:
    before = Refresh.objects.count()
    fake.fail("slow", date=SATURDAY.isoformat())
    assert at_once(*[lambda: refresh.refresh(season.pk)] * 4) == []
    assert Refresh.objects.count() == before + 1
