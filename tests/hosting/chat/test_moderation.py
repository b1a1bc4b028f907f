"""CHAT-6, CHAT-10: reports, hiding, muting, look-ups; recorded, and closed to a GM who plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, Notice
from games.hosting import clocks
from games.hosting.chat import anonymous
from games.hosting.chat.models import ChatBan, ChatMessage, ChatReport
from tests.hosting.chat.test_keeping import Caller
from tests.hosting.chat.test_rooms import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

CANARY = "the canary sings"


@pytest.fixture(autouse=True)
def _one_factor(settings: Any) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = False


@pytest.fixture
def gm(people: Any) -> Client:
    """The GM at the console."""
    return console(people[3])


def console(user: Any) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.fixture
def playing(make_user: Callable[..., Any], table: Any) -> Client:
    """A GM who holds the third seat."""
    from games.hosting.models import Seat

    user = make_user("runa", staff=True)
    Seat.objects.filter(game=table, number=2).update(user=user)
    return console(user)


@pytest.fixture
def said(post: Any, people: Any) -> ChatMessage:
    """A private word of Anna's to Berit."""
    assert post(people[0], "pair:0-1", CANARY) == ""
    return ChatMessage.objects.get()


@pytest.fixture
def report(table: Any, people: Any, said: ChatMessage) -> ChatReport:
    """Berit's report of it."""
    berit = Caller(table, people[1])
    body = {"room": "pair:0-1", "message": said.key, "reason": "unkind"}
    assert berit.post("report", **body)[0] == 200 and berit.post("report", **body)[0] == 200
    return ChatReport.objects.get()


def logged() -> list[tuple[int | None, str]]:
    rows = AuditEntry.objects.filter(target="chat").order_by("pk")
    return [(row.by, row.what) for row in rows]


def test_chat_10_a_report_reaches_the_gm_without_a_word_of_it(
    report: ChatReport, people: Any, gm: Client
) -> None:
    notice = Notice.objects.get(kind="report")
    assert notice.recipient_id == people[3].pk and CANARY not in str(notice.params)
    page = gm.get(reverse("admin:chat_chatreport_changelist"))
    assert page.status_code == 200 and CANARY not in page.content.decode()
    url = reverse("admin:chat_chatreport_change", args=[report.pk])
    assert notice.params["url"] == url
    assert CANARY not in gm.get(url).content.decode() and logged() == []
    opened = gm.post(url, {"deed": "open"}).content.decode()
    assert CANARY in opened and "unkind" in opened
    assert logged() == [(people[3].pk, "chat_report_opened")]
    assert gm.post(url, {"deed": "close"}).status_code == 302
    assert ChatReport.objects.get().closed_at is not None


def test_chat_10_a_gm_who_plays_opens_nothing(
    report: ChatReport, said: ChatMessage, table: Any, playing: Client
) -> None:
    url = reverse("admin:chat_chatreport_change", args=[report.pk])
    game = reverse("admin:chat_game", args=[table.pk])
    assert playing.post(url, {"deed": "open"}).status_code == 403
    assert "pair:0-1" not in playing.get(game).content.decode()
    assert playing.post(game, {"room": "pair:0-1", "reason": "why"}).status_code == 403
    for kind in ("hide", "show", "mute", "author"):
        deed = reverse("admin:chat_deed", args=[said.key, kind])
        assert playing.post(deed, {"reason": "why"}).status_code == 403
    for page in (url, game, reverse("admin:chat_chatreport_changelist")):
        assert CANARY not in playing.get(page).content.decode()
    assert logged() == [] and not ChatBan.objects.exists()


def test_chat_4_a_private_word_stands_in_no_export_and_no_page_of_the_game(
    make_game: Any, people: Any, post: Any, gm: Client
) -> None:
    from games.hosting import exporting
    from games.hosting.models import Game
    from tests.hosting.chat.conftest import end_round

    game = make_game(talk=True, rounds=1)
    assert post(people[0], "pair:0-1", CANARY, game=game) == ""
    end_round(game, 1)
    ended = Game.objects.get(pk=game.pk)
    for full in (True, False):
        assert CANARY not in str(exporting.export(ended, full=full))
    for name in ("change", "log"):
        page = gm.get(reverse(f"admin:games_game_{name}", args=[game.pk]))
        assert page.status_code == 200 and CANARY not in page.content.decode()
    assert CANARY not in str(Caller(game, people[3]).get("all")[1])
    assert CANARY not in str(Caller(game, people[2]).get("all")[1])


