"""ORK-6: files that stand in for the ORK."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from accounts.models import AuditEntry
from accounts.refusals import Refused
from games.league import editing, previews, refresh
from games.league.books import to_engine
from games.league.csv_cells import escape, unescape
from games.league.editing import Editor
from games.league.exporting import export_csv
from games.league.fake_ork import FakeOrk
from games.league.import_reading import MAX_BYTES, MAX_ROWS
from games.league.importing import apply_import, discard, stage, staged_engine_book
from games.league.models import Book, BookEdit, ImportFile, ParkName, Row, Shield
from tests.league import samples
from tests.league.conftest import SATURDAY, SUNDAY, answer, row, stored, version

HEADER = "date,park,class,player_id,persona,home_park,attendance_id"
Says = Callable[..., None]


@pytest.fixture
def parks(book: Book) -> None:
    """The chooser's parks."""
    for number, name, short in (
        (9001, "Copper Gate", "CG"),
        (9003, "Tarn Watch", "TW"),
        (9011, "North Twin", "NT"),
        (9012, "North  twin", "N2"),
    ):
        ParkName.objects.create(
            park_id=number, name=name, abbreviation=short, seen_at=book.opened_at
        )


def sheet(*lines: str, header: str = HEADER) -> bytes:
    return "\n".join([header, *lines]).encode()


def staged(book: Book, data: bytes, gm: Editor) -> ImportFile:
    return stage(book.pk, "sheet.csv", data, gm)


def problems(file: ImportFile) -> list[tuple[int, str]]:
    return [(problem["line"], problem["code"]) for problem in file.problems]


def warnings(file: ImportFile) -> list[tuple[int, str]]:
    return [(problem["line"], problem["code"]) for problem in file.warnings]


def applied(book: Book, data: bytes, gm: Editor, **how: bool) -> ImportFile:
    return apply_import(staged(book, data, gm).pk, gm, **how)


def facts(book: Book) -> list[tuple[Any, ...]]:
    return [
        (r.row_id, r.date, r.park, r.player, r.persona, r.home, r.class_id)
        for r in Row.objects.filter(book=book)
    ]


def test_ork_7_the_sample_csv_is_read(book: Book, parks: None, gm: Editor) -> None:
    file = applied(book, samples.CSV.encode(), gm)
    assert (file.form, file.problems, file.warnings) == ("csv", [], [])
    assert facts(book) == [
        (10**12, SATURDAY, 9001, "61001", "Hedda Brightspear", 9001, 16),
        (10**12 + 1, SATURDAY, 9001, "61002", "Osric", 9003, 8),
    ]


def test_ork_6_1_csv_json_and_saved_answers_are_told_apart(
    book: Book, parks: None, gm: Editor
) -> None:
    items = [{"Date": "2026-02-07", "park": 9001, "CLASS": "Warrior", "player_id": 61001.0}]
    assert staged(book, json.dumps(items).encode(), gm).form == "json"
    assert staged(book, samples.DAY.encode(), gm).form == "ork"
    assert staged(book, b"\xef\xbb\xbf" + samples.CSV.encode(), gm).form == "csv"


def test_ork_6_1_a_json_list_has_the_same_columns(book: Book, parks: None, gm: Editor) -> None:
    items = [
        {"date": "2/7/2026", "park": "CG", "class": 16, "persona": 404, "home_park": None},
        {"date": "2026-02-07", "park": None, "class": "bard", "player_id": "7", "more": [1]},
        "text",
        {"date": ["2026-02-07"], "park": 1, "class": 1, "persona": "x"},
    ]
    file = staged(book, json.dumps(items).encode(), gm)
    assert problems(file) == [(3, "import_format"), (4, "import_format")]
    assert [(line["park"], line["player"]) for line in file.lines] == [
        (9001, "guest:404"),
        (0, "7"),
    ]


