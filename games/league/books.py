"""The one way to change a book's rows, and the ways to read it.

Whatever changes rows does so inside `changing`: the book is locked, the rows are compared one by
one, and the version moves once with all that happened. Readers need no lock (`to_engine`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.crypto import get_random_string, salted_hmac

from accounts import clock
from accounts.refusals import Refused
from games.engine import protocol
from games.league.models import Book, BookEdit, Pseudonym, Row, RowChange
from games.league.refusals import required_reason

# what rules look at; a difference elsewhere (a new persona) moves the version but is no news
COUNTING = ("date", "park", "player", "home", "class_id", "excluded")
STORED = (
    *COUNTING,
    "player_id",
    "persona",
    "home_seen",
    "class_name",
    "event_id",
    "source",
    "scope",
)
CONFIGURED = {
    "name",
    "attendance_from",
    "until",
    "source",
    "kingdom_ids",
    "park_ids",
    "refresh_hours",
    "zone",
}
BATCH = 500
GONE = "gone:"


@dataclass(slots=True)
class Tally:
    """ORK-5.7: what a comparison found."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0

    @property
    def is_change(self) -> bool:
        """Whether any row differs."""
        return bool(self.added or self.changed or self.removed)


@dataclass(slots=True)
class Change:
    """A book under its lock, and what is being done to it."""

    book: Book
    has_moved: bool = False
    _counts: dict[tuple[date, int, int], Tally] = field(
        default_factory=lambda: defaultdict(Tally), repr=False
    )
    _edits: list[BookEdit] = field(default_factory=list, repr=False)

    def replace(self, stored: Iterable[Row], wanted: Iterable[Row]) -> Tally:
        """Make the stored rows equal to the wanted ones, matched by row id."""
        old = {row.row_id: row for row in stored}
        tally = Tally()
        create, update = [], []
        for row in wanted:
            before = old.pop(row.row_id, None)
            if before is None:
                create.append(row)
                self._count(row).added += 1
            elif differs(before, row, STORED):
                self._count_change(before, row)
                row.pk = before.pk
                update.append(row)
            else:
                tally.unchanged += 1
        for row in old.values():
            self._count(row).removed += 1
        # a changed row is written anew under its key: many single updates would take minutes
        gone = [row.pk for row in (*old.values(), *update)]
        for start in range(0, len(gone), BATCH):
            Row.objects.filter(pk__in=gone[start : start + BATCH]).delete()
        Row.objects.bulk_create([*update, *create], batch_size=BATCH)
        tally.added, tally.changed, tally.removed = len(create), len(update), len(old)
        self.has_moved |= tally.is_change
        return tally

    def edit(
        self, kind: str, *, reason: str, by: int | None, parks: Iterable[int], dates: Iterable[date]
    ) -> BookEdit:
        """R-20: tell the public log what a GM did; moves the version with or without rows."""
        edit = BookEdit(
            book=self.book,
            kind=kind,
            reason=required_reason(reason),
            parks=sorted({park for park in parks if park}),
            dates=sorted({day.isoformat() for day in dates}),
            by=by,
            at=clock.now(),
        )
        self._edits.append(edit)
        self.has_moved = True
        return edit

    def finish(self) -> None:
        """Write version, counts and edits, if anything happened."""
        if not self.has_moved:
            return
        self.book.version += 1
        self.book.save(update_fields=["version", "next_portal_id"])
        for edit in self._edits:
            edit.version = self.book.version
        BookEdit.objects.bulk_create(self._edits)
        RowChange.objects.bulk_create(
            RowChange(
                book=self.book,
                version=self.book.version,
                date=day,
                park=park,
                home=home,
                added=tally.added,
                changed=tally.changed,
                removed=tally.removed,
            )
            for (day, park, home), tally in self._counts.items()
        )

    def _count(self, row: Row) -> Tally:
        return self._counts[row.date, row.park, row.home]

    def _count_change(self, before: Row, after: Row) -> None:
        if differs(before, after, ("date", "park", "home")):
            self._count(before).removed += 1
            self._count(after).added += 1
        elif differs(before, after, COUNTING):
            self._count(after).changed += 1


def differs(one: Row, other: Row, names: tuple[str, ...]) -> bool:
    """Whether two rows differ in any of the named fields."""
    return any(getattr(one, name) != getattr(other, name) for name in names)


@contextmanager
def changing(book_id: int) -> Iterator[Change]:
    """Lock the book, run the block, move the version: one transaction, all or nothing."""
    with transaction.atomic():
        book = Book.objects.select_for_update().get(pk=book_id)
        change = Change(book)
        yield change
        change.finish()


def set_row(change: Change, row: Row, **values: Any) -> None:
    """Change fields of one stored row, counted like any other change."""
    before = Row(**{name: getattr(row, name) for name in STORED}, row_id=row.row_id, pk=row.pk)
    for name, value in values.items():
        setattr(row, name, value)
    change.replace([before], [row])


