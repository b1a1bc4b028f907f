"""CHAT-4, CHAT-6, CHAT-12: what may be said, when, how fast, and that it counts once."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.hosting.chat import pace
from games.hosting.chat.bodies import clean
from games.hosting.chat.models import ChatBan, ChatMessage
from games.hosting.chat.refusals import ChatRefused
from games.hosting.models import Game, LogEntry
from tests.hosting.chat.test_rooms import rooms_of

pytestmark = pytest.mark.django_db


def test_chat_4_a_message_is_no_entry_of_the_log(table: Any, people: Any, post: Any) -> None:
    before = LogEntry.objects.count(), Game.objects.get(pk=table.pk).seq
    assert post(people[0], "table", "good evening") == ""
    assert (LogEntry.objects.count(), Game.objects.get(pk=table.pk).seq) == before


@pytest.mark.parametrize("room", ["pair:0-1", "camp:1", "team:0"])
def test_chat_4_while_paused_private_rooms_are_locked(
    table: Any, people: Any, post: Any, room: str
) -> None:
    Game.objects.filter(pk=table.pk).update(paused_at=timezone.now())
    assert post(people[0], room, "x") == "chat.locked"
    assert rooms_of(table, people[0])[room]["lock_reason"] == "PAUSED"
    assert post(people[0], "table", "still here") == ""
    assert post(people[0], "host:0", "help") == ""


def test_chat_4_rights_are_those_of_the_moment_of_posting(
    table: Any, people: Any, post: Any
) -> None:
    from games.hosting.models import Seat

    Seat.objects.filter(game=table, number=0).update(user=people[3])
    assert post(people[0], "pair:0-1", "still me") == "chat.not_found"


def test_chat_2_only_signed_in_accounts_write(table: Any, post: Any) -> None:
    assert post(None, "table", "hello") == "chat.locked"
    assert post(None, "pair:0-1", "hello") == "chat.not_found"


def test_chat_6_the_host_speaks_as_host(table: Any, people: Any, post: Any) -> None:
    assert post(people[3], "news", "We begin at eight.") == ""
    assert post(people[0], "news", "Do we?") == "chat.locked"
    message = ChatMessage.objects.get()
    assert message.is_host and message.seat is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  hello \r\n world ", "hello \n world"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("x" * 1000, "x" * 1000),
        ("a\u202egnp.exe", "agnp.exe"),
        ("Z" + "\u0336" * 40, "Z" + "\u0336" * 4),
        ("\u0e01" + "\u0e49" * 500, "\u0e01" + "\u0e49" * 4),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_chat_6_text_is_kept_plain(text: str, kept: str) -> None:
    assert clean(text) == kept


@pytest.mark.parametrize(
    "text", ["", "  \n ", "x" * 1001, "\u200b\u200d\ufeff", "a\n" * 30 + "b", "y" * 9000]
)
def test_chat_6_what_has_no_length_or_too_much_is_refused(text: str) -> None:
    with pytest.raises(ChatRefused) as refusal:
        clean(text)
    assert refusal.value.code == "chat.length"


def test_chat_6_five_in_five_seconds(table: Any, people: Any, post: Any) -> None:
    assert [post(people[0], "table", f"m{n}") for n in range(6)] == [""] * 5 + ["chat.rate"]
    assert post(people[1], "table", "mine") == ""
    assert ChatMessage.objects.count() == 6


def test_chat_6_thirty_in_a_minute(
    table: Any, people: Any, post: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "BURST", 1000)
    answers = [post(people[0], "table", f"m{n}") for n in range(31)]
    assert answers == [""] * 30 + ["chat.rate"]


def test_chat_6_a_refused_message_counts_for_nothing(table: Any, people: Any, post: Any) -> None:
    assert {post(people[0], "table", " ") for _ in range(9)} == {"chat.length"}
    assert post(people[0], "table", "now") == ""


def test_chat_6_whom_the_gm_muted_writes_nowhere(table: Any, people: Any, post: Any) -> None:
    ban = ChatBan.objects.create(game=table, user=people[0].pk)
    assert post(people[0], "table", "x") == post(people[0], "pair:0-1", "x") == "chat.muted"
    assert rooms_of(table, people[0])["table"]["lock_reason"] == "MUTED"
    assert rooms_of(table, people[1])["table"]["can_write"]
    ChatBan.objects.filter(pk=ban.pk).update(until=timezone.now())
    assert post(people[0], "table", "x") == ""


def test_chat_5_a_message_sent_again_counts_once(table: Any, people: Any, post: Any) -> None:
    assert post(people[0], "table", "hello", own="a1") == ""
    assert post(people[0], "table", "hello", own="a1") == ""
    assert ChatMessage.objects.count() == 1
    assert post(people[0], "table", "other", own="a1") == "id_reused"
    assert post(people[1], "table", "hello", own="a1") == ""
    assert ChatMessage.objects.count() == 2