def test_ork_6_1_a_saved_answer_may_mix_dates(book: Book, gm: Editor) -> None:
    body = answer(row(1), row(2, Date="2026-02-08"), row(3, ClassId=21, ClassName="Jester"))
    file = applied(book, json.dumps(body).encode(), gm)
    assert warnings(file) == [(3, "import_class")]
    assert {r.row_id: (r.date, r.class_id) for r in stored(book).values()} == {
        1: (SATURDAY, 16),
        2: (SUNDAY, 16),
        3: (SATURDAY, 0),
    }


@pytest.mark.parametrize(
    "body",
    [
        {"Status": {"Status": 3}, "Attendance": []},
        {"Attendance": []},
        {"Status": {"Status": 0}, "Attendance": [{"AttendanceId": 1, "Date": "7.2.2026"}]},
        json.loads(samples.EMPTY_DAY),
        json.loads(samples.MISSING_ARGUMENT),
    ],
    ids=["status", "no status", "date", "empty", "error"],
)
def test_ork_6_1_a_saved_answer_passes_the_checks_of_ork_5_3(
    book: Book, gm: Editor, body: Any
) -> None:
    file = staged(book, json.dumps(body).encode(), gm)
    assert problems(file) == [(0, "import_format")]
    assert file.lines == []


def test_ork_2_8_a_saved_answer_leaves_no_sql_behind(book: Book, gm: Editor) -> None:
    file = staged(book, samples.DAY.encode(), gm)
    assert "select" not in str(ImportFile.objects.filter(pk=file.pk).values()).lower()
    assert "Quill" not in str(file.lines)


def test_ork_6_2_at_most_five_megabytes(book: Book, gm: Editor) -> None:
    assert problems(staged(book, b" " * (MAX_BYTES + 1), gm)) == [(0, "import_too_big")]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_ork_6_2_at_most_twenty_thousand_rows(book: Book, gm: Editor, form: str) -> None:
    if form == "csv":
        data = sheet(*["2026-02-07,1,1,7,,,"] * (MAX_ROWS + 1))
    else:
        data = json.dumps([{"date": "2026-02-07"}] * (MAX_ROWS + 1)).encode()
    assert problems(staged(book, data, gm)) == [(0, "import_too_big")]


def test_ork_6_2_windows_1252_is_read_with_a_warning(book: Book, gm: Editor) -> None:
    file = staged(
        book,
        sheet("2026-02-07,9001,16,,Zo\u00eb \u2013 Fa\u00e7ade,,").decode().encode("cp1252"),
        gm,
    )
    assert file.lines[0]["persona"] == "Zo\u00eb \u2013 Fa\u00e7ade"
    assert warnings(file) == [(0, "import_encoding")]


