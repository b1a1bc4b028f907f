"""CHAT-5, CHAT-7, R-5, R-7, R-12: delivery to open sockets, coming back, and twin worlds."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.hosting.chat import moderating
from games.hosting.chat.models import ChatMessage
from games.hosting.models import Seat
from tests.hosting.chat.conftest import Talker, end_round, gift
from tests.hosting.chat.test_keeping import Caller

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("unhurried")]


async def asked(game: Any, user: Any, path: str, **body: Any) -> tuple[int, Any]:
    """A request beside the socket."""
    return await sync_to_async(lambda: Caller(game, user).post(path, **body))()


async def test_chat_5_a_socket_that_comes_back_gets_what_it_missed(
    join: Any, table: Any, people: Any
) -> None:
    anna, berit = await join(table, people[0]), await join(table, people[1])
    for n in range(3):
        await anna.speak(f"a{n}", "table", f"m{n}")
    await berit.hears("table", "m2")
    second = berit.said["table"][2]
    again = await join(table, people[1], chat={"table": [2, second["id"]]})
    await again.hears("table", "m2")
    assert again.words("table") == ["m2"]
    fresh = await join(table, people[1], chat={"table": [1, second["id"]], "nowhere": [3, "x"]})
    await fresh.hears("table", "m0")
    assert fresh.words("table") == ["m0", "m1", "m2"]


async def test_chat_6_who_comes_back_learns_what_was_hidden(
    join: Any, table: Any, people: Any
) -> None:
    anna, berit = await join(table, people[0]), await join(table, people[1])
    await anna.speak("a", "table", "rude")
    await anna.speak("b", "table", "last")
    await berit.hears("table", "last")
    message = await ChatMessage.objects.aget(body="rude")
    message.room = await sync_to_async(lambda: message.room)()
    await sync_to_async(moderating.hide)(message, by=people[3].pk, reason="rude")
    while not berit.said["table"][1].get("hidden"):
        await berit.next()
    assert berit.words("table") == ["", "last"]
    last = berit.said["table"][2]
    again = await join(table, people[1], chat={"table": [2, last["id"]]})
    while 1 not in again.said.get("table", {}):
        await again.next()
    assert again.said["table"] == {1: berit.said["table"][1]}


async def test_a_storm_of_joins_is_served_by_few_readings(
    join: Any, table: Any, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting.chat import desk

    load, readings = desk.load, []

    def slow(*facts: Any) -> Any:
        readings.append(facts)
        time.sleep(0.1)
        return load(*facts)

    first = await join(table, people[0])
    await first.speak("a", "table", "here")
    await first.hears("table", "here")
    monkeypatch.setattr(desk, "load", slow)
    for talker in await asyncio.gather(*(join(table, user) for user in people[:3] * 4)):
        await talker.hears("table", "here")
    assert len(readings) <= 6


async def test_r_5_a_nudge_that_was_lost_is_made_good_by_the_check(
    join: Any, table: Any, people: Any, post: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting import bus
    from games.hosting.hub import hub

    berit = await join(table, people[1])
    await berit.listed()
    told: list[Any] = []
    monkeypatch.setattr(bus, "publish_talk", told.append)
    await sync_to_async(post)(people[0], "table", "unheard")
    assert told == [table.pk] and await berit.quiet(0.2)
    await hub()._check_talk()
    await berit.hears("table", "unheard")


async def test_chat_10_muting_reaches_ones_open_sockets_alone(
    join: Any, table: Any, people: Any
) -> None:
    anna, berit, cai = [await join(table, person) for person in people[:3]]
    await anna.speak("a", "table", "loud")
    await berit.hears("table", "loud")
    key = berit.said["table"][1]["id"]
    await asked(table, people[1], "mute", room="table", message=key)
    while not berit.said["table"][1].get("muted"):
        await berit.next()
    await anna.speak("b", "table", "louder")
    await cai.hears("table", "louder")
    while 2 not in berit.said["table"]:
        await berit.next()
    assert berit.words("table") == ["", ""] and not berit.heard("louder")


async def test_chat_5_rooms_that_open_are_told_with_their_history(
    join: Any, table: Any, people: Any
) -> None:
    anna, berit = await join(table, people[0]), await join(table, people[1])
    await sync_to_async(gift)(table, 0, -1)
    while "ghosts" not in anna.rooms:
        await anna.next()
    await anna.speak("a", "ghosts", "it is cold")
    assert "ghosts" not in berit.rooms
    await sync_to_async(gift)(table, 1, -1)
    await berit.hears("ghosts", "it is cold")
    assert berit.rooms["ghosts"]["unread"] == 1


async def test_r_7_a_replaced_holder_gets_nothing_from_that_commit_on(
    join: Any, table: Any, people: Any, make_user: Any
) -> None:
    anna, berit = await join(table, people[0]), await join(table, people[1])
    await anna.listed()
    new = await sync_to_async(make_user)("dora")
    await Seat.objects.filter(game=table, number=0).aupdate(user=new)
    assert (await berit.speak("b", "pair:0-1", "canary"))["type"] == "ok"
    assert await anna.quiet(0.5) or not anna.heard("canary")
    assert not anna.heard("canary")


async def test_chat_12_the_codes_of_cards_and_locks_over_the_socket(
    join: Any, table: Any, people: Any
) -> None:
    anna = await join(table, people[0])
    card = {"type": "accept", "of": "nothing"}
    assert (await anna.speak("1", "pair:0-1", "", card=card))["code"] == "chat.card"
    await sync_to_async(end_round)(table, 1)
    apart = await anna.speak("2", "pair:0-1", "x")
    assert apart["code"] == "chat.locked" and apart["params"] == {"reason": "APART"}
    assert (await anna.speak("same", "table", "x"))["type"] == "ok"
    assert (await anna.speak("same", "table", "x"))["type"] == "ok"
    assert (await anna.speak("same", "table", "y"))["code"] == "id_reused"
    assert (await anna.speak("3", "table", "x" * 9000))["code"] == "chat.length"


async def test_chat_12_the_limit_of_groups_by_request(
    live_db: None, table: Any, people: Any
) -> None:
    status, body = await asked(table, people[0], "found", seats=[1], name="Two")
    assert status == 409 and body["code"] == "chat.group_limit"


async def _anonymous_world(
    join: Callable[..., Any], make: Callable[..., Any], people: Any, writer: int
) -> list[Talker]:
    """A game in which one of three posts anonymously, recorded at all sockets."""
    game = await sync_to_async(make)(talk=True)
    talkers = [await join(game, person) for person in people[:3]] + [await join(game)]
    for talker in talkers:
        await talker.listed()
    await talkers[1].speak("n", "table", "in my name")
    assert (await talkers[writer].speak("secret", "table", "psst", anonymous=True)) == {
        "type": "ok",
        "id": "secret",
    }
    for talker in talkers:
        await talker.hears("table", "psst")
        await talker.quiet(0.2)
    return talkers


def _frames(talker: Talker) -> list[Any]:
    """What a socket was sent, without ids drawn by chance, times, and the author's own `ok`."""
    out = []
    for text in talker.seen:
        frame = json.loads(text)
        if frame["type"] in ("presence", "snapshot") or frame.get("id") == "secret":
            continue
        for message in frame.get("messages", []):
            assert len(message["id"]) == 16
            message.update(id="", at=0)
        out.append(frame)
    return out


async def test_pr_7_4_twin_worlds_that_differ_only_in_the_author_look_alike(
    join: Any, make_game: Any, people: Any, settings: Any
) -> None:
    settings.CHAT_RELEASE_SECONDS = 1.0
    one = await _anonymous_world(join, make_game, people, 0)
    other = await _anonymous_world(join, make_game, people, 2)
    for a, b in zip(one, other, strict=True):
        kinds = [sorted(_frames(w), key=lambda f: f["type"]) for w in (a, b)]  # `ok` races news
        assert kinds[0] == kinds[1]
    author, reader = one[0], one[2]
    last = lambda talker: [f for f in _frames(talker) if f.get("room") == "table"][-1]  # noqa: E731
    assert last(author) == last(reader)
    assert set(last(author)["messages"][0]) == {"n", "id", "at", "alias", "body"}
