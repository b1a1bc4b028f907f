"""The GM's pages: who may open them, what they show, that they call the services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.models import AuditEntry, Notice
from games.league import previews, refresh
from games.league import series as league
from games.league.editing import Editor
from games.league.fake_ork import FakeOrk
from games.league.importing import stage
from games.league.models import Book, BookEdit, ImportFile, ParkName, Row, Series, Shield, Suspicion
from games.league.sample import write_sample
from tests.league.conftest import SATURDAY, Clock, row, stored, version

CSV = b"date,park,class,player_id,persona\n2026-02-08,9001,Warrior,61001,Hedda\n"


@pytest.fixture
def console(client: Any, gm: Editor, settings: Any) -> Any:
    """A browser of the GM, past the second factor."""
    from accounts.models import User

    settings.STAFF_NEEDS_SECOND_FACTOR = False
    client.force_login(User.objects.get(pk=gm.by))
    return client


@pytest.fixture
def season(fake: FakeOrk, ork_says: Callable[..., None], book: Book) -> Book:
    ork_says(row(1), row(2, Persona="<script>alert(1)</script>", ClassId=21, ClassName="<i>"))
    refresh.refresh(book.pk)
    return book


@pytest.fixture
def told() -> Any:
    """A game that says what each book would give."""
    from django.apps import apps

    config: Any = apps.get_app_config("league")
    before = config.preview
    previews.register(
        lambda book_id, staged: [
            previews.ResourceChange("Copper Gate", "rows", "2", str(len(staged.rows)))
        ]
    )
    yield
    config.preview = before


def page(console: Any, name: str, *args: Any, **query: Any) -> str:
    response = console.get(reverse(f"admin:league_{name}", args=args), query)
    assert response.status_code == 200, response
    return str(response.content.decode())


def test_the_attendance_page_shows_dates_findings_and_buttons(
    season: Book, console: Any, clock: Clock
) -> None:
    Shield.objects.create(book=season, date=SATURDAY, park=9001, at=clock())
    Suspicion.objects.create(book=season, date=SATURDAY, scopes=["k903"], first_seen=clock())
    text = page(console, "book_attendance", season.pk)
    for expected in ("2026-02-07", "park 9001", "held back", "unknown class", "Refresh now"):
        assert expected in text
    assert "<i>" not in text.replace("<i ", "")


@pytest.mark.parametrize(
    "name", ["book", "row", "importfile", "refresh", "parkname", "series", "member", "garnetentry"]
)
def test_every_list_opens(season: Book, console: Any, gm: Editor, name: str, clock: Clock) -> None:
    stage(season.pk, "sheet.csv", CSV, gm)
    held = Series.objects.create(name="Winter", slug="winter", opened_at=clock())
    league.join(held, 7)
    text = page(console, f"{name}_changelist")
    assert "<script>alert(1)" not in text


def test_rows_are_found_by_persona_and_shown_escaped(season: Book, console: Any) -> None:
    text = page(console, "row_changelist", q="Hedda")
    assert "Hedda Brightspear" in text
    assert "alert(1)" not in text
    assert "&lt;script&gt;" in page(console, "row_changelist", q="script")


def test_each_detail_page_opens(season: Book, console: Any, gm: Editor) -> None:
    file = stage(season.pk, "sheet.csv", CSV, gm)
    held = Row.objects.latest("id")
    for name, key in (("book", season.pk), ("row", held.pk), ("importfile", file.pk)):
        page(console, f"{name}_change", key)


def test_a_deed_asks_then_shows_its_effect_then_acts(
    season: Book, console: Any, told: None
) -> None:
    url = reverse("admin:league_book_deed", args=[season.pk, "add-row"])
    assert 'name="reason"' in console.get(url).content.decode()
    data = {
        "date": "2026-02-07",
        "park": "9001",
        "class_id": "16",
        "persona": "Rook",
        "reason": "was there",
    }
    text = console.post(url, data).content.decode()
    assert "What it would change" in text and "<td>3</td>" in text
    assert (version(season), len(stored(season))) == (1, 2), "looking changes nothing"
    response = console.post(url, {**data, "confirm": "yes"})
    assert response.status_code == 302
    assert (version(season), len(stored(season))) == (2, 3)
    assert BookEdit.objects.get().reason == "was there"


def test_a_deed_without_reason_stays_on_its_form(season: Book, console: Any) -> None:
    url = reverse("admin:league_book_deed", args=[season.pk, "exclude-row"])
    text = console.post(url, {"row_id": "1", "reason": " ", "confirm": "yes"}).content.decode()
    assert "This field is required" in text
    assert version(season) == 1


def test_a_refused_deed_says_why(season: Book, console: Any) -> None:
    url = reverse("admin:league_book_deed", args=[season.pk, "exclude-row"])
    text = console.post(url, {"row_id": "99", "reason": "x"}).content.decode()
    assert "There is no such row" in text


def test_links_fill_the_form_in(season: Book, console: Any) -> None:
    text = page(console, "book_deed", season.pk, "release-import", date="2026-02-07", park="9001")
    assert 'value="2026-02-07"' in text and 'value="9001"' in text


@pytest.mark.parametrize("name", ["refresh", "exclude-row", "include-row", "set-row-home"])
def test_every_deed_has_a_page(season: Book, console: Any, name: str) -> None:
    page(console, "book_deed", season.pk, name, row_id=1)
    assert console.get(f"/admin/league/book/{season.pk}/do/nothing/").status_code == 404


def test_im_5_5_refresh_now_makes_the_book_due_and_is_audited(
    season: Book, console: Any, clock: Clock
) -> None:
    assert refresh.due_books(clock()) == []
    url = reverse("admin:league_book_deed", args=[season.pk, "refresh"])
    assert console.post(url).status_code == 302
    assert refresh.due_books(clock()) == [season.pk]
    assert AuditEntry.objects.latest("id").what == "attendance.refresh_now"


def test_ork_6_4_a_file_is_sent_checked_shown_and_applied(
    season: Book, console: Any, told: None
) -> None:
    url = reverse("admin:league_book_upload", args=[season.pk])
    sent = SimpleUploadedFile("<b>.csv", CSV + b"2026-02-08,9001,Jester,5,\n")
    response = console.post(url, {"file": sent})
    file = ImportFile.objects.get()
    assert response.url == reverse("admin:league_importfile_staging", args=[file.pk])
    text = page(console, "importfile_staging", file.pk)
    for expected in ("Line 3: the class: not known", "1 usable", "<td>3</td>", "&lt;b&gt;.csv"):
        assert expected in text
    text = console.post(response.url, {"reason": "sheet"}).content.decode()
    assert "The file has 1 errors" in text
    console.post(response.url, {"reason": "sheet", "skip_bad_lines": "on"})
    assert ImportFile.objects.get().status == "applied"
    assert len(stored(season)) == 3
    assert "1 bad lines skipped" in page(console, "importfile_staging", file.pk)


def test_a_file_is_put_away_without_reason(season: Book, console: Any, gm: Editor) -> None:
    file = stage(season.pk, "sheet.csv", CSV, gm)
    console.post(reverse("admin:league_importfile_staging", args=[file.pk]), {"discard": "yes"})
    assert ImportFile.objects.get().status == "discarded"


def test_ork_6_6_the_export_is_a_download_and_is_audited(season: Book, console: Any) -> None:
    response = console.get(reverse("admin:league_book_export", args=[season.pk]))
    text = b"".join(response.streaming_content).decode()
    assert text.startswith("date,park,class")
    assert response["Content-Disposition"] == f'attachment; filename="attendance-{season.pk}.csv"'
    assert AuditEntry.objects.latest("id").what == "attendance.export"


def test_ork_5_8_the_chooser_reads_a_kingdom(fake: FakeOrk, console: Any) -> None:
    write_sample(fake.folder, SATURDAY, 1, "peaks")
    url = reverse("admin:league_book_parks")
    assert console.post(url, {"kingdom_id": "903"}).status_code == 302
    assert ParkName.objects.count() == 6
    fake.fail("challenge")
    assert "could not be read" in console.post(url, {"kingdom_id": "903"}).content.decode()


def test_gc_14_4_the_console_hides_the_entries_of_running_matches(
    console: Any, clock: Clock
) -> None:
    held = Series.objects.create(name="Winter", slug="winter", opened_at=clock())
    league.join(held, 7)
    league.credit(held, 7, -2, "canary_reason", game=1)
    assert "canary_reason" not in page(console, "garnetentry_changelist")
    assert ">3<" in page(console, "member_changelist").replace("\n", "").replace(" ", "")
    league.settle(1)
    assert "canary_reason" in page(console, "garnetentry_changelist")


def test_gc_14_6_a_death_match_is_entered(console: Any, clock: Clock) -> None:
    held = Series.objects.create(name="Winter", slug="winter", opened_at=clock())
    for user in (7, 8):
        league.join(held, user)
    url = reverse("admin:league_series_match", args=[held.pk])
    assert console.post(url, {"loser": "7", "winner": "8"}).status_code == 302
    assert league.purse(held, 8) == 6
    assert "out already" in console.post(url, {"loser": "7", "winner": "8"}).content.decode()
    assert AuditEntry.objects.latest("id").what == "series.death_match"


PAGES = [
    ("book_attendance", lambda b: [b]),
    ("book_export", lambda b: [b]),
    ("book_upload", lambda b: [b]),
    ("book_deed", lambda b: [b, "add-row"]),
    ("book_parks", lambda b: []),
    ("importfile_staging", lambda b: [b]),
    ("series_match", lambda b: [b]),
]


@pytest.mark.parametrize(("name", "args"), PAGES, ids=[name for name, _ in PAGES])
def test_nobody_else_may_open_the_pages(
    season: Book, client: Any, make_user: Any, settings: Any, name: str, args: Any
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    url = reverse(f"admin:league_{name}", args=args(season.pk))
    assert client.get(url).status_code == 302
    client.force_login(make_user("edda"))
    assert client.get(url).status_code in {302, 403}
    helper = make_user("helper")
    helper.is_staff = True
    helper.save()
    client.force_login(helper)
    assert client.get(url).status_code == 403
    assert client.post(url).status_code == 403


def test_im_16_15_a_refresh_that_went_wrong_tells_the_gms_once(
    season: Book, fake: FakeOrk, ork_says: Callable[..., None], gm: Editor, clock: Clock
) -> None:
    assert not Notice.objects.exists()
    fake.fail("status3", times=2, date=SATURDAY.isoformat())
    refresh.refresh(season.pk)
    refresh.refresh(season.pk)
    notice = Notice.objects.get()
    assert (notice.recipient_id, notice.kind) == (gm.by, "attendance_problem")
    assert notice.params["failed"] == ["2026-02-07"]
    clock.pass_by(hours=1)
    deadline = clock.at.replace(minute=30)
    Book.objects.update(next_deadline=deadline)
    ork_says()
    run = refresh.refresh(season.pk)
    assert run is not None
    assert run.trigger == "deadline"
    assert Notice.objects.count() == 2, "a deadline's last refresh is told for itself"
    assert "Hedda" not in str(list(Notice.objects.values()))


def test_the_notice_is_worded(season: Book, fake: FakeOrk, gm: Editor) -> None:
    from accounts.notices import address, worded

    fake.fail("status3", date=SATURDAY.isoformat())
    refresh.refresh(season.pk)
    notice = Notice.objects.get()
    [(_, text)] = worded([notice])
    assert text == "Attendance of Season needs a look: 2026-02-07 could not be read."
    assert address(notice) == reverse("admin:league_book_attendance", args=[season.pk])
