"""Reading the ORK again: every weekend date of a season, each in a transaction of its own.

A refresh and a GM may meet: an answer is applied to the rows as they are at that moment, under the
book's lock, and an answer fetched before a GM touched its date is fetched anew (IM-17.5).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from accounts import clock
from accounts.nudging import nudge_after_commit
from accounts.refusals import Refused
from games.league import alerts
from games.league.books import Aliases, Change, Tally, changing
from games.league.editing import Editor
from games.league.models import Book, BookEdit, HomePin, Refresh, Row, Shield, Source, Suspicion
from games.league.models.books import Exclusion
from games.league.ork import DayResult, OrkClient
from games.league.ork_answers import SignIn, player_key

SUSPICIOUS_FOR = timedelta(minutes=60)
SOFT_LIMIT = timedelta(minutes=8)
LEASE = timedelta(minutes=9, seconds=30)
BEFORE_DEADLINE = timedelta(hours=1)
MOMENT = timedelta(minutes=1)
READS = 3
KEPT_RUNS = 200


@dataclass(slots=True)
class DateReport:
    """ORK-5.7: what became of one date."""

    tally: Tally = field(default_factory=Tally)
    shielded: int = 0
    held: bool = False
    failed: str = ""
    detail: str = ""

    def as_json(self) -> dict[str, Any]:
        """As the run's log keeps it; counts of nothing are left out."""
        found = {
            "added": self.tally.added,
            "changed": self.tally.changed,
            "removed": self.tally.removed,
            "unchanged": self.tally.unchanged,
            "shielded": self.shielded,
            "held": self.held,
            "failed": self.failed,
            "detail": self.detail,
        }
        return {name: value for name, value in found.items() if value}


def is_due(book: Book, now: datetime) -> bool:
    """IM-16.10, IM-16.15: every refresh_hours, an hour before the deadline, or to go on."""
    if book.source != Source.ORK or book.closed_at or book.purged_at:
        return False
    if book.busy_until and book.busy_until > now:
        return False
    if book.tried_at is None:
        return True
    if book.cursor is not None:
        return True
    if now - book.tried_at >= timedelta(hours=book.refresh_hours):
        return True
    return _is_last_call(book, now) and not _is_last_call(book, book.tried_at)


def _is_last_call(book: Book, at: datetime) -> bool:
    """IM-16.15: within the hour before the deadline."""
    deadline = book.next_deadline
    return deadline is not None and deadline - BEFORE_DEADLINE <= at < deadline


def ask(book_id: int, editor: Editor) -> None:
    """IM-5.5 refresh_now: the book is due at once, whatever its schedule says."""
    book = Book.objects.get(pk=book_id)
    if book.source != Source.ORK or book.closed_at or book.purged_at:
        raise Refused("not_refreshed")
    with transaction.atomic():
        Book.objects.filter(pk=book_id).update(tried_at=None)
        editor.record("refresh_now", book_id, before=None, after=None)
        nudge_after_commit("games.league.tasks.refresh_due")


def due_books(now: datetime) -> list[int]:
    """The books a tick hands to `refresh_book`."""
    books = Book.objects.open().filter(source=Source.ORK, purged_at=None)
    return [book.pk for book in books if is_due(book, now)]


def claim(book_id: int, now: datetime) -> bool:
    """Take the book for one run; false if another run has it. The lease ends by itself."""
    free = Q(busy_until=None) | Q(busy_until__lte=now)
    books = Book.objects.open().filter(free, pk=book_id, source=Source.ORK, purged_at=None)
    return bool(books.update(busy_until=now + LEASE, tried_at=now))


def refresh(
    book_id: int, *, trigger: str = "schedule", client: OrkClient | None = None
) -> Refresh | None:
    """ORK-5.7: one run, from where the last one stopped; None if another run has the book."""
    now = clock.now()
    if not claim(book_id, now):
        return None
    book = Book.objects.get(pk=book_id)
    if trigger == "schedule" and _is_last_call(book, now):
        trigger = "deadline"
    run = Refresh(book=book, trigger=trigger, started_at=now)
    run.save()
    reader = client or OrkClient(kingdom_ids=book.kingdom_ids, park_ids=book.park_ids)
    try:
        with reader:
            _read_dates(book, run, reader)
    except BaseException:
        run.stopped = "interrupted"
        raise
    finally:
        run.finished_at = clock.now()
        run.calls = reader.requests
        run.failures = reader.failures
        run.save()
        fields: dict[str, Any] = {"busy_until": None}
        if not run.stopped:
            fields["refreshed_at"] = run.finished_at
        Book.objects.filter(pk=book_id).update(**fields)
        _forget_old_runs(book_id)
    alerts.tell_masters(book, run)
    return run


def _read_dates(book: Book, run: Refresh, reader: OrkClient) -> None:
    if not book.kingdom_ids and not book.park_ids:
        run.stopped = "nothing_to_read"
        return
    dates = book.weekend_dates(run.started_at.astimezone(ZoneInfo(book.zone)).date())
    start = book.cursor
    for day in [d for d in dates if start is None or d >= start]:
        if clock.now() - run.started_at > SOFT_LIMIT - MOMENT:
            run.stopped = "time"
            return
        Book.objects.filter(pk=book.pk).update(cursor=day)
        report = read_date(book.pk, day, reader)
        run.dates[day.isoformat()] = report.as_json()
        run.save(update_fields=["dates"])
        if reader.is_given_up:
            run.stopped = "failures"
            break
    # after five failed calls the next scheduled refresh begins anew (ORK-5.2)
    Book.objects.filter(pk=book.pk).update(cursor=None)