@pytest.mark.parametrize("data", [b"date,park\x00,class", b"\x81\x8d\xff,\x90", b"", b"\n\n  \n"])
def test_t_16_what_is_no_text_is_refused(book: Book, gm: Editor, data: bytes) -> None:
    assert problems(staged(book, data, gm))[0][1] in {"import_format", "import_header"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_ork_6_2_line_ends_and_delimiters_of_any_kind(
    book: Book, gm: Editor, end: str, delimiter: str
) -> None:
    lines = ["", HEADER, "", "2026-02-07,9001,16,7,,,", ",,", "2026-02-08,9001,16,7,,,", ""]
    data = end.join(lines).replace(",", delimiter).encode()
    file = staged(book, data, gm)
    assert file.problems == []
    assert [line["date"] for line in file.lines] == ["2026-02-07", "2026-02-08"]


def test_ork_6_2_quoting_as_usual(book: Book, gm: Editor) -> None:
    file = staged(book, sheet('2026-02-07,9001,16,,"Rook, ""the\nTall""",,', "x,9001,16,7,,,"), gm)
    assert file.lines[0]["persona"] == 'Rook, "theTall"'
    assert problems(file) == [(4, "import_date")]


def test_ork_6_2_a_quote_that_never_ends_is_refused(book: Book, gm: Editor) -> None:
    assert problems(staged(book, sheet('2026-02-07,9001,16,,"Rook'), gm)) == [(0, "import_format")]


@pytest.mark.parametrize(
    "header",
    [
        "date,park,player_id",
        "park,class,persona",
        "date,park,class",
        "date,date,park,class,persona",
    ],
)
def test_ork_6_3_the_header_is_required(book: Book, gm: Editor, header: str) -> None:
    assert problems(staged(book, sheet("a,b,c", header=header), gm)) == [(0, "import_header")]


def test_ork_6_3_any_order_any_case_extra_columns(book: Book, gm: Editor) -> None:
    header = "Note, CLASS ,Persona,PARK,Date"
    file = staged(book, sheet("sore knee,anti paladin,Rook,9001,2/7/2026", header=header), gm)
    assert file.problems == []
    line = file.lines[0]
    assert (line["class_id"], line["persona"], line["date"]) == (1, "Rook", "2026-02-07")


@pytest.mark.parametrize(
    "text", ["7.2.2026", "2026-2-7", "2026-02-30", "13/1/2026", "", "02-07-2026"]
)
def test_ork_6_4_e_import_date(book: Book, gm: Editor, text: str) -> None:
    assert problems(staged(book, sheet(f"{text},9001,16,7,,,"), gm)) == [(2, "import_date")]


@pytest.mark.parametrize(
    ("text", "park"),
    [("9001", 9001), ("copper  GATE", 9001), ("tw", 9003), ("", 0), ("0", 0), ("8888", 8888)],
)
def test_ork_6_3_a_park_by_id_name_or_abbreviation(
    book: Book, parks: None, gm: Editor, text: str, park: int
) -> None:
    assert staged(book, sheet(f"2026-02-07,{text},16,7,,,"), gm).lines[0]["park"] == park


@pytest.mark.parametrize("text", ["Nowhere", "North Twin", "-5", "9" * 20])
def test_ork_6_4_e_import_park(book: Book, parks: None, gm: Editor, text: str) -> None:
    lines = (f"2026-02-07,{text},16,7,,,", f"2026-02-07,9001,16,7,,{text},")
    expected = [(2, "import_park"), (3, "import_park")]
    assert problems(staged(book, sheet(*lines), gm)) == expected


def test_ork_6_3_the_leagues_own_parks_are_known(book: Book, make_park: Any, gm: Editor) -> None:
    make_park("Ember Hollow", ork=(9105, 9005))
    file = staged(book, sheet("2026-02-07,ember hollow,16,7,,,"), gm)
    assert file.lines[0]["park"] == 9005


@pytest.mark.parametrize("text", ["Jester", "13", "", "99999999999999999999"])
def test_ork_6_4_e_import_class(book: Book, gm: Editor, text: str) -> None:
    assert problems(staged(book, sheet(f"2026-02-07,9001,{text},7,,,"), gm)) == [
        (2, "import_class")
    ]


@pytest.mark.parametrize("player", [",", "seven,", "-7,Rook", "0,"])
def test_ork_6_4_e_import_player(book: Book, gm: Editor, player: str) -> None:
    file = staged(book, sheet(f"2026-02-07,9001,16,{player},,"), gm)
    assert problems(file) == [(2, "import_player")]


def test_ork_6_4_e_import_format_by_line(book: Book, gm: Editor) -> None:
    lines = ("2026-02-07,9001,16,7,,,x1", "2026-02-07,9001,16,7,,,,surplus")
    expected = [(2, "import_format"), (3, "import_format")]
    assert problems(staged(book, sheet(*lines), gm)) == expected


def test_ork_6_4_e_import_not_weekend_is_a_warning(book: Book, gm: Editor) -> None:
    file = applied(book, sheet("2026-02-06,9001,16,7,,,"), gm)
    assert (file.problems, warnings(file)) == ([], [(2, "import_not_weekend")])
    assert len(stored(book)) == 1


def test_ork_6_4_counts_and_difference_per_date_and_park(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2, MundaneId=61002), row(3, ParkId=9003))
    refresh.refresh(book.pk)
    file = staged(
        book,
        sheet(
            "2026-02-07,9001,16,61001,Hedda Brightspear,9001,1",
            "2026-02-07,9001,16,7,New,,",
            "2026-02-07,9001,16,7,New,,",
            "2026-02-08,9003,16,,Guest,,",
            "2026-02-08,9003,Jester,,Guest,,",
        ),
        gm,
    )
    expected = {"lines": 3, "matched": 1, "unknown_player": 1, "guest": 1, "unknown_class": 1}
    assert file.counts == {**expected, "duplicate": 1, "error": 1, "manual": 0}
    assert file.diff == [
        {
            "date": "2026-02-07",
            "park": 9001,
            "added": 1,
            "changed": 1,
            "removed": 1,
            "unchanged": 0,
        },
        {
            "date": "2026-02-08",
            "park": 9003,
            "added": 1,
            "changed": 0,
            "removed": 0,
            "unchanged": 0,
        },
    ]
    assert sorted(stored(book)) == [1, 2, 3], "nothing is applied by checking"


