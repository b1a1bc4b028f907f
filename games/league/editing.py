"""What a GM may do to attendance (IM-5.5, IM-16.9 to IM-16.11): check, act, audit.

Each of these moves the book's version, tells the public log side, date and reason (R-20), and
leaves an audit row that names attendance rows by id, never a persona (R-14).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from accounts import clock
from accounts.auditing import audit
from accounts.refusals import Refused
from games.league.books import Aliases, Change, Tally, changing, set_row, take_portal_id
from games.league.classes import class_table
from games.league.models import Exclusion, HomePin, Row, Shield, Source, Suspicion
from games.league.ork_answers import clean, player_key
from games.league.refusals import required_reason


@dataclass(frozen=True, slots=True)
class Editor:
    """Who changes attendance (user number) and why; `request` gives the audit row its address."""

    by: int | None
    reason: str
    request: Any = None

    def checked(self) -> Editor:
        """The same with a usable reason, or `Refused("reason_required")`."""
        return Editor(self.by, required_reason(self.reason), self.request)

    def record(self, what: str, book_id: int, *, before: Any, after: Any) -> None:
        """R-9: the audit row of one edit of a book."""
        audit(
            by=self.by,
            what=f"attendance.{what}",
            target="book",
            target_id=book_id,
            before=before,
            after=after,
            reason=self.reason,
            request=self.request,
        )


def exclude_row(book_id: int, row_id: int, editor: Editor) -> None:
    """IM-16.11: take a row out of the count; it stays out when it is read again."""
    _set_excluded(book_id, row_id, editor, excluded=True)


def include_row(book_id: int, row_id: int, editor: Editor) -> None:
    """Take an exclusion back."""
    _set_excluded(book_id, row_id, editor, excluded=False)


def _set_excluded(book_id: int, row_id: int, editor: Editor, *, excluded: bool) -> None:
    editor = editor.checked()
    with changing(book_id) as change:
        row = _row(change, row_id)
        if row.excluded == excluded:
            raise Refused("nothing_to_change")
        ruled = Exclusion.objects.filter(book=change.book, row_id=row_id)
        ruled.delete()
        if excluded:
            Exclusion.objects.create(book=change.book, row_id=row_id, by=editor.by, at=clock.now())
        set_row(change, row, excluded=excluded)
        kind = "exclude_row" if excluded else "include_row"
        _tell(change, kind, editor, [row.park, row.home], [row.date])
        editor.record(
            kind,
            book_id,
            before={"row": row_id, "excluded": not excluded},
            after={"row": row_id, "excluded": excluded},
        )


def set_row_home(book_id: int, row_id: int, home: int, editor: Editor) -> None:
    """IM-16.9: pin a row's home park by hand; 0 means no home."""
    editor = editor.checked()
    with changing(book_id) as change:
        row = _row(change, row_id)
        before = row.home
        if before == home:
            raise Refused("nothing_to_change")
        HomePin.objects.update_or_create(
            book=change.book, row_id=row_id, defaults={"home": home, "by_gm": True}
        )
        set_row(change, row, home=home)
        _tell(change, "set_row_home", editor, [row.park, before, home], [row.date])
        editor.record(
            "set_row_home",
            book_id,
            before={"row": row_id, "home": before},
            after={"row": row_id, "home": home},
        )


@dataclass(frozen=True, slots=True)
class NewRow:
    """A sign-in entered by hand; 0 stands for none."""

    date: date
    park: int
    class_id: int
    player_id: int = 0
    persona: str = ""
    home: int = 0


def add_row(book_id: int, new: NewRow, editor: Editor) -> int:
    """IM-16.11: a manual row adds to what the source says of its date and park; gives its id."""
    editor = editor.checked()
    persona = clean(new.persona)
    if not new.player_id and not persona:
        raise Refused("import_player")
    if new.class_id not in class_table():
        raise Refused("import_class")
    with changing(book_id) as change:
        row_id = take_portal_id(change.book)
        row = Row(
            book=change.book,
            row_id=row_id,
            date=new.date,
            park=new.park,
            player_id=new.player_id,
            player=player_key(row_id, new.player_id, persona),
            persona=persona or f"player {new.player_id}",
            home=new.home,
            home_seen=new.home,
            class_id=new.class_id,
            source=Source.MANUAL,
        )
        change.replace([], [Aliases(change.book).hide(row)])
        _tell(change, "add_row", editor, [new.park, new.home], [new.date])
        after = {
            "row": row_id,
            "date": new.date.isoformat(),
            "park": new.park,
            "class": new.class_id,
            "home": new.home,
        }
        editor.record("add_row", book_id, before=None, after=after)
    return row_id


def release_import(book_id: int, day: date, park: int, editor: Editor) -> None:
    """IM-16.11: let ORK refreshes replace a date and park again; its rows stay until then."""
    editor = editor.checked()
    with changing(book_id) as change:
        gone, _ = Shield.objects.filter(book=change.book, date=day, park=park).delete()
        if not gone:
            raise Refused("not_shielded")
        _tell(change, "release_import", editor, [park], [day])
        pair = {"date": day.isoformat(), "park": park}
        editor.record(
            "release_import",
            book_id,
            before={**pair, "shielded": True},
            after={**pair, "shielded": False},
        )


def confirm_empty(book_id: int, day: date, editor: Editor) -> Tally:
    """ORK-5.6: the date that came back empty is empty; its rows go, shielded ones stay."""
    editor = editor.checked()
    with changing(book_id) as change:
        doubt = Suspicion.objects.filter(book=change.book, date=day).first()
        if doubt is None:
            raise Refused("not_suspicious")
        shielded = set(
            Shield.objects.filter(book=change.book, date=day).values_list("park", flat=True)
        )
        rows = Row.objects.filter(book=change.book, date=day, scope__in=["", *doubt.scopes])
        going = [row for row in rows.exclude(source=Source.MANUAL) if row.park not in shielded]
        parks = {park for row in going for park in (row.park, row.home)}
        tally = change.replace(going, [])
        doubt.delete()
        _tell(change, "confirm_empty", editor, parks, [day])
        editor.record(
            "confirm_empty",
            book_id,
            before={"date": day.isoformat(), "rows": [row.row_id for row in going]},
            after={"date": day.isoformat(), "rows": []},
        )
    return tally


def _row(change: Change, row_id: int) -> Row:
    row = Row.objects.filter(book=change.book, row_id=row_id).first()
    if row is None:
        raise Refused("no_such_row")
    return row


def _tell(change: Change, kind: str, editor: Editor, parks: Any, dates: list[date]) -> None:
    change.edit(kind, reason=editor.reason, by=editor.by, parks=parks, dates=dates)
