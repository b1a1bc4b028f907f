"""Announcements: who reads them, what their Markdown may hold (T-8), and the notice told once."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from accounts import clock
from accounts.models import AuditEntry, Notice
from accounts.refusals import Refused
from games.community import announcements, markdown
from games.community.models import Announcement
from games.hosting import clocks, sweeps

pytestmark = pytest.mark.django_db

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![picture](https://elsewhere.example/x.png)",
    "[press](javascript:alert(1))",
    "[press](data:text/html;base64,PHNjcmlwdD4=)",
    "<javascript:alert(1)>",
    '[a](https://x.example "onmouseover=alert(1)")',
    "<a href='x' style='position:fixed'>a</a>",
    "<iframe src=https://x.example></iframe>",
    "`<b onclick=alert(1)>`",
    "[x]: javascript:alert(1)\n\n[x]",
    "<svg/onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
)


def written(title: str = "Feast", text: str = "At *noon*.", **more: Any) -> Announcement:
    return Announcement.objects.create(title=title, text=text, made_at=clock.now(), **more)


def published(**more: Any) -> Announcement:
    row = written(**more)
    announcements.publish(row, by=None)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("text", HOSTILE)
def test_t_8_markdown_holds_no_script_style_or_picture(text: str, client: Client) -> None:
    row = published(text=text, title=text[:120])
    html = markdown.render(text)
    for form in ("<script", "<img", "<svg", "<iframe", "<b "):
        assert form not in html
    assert not re.search(r"<[^>]*(style=|javascript:|data:)", html)
    for path in ("/", "/news/", f"/news/{row.pk}/"):
        page = client.get(path).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        assert "<script>alert" not in main and "onerror=alert(1)>" not in main.replace("&gt;", "")
    ElementTree.fromstring(client.get("/news/feed.atom").content)


def test_markdown_keeps_headings_below_the_pages_own_and_marks_links() -> None:
    html = markdown.render(
        "# Feast\n\n[map](https://x.example/map)\n\n| a | b |\n|--|--|\n| 1 | 2 |"
    )
    assert "<h3>Feast</h3>" in html and "<h1" not in html
    assert 'rel="noopener noreferrer nofollow"' in html and "<td>1</td>" in html


def test_a_draft_is_read_by_nobody(client: Client, people: list[Any]) -> None:
    row = written()
    client.force_login(people[3])
    assert client.get(f"/news/{row.pk}/").status_code == 404
    assert "Feast" not in client.get("/news/").content.decode()
    assert "Feast" not in client.get("/news/feed.atom").content.decode()


def test_pinned_news_stand_first_and_home_shows_the_latest(client: Client) -> None:
    published(title="Old but pinned", pinned=True)
    for number in range(4):
        clocks.move_lab_clock(60)
        published(title=f"News {number}")
    for path in ("/news/", "/"):
        page = client.get(path).content.decode()
        assert page.index("Old but pinned") < page.index("News 3") < page.index("News 2")
    assert "News 0" not in client.get("/").content.decode()


def test_news_end_on_their_day(client: Client) -> None:
    row = published(shown_until=clock.now() + timedelta(hours=1))
    assert "Feast" in client.get("/news/").content.decode()
    clocks.move_lab_clock(3601)
    assert "Feast" not in client.get("/news/").content.decode()
    assert client.get(f"/news/{row.pk}/").status_code == 404


def test_news_of_a_game_by_invitation_reach_its_people_alone(
    client: Client, make_game: Any, people: list[Any], make_user: Any
) -> None:
    game = make_game(people[:2], visibility="invited")
    row = published(title="Secret council", game=game)
    told = set(Notice.objects.filter(kind="news").values_list("recipient", flat=True))
    assert told == {people[0].pk, people[1].pk}
    stranger = make_user("stranger")
    for reader, may in ((None, False), (stranger, False), (people[0], True)):
        if reader is not None:
            client.force_login(reader)
        assert client.get(f"/news/{row.pk}/").status_code == (200 if may else 404)
        for path in ("/news/", "/"):
            assert ("Secret council" in client.get(path).content.decode()) == may, (path, reader)
        assert "Secret council" not in client.get("/news/feed.atom").content.decode()


def test_r_11_everybody_is_told_once(people: list[Any]) -> None:
    row = published()
    announcements.tell(row.pk)
    for waiting, work in sweeps.all_of_them():
        for number in waiting():
            work(number)
    notices = Notice.objects.filter(kind="news")
    assert notices.count() == len(people)
    assert notices[0].params == {"text": "News: Feast", "url": f"/news/{row.pk}/"}
    with pytest.raises(Refused):
        announcements.publish(row, by=None)


def test_r_11_planned_news_are_told_when_their_time_comes(people: list[Any]) -> None:
    row = written(shown_from=clock.now() + timedelta(hours=1))
    assert announcements.untold() == []
    clocks.move_lab_clock(3601)
    assert announcements.untold() == [row.pk]
    announcements.tell(row.pk)
    assert announcements.untold() == []
    assert Notice.objects.filter(kind="news").count() == len(people)


def test_the_feed_is_atom_with_permanent_addresses(client: Client) -> None:
    row = published(title="Feast & <fun>")
    answer = client.get("/news/feed.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    entry = ElementTree.fromstring(answer.content).find("{http://www.w3.org/2005/Atom}entry")
    assert entry is not None
    found = {child.tag.rpartition("}")[2]: (child.text, child.attrib) for child in entry}
    assert found["title"][0] == "Feast & <fun>"
    assert found["id"][0] == found["link"][1]["href"] == f"http://testserver/news/{row.pk}/"
    assert "<em>noon</em>" in str(found["summary"][0])


@pytest.fixture
def console(client: Client, people: list[Any], settings: Any) -> Client:
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    client.force_login(people[3])
    return client


FORM = {
    "title": "Feast", "text": "At *noon*.", "game": "", "shown_from_0": "", "shown_from_1": "",
    "shown_until_0": "", "shown_until_1": "",
}  # fmt: skip


def test_the_console_keeps_a_draft_shows_its_preview_and_publishes(
    console: Client, people: list[Any]
) -> None:
    page = "/admin/community/announcement/"
    assert console.get(page + "add/").status_code == 200
    assert console.post(page + "add/", {**FORM, "_continue": "1"}).status_code == 302
    row = Announcement.objects.get()
    assert (row.shown_from, row.by) == (None, people[3].pk)
    assert "<em>noon</em>" in console.get(f"{page}{row.pk}/change/").content.decode()
    assert Notice.objects.filter(kind="news").count() == 0
    button = {"community_announcement_publish_now": "1"}
    assert console.post(f"{page}{row.pk}/change/", {**FORM, **button}).status_code == 302
    row.refresh_from_db()
    assert row.shown_from is not None and row.told_at is not None
    assert Notice.objects.filter(kind="news").count() == len(people)
    deeds = list(AuditEntry.objects.filter(target="announcement").values_list("what", flat=True))
    assert "announcement_published" in deeds and "announcement_added" in deeds
    kept = str(list(AuditEntry.objects.filter(target="announcement").values("before", "after")))
    assert "Feast" not in kept and "noon" not in kept
    dates = {"shown_from_0": f"{row.shown_from:%Y-%m-%d}", "shown_from_1": "00:00:00"}
    again = console.post(f"{page}{row.pk}/change/", {**FORM, **dates, **button}, follow=True)
    assert b"published already" in again.content


def test_a_look_publishes_nothing(console: Client) -> None:
    row = written()
    console.get(
        f"/admin/community/announcement/{row.pk}/change/?community_announcement_publish_now=1"
    )
    row.refresh_from_db()
    assert row.shown_from is None


def test_the_console_refuses_an_end_before_the_beginning(console: Client) -> None:
    dates = {
        "shown_from_0": "2026-05-02", "shown_from_1": "10:00:00",
        "shown_until_0": "2026-05-01", "shown_until_1": "10:00:00",
    }  # fmt: skip
    answer = console.post("/admin/community/announcement/add/", {**FORM, **dates})
    assert b"It must end after it begins." in answer.content
    assert not Announcement.objects.exists()


def test_the_console_enters_games_into_series(
    console: Client, make_game: Any, people: list[Any]
) -> None:
    from games.league.models import Result, Series, SeriesGame
    from tests.community.conftest import finish

    spring = Series.objects.create(name="Spring", slug="spring", opened_at=clock.now())
    game = finish(make_game(), 1, 5, 3)
    page = "/admin/league/seriesgame/"
    assert console.get(page + "add/").status_code == 200
    console.post(page + "add/", {"series": spring.pk, "game": game.pk})
    assert Result.objects.filter(series=spring).count() == 3
    assert b"Lamps" in console.get(page).content
    entry = SeriesGame.objects.get()
    console.post(f"{page}{entry.pk}/delete/", {"post": "yes"})
    assert not Result.objects.filter(series=spring).exists()
    assert not SeriesGame.objects.exists()
