"""Talk over real sockets: lists, delivery, catching up, and every refusal (CHAT-4 to CHAT-13)."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tests.hosting.chat.conftest import end_round

pytestmark = pytest.mark.asyncio


async def test_chat_13_one_is_told_of_just_the_rooms_one_may_read(
    join: Any, table: Any, people: Any
) -> None:
    anna, visitor = await join(table, people[0]), await join(table)
    rooms = await anna.listed()
    assert set(rooms) == {
        "table", "news", "team:0", "camp:1", "host:0", "pair:0-1", "pair:0-2",
    }  # fmt: skip
    assert set(await visitor.listed()) == {"table", "news"}
    assert rooms["table"]["can_write"]
    assert visitor.rooms["table"]["lock_reason"] == "SIGN_IN"
    assert not any("pair" in text or "camp" in text for text in visitor.seen)


async def test_chat_2_spectators_and_the_gm_have_rooms_of_their_own(
    join: Any, table: Any, people: Any, make_user: Any
) -> None:
    dora = await sync_to_async(make_user)("dora")
    watcher, gm, anna = [await join(table, who) for who in (dora, people[3], people[0])]
    for one in (watcher, gm, anna):
        await one.listed()
    assert set(watcher.rooms) == {"table", "news", "watchers"}
    assert {"host:0", "host:1", "host:2", "watchers"} <= set(gm.rooms)
    assert not {"pair:0-1", "camp:1", "team:0"} & set(gm.rooms)
    assert (await watcher.speak("w", "watchers", "the canary errs"))["type"] == "ok"
    await gm.hears("watchers", "the canary errs")
    assert (await gm.speak("g", "host:0", "A word, Anna."))["type"] == "ok"
    assert (await anna.hears("host:0", "A word, Anna."))["host"] is True
    assert not anna.heard("canary") and not watcher.heard("A word")


async def test_chat_5_a_message_reaches_its_readers_and_nobody_else(
    join: Any, table: Any, people: Any
) -> None:
    anna, berit, cai = [await join(table, person) for person in people[:3]]
    for one in (anna, berit, cai):
        await one.listed()
    assert (await anna.speak("a", "pair:0-1", "the canary sings"))["type"] == "ok"
    heard = await berit.hears("pair:0-1", "the canary sings")
    assert heard["n"] == 1 and heard["seat"] == 0 and heard["from"] == "Anna"
    assert (await cai.speak("c", "table", "hello all"))["type"] == "ok"
    for one in (anna, berit, cai):
        await one.hears("table", "hello all")
    assert not cai.heard("canary")
    assert "pair:0-1" not in cai.rooms


async def test_chat_12_every_refusal_has_its_code(
    join: Any, table: Any, people: Any, settings: Any
) -> None:
    from games.hosting.chat.models import ChatBan

    anna, visitor = await join(table, people[0]), await join(table)
    assert (await anna.speak("1", "pair:1-2", "x"))["code"] == "chat.not_found"
    assert (await anna.speak("2", "nowhere", "x"))["code"] == "chat.not_found"
    locked = await anna.speak("3", "news", "x")
    assert locked["code"] == "chat.locked" and locked["params"] == {"reason": "READ_ONLY"}
    assert (await visitor.speak("4", "table", "x"))["params"] == {"reason": "SIGN_IN"}
    assert (await anna.speak("5", "table", "   "))["code"] == "chat.length"
    assert (await anna.speak("6", "table", "x" * 1001))["code"] == "chat.length"
    assert (await anna.speak("7", "pair:0-1", "x", anonymous=True))["code"] == "chat.anon"
    for n in range(5):
        assert (await anna.speak(f"r{n}", "table", "again"))["type"] == "ok"
    rate = await anna.speak("8", "table", "again")
    assert rate["code"] == "chat.rate" and rate["params"]["retry_after"] >= 1
    berit = await join(table, people[1])
    await sync_to_async(ChatBan.objects.create)(game=table, user=people[1].pk)
    assert (await berit.speak("9", "table", "x"))["code"] == "chat.muted"
    await anna.send({"type": "read", "room": "pair:1-2", "upto": 1})
    assert (await anna.until("refused"))["code"] == "chat.not_found"


async def test_chat_3_who_leaves_a_place_hears_no_more_of_it(
    join: Any, table: Any, people: Any
) -> None:
    anna, berit = await join(table, people[0]), await join(table, people[1])
    await anna.listed()
    await anna.speak("a", "camp:1", "round one")
    await berit.hears("camp:1", "round one")
    await sync_to_async(end_round)(table, 1)
    while "camp:2" not in berit.rooms:
        await berit.next()
    assert (await berit.speak("b", "camp:2", "round two"))["type"] == "ok"
    await berit.hears("camp:2", "round two")
    late = await anna.speak("c", "camp:1", "too late")
    assert late["code"] == "chat.locked" and late["params"] == {"reason": "CLOSED"}
    assert "camp:2" not in anna.rooms and not anna.heard("round two")
    assert anna.words("camp:1") == ["round one"]