def read_date(book_id: int, day: date, reader: OrkClient) -> DateReport:
    """ORK-5.4, IM-16.10: fetch one date and apply it, or leave its rows as they are."""
    for _ in range(READS):
        version = Book.objects.values_list("version", flat=True).get(pk=book_id)
        answer = reader.fetch_day(day)
        if answer.failure is not None:
            kind, detail = answer.failure.kind, answer.failure.detail
            return DateReport(failed=kind.value, detail=detail)
        report = apply_day(book_id, day, answer, fetched_at=version)
        if report is not None:
            return report
    return DateReport(failed="EDITED", detail="edited while it was read")


def apply_day(book_id: int, day: date, answer: DayResult, *, fetched_at: int) -> DateReport | None:
    """Replace the date's ORK rows by the answer; None if a GM touched the date since the fetch."""
    with changing(book_id) as change:
        if _edited_since(change.book, day, fetched_at):
            return None
        merge = Merge(change, day, answer)
        if merge.is_suspicious():
            return DateReport(held=True, detail=", ".join(sorted(answer.empty)))
        Suspicion.objects.filter(book=change.book, date=day).delete()
        tally = change.replace(merge.stored, merge.wanted())
        return DateReport(tally=tally, shielded=merge.shielded)


def _edited_since(book: Book, day: date, version: int) -> bool:
    if book.version == version:
        return False
    edits = BookEdit.objects.filter(book=book, version__gt=version)
    return any(day.isoformat() in edit.dates for edit in edits)


class Merge:
    """One date's answer against what is stored: pins, exclusions, shields and aliases honoured."""

    def __init__(self, change: Change, day: date, answer: DayResult) -> None:
        self._change = change
        self._book = change.book
        self._day = day
        self._answer = answer
        ids = [row.row_id for row in answer.rows]
        shields = Shield.objects.filter(book=self._book)
        self._shields = set(shields.values_list("date", "park"))
        same_day = Row.objects.filter(book=self._book, date=day)
        # ORK-3.3.6: a row may come back under another date; it is still the same row
        moved = Row.objects.filter(book=self._book, row_id__in=ids).exclude(date=day)
        held = [*same_day, *moved]
        kept = [row for row in held if self._is_kept(row)]
        self.kept_ids = {row.row_id for row in kept}
        self.stored = [row for row in held if row.row_id not in self.kept_ids]
        self.shielded = 0

    def _is_kept(self, row: Row) -> bool:
        return row.source == Source.MANUAL or (row.date, row.park) in self._shields

    def is_suspicious(self) -> bool:
        """ORK-5.6: rows would vanish because a call came back empty, for the first time."""
        empty = set(self._answer.empty)
        coming = {row.row_id for row in self._answer.rows}
        vanishing = [
            row
            for row in self.stored
            if empty and row.row_id not in coming and (not row.scope or row.scope in empty)
        ]
        if not vanishing:
            return False
        now = clock.now()
        doubt, _ = Suspicion.objects.get_or_create(
            book=self._book,
            date=self._day,
            defaults={"first_seen": now, "scopes": sorted(empty)},
        )
        if not empty <= set(doubt.scopes):  # another call is empty now: nothing agrees yet
            doubt.scopes, doubt.first_seen = sorted(empty), now
            doubt.save()
        return now - doubt.first_seen < SUSPICIOUS_FOR

    def wanted(self) -> list[Row]:
        """The rows the date shall have, from the ORK's and from what the portal knows better."""
        taken = [row for row in self._answer.rows if self._is_taken(row)]
        self.shielded = len(self._answer.rows) - len(taken)
        ids = [row.row_id for row in taken]
        pins = dict(
            HomePin.objects.filter(book=self._book, row_id__in=ids).values_list("row_id", "home")
        )
        new_pins = {row.row_id: row.home for row in taken if row.home and row.row_id not in pins}
        HomePin.objects.bulk_create(
            HomePin(book=self._book, row_id=row_id, home=home) for row_id, home in new_pins.items()
        )
        excluded = set(
            Exclusion.objects.filter(book=self._book, row_id__in=ids).values_list(
                "row_id", flat=True
            )
        )
        homes = {**new_pins, **pins}
        aliases = Aliases(self._book)
        return [
            aliases.hide(
                ork_row(
                    self._book,
                    row,
                    home=homes.get(row.row_id, 0),
                    excluded=row.row_id in excluded,
                )
            )
            for row in taken
        ]

    def _is_taken(self, row: SignIn) -> bool:
        return row.row_id not in self.kept_ids and (self._day, row.park) not in self._shields


def ork_row(book: Book, found: SignIn, *, home: int, excluded: bool) -> Row:
    """ORK-5.5: a normalised row as it is stored."""
    return Row(
        book=book,
        row_id=found.row_id,
        date=found.date,
        park=found.park,
        player_id=found.player_id,
        player=player_key(found.row_id, found.player_id, found.persona if found.named else ""),
        persona=found.persona,
        home=home,
        home_seen=found.home,
        class_id=found.class_id,
        class_name=found.class_name,
        event_id=found.event_id,
        source=Source.ORK,
        scope=found.scope,
        excluded=excluded,
    )


def _forget_old_runs(book_id: int) -> None:
    kept = Refresh.objects.filter(book=book_id).order_by("-id").values_list("pk", flat=True)
    limit = list(kept[KEPT_RUNS : KEPT_RUNS + 1])
    if limit:
        Refresh.objects.filter(book=book_id, pk__lte=limit[0]).delete()
