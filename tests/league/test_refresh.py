"""IM-16.9 to IM-16.11, ORK-5.4 to ORK-5.7: what a refresh does to a book."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.exceptions import ValidationError

from games.league import books, editing, refresh
from games.league.editing import Editor
from games.league.fake_ork import FakeOrk
from games.league.models import Book, BookEdit, HomePin, Refresh, Row, RowChange, Shield, Suspicion
from games.league.ork import DayResult, OrkClient
from games.league.refresh import apply_day, due_books
from games.league.tasks import refresh_book, refresh_due
from tests.league.conftest import KINGDOM, SATURDAY, SUNDAY, Clock, row, stored, version

Says = Callable[..., None]


def run(book: Book) -> Refresh:
    found = refresh.refresh(book.pk)
    assert found is not None
    return found


def result(book: Book, day: date = SATURDAY) -> dict[str, Any]:
    found: dict[str, Any] = run(book).dates[day.isoformat()]
    return found


def test_ork_5_7_reports_added_changed_removed_and_unchanged(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1), row(2), row(3))
    assert result(book) == {"added": 3}
    ork_says(row(1), row(2, ClassId=8), row(4))
    assert result(book) == {"added": 1, "changed": 1, "removed": 1, "unchanged": 1}
    assert {r.row_id: r.class_id for r in stored(book).values()} == {1: 16, 2: 8, 4: 16}


def test_ork_5_7_twice_on_the_same_answers_changes_nothing(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1), row(2))
    ork_says(row(3), day=SUNDAY)
    run(book)
    before = version(book), list(Row.objects.order_by("row_id").values())
    assert before[0] == 2
    assert result(book) == {"unchanged": 2}
    assert (version(book), list(Row.objects.order_by("row_id").values())) == before


def test_ork_5_7_reads_weekend_dates_in_ascending_order(
    fake: FakeOrk, book: Book, clock: Clock
) -> None:
    clock.pass_by(days=6)
    dates = [date.fromisoformat(day) for day in run(book).dates]
    assert dates == [SATURDAY, SUNDAY, date(2026, 2, 14)]
    assert [s["sent"]["request[Date]"] for s in fake.seen] == [d.isoformat() for d in dates]


def test_im_16_10_today_is_the_day_of_the_campaign(fake: FakeOrk, book: Book, clock: Clock) -> None:
    clock.at = datetime(2026, 2, 8, 5, 0, tzinfo=UTC)  # still Saturday evening in Denver
    assert list(run(book).dates) == ["2026-02-07"]


def test_im_16_1_rows_are_stored_without_what_the_game_does_not_need(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1, Note="sore knee", Flavor="blue", EnteredBy="Quill", EventId=51))
    run(book)
    kept = Row.objects.filter(book=book).values().get()
    assert "sore knee" not in str(kept)
    assert (kept["row_id"], kept["park"], kept["player"], kept["event_id"]) == (
        1,
        9001,
        "61001",
        51,
    )


def test_ork_3_3_5_merged_player_records_change_the_row(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1))
    run(book)
    ork_says(row(1, MundaneId=5))
    assert result(book) == {"changed": 1}
    assert stored(book)[1].player == "5"


def test_ork_3_3_4_several_rows_of_one_player_are_all_kept(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1), row(2, ClassId=8), row(3, ParkId=9003))
    assert result(book) == {"added": 3}


@pytest.mark.parametrize(("first", "then"), [(SATURDAY, SUNDAY), (SUNDAY, SATURDAY)])
def test_ork_3_3_6_a_row_whose_date_was_edited_moves(
    fake: FakeOrk, ork_says: Says, book: Book, first: date, then: date
) -> None:
    ork_says(row(1), row(9), day=first)
    ork_says(row(8), day=then)
    run(book)
    ork_says(row(9), day=first)
    ork_says(row(8), row(1), day=then)
    run(book)
    assert {r.row_id: r.date for r in stored(book).values()} == {1: then, 9: first, 8: then}


@pytest.mark.parametrize(
    "fault",
    ["http500", "challenge", "error_shape", "status3", "no_list", "wrong_date", "truncated"],
)
def test_ork_5_4_a_failed_date_leaves_its_rows_untouched(
    fake: FakeOrk, ork_says: Says, book: Book, fault: str
) -> None:
    ork_says(row(1))
    run(book)
    ork_says(row(2))
    fake.fail(fault, times=3, date=SATURDAY.isoformat())
    report = run(book).dates
    assert report[SATURDAY.isoformat()]["failed"]
    assert list(stored(book)) == [1]
    fake.heal()
    run(book)
    assert list(stored(book)) == [2]


def test_ork_5_6_an_empty_day_without_rows_is_applied_at_once(fake: FakeOrk, book: Book) -> None:
    assert result(book) == {}
    assert not Suspicion.objects.exists()
    assert version(book) == 0


def test_ork_5_6_an_empty_day_with_rows_is_held_back_for_sixty_minutes(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1))
    run(book)
    ork_says()
    assert result(book)["held"] is True
    clock.pass_by(minutes=59)
    assert result(book)["held"] is True
    assert list(stored(book)) == [1]
    clock.pass_by(minutes=1)
    assert result(book) == {"removed": 1}
    assert not stored(book)
    assert not Suspicion.objects.exists()


def test_ork_5_6_rows_seen_again_end_the_suspicion(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1))
    run(book)
    ork_says()
    run(book)
    ork_says(row(1))
    clock.pass_by(minutes=90)
    run(book)
    ork_says()
    assert result(book)["held"] is True


def test_ork_5_6_a_failure_in_between_neither_confirms_nor_ends_it(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1))
    run(book)
    ork_says()
    run(book)
    clock.pass_by(minutes=61)
    fake.fail("challenge", date=SATURDAY.isoformat())
    assert result(book)["failed"] == "NOT_JSON"
    assert list(stored(book)) == [1]
    assert result(book) == {"removed": 1}


def test_ork_5_6_one_empty_call_of_several_is_suspicious_too(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    Book.objects.update(park_ids=[77])
    ork_says(row(1))
    ork_says(row(2, ParkId=77), scope="p77")
    run(book)
    ork_says()
    assert result(book)["held"] is True
    assert sorted(stored(book)) == [1, 2]
    clock.pass_by(minutes=60)
    ork_says(row(1))
    ork_says(scope="p77")
    assert result(book)["held"] is True, "another call is empty now: nothing agrees yet"


def test_im_16_9_home_is_pinned_at_the_first_reading_with_one(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1, FromParkId=None))
    run(book)
    assert stored(book)[1].home == 0
    ork_says(row(1, FromParkId=9001))
    run(book)
    ork_says(row(1, FromParkId=9003), row(2, FromParkId=9003))
    run(book)
    found = stored(book)
    assert (found[1].home, found[1].home_seen) == (9001, 9003)
    assert found[2].home == 9003, "new rows use the home of their time"


def test_im_16_9_the_pin_outlives_the_row(fake: FakeOrk, ork_says: Says, book: Book) -> None:
    ork_says(row(1), row(2))
    run(book)
    ork_says(row(2))
    run(book)
    ork_says(row(1, FromParkId=9003), row(2))
    run(book)
    assert stored(book)[1].home == 9001


def test_im_16_11_exclusions_and_set_homes_stay_through_refreshes(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2))
    run(book)
    editing.exclude_row(book.pk, 1, gm)
    editing.set_row_home(book.pk, 2, 9005, gm)
    ork_says(row(1, ClassId=8), row(2, ClassId=8))
    run(book)
    ork_says(row(9))
    run(book)
    ork_says(row(1), row(2))
    run(book)
    found = stored(book)
    assert (found[1].excluded, found[2].excluded) == (True, False)
    assert (found[1].home, found[2].home) == (9001, 9005)


def test_im_16_11_a_shielded_pair_is_not_touched(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    Shield.objects.create(book=book, date=SATURDAY, park=9001, at=clock())
    Row.objects.create(
        book=book, row_id=7, date=SATURDAY, park=9001, player="7", source="import", class_id=1
    )
    ork_says(row(1), row(2, ParkId=9003), row(7, ParkId=9003))
    assert result(book) == {"added": 1, "shielded": 2}
    assert {r.row_id: r.park for r in stored(book).values()} == {7: 9001, 2: 9003}
    ork_says()
    assert result(book)["held"] is True


def test_im_16_11_manual_rows_are_not_touched(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    new = editing.NewRow(date=SATURDAY, park=9001, class_id=2, persona="Late Larkin")
    row_id = editing.add_row(book.pk, new, gm)
    ork_says(row(1))
    run(book)
    assert sorted(stored(book)) == [1, row_id]


class Meddling(OrkClient):
    """Lets something happen between the fetch and the commit."""

    def __init__(self, deeds: list[Callable[[], Any]]) -> None:
        super().__init__(kingdom_ids=[KINGDOM])
        self.deeds = deeds

    def fetch_day(self, day: date) -> DayResult:
        found = super().fetch_day(day)
        if self.deeds:
            self.deeds.pop(0)()
        return found


def test_im_17_5_a_gm_edit_during_a_fetch_is_not_undone(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2))
    run(book)
    deeds: list[Callable[[], Any]] = [
        lambda: editing.exclude_row(book.pk, 1, gm),
        lambda: editing.set_row_home(book.pk, 2, 9003, gm),
    ]
    refresh.refresh(book.pk, client=Meddling(deeds))
    found = stored(book)
    assert (found[1].excluded, found[2].home) == (True, 9003)
    saturdays = [s for s in fake.seen if s["sent"]["request[Date]"] == SATURDAY.isoformat()]
    assert len(saturdays) == 1 + 3, "an answer older than an edit of its date is fetched anew"


def test_im_17_5_a_date_that_a_gm_keeps_editing_is_left_for_the_next_run(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2), row(3))
    run(book)
    ork_says(row(4))
    deeds: list[Callable[[], Any]] = [
        lambda n=n: editing.exclude_row(book.pk, n, gm)  # type: ignore[misc]
        for n in (1, 2, 3)
    ]
    report = refresh.refresh(book.pk, client=Meddling(deeds))
    assert report is not None
    assert report.dates[SATURDAY.isoformat()]["failed"] == "EDITED"
    assert sorted(stored(book)) == [1, 2, 3]


def test_im_17_5_an_edit_of_another_date_does_not_hold_an_answer_up(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    BookEdit.objects.create(
        book=book,
        version=1,
        kind="import",
        dates=[SUNDAY.isoformat()],
        reason="x",
        at=book.opened_at,
    )
    Book.objects.update(version=1)
    assert apply_day(book.pk, SATURDAY, DayResult(), fetched_at=0) is not None
    assert apply_day(book.pk, SUNDAY, DayResult(), fetched_at=0) is None


def test_ork_5_2_five_failures_stop_the_run_until_the_next_scheduled_one(
    fake: FakeOrk, book: Book, clock: Clock
) -> None:
    clock.pass_by(days=28)
    fake.fail("challenge", times=99)
    report = run(book)
    assert (report.stopped, len(report.dates), report.failures) == ("failures", 5, 5)
    assert due_books(clock()) == []
    clock.pass_by(hours=3)
    assert due_books(clock()) == [book.pk]
    fake.heal()
    assert len(run(book).dates) == 10


def test_reliability_a_run_that_outlasts_its_time_goes_on_where_it_stopped(
    fake: FakeOrk, book: Book, clock: Clock
) -> None:
    clock.pass_by(days=28)

    class Slow(OrkClient):
        def fetch_day(self, day: date) -> DayResult:
            clock.pass_by(minutes=2)
            return super().fetch_day(day)

    first = refresh.refresh(book.pk, client=Slow(kingdom_ids=[KINGDOM]))
    assert first is not None
    assert (first.stopped, len(first.dates)) == ("time", 4)
    assert due_books(clock()) == [book.pk]
    rest = run(book)
    assert not rest.stopped
    assert {*first.dates, *rest.dates} == {
        d.isoformat() for d in book.weekend_dates(clock().date())
    }
    assert len(rest.dates) == 7
    assert due_books(clock()) == []


def test_reliability_a_killed_run_lets_go_of_the_book_by_itself(
    fake: FakeOrk, book: Book, clock: Clock
) -> None:
    assert refresh.claim(book.pk, clock())
    Book.objects.update(cursor=SUNDAY)
    assert refresh.refresh(book.pk) is None
    assert due_books(clock()) == []
    clock.pass_by(minutes=10)
    assert due_books(clock()) == [book.pk]
    assert list(run(book).dates) == [SUNDAY.isoformat()]


def test_im_16_10_refreshed_every_refresh_hours(book: Book, clock: Clock) -> None:
    assert due_books(clock()) == [book.pk]
    Book.objects.update(tried_at=clock())
    assert due_books(clock() + timedelta(hours=2, minutes=59)) == []
    assert due_books(clock() + timedelta(hours=3)) == [book.pk]


def test_im_16_15_refreshed_an_hour_before_the_deadline_besides(book: Book, clock: Clock) -> None:
    deadline = clock() + timedelta(hours=2)
    Book.objects.update(tried_at=clock(), next_deadline=deadline)
    assert due_books(deadline - timedelta(minutes=61)) == []
    assert due_books(deadline - timedelta(minutes=60)) == [book.pk]
    Book.objects.update(tried_at=deadline - timedelta(minutes=60))
    assert due_books(deadline - timedelta(minutes=30)) == []


@pytest.mark.parametrize(
    "fields", [{"source": "import"}, {"source": "simulated"}, {"closed_at": SATURDAY}]
)
def test_im_16_10_other_books_are_left_alone(
    book: Book, clock: Clock, fields: dict[str, Any]
) -> None:
    if "closed_at" in fields:
        fields = {"closed_at": clock()}
    Book.objects.update(**fields)
    assert due_books(clock()) == []
    assert refresh.refresh(book.pk) is None


def test_a_book_without_ids_reads_nothing_and_removes_nothing(book: Book) -> None:
    Row.objects.create(book=book, row_id=1, date=SATURDAY, park=9001, player="1", source="ork")
    Book.objects.update(kingdom_ids=[])
    assert run(book).stopped == "nothing_to_read"
    assert list(stored(book)) == [1]


def test_im_10_counts_of_changed_rows_are_kept_by_version_date_park_and_home(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    ork_says(row(1), row(2), row(3, ParkId=9003))
    run(book)
    ork_says(row(1, Persona="Hed"), row(2, ClassId=8), row(3, ParkId=9004))
    run(book)
    counts = RowChange.objects.order_by("version", "park").values_list(
        "version", "park", "home", "added", "changed", "removed"
    )
    assert list(counts) == [
        (1, 9001, 9001, 2, 0, 0),
        (1, 9003, 9001, 1, 0, 0),
        (2, 9001, 9001, 0, 1, 0),
        (2, 9003, 9001, 0, 0, 1),
        (2, 9004, 9001, 1, 0, 0),
    ], "a new persona alone is no news"


def test_the_tick_hands_out_due_books_and_the_task_reads_them(
    fake: FakeOrk, ork_says: Says, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    ork_says(row(1))
    handed: list[int] = []
    monkeypatch.setattr(refresh_book, "delay", handed.append)
    assert refresh_due() == 1
    assert handed == [book.pk]
    assert refresh_book(book.pk)[SATURDAY.isoformat()] == {"added": 1}
    assert refresh_due() == 0
    assert (refresh_book.soft_time_limit, refresh_book.time_limit) == (480, 540)


def test_pins_are_made_once(fake: FakeOrk, ork_says: Says, book: Book) -> None:
    ork_says(row(1), row(2, FromParkId=None))
    run(book)
    run(book)
    assert list(HomePin.objects.values_list("row_id", "home")) == [(1, 9001)]


def test_ork_5_6_a_call_that_never_gave_anything_holds_nothing_up(
    fake: FakeOrk, ork_says: Says, book: Book
) -> None:
    Book.objects.update(park_ids=[77])
    ork_says(row(1), row(2))
    run(book)
    ork_says(row(1))
    assert result(book) == {"removed": 1, "unchanged": 1}


def test_im_3_1_live_settings_reach_the_book(fake: FakeOrk, ork_says: Says, book: Book) -> None:
    ork_says(row(1), scope="k904")
    books.configure(book.pk, kingdom_ids=[904], refresh_hours=6, source="ork")
    assert result(book) == {"added": 1}
    assert Book.objects.get().refresh_hours == 6
    with pytest.raises(ValidationError):
        books.configure(book.pk, refresh_hours=25)
    with pytest.raises(TypeError):
        books.configure(book.pk, version=9)


def test_reliability_an_interrupted_run_is_told_apart_and_goes_on(
    fake: FakeOrk, ork_says: Says, book: Book, clock: Clock
) -> None:
    ork_says(row(1))

    def stop() -> None:
        raise SoftTimeLimitExceeded

    with pytest.raises(SoftTimeLimitExceeded):
        refresh.refresh(book.pk, client=Meddling([lambda: None, stop]))
    assert Refresh.objects.get().stopped == "interrupted"
    assert Book.objects.get().refreshed_at is None
    assert due_books(clock()) == [book.pk]
    assert list(run(book).dates) == [SUNDAY.isoformat()]
    assert list(stored(book)) == [1]
