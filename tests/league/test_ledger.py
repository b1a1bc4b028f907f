"""What people read of a book: a side's rows, dates, what needs a GM."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from accounts.refusals import Refused
from games.league import parks, refresh
from games.league.books import mark_schedule
from games.league.fake_ork import FakeOrk
from games.league.ledger import date_states, findings, ledger_rows
from games.league.models import Book, ParkName, Row, Shield
from games.league.sample import KINGDOM_ID, write_sample
from tests.league.conftest import SATURDAY, SUNDAY, Clock, row

Says = Callable[..., None]


def test_im_6_a_side_sees_the_rows_held_there_and_those_of_its_own(
    fake: FakeOrk, ork_says: Says, book: Book, make_park: Any
) -> None:
    make_park("Tarn Watch", ork=(9003,))
    ork_says(
        row(1), row(2, ParkId=9003), row(3, FromParkId=9003), row(4, ParkId=9005, FromParkId=9005)
    )
    refresh.refresh(book.pk)
    found = ledger_rows(book.pk, parks={9003})
    assert [r.row_id for r in found] == [3, 2]
    assert (found[1].persona, found[1].class_name) == ("Hedda Brightspear", "Warrior")
    assert (found[1].park_name, found[1].home_name) == ("Tarn Watch", "park 9001")
    assert len(ledger_rows(book.pk)) == 4
    assert ledger_rows(book.pk, since=SUNDAY) == []


def test_im_16_3_an_unknown_class_is_reported_without_a_name(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1, ClassId=21, ClassName="Jester"), row(2))
    refresh.refresh(book.pk)
    found = findings(book, clock())
    assert [(f.kind, f.date, f.detail, f.row_id) for f in found] == [
        ("unknown_class", SATURDAY, "Jester", 1)
    ]
    assert "Hedda" not in str(found)


def test_findings_tell_failed_suspicious_and_stopped(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1))
    refresh.refresh(book.pk)
    ork_says()
    fake.fail("status3", date=SUNDAY.isoformat())
    refresh.refresh(book.pk)
    found = findings(book, clock())
    assert [(f.kind, f.date, f.detail) for f in found] == [
        ("failed", SUNDAY, "STATUS status 3"),
        ("suspicious", SATURDAY, ""),
    ]
    Book.objects.update(kingdom_ids=[])
    refresh.refresh(book.pk)
    assert findings(book, clock())[0].detail == "nothing_to_read"


def test_im_16_2_rows_that_cannot_count_are_reported(book: Book, clock: Clock) -> None:
    for row_id, day in ((1, date(2026, 2, 1)), (2, date(2026, 2, 13)), (3, SATURDAY)):
        Row.objects.create(
            book=book, row_id=row_id, date=day, park=1, player="7", source="import", class_id=1
        )
    kinds = [(f.kind, f.row_id) for f in findings(book, clock())]
    assert kinds == [("before_start", 1), ("not_weekend", 2)]


def test_dates_tell_rows_last_reading_and_shields(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1), row(2))
    Shield.objects.create(book=book, date=SUNDAY, park=9001, at=clock())
    refresh.refresh(book.pk)
    sunday, saturday = date_states(book, clock())
    assert (saturday.rows, saturday.read_at, saturday.result) == (2, clock(), {"added": 2})
    assert (sunday.rows, sunday.shields) == (0, (9001,))


def test_ork_5_8_the_chooser_is_filled_on_demand_alone(fake: FakeOrk, book: Book) -> None:
    write_sample(fake.folder, SATURDAY, 1, "chooser")
    refresh.refresh(book.pk)
    assert not any("GetParks" in seen["query"] for seen in fake.seen)
    assert not ParkName.objects.exists()
    assert parks.update_kingdom(KINGDOM_ID) == 6
    assert parks.update_kingdom(KINGDOM_ID) == 6
    assert ParkName.objects.get(park_id=9003).abbreviation == "TW"
    assert parks.update_park(9051).kingdom_id == 904
    assert ParkName.objects.count() == 7


def test_ork_5_8_a_failed_look_up_is_refused_with_its_kind(fake: FakeOrk, db: None) -> None:
    fake.fail("challenge", times=2)
    for ask in (lambda: parks.update_kingdom(903), lambda: parks.update_park(9001)):
        with pytest.raises(Refused) as caught:
            ask()
        assert caught.value.code == "ork_failed"
        assert caught.value.params["kind"] == "NOT_JSON"


def test_im_16_15_the_host_tells_the_next_deadline_and_the_end(book: Book, clock: Clock) -> None:
    deadline = clock()
    mark_schedule(book, next_deadline=deadline, is_over=False)
    kept = Book.objects.get()
    assert (kept.next_deadline, kept.closed_at) == (deadline, None)
    mark_schedule(kept, next_deadline=None, is_over=True)
    assert Book.objects.get().closed_at == clock()
    clock.pass_by(days=1)
    mark_schedule(Book.objects.get(), next_deadline=None, is_over=True)
    assert Book.objects.get().closed_at == deadline
    mark_schedule(Book.objects.get(), next_deadline=None, is_over=False)
    assert Book.objects.get().closed_at is None