def test_chat_10_a_private_room_is_opened_with_a_reason_on_the_record(
    said: ChatMessage, table: Any, people: Any, gm: Client
) -> None:
    url = reverse("admin:chat_game", args=[table.pk])
    assert CANARY not in gm.get(url).content.decode()
    assert CANARY not in gm.post(url, {"room": "pair:0-1", "reason": " "}).content.decode()
    assert logged() == []
    assert CANARY in gm.post(url, {"room": "pair:0-1", "reason": "a threat"}).content.decode()
    assert logged() == [(people[3].pk, "chat_room_opened")]
    assert gm.post(url, {"room": "nowhere", "reason": "x"}).status_code == 404


def test_chat_6_hiding_leaves_a_placeholder_and_can_be_taken_back(
    table: Any, people: Any, post: Any, gm: Client
) -> None:
    post(people[0], "table", CANARY)
    message = ChatMessage.objects.get()
    deed = lambda kind: reverse("admin:chat_deed", args=[message.key, kind])  # noqa: E731
    gm.post(deed("hide"), {"reason": ""})
    assert words(table, people[1], "table") == [CANARY]
    gm.post(deed("hide"), {"reason": "rude"})
    assert words(table, people[1], "table") == [""]
    assert Caller(table, people[0]).get("search", q="canary")[1]["messages"] == []
    gm.post(deed("show"), {"reason": "not so rude"})
    assert words(table, people[1], "table") == [CANARY]
    assert [what for _, what in logged()] == ["chat_hidden", "chat_shown_again"]


def test_chat_6_a_gm_hides_from_the_page_and_nobody_else_does(
    table: Any, people: Any, post: Any
) -> None:
    post(people[0], "table", CANARY)
    body = {"room": "table", "message": ChatMessage.objects.get().key}
    assert Caller(table, people[0]).post("hide", **body)[0] == 404
    assert Caller(table, people[3]).post("hide", **body)[0] == 200
    assert words(table, None, "table") == [""]


def test_chat_6_muting_an_author_keeps_an_anonymous_one_unknown(
    table: Any, people: Any, post: Any, gm: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import timedelta

    post(people[0], "table", "psst", anonymous=True)
    moment = clocks.now() + timedelta(seconds=11)
    monkeypatch.setattr(clocks, "now", lambda: moment)
    anonymous.release(table.pk)
    message = ChatMessage.objects.get()
    deed = lambda kind: reverse("admin:chat_deed", args=[message.key, kind])  # noqa: E731
    answer = gm.post(deed("mute"), {"reason": "rude", "hours": "24"}, follow=True)
    assert "Anna" not in answer.content.decode()
    assert post(people[0], "table", "x") == "chat.muted"
    assert people[0].pk not in [
        row.after.get("user") for row in AuditEntry.objects.all() if row.after
    ]
    page = gm.post(deed("author"), {"reason": "a threat"}).content.decode()
    assert "Anna" in page and logged()[-1] == (people[3].pk, "chat_author_looked_up")
    lift = reverse("admin:chat_lift", args=[ChatBan.objects.get().pk])
    assert gm.post(lift).status_code == 302
    assert post(people[0], "table", "x") == ""


def test_chat_10_pages_of_moderation_are_for_gms(
    report: ChatReport, table: Any, people: Any
) -> None:
    member = Client()
    member.force_login(people[0])
    for url in (
        reverse("admin:chat_chatreport_changelist"),
        reverse("admin:chat_chatreport_change", args=[report.pk]),
        reverse("admin:chat_game", args=[table.pk]),
    ):
        assert member.get(url).status_code in (302, 403)
        assert CANARY not in member.get(url, follow=True).content.decode()
