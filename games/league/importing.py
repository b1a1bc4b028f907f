"""ORK-6.4, ORK-6.5: stage a file, show what it would do, apply it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any

from django.db import transaction

from accounts import clock
from accounts.refusals import Refused
from games.engine import protocol
from games.league.books import (
    GONE,
    STORED,
    Aliases,
    Tally,
    changing,
    differs,
    engine_rows,
    take_portal_id,
)
from games.league.editing import Editor
from games.league.import_checking import check_sheet, manual_ids
from games.league.import_reading import read_sheet
from games.league.models import (
    Book,
    Exclusion,
    HomePin,
    ImportFile,
    PortalId,
    Row,
    Shield,
    Source,
)
from games.league.models.books import FIRST_PORTAL_ID
from games.league.ork_answers import clean

Pair = tuple[date, int]


def stage(book_id: int, name: str, data: bytes, editor: Editor) -> ImportFile:
    """ORK-6.4: check a file completely and keep what it says; nothing is applied yet."""
    book = Book.objects.get(pk=book_id)
    if book.purged_at is not None:
        raise Refused("book_purged")
    checked = check_sheet(book, sheet := read_sheet(data))
    aliases = Aliases(book)
    lines = [aliases.hide_line(line) for line in checked.lines]
    plan = Plan(book, lines, sheet.form)
    file = ImportFile.objects.create(
        book=book,
        name=clean(name) or "file",
        digest=hashlib.sha256(data).hexdigest(),
        size=len(data),
        form=sheet.form,
        lines=lines,
        problems=[problem.as_json() for problem in checked.errors],
        warnings=[problem.as_json() for problem in checked.warnings],
        counts=checked.counts | {"manual": plan.skipped},
        diff=plan.difference(),
        by=editor.by,
        at=clock.now(),
    )
    editor.record("stage_import", book_id, before=None, after=_facts(file))
    return file


def discard(file_id: int, editor: Editor) -> None:
    """Put a staged file away; its rows are forgotten."""
    with transaction.atomic():
        file = ImportFile.objects.select_for_update().get(pk=file_id)
        if file.status != ImportFile.Status.CHECKED:
            raise Refused("import_not_waiting")
        file.status, file.lines = ImportFile.Status.DISCARDED, []
        file.save(update_fields=["status", "lines"])
        editor.record("discard_import", file.book_id, before=None, after={"file": file.pk})


def apply_import(file_id: int, editor: Editor, *, skip_bad_lines: bool = False) -> ImportFile:
    """ORK-6.5: replace the rows of every (date, park) of the file and shield those pairs."""
    editor = editor.checked()
    book_id = ImportFile.objects.values_list("book", flat=True).get(pk=file_id)
    with changing(book_id) as change:
        file = ImportFile.objects.select_for_update().get(pk=file_id)
        if file.status != ImportFile.Status.CHECKED:
            raise Refused("import_not_waiting")
        if file.problems and not skip_bad_lines:
            raise Refused("import_has_errors", errors=len(file.problems))
        if not file.lines:
            raise Refused("import_empty")
        plan = Plan(change.book, file.lines, file.form)
        file.diff = plan.difference()
        plan.save_ids_and_pins()
        change.replace(plan.stored, plan.wanted)
        new_shields = plan.missing_shields()
        Shield.objects.bulk_create(
            Shield(book=change.book, date=day, park=park, at=clock.now())
            for day, park in new_shields
        )
        if change.has_moved or new_shields:
            parks = {park for row in (*plan.stored, *plan.wanted) for park in (row.park, row.home)}
            dates = {day for day, _ in plan.pairs}
            change.edit("import", reason=editor.reason, by=editor.by, parks=parks, dates=dates)
        file.status = ImportFile.Status.APPLIED
        file.applied_at, file.applied_by = clock.now(), editor.by
        file.skipped_lines = len(file.problems)
        file.applied_version = change.book.version + (1 if change.has_moved else 0)
        file.save()
        editor.record("import", book_id, before=None, after=_facts(file))
    return file


def staged_engine_book(file: ImportFile) -> protocol.Book:
    """The book as rules would see it with this file applied, for the preview of its effect."""
    book = Book.objects.get(pk=file.book_id)
    plan = Plan(book, file.lines, file.form)
    gone = {row.row_id for row in plan.stored}
    rest = [row for row in Row.objects.filter(book=book) if row.row_id not in gone]
    return protocol.Book(version=book.version + 1, rows=engine_rows([*rest, *plan.wanted]))


def _facts(file: ImportFile) -> dict[str, Any]:
    return {"file": file.pk, "digest": file.digest, "counts": file.counts, "diff": file.diff}


class Plan:
    """What the lines of a file do to a book: which rows go, which shall stand instead."""

    def __init__(self, book: Book, lines: list[dict[str, Any]], form: str) -> None:
        self._book = book
        manual = manual_ids(book)
        self._lines = [line for line in lines if not _is_manual(line, manual)]
        self.skipped = len(lines) - len(self._lines)
        self._aliases = Aliases(book)
        self._new_ids: list[PortalId] = []
        self.pairs = {(_day(line), line["park"]) for line in self._lines}
        self._portal = self._known_portal_ids()
        self._rows = {row.row_id: row for row in self._all_rows()}
        self._pins = dict(self._pin_query().values_list("row_id", "home"))
        self._ruled = set(self._pin_query().filter(by_gm=True).values_list("row_id", flat=True))
        self._excluded = set(Exclusion.objects.filter(book=book).values_list("row_id", flat=True))
        self._new_pins: list[HomePin] = []
        self._homes = self._last_homes()
        self._is_answer = form == "ork"
        self.wanted = [self._row(line) for line in self._lines]
        coming = {row.row_id for row in self.wanted}
        self.stored = [
            row
            for row in self._rows.values()
            if (row.date, row.park) in self.pairs or row.row_id in coming
        ]

    def difference(self) -> list[dict[str, Any]]:
        """ORK-6.4: per (date, park) what differs from what is stored."""
        tallies = compare(self.stored, self.wanted)
        return [
            {"date": day.isoformat(), "park": park, **asdict(tally)}
            for (day, park), tally in sorted(tallies.items())
        ]

    def missing_shields(self) -> list[Pair]:
        """The pairs of the file that are not shielded yet."""
        have = set(Shield.objects.filter(book=self._book).values_list("date", "park"))
        return sorted(self.pairs - have)

    def save_ids_and_pins(self) -> None:
        """Keep the ids given and the homes first read; part of applying."""
        PortalId.objects.bulk_create(self._new_ids, batch_size=500)
        HomePin.objects.bulk_create(self._new_pins, batch_size=500)

    def _all_rows(self) -> Iterable[Row]:
        return Row.objects.filter(book=self._book).exclude(source=Source.MANUAL)

    def _pin_query(self) -> Any:
        return HomePin.objects.filter(book=self._book)

    def _known_portal_ids(self) -> dict[tuple[date, int, str], int]:
        dates = {day for day, _ in self.pairs}
        if not dates:
            return {}
        found = PortalId.objects.filter(book=self._book, date__range=(min(dates), max(dates)))
        return {(one.date, one.park, one.player): one.row_id for one in found}

    def _last_homes(self) -> dict[str, int]:
        """ORK-6.3: the last home known for each player with a record, a dropped one's too."""
        known = sorted(self._rows.values(), key=lambda row: (row.date, row.row_id))
        return {row.player: row.home for row in known if row.home and _has_record(row)}

    def _row(self, line: dict[str, Any]) -> Row:
        row = Row(
            book=self._book,
            date=_day(line),
            park=line["park"],
            player_id=line["player_id"],
            player=line["player"],
            persona=line["persona"],
            home_seen=line["home"] or 0,
            class_id=line["class_id"],
            class_name=line["class_name"],
            event_id=line["event_id"],
            source=Source.IMPORT,
        )
        self._aliases.hide(row)
        row.row_id = self._row_id(line, row)
        row.home = self._home(line, row)
        known = self._rows.get(row.row_id)
        if known is not None and not self._is_answer:  # what no column of a file can say stays
            row.event_id, row.home_seen = known.event_id, known.home_seen
        row.excluded = row.row_id in self._excluded
        return row

    def _row_id(self, line: dict[str, Any], row: Row) -> int:
        """ORK-6.5: the ORK's id, else the portal's for this date, park and player."""
        if 0 < line["row_id"] < FIRST_PORTAL_ID:
            return int(line["row_id"])
        key = (row.date, row.park, row.player)
        if key not in self._portal:
            self._portal[key] = take_portal_id(self._book)
            self._new_ids.append(
                PortalId(
                    book=self._book,
                    date=row.date,
                    park=row.park,
                    player=row.player,
                    row_id=self._portal[key],
                )
            )
        return self._portal[key]

    def _home(self, line: dict[str, Any], row: Row) -> int:
        """IM-16.9, ORK-6.3: the GM's ruling, an answer's pin, the file's word, the last known."""
        if row.row_id in self._ruled or (self._is_answer and row.row_id in self._pins):
            return int(self._pins[row.row_id])
        if line["home"] is not None:
            if self._is_answer:
                self._new_pins.append(
                    HomePin(book=self._book, row_id=row.row_id, home=line["home"])
                )
            return int(line["home"])
        if self._is_answer:
            return 0
        if row.row_id in self._rows:
            return self._rows[row.row_id].home
        return self._homes.get(row.player, 0) if _has_record(row) else 0


def _has_record(row: Row) -> bool:
    return bool(row.player_id) or row.player.startswith(GONE)


def _day(line: dict[str, Any]) -> date:
    return date.fromisoformat(line["date"])


def _is_manual(line: dict[str, Any], manual: dict[int, tuple[str, int, str]]) -> bool:
    return manual.get(line["row_id"]) == (line["date"], line["park"], line["player"])


def compare(stored: Iterable[Row], wanted: Iterable[Row]) -> dict[Pair, Tally]:
    """What making the stored rows equal to the wanted ones would do, per date and park."""
    tallies: dict[Pair, Tally] = defaultdict(Tally)
    old = {row.row_id: row for row in stored}
    for row in wanted:
        before = old.pop(row.row_id, None)
        here = tallies[row.date, row.park]
        if before is None:
            here.added += 1
        elif (before.date, before.park) != (row.date, row.park):
            here.added += 1
            tallies[before.date, before.park].removed += 1
        elif differs(before, row, STORED):
            here.changed += 1
        else:
            here.unchanged += 1
    for row in old.values():
        tallies[row.date, row.park].removed += 1
    return tallies