def test_ork_6_4_with_errors_nothing_is_applied_unless_told(book: Book, gm: Editor) -> None:
    file = staged(book, sheet("2026-02-07,9001,16,7,,,", "2026-02-07,9001,Jester,8,,,"), gm)
    with pytest.raises(Refused) as caught:
        apply_import(file.pk, gm)
    assert caught.value.code == "import_has_errors"
    assert not stored(book)
    done = apply_import(file.pk, gm, skip_bad_lines=True)
    assert (done.skipped_lines, len(stored(book))) == (1, 1)


def test_ork_6_4_a_file_is_applied_once_and_may_be_put_away(book: Book, gm: Editor) -> None:
    first, second = (staged(book, sheet("2026-02-07,9001,16,7,,,"), gm) for _ in range(2))
    apply_import(first.pk, gm)
    discard(second.pk, gm)
    for file in (first, second):
        with pytest.raises(Refused) as caught:
            apply_import(file.pk, gm)
        assert caught.value.code == "import_not_waiting"
        with pytest.raises(Refused):
            discard(file.pk, gm)


def test_im_5_5_applying_needs_a_reason(book: Book, gm: Editor) -> None:
    file = staged(book, sheet("2026-02-07,9001,16,7,,,"), gm)
    with pytest.raises(Refused) as caught:
        apply_import(file.pk, Editor(gm.by, ""))
    assert caught.value.code == "reason_required"


def test_im_16_11_an_import_replaces_its_pairs_and_shields_them(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2, MundaneId=5), row(3, ParkId=9003))
    refresh.refresh(book.pk)
    applied(book, sheet("2026-02-07,9001,8,61001,,,"), gm)
    assert {r.row_id: r.source for r in stored(book).values()} == {10**12: "import", 3: "ork"}
    assert list(Shield.objects.values_list("date", "park")) == [(SATURDAY, 9001)]
    refresh.refresh(book.pk)
    assert sorted(stored(book)) == [3, 10**12]


def test_im_16_11_after_release_the_ork_speaks_again(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1))
    applied(book, sheet("2026-02-07,9001,8,61001,,,"), gm)
    editing.release_import(book.pk, SATURDAY, 9001, gm)
    assert list(stored(book)) == [10**12]
    refresh.refresh(book.pk)
    assert list(stored(book)) == [1]


def test_ork_6_5_two_lines_of_one_row_the_later_counts(book: Book, gm: Editor) -> None:
    file = applied(
        book,
        sheet(
            "2026-02-07,9001,16,7,,,5",
            "2026-02-07,9001,8,7,,,5",
            "2026-02-07,9001,16,,Old  Fox,,",
            "2026-02-07,9001,8,,old fox,,",
            "2026-02-07,9001,1,7,,,",
        ),
        gm,
    )
    assert warnings(file) == [(3, "import_duplicate"), (5, "import_duplicate")]
    found = {r.row_id: r.class_id for r in stored(book).values()}
    assert found == {5: 8, 10**12: 8, 10**12 + 1: 1}


