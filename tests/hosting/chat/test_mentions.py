"""Notices of talk: to those who may read it, without a word of it, one until it is read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Notice
from games.hosting import clocks
from games.hosting.chat import anonymous, keeping
from games.hosting.chat.models import ChatMessage
from tests.hosting.chat.test_keeping import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

CANARY = "canary"


def told() -> list[tuple[str, int]]:
    return sorted(Notice.objects.values_list("kind", "recipient_id"))


def test_a_mention_is_told_to_whom_it_calls(table: Any, people: Any, post: Any) -> None:
    post(people[0], "table", f"@Berit and @seat 2, {CANARY}")
    assert told() == [("mention", people[1].pk), ("mention", people[2].pk)]
    assert not any(CANARY in str(notice.params) for notice in Notice.objects.all())
    assert Notice.objects.first().params["player"] == people[0].player.pk


@pytest.mark.parametrize("text", ["@Beritta", "berit", "@Anna", "@nobody", "a@Berit?x", "@"])
def test_what_is_no_mention(table: Any, people: Any, post: Any, text: str) -> None:
    post(people[0], "table", text)
    assert told() in ([], [("mention", people[1].pk)] if "@Berit?" in text else [])


def test_chat_4_nobody_is_called_to_what_he_may_not_read(
    table: Any, people: Any, post: Any
) -> None:
    post(people[0], "camp:1", "@Cai must not know")
    assert told() == []
    post(people[0], "camp:1", "@Berit shall know")
    assert told() == [("mention", people[1].pk)]


def test_a_direct_message_is_told_once_until_it_is_read(table: Any, people: Any, post: Any) -> None:
    for n in range(3):
        post(people[0], "pair:0-1", f"{CANARY} {n}")
    assert told() == [("said", people[1].pk)]
    Caller(table, people[1]).post("read", room="pair:0-1", upto=3)
    post(people[0], "pair:0-1", "again")
    assert told() == [("said", people[1].pk)] * 2
    assert CANARY not in str(list(Notice.objects.values_list("params", flat=True)))


def test_chat_10_whom_one_has_muted_calls_in_vain(table: Any, people: Any, post: Any) -> None:
    post(people[0], "table", "hello")
    keeping.mute(people[1].pk, ChatMessage.objects.get())
    post(people[0], "pair:0-1", "hear me")
    post(people[0], "table", "@Berit hear me")
    assert told() == []


def test_pr_7_4_an_anonymous_post_calls_at_its_release_and_its_author_too(
    table: Any, people: Any, post: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(people[0], "table", "@Anna @Berit beware", anonymous=True)
    assert told() == []
    moment = clocks.now() + timedelta(seconds=11)
    monkeypatch.setattr(clocks, "now", lambda: moment)
    anonymous.release(table.pk)
    assert told() == [("mention", people[0].pk), ("mention", people[1].pk)]
    assert all("player" not in notice.params for notice in Notice.objects.all())
