"""CHAT-7, PR-7.4: nothing tells who wrote an anonymous post, its author's own screen included."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.hosting import clocks, exporting
from games.hosting.chat import anonymous, keeping, moderating, sweeping
from games.hosting.chat.models import ChatAuthor, ChatMessage, HeldPost
from games.hosting.models import Game
from tests.hosting.chat.conftest import end_round
from tests.hosting.chat.test_rooms import rooms_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`later(seconds)`: the one clock goes on."""
    moment = datetime(2030, 5, 1, 20, 30, 12, 345_000, tzinfo=UTC)
    shift = [moment]
    monkeypatch.setattr(clocks, "now", lambda: shift[0])

    def go(seconds: float) -> datetime:
        shift[0] += timedelta(seconds=seconds)
        return shift[0]

    return go


def test_chat_7_posts_are_held_and_come_out_together(
    table: Any, people: Any, post: Any, later: Any
) -> None:
    later(0)
    assert post(people[0], "table", "one", anonymous=True) == ""
    later(5)
    assert post(people[1], "table", "two", anonymous=True) == ""
    assert anonymous.release(table.pk) == 0 and not ChatMessage.objects.exists()
    assert list(anonymous.waiting()) == []
    later(3)
    assert list(anonymous.waiting()) == [table.pk]
    assert anonymous.release(table.pk) == 2 and anonymous.release(table.pk) == 0
    assert sorted(words(table, None, "table")) == ["one", "two"]
    assert not HeldPost.objects.exists()


@pytest.mark.parametrize("second", [0.0, 0.01, 5.0, 9.99])
def test_chat_7_a_release_tells_only_its_ten_seconds(second: float) -> None:
    start = datetime(2030, 5, 1, 20, 30, 0, tzinfo=UTC)
    assert anonymous.next_release(start + timedelta(seconds=second)) == start + timedelta(
        seconds=10
    )


def test_pr_7_4_the_payload_is_body_alias_and_minute(
    table: Any, people: Any, post: Any, later: Any
) -> None:
    from games.hosting.chat.lines import lines

    post(people[0], "table", "the palace is bought", anonymous=True)
    released = later(10)
    anonymous.release(table.pk)
    message = ChatMessage.objects.get()
    shown = lines([message])[0].seen(1, frozenset())
    minute = int(released.replace(second=0, microsecond=0).timestamp())
    assert shown == {
        "n": 1,
        "id": message.key,
        "at": minute,
        "alias": "Anonymous",
        "body": "the palace is bought",
    }
    for name in ("author", "seat", "team", "client_id"):
        assert getattr(message, name) is None
    assert not message.is_host and message.mark == ""


def test_pr_7_4_the_order_is_drawn_by_chance(
    table: Any, people: Any, post: Any, later: Any, unhurried: None
) -> None:
    orders = set()
    for _ in range(12):
        for n in range(3):
            post(people[n], "table", f"p{n}", anonymous=True)
        later(10)
        anonymous.release(table.pk)
        rows = ChatMessage.objects.order_by("-pk")[:3]
        orders.add(tuple(row.body for row in rows))
    assert len(orders) > 1


def test_chat_7_one_a_minute_and_it_counts_with_all_others(
    table: Any, people: Any, post: Any, later: Any
) -> None:
    later(0)
    assert post(people[0], "table", "a", anonymous=True) == ""
    assert post(people[0], "table", "b", anonymous=True) == "chat.rate"
    assert [post(people[0], "table", f"m{n}") for n in range(5)] == [""] * 4 + ["chat.rate"]
    later(60)
    assert post(people[0], "table", "b", anonymous=True) == ""


def test_chat_7_only_where_the_channel_allows_it(table: Any, people: Any, post: Any) -> None:
    assert post(people[0], "pair:0-1", "x", anonymous=True) == "chat.anon"
    assert post(people[0], "pair:1-2", "x", anonymous=True) == "chat.not_found"
    card = {"type": "offer", "give": ["oil"]}
    assert post(people[0], "table", "x", anonymous=True, card=card) == "chat.anon"


def test_chat_7_sent_again_it_is_held_once(table: Any, people: Any, post: Any) -> None:
    assert post(people[0], "table", "psst", anonymous=True, own="a") == ""
    assert post(people[0], "table", "psst", anonymous=True, own="a") == ""
    assert HeldPost.objects.count() == 1
    assert post(people[0], "table", "else", anonymous=True, own="a") == "id_reused"


def test_pr_7_4_the_author_is_told_of_it_like_everybody(
    table: Any, people: Any, post: Any, later: Any
) -> None:
    post(people[0], "table", "psst", anonymous=True)
    later(10)
    anonymous.release(table.pk)
    assert [rooms_of(table, user)["table"]["unread"] for user in people[:3]] == [1, 1, 1]


def test_pr_7_4_muting_somebody_does_not_tell_his_anonymous_posts(
    table: Any, people: Any, post: Any, later: Any
) -> None:
    post(people[0], "table", "in my name")
    post(people[0], "table", "not in my name", anonymous=True)
    later(10)
    anonymous.release(table.pk)
    named = ChatMessage.objects.get(body="in my name")
    keeping.mute(people[1].pk, named)
    assert words(table, people[1], "table") == ["", "not in my name"]
    keeping.mute(people[2].pk, ChatMessage.objects.get(is_alias=True))
    assert words(table, people[2], "table") == ["in my name", ""]


def test_pr_7_4_nothing_but_the_moderation_reads_who_wrote_it(
    make_game: Any, people: Any, post: Any, later: Any
) -> None:
    game = make_game(talk=True, rounds=1)
    post(people[0], "table", "canary", anonymous=True, game=game)
    later(10)
    anonymous.release(game.pk)
    end_round(game, 1)
    for full in (True, False):
        assert "canary" not in str(exporting.export(Game.objects.get(pk=game.pk), full=full))
    from accounts import services

    assert "canary" not in str(services.export_of(people[0])["talk"])
    message = ChatMessage.objects.get()
    found = moderating.look_up(message, by=people[3].pk, reason="a threat")
    assert found is not None and found.user == people[0].pk and found.seat == 0


def test_pr_7_4_the_record_is_deleted_thirty_days_after_the_end(
    table: Any, people: Any, post: Any
) -> None:
    post(people[0], "table", "psst", anonymous=True)
    assert list(anonymous.to_forget()) == []
    ended = timezone.now() - timedelta(days=29)
    Game.objects.filter(pk=table.pk).update(ended_at=ended)
    assert list(anonymous.to_forget()) == []
    Game.objects.filter(pk=table.pk).update(ended_at=ended - timedelta(days=2))
    assert list(anonymous.to_forget()) == [table.pk]
    anonymous.forget(table.pk)
    assert not ChatAuthor.objects.exists()


def test_r_14_talk_is_kept_twelve_months(table: Any, people: Any, post: Any) -> None:
    post(people[0], "table", "long ago")
    post(people[0], "table", "today")
    old = timezone.now() - timedelta(days=366)
    ChatMessage.objects.filter(body="long ago").update(at=old)
    assert list(sweeping.past_keeping()) == [table.pk]
    sweeping.forget(table.pk)
    assert list(sweeping.past_keeping()) == []
    assert words(table, None, "table") == ["", "today"]
    assert ChatMessage.objects.get(n=1).author is None