@pytest.mark.parametrize("form", ["csv", "ork"])
def test_ork_6_5_the_same_file_twice_changes_nothing(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor, form: str
) -> None:
    ork_says(row(1, FromParkId=9005))
    refresh.refresh(book.pk)
    data = sheet(
        "2026-02-14,9001,16,61001,,9003,",
        "2026-02-08,9001,16,61001,,,",
        "2026-02-08,,16,,Guest,,77",
    )
    if form == "ork":
        data = samples.DAY.encode()
    applied(book, data, gm)
    before = version(book), list(Row.objects.order_by("row_id").values()), BookEdit.objects.count()
    second = applied(book, data, gm)
    after = version(book), list(Row.objects.order_by("row_id").values()), BookEdit.objects.count()
    assert after == before
    assert second.applied_version == before[0]
    assert all(not d["added"] + d["changed"] + d["removed"] for d in second.diff)


def test_ork_6_5_portal_ids_stay_with_date_park_and_player(book: Book, gm: Editor) -> None:
    applied(book, sheet("2026-02-07,9001,16,7,,,", "2026-02-07,9001,16,8,,,"), gm)
    applied(book, sheet("2026-02-07,9001,16,8,,,"), gm)
    applied(book, sheet("2026-02-07,9001,16,9,,,", "2026-02-07,9001,16,7,,,"), gm)
    assert {r.player: r.row_id for r in stored(book).values()} == {"9": 10**12 + 2, "7": 10**12}


@pytest.mark.parametrize(("home", "kept"), [("9005", 9005), ("", 9003), ("0", 0)])
def test_ork_6_3_a_blank_home_is_the_last_one_known(
    book: Book, gm: Editor, home: str, kept: int
) -> None:
    applied(book, sheet("2026-02-14,1,16,7,,9003,", "2026-02-07,1,16,7,,9001,"), gm)
    applied(book, sheet(f"2026-02-21,1,16,7,,{home},"), gm)
    assert Row.objects.get(date=date(2026, 2, 21)).home == kept


def test_ork_6_3_without_any_known_home_a_player_is_a_guest(book: Book, gm: Editor) -> None:
    applied(book, sheet("2026-02-07,1,16,7,,,"), gm)
    assert Row.objects.get().home == 0


def test_im_16_9_a_gms_ruling_outlasts_a_file(book: Book, gm: Editor) -> None:
    data = sheet("2026-02-07,9001,16,7,,9001,")
    applied(book, data, gm)
    editing.set_row_home(book.pk, 10**12, 9003, gm)
    editing.exclude_row(book.pk, 10**12, gm)
    applied(book, data, gm)
    found = Row.objects.get()
    assert (found.home, found.excluded) == (9003, True)


def test_im_16_9_a_saved_answer_meets_the_pin(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1))
    refresh.refresh(book.pk)
    applied(book, json.dumps(answer(row(1, FromParkId=9003))).encode(), gm)
    assert stored(book)[1].home == 9001


def test_a_row_that_a_file_moves_is_not_there_twice(book: Book, gm: Editor) -> None:
    applied(book, sheet("2026-02-07,9001,16,7,,,5"), gm)
    file = applied(book, sheet("2026-02-08,9003,16,7,,,5"), gm)
    assert [(r.date, r.park) for r in stored(book).values()] == [(SUNDAY, 9003)]
    assert [(d["date"], d["added"], d["removed"]) for d in file.diff] == [
        ("2026-02-07", 0, 1),
        ("2026-02-08", 1, 0),
    ]


def test_ork_6_6_export_writes_the_same_csv(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2, MundaneId=0, Persona=None), row(3, MundaneId=5, FromParkId=None))
    refresh.refresh(book.pk)
    new = editing.NewRow(date=SATURDAY, park=9001, class_id=2, persona="Late Larkin", home=9003)
    editing.add_row(book.pk, new, gm)
    applied(book, sheet("2026-02-08,,anti-paladin,,=1+1 Fox,9001,"), gm)
    text = "".join(export_csv(book.pk))
    lines = text.splitlines()
    assert lines[0] == HEADER
    assert lines[1] == "2026-02-07,9001,Warrior,61001,Hedda Brightspear,9001,1"
    assert lines[-1] == "2026-02-08,,Anti-Paladin,,'=1+1 Fox,9001,1000000000001"
    before = facts(book)
    file = applied(book, text.encode(), gm)
    assert (file.problems, facts(book)) == ([], before)
    assert file.counts["manual"] == 1
    moved = version(book)
    applied(book, "".join(export_csv(book.pk)).encode(), gm)
    assert version(book) == moved


