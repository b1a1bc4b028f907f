"""ORK-5.10, R-14: what is forgotten on request and after a season."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps

from accounts.models import AuditEntry
from accounts.refusals import Refused
from games.league import privacy, refresh
from games.league.books import to_engine
from games.league.editing import Editor
from games.league.exporting import export_csv
from games.league.fake_ork import FakeOrk
from games.league.importing import apply_import, stage
from games.league.models import Book, BookEdit, ImportFile, Pseudonym, Row
from games.league.tasks import purge_old
from tests.league.conftest import SATURDAY, Clock, row, stored, version

Says = Callable[..., None]


def everything_kept(*, but: str = "") -> str:
    """The text of every league table and of the audit log."""
    models = [m for m in apps.get_app_config("league").get_models() if m.__name__ != but]
    return str([list(m._default_manager.values()) for m in (*models, AuditEntry)])


def shape(book: Book) -> list[tuple[Any, ...]]:
    """What rules count by: which rows are one player's, not which player."""
    rows = to_engine(book.pk).rows
    first = [r.player for r in rows]
    return [(r.row_id, r.date, r.park, r.home, r.class_id, first.index(r.player)) for r in rows]


@pytest.fixture
def season(fake: FakeOrk, ork_says: Says, book: Book, gm: Editor) -> Book:
    """Hedda twice from the ORK, once from a file; Osric once."""
    ork_says(row(1), row(2, ParkId=9003), row(3, MundaneId=61002, Persona="Osric"))
    refresh.refresh(book.pk)
    data = b"date,park,class,player_id,persona\n2026-02-08,9001,16,61001,Hedda Brightspear\n"
    apply_import(stage(book.pk, "sunday.csv", data, gm).pk, gm)
    return book


def test_ork_5_10_a_dropped_player_leaves_no_name_and_no_id(season: Book, gm: Editor) -> None:
    before, moved = shape(season), version(season)
    assert privacy.drop_player(season.pk, gm, player_id=61001) == 3
    assert "Hedda" not in everything_kept()
    assert "61001" not in everything_kept()
    assert shape(season) == before, "their gains remain"
    assert version(season) == moved + 1
    assert {r.persona for r in stored(season).values()} == {"", "Osric"}


def test_ork_5_10_a_dropped_player_stays_dropped_when_read_again(
    season: Book, ork_says: Says, gm: Editor, clock: Clock
) -> None:
    privacy.drop_player(season.pk, gm, player_id=61001)
    before = shape(season)
    assert not refresh.refresh(season.pk).dates[SATURDAY.isoformat()].get("changed")
    assert shape(season) == before
    text = "".join(export_csv(season.pk))
    assert "Hedda" not in text
    moved = to_engine(season.pk).rows
    apply_import(stage(season.pk, "again.csv", text.encode(), gm).pk, gm)
    assert [r.player for r in to_engine(season.pk).rows] == [r.player for r in moved]
    assert "Hedda" not in everything_kept()


def test_ork_5_10_the_same_file_again_names_nobody(season: Book, gm: Editor) -> None:
    privacy.drop_player(season.pk, gm, player_id=61001)
    before = shape(season)
    data = b"date,park,class,player_id,persona\n2026-02-08,9001,16,61001,Hedda Brightspear\n"
    apply_import(stage(season.pk, "sunday.csv", data, gm).pk, gm)
    assert shape(season) == before
    assert "Hedda" not in everything_kept()
    assert "61001" not in everything_kept()


def test_ork_5_10_a_guest_is_dropped_by_persona(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1, MundaneId=0, Persona="Old Fox"), row(2))
    refresh.refresh(book.pk)
    assert privacy.drop_player(book.pk, gm, persona=" old  FOX ") == 1
    assert "fox" not in everything_kept().lower()


def test_ork_5_10_old_secret_keys_still_know_who_was_dropped(
    season: Book, gm: Editor, settings: Any
) -> None:
    privacy.drop_player(season.pk, gm, player_id=61001)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    refresh.refresh(season.pk)
    assert "Hedda" not in everything_kept()
    assert Pseudonym.objects.count() == 1


def test_r_20_dropping_is_audited_but_not_told_in_public(season: Book, gm: Editor) -> None:
    edits = BookEdit.objects.count()
    privacy.drop_player(season.pk, gm, player_id=61001)
    entry = AuditEntry.objects.latest("id")
    assert (entry.what, entry.after) == ("attendance.drop_player", {"rows": 3})
    assert BookEdit.objects.count() == edits
    with pytest.raises(Refused):
        privacy.drop_player(season.pk, Editor(gm.by, " "), player_id=61002)


def test_ork_5_10_rows_go_twelve_months_after_the_season(season: Book, clock: Clock) -> None:
    Book.objects.update(closed_at=clock())
    moved = version(season)
    clock.pass_by(days=364)
    assert purge_old() == 0
    clock.pass_by(days=1)
    assert purge_old() == 1
    assert purge_old() == 0
    assert not Row.objects.exists()
    assert "Hedda" not in everything_kept()
    assert "61001" not in everything_kept()
    assert version(season) == moved, "nothing is to be counted anew"
    assert set(ImportFile.objects.values_list("status", flat=True)) == {"applied"}


def test_ork_5_10_a_purged_book_is_not_read_by_rules_or_files(
    season: Book, gm: Editor, clock: Clock
) -> None:
    Book.objects.update(closed_at=clock())
    privacy.purge(season.pk)
    with pytest.raises(Refused):
        to_engine(season.pk)
    with pytest.raises(Refused):
        stage(season.pk, "late.csv", json.dumps([]).encode(), gm)


def test_ork_5_10_an_open_season_is_not_purged(season: Book, clock: Clock) -> None:
    clock.pass_by(days=900)
    assert purge_old() == 0
    with pytest.raises(Refused):
        privacy.purge(season.pk)


@pytest.mark.parametrize(
    ("closed", "gone"), [("2026-05-09", "2027-05-09"), ("2024-02-29", "2025-02-28")]
)
def test_ork_5_10_twelve_months_by_the_calendar(closed: str, gone: str) -> None:
    instant = datetime.fromisoformat(closed).replace(tzinfo=UTC) + timedelta(hours=6)
    assert privacy.forget_after(instant).date().isoformat() == gone
