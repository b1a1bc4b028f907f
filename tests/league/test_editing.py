"""IM-5.5, IM-16.11, R-9, R-14, R-20: what a GM may do to attendance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import AuditEntry
from accounts.refusals import Refused
from games.league import editing, refresh
from games.league.books import to_engine
from games.league.editing import Editor, NewRow
from games.league.fake_ork import FakeOrk
from games.league.models import Book, BookEdit, Row, Shield, Suspicion
from tests.league.conftest import SATURDAY, Clock, row, stored, version

PERSONA = "Hedda Brightspear"
NEW = NewRow(date=SATURDAY, park=9001, class_id=2, persona="Late Larkin", home=9003)


@pytest.fixture
def season(fake: FakeOrk, ork_says: Callable[..., None], book: Book) -> Book:
    """Two rows of Saturday, read from the ORK: version 1."""
    ork_says(row(1), row(2, FromParkId=9003))
    refresh.refresh(book.pk)
    return book


def make_suspicious(book: Book) -> None:
    Suspicion.objects.create(book=book, date=SATURDAY, scopes=["k903"], first_seen=book.opened_at)


def make_shield(book: Book) -> None:
    Shield.objects.create(book=book, date=SATURDAY, park=9001, at=book.opened_at)


EDITS: dict[str, tuple[Callable[[Book], Any], Callable[[Book, Editor], Any], list[int]]] = {
    "exclude_row": (lambda b: None, lambda b, e: editing.exclude_row(b.pk, 1, e), [9001]),
    "include_row": (
        lambda b: editing.exclude_row(b.pk, 1, Editor(None, "first")),
        lambda b, e: editing.include_row(b.pk, 1, e),
        [9001],
    ),
    "set_row_home": (
        lambda b: None,
        lambda b, e: editing.set_row_home(b.pk, 1, 9005, e),
        [9001, 9005],
    ),
    "add_row": (lambda b: None, lambda b, e: editing.add_row(b.pk, NEW, e), [9001, 9003]),
    "release_import": (
        make_shield,
        lambda b, e: editing.release_import(b.pk, SATURDAY, 9001, e),
        [9001],
    ),
    "confirm_empty": (
        make_suspicious,
        lambda b, e: editing.confirm_empty(b.pk, SATURDAY, e),
        [9001, 9003],
    ),
}
each_edit = pytest.mark.parametrize("kind", EDITS)


@each_edit
def test_im_5_5_an_edit_without_reason_is_refused(season: Book, gm: Editor, kind: str) -> None:
    prepare, edit, _ = EDITS[kind]
    prepare(season)
    before = version(season), AuditEntry.objects.count()
    with pytest.raises(Refused) as caught:
        edit(season, Editor(gm.by, "  \n "))
    assert caught.value.code == "reason_required"
    assert (version(season), AuditEntry.objects.count()) == before


@each_edit
def test_r_20_an_edit_tells_side_date_and_reason_never_whom(
    season: Book, gm: Editor, kind: str
) -> None:
    prepare, edit, parks = EDITS[kind]
    prepare(season)
    before = version(season)
    edit(season, gm)
    told = BookEdit.objects.latest("id")
    assert version(season) == told.version == before + 1
    assert (told.kind, told.parks, told.dates) == (kind, parks, ["2026-02-07"])
    assert told.reason == "sheet of the registrar"
    held = str(BookEdit.objects.filter(pk=told.pk).values("kind", "parks", "dates", "reason"))
    assert "Hedda" not in held and "Larkin" not in held and "61001" not in held


@each_edit
def test_r_9_r_14_an_edit_is_audited_by_row_id_never_by_persona(
    season: Book, gm: Editor, kind: str
) -> None:
    prepare, edit, _ = EDITS[kind]
    prepare(season)
    before = AuditEntry.objects.count()
    edit(season, gm)
    assert AuditEntry.objects.count() == before + 1
    entry = AuditEntry.objects.latest("id")
    assert (entry.what, entry.target) == (f"attendance.{kind}", "book")
    assert (entry.by, entry.reason) == (gm.by, gm.reason)
    held = str(AuditEntry.objects.filter(pk=entry.pk).values())
    assert PERSONA not in held and "Larkin" not in held and "61001" not in held


def test_im_16_11_an_excluded_row_is_marked_for_the_rules(season: Book, gm: Editor) -> None:
    editing.exclude_row(season.pk, 1, gm)
    assert [r.excluded for r in to_engine(season.pk).rows] == [True, False]
    editing.include_row(season.pk, 1, gm)
    assert [r.excluded for r in to_engine(season.pk).rows] == [False, False]


def test_im_16_9_a_home_may_be_set_to_none(season: Book, gm: Editor) -> None:
    editing.set_row_home(season.pk, 1, 0, gm)
    assert to_engine(season.pk).rows[0].home is None
    refresh.refresh(season.pk)
    assert stored(season)[1].home == 0


def test_im_16_1_a_manual_row_gets_a_portal_id_that_is_never_given_again(
    season: Book, gm: Editor
) -> None:
    first = editing.add_row(season.pk, NEW, gm)
    second = editing.add_row(season.pk, NEW, gm)
    assert (first, second) == (10**12, 10**12 + 1)
    found = stored(season)[first]
    assert (found.source, found.player, found.home) == ("manual", "guest:late larkin", 9003)


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewRow(date=SATURDAY, park=9001, class_id=2), "import_player"),
        (NewRow(date=SATURDAY, park=9001, class_id=13, persona="X"), "import_class"),
    ],
)
def test_im_16_11_a_manual_row_needs_player_and_class(
    season: Book, gm: Editor, new: NewRow, code: str
) -> None:
    with pytest.raises(Refused) as caught:
        editing.add_row(season.pk, new, gm)
    assert caught.value.code == code


def test_ork_5_6_a_gm_confirms_an_empty_date(
    season: Book, ork_says: Callable[..., None], gm: Editor, clock: Clock
) -> None:
    ork_says()
    refresh.refresh(season.pk)
    manual = editing.add_row(season.pk, NEW, gm)
    assert editing.confirm_empty(season.pk, SATURDAY, gm).removed == 2
    assert list(stored(season)) == [manual]
    assert not Suspicion.objects.exists()
    refresh.refresh(season.pk)
    assert list(stored(season)) == [manual]


def test_ork_5_6_confirming_leaves_shielded_rows(season: Book, gm: Editor) -> None:
    make_suspicious(season)
    make_shield(season)
    editing.confirm_empty(season.pk, SATURDAY, gm)
    assert sorted(stored(season)) == [1, 2]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b, e: editing.exclude_row(b.pk, 99, e), "no_such_row"),
        (lambda b, e: editing.include_row(b.pk, 1, e), "nothing_to_change"),
        (lambda b, e: editing.set_row_home(b.pk, 1, 9001, e), "nothing_to_change"),
        (lambda b, e: editing.release_import(b.pk, SATURDAY, 9001, e), "not_shielded"),
        (lambda b, e: editing.confirm_empty(b.pk, SATURDAY, e), "not_suspicious"),
    ],
)
def test_an_edit_that_has_nothing_to_do_is_refused(
    season: Book, gm: Editor, edit: Callable[[Book, Editor], Any], code: str
) -> None:
    with pytest.raises(Refused) as caught:
        edit(season, gm)
    assert caught.value.code == code
    assert version(season) == 1


def test_a_book_for_rules_tells_edits_and_changes_after_a_version(season: Book, gm: Editor) -> None:
    editing.exclude_row(season.pk, 1, gm)
    editing.exclude_row(season.pk, 2, gm)
    book = to_engine(season.pk, since=2)
    assert book.version == 3
    assert [(v, e.kind, e.parks, e.dates) for v, e in book.edits] == [
        (3, "exclude_row", (9001, 9003), ("2026-02-07",))
    ]
    assert [(c.version, c.park, c.home, c.changed) for c in book.changes] == [(3, 9001, 9003, 1)]
    assert [v for v, _ in to_engine(season.pk).edits] == [2, 3]


def test_a_book_for_rules_holds_no_persona(season: Book) -> None:
    book = to_engine(season.pk)
    assert [r.player for r in book.rows] == ["61001", "61001"]
    assert "Hedda" not in repr(book)


def test_a_book_for_rules_is_one_version_even_while_it_moves(
    season: Book, gm: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.league import books

    real, edits = books.engine_rows, [1]

    def slow(rows: Any) -> Any:
        found = real(rows)
        if edits:
            editing.exclude_row(season.pk, edits.pop(), gm)
        return found

    monkeypatch.setattr(books, "engine_rows", slow)
    book = to_engine(season.pk)
    assert (book.version, book.rows[0].excluded) == (2, True)


def test_a_failing_edit_changes_nothing(season: Book, gm: Editor, monkeypatch: Any) -> None:
    monkeypatch.setattr(editing, "audit", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        editing.exclude_row(season.pk, 1, gm)
    assert version(season) == 1
    assert not Row.objects.filter(excluded=True).exists()
    assert not BookEdit.objects.exists()