def test_ork_6_6_an_export_means_the_same_in_another_book(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(2, ParkId=9003, FromParkId=None))
    refresh.refresh(book.pk)
    other = Book.objects.create(
        name="Copy", attendance_from=SATURDAY, source="import", opened_at=book.opened_at
    )
    applied(other, "".join(export_csv(book.pk)).encode(), gm)
    assert facts(other) == facts(book)
    assert [fact[5] for fact in facts(other)] == [9001, 0]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r@", "'=", "''-"])
def test_ork_6_3_t_16_an_export_holds_no_formula(book: Book, gm: Editor, start: str) -> None:
    persona = f"{start}HYPERLINK(0)"
    assert escape(persona) == f"'{persona}"
    assert unescape(escape(persona)) == persona
    new = editing.NewRow(date=SATURDAY, park=1, class_id=2, persona=persona)
    editing.add_row(book.pk, new, gm)
    for line in export_csv(book.pk):
        assert not [cell for cell in line.strip().split(",") if cell[:1] in set("=+-@\t\r")]


@pytest.mark.parametrize("persona", ["O'Malley", "'tis I", "Rook", "", "7"])
def test_ork_6_3_other_texts_are_exported_as_they_are(persona: str) -> None:
    assert escape(persona) == unescape(persona) == persona


def test_r_9_imports_are_audited_and_told_without_names(book: Book, gm: Editor) -> None:
    applied(
        book, samples.CSV.replace("Copper Gate", "9001").replace("Tarn Watch", "9003").encode(), gm
    )
    whats = list(AuditEntry.objects.order_by("id").values_list("what", flat=True))
    assert whats == ["attendance.stage_import", "attendance.import"]
    told = BookEdit.objects.get()
    assert (told.kind, told.parks, told.dates) == ("import", [9001, 9003], ["2026-02-07"])
    held = str(list(AuditEntry.objects.values())) + str(list(BookEdit.objects.values()))
    for secret in ("Hedda", "Osric", "61001", "61002"):
        assert secret not in held


def test_im_17_6_the_preview_shows_the_book_as_it_would_be(
    fake: FakeOrk, ork_says: Says, book: Book, gm: Editor
) -> None:
    ork_says(row(1), row(3, ParkId=9003))
    refresh.refresh(book.pk)
    file = staged(book, sheet("2026-02-07,9001,8,61001,,,"), gm)
    now = to_engine(book.pk)
    preview = staged_engine_book(file)
    assert preview.version == now.version + 1
    apply_import(file.pk, gm)
    assert preview.rows == to_engine(book.pk).rows


def test_previews_come_from_whoever_knows_the_rules(book: Book, gm: Editor) -> None:
    from django.apps import apps

    config: Any = apps.get_app_config("league")
    file = staged(book, sheet("2026-02-07,9001,8,61001,,,"), gm)
    before, config.preview = config.preview, None
    try:
        assert previews.resource_changes(file) is None
        change = previews.ResourceChange("Copper Gate", "Resource", "1.00", "2.00")
        previews.register(lambda book_id, staged: [change] * len(staged.rows))
        assert previews.resource_changes(file) == [change]
    finally:
        config.preview = before


def test_ork_6_2_twenty_thousand_rows_are_checked_within_five_seconds(
    book: Book, parks: None, gm: Editor
) -> None:
    lines = [
        f"2026-02-{7 + n % 2:02},Copper Gate,Warrior,{1000 + n % 6000},Name {n},Tarn Watch,{n + 1}"
        for n in range(MAX_ROWS)
    ]
    began = time.process_time()
    file = staged(book, sheet(*lines), gm)
    spent = time.process_time() - began
    assert len(file.lines) == MAX_ROWS
    assert spent < 5, f"{spent:.1f} s of CPU time"