def to_engine(book_id: int, since: int = 0) -> protocol.Book:
    """The book as rules see it, at one version, with the GM's edits after version `since`.

    Read without a lock: rows never change without the version, so equal versions before and after
    mean that nothing was committed between.
    """
    while True:
        version = _version(book_id)
        rows = engine_rows(Row.objects.filter(book=book_id))
        edits = BookEdit.objects.filter(book=book_id, version__gt=since, version__lte=version)
        told = tuple(
            (
                edit.version,
                protocol.Edit(
                    kind=edit.kind,
                    reason=edit.reason,
                    dates=tuple(edit.dates),
                    parks=tuple(edit.parks),
                ),
            )
            for edit in edits
        )
        changes = row_changes(book_id, since, version)
        if _version(book_id) == version:
            return protocol.Book(version=version, rows=rows, edits=told, changes=changes)


def _version(book_id: int) -> int:
    version, purged_at = Book.objects.values_list("version", "purged_at").get(pk=book_id)
    if purged_at is not None:
        raise Refused("book_purged")
    return version


def engine_rows(rows: Iterable[Row]) -> tuple[protocol.AttendanceRow, ...]:
    """IM-16.1: rows without persona, ordered by id; 0 becomes none."""
    found = [
        protocol.AttendanceRow(
            row_id=row.row_id,
            date=row.date.isoformat(),
            park=row.park or None,
            player=row.player,
            home=row.home or None,
            class_id=row.class_id or None,
            source=row.source,
            excluded=row.excluded,
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda row: row.row_id))


def row_changes(book_id: int, since: int, upto: int) -> tuple[protocol.RowChange, ...]:
    """Counts of rows that differ, by version, date, park and home, after version `since`."""
    found = RowChange.objects.filter(book=book_id, version__gt=since, version__lte=upto)
    return tuple(
        protocol.RowChange(
            version=change.version,
            date=change.date.isoformat(),
            park=change.park or None,
            home=change.home or None,
            added=change.added,
            changed=change.changed,
            removed=change.removed,
        )
        for change in found.order_by("version", "id")
    )


def configure(book_id: int, **settings: Any) -> None:
    """IM-3.1: take over what the game says of its attendance: source, ids, hours, last date.

    The game's settings are the ones that count, and its log is where their change shows.
    """
    unknown = settings.keys() - CONFIGURED
    if unknown:
        raise TypeError(f"not settings of a book: {sorted(unknown)}")
    with transaction.atomic():
        book = Book.objects.select_for_update().get(pk=book_id)
        for name, value in settings.items():
            setattr(book, name, value)
        book.full_clean(exclude={"opened_at"}, validate_unique=False)
        book.save(update_fields=list(settings))


def mark_schedule(book: Book, *, next_deadline: datetime | None, is_over: bool) -> None:
    """IM-16.15: the host tells when orders close next, and when the season itself is over."""
    if book.next_deadline != next_deadline:
        book.next_deadline = next_deadline
        book.save(update_fields=["next_deadline"])
    if is_over != (book.closed_at is not None) and book.purged_at is None:
        book.closed_at = clock.now() if is_over else None
        book.save(update_fields=["closed_at"])


def take_portal_id(book: Book) -> int:
    """IM-16.1: the next permanent id of a row without the ORK's; saved with the version."""
    row_id = book.next_portal_id
    book.next_portal_id += 1
    return row_id


class Aliases:
    """ORK-5.10: the stand-ins of players whose rows were dropped on request.

    Who they were is kept only as a digest under the portal's secret key, old keys included.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._aliases = dict(Pseudonym.objects.filter(book=book).values_list("digest", "alias"))

    def of(self, key: str) -> str:
        """The stand-in of a player key, or an empty text."""
        if not self._aliases:
            return ""
        named = key.removeprefix("guest:")
        if named in self._aliases.values():  # a line of the portal's own export
            return named
        return next((a for d in self._digests(key) if (a := self._aliases.get(d))), "")

    def make(self, key: str) -> str:
        """The stand-in of a player key, made if there is none yet."""
        alias = self.of(key)
        if not alias:
            digest = next(self._digests(key))
            alias = GONE + get_random_string(12).lower()
            self._aliases[digest] = alias
            Pseudonym.objects.create(book=self._book, digest=digest, alias=alias)
        return alias

    def hide(self, row: Row) -> Row:
        """The row as it may be kept: without the person, if the person was dropped."""
        if alias := self.of(row.player):
            row.player, row.player_id, row.persona = alias, 0, ""
        return row

    def hide_line(self, line: dict[str, Any]) -> dict[str, Any]:
        """The same for a line of a staged file."""
        if alias := self.of(line["player"]):
            return {**line, "player": alias, "player_id": 0, "persona": ""}
        return line

    def _digests(self, key: str) -> Iterator[str]:
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            yield salted_hmac(
                "league.pseudonym", f"{self._book.pk}:{key}", secret=secret, algorithm="sha256"
            ).hexdigest()
