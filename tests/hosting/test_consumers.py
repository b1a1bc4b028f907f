"""The socket: handshake, hello, act, resume, rights, limits, malformed frames."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async

from games.engine.protocol import Seat
from games.hosting import services
from games.hosting.models import Game
from tests.hosting.sockets import ORIGIN, Client, session_of

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def join(live_db: None) -> AsyncIterator[Callable[..., Any]]:
    """`await join(game, user)`: a client that said hello; all are closed at the end."""
    from games.hosting.hub import close_hub

    clients: list[Client] = []

    async def open_one(game: Any, user: Any = None, **more: Any) -> Client:
        key = await sync_to_async(session_of)(user) if user is not None else ""
        client = Client(game.code, key)
        clients.append(client)
        await client.hello(**more)
        return client

    yield open_one
    for client in clients:
        await client.leave()
    await close_hub()


def submit(game: Any, seat: int, lamps: int) -> Any:
    return services.submit(game.pk, Seat(seat), {"type": "light", "lamps": lamps})


async def test_a_snapshot_holds_just_the_streams_one_may_follow(
    join: Any, game: Any, people: Any
) -> None:
    player = await join(game, people[1])
    watcher = await join(game)
    assert set(player.views) == {"public", "seat:1"}
    assert set(watcher.views) == {"public"}
    assert watcher.views["public"]["table"]["seats"]["0"]["name"] == "Seat 0"


async def test_an_action_is_answered_and_shown_to_its_own_seat_alone(
    join: Any, game: Any, people: Any
) -> None:
    one, two, watcher = await join(game, people[0]), await join(game, people[1]), await join(game)
    answer = await one.act("x1", {"type": "light", "lamps": 5})
    assert answer["type"] == "ok"
    assert set(answer["receipt"]) == {"id", "text", "at"}
    if one.views["seat:0"].get("lamps") != 5:
        await one.until("update", stream="seat:0")
    assert one.views["seat:0"]["lamps"] == 5
    assert await two.quiet()
    assert await watcher.quiet()
    assert not any("lamps" in text for text in two.seen + watcher.seen)


async def test_r_1_a_resent_id_gets_the_first_receipt(join: Any, game: Any, people: Any) -> None:
    one = await join(game, people[0])
    first = await one.act("same", {"type": "light", "lamps": 5})
    again = await one.act("same", {"type": "light", "lamps": 5})
    assert again["receipt"] == first["receipt"]
    other = await one.act("same", {"type": "light", "lamps": 6})
    assert other["code"] == "id_reused"


async def test_spectators_and_strangers_may_not_act(join: Any, game: Any, people: Any) -> None:
    watcher = await join(game)
    assert (await watcher.act("w", {"type": "light", "lamps": 1}))["code"] == "not_yours"
    two = await join(game, people[1])
    await two.send({"type": "act", "id": "z", "seat": 0, "action": {"type": "light", "lamps": 1}})
    assert (await two.until("refused"))["code"] == "not_yours"


async def test_commits_of_other_threads_reach_the_room(join: Any, game: Any, people: Any) -> None:
    one = await join(game, people[0])
    answer = await sync_to_async(submit)(game, 0, 4)
    assert answer.ok
    await one.until("update", stream="seat:0")
    assert one.views["seat:0"]["lamps"] == 4


async def test_r_5_resume_sends_what_was_missed_and_no_more(
    join: Any, game: Any, people: Any
) -> None:
    one = await join(game, people[0])
    await one.act("a", {"type": "light", "lamps": 1})
    seqs = {"public": 0, "seat:0": 0}
    view = {"public": one.views["public"]}
    again = Client(game.code, await sync_to_async(session_of)(people[0]))
    await again.connect()
    again.seqs, again.views = dict(seqs), {**view, "seat:0": {"pending": ["light"]}}
    await again.send({"type": "hello", "seqs": seqs})
    first = await again.until("snapshot")
    assert first["streams"] == {}
    update = await again.until("update", stream="seat:0")
    assert (update["seq"], update["patch"]) == (1, {"lamps": 1, "pending": []})
    assert await again.quiet()
    await again.leave()


async def test_r_5_a_missed_bus_message_is_made_good_from_the_rows(
    join: Any, game: Any, people: Any, monkeypatch: Any
) -> None:
    from games.hosting import bus
    from games.hosting.hub import hub

    one = await join(game, people[0])
    monkeypatch.setattr(bus, "publish", lambda shown: None)
    for lamps in (1, 2, 3):
        assert (await sync_to_async(submit)(game, 0, lamps)).ok
    assert await one.quiet()
    await hub()._check_seqs()
    for seq in (1, 2, 3):
        assert (await one.until("update", stream="seat:0"))["seq"] == seq
    assert one.views["seat:0"]["lamps"] == 3


async def test_pong_carries_the_seqs(join: Any, game: Any, people: Any) -> None:
    one = await join(game, people[0])
    await one.act("a", {"type": "light", "lamps": 1})
    await one.send({"type": "ping"})
    pong = await one.until("pong")
    assert pong["seqs"] == {"public": 0, "seat:0": 1}
    assert pong["now"] > 1_700_000_000


async def test_preview_and_legal_answer_the_seat(join: Any, game: Any, people: Any) -> None:
    one = await join(game, people[0])
    await one.send({"type": "preview", "id": "p", "draft": {"type": "light", "lamps": 2}})
    assert (await one.until("preview"))["result"] == {"lamps": 2, "seat": 0}
    await one.send({"type": "preview", "id": "q", "draft": {"type": "light", "lamps": 9}})
    assert (await one.until("refused"))["code"] == "la.too_bright"
    await one.send({"type": "legal", "id": "l"})
    legal = await one.until("legal")
    assert len(legal["actions"]) == 7
    assert legal["forms"][0]["fields"] == {"lamps": {"min": 0, "max": 9}}


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ([], "no origin"),
        ([(b"origin", b"http://evil.example")], "foreign origin"),
        ([(b"origin", b"http://testserver:81")], "other port"),
        ([(b"origin", b"https://testserver")], "other scheme"),
        ([(b"origin", b"null")], "null"),
    ],
)
async def test_t_7_a_socket_from_elsewhere_is_refused(
    live_db: None, game: Any, headers: Any, why: str
) -> None:
    from games.hosting.hub import close_hub

    client = Client(game.code, headers=headers)
    assert not await client.connect(), why
    await close_hub()


async def test_a_game_one_may_not_watch_does_not_exist(live_db: None, game: Any) -> None:
    from games.hosting.hub import close_hub

    await Game.objects.filter(pk=game.pk).aupdate(visibility="invited")
    assert not await Client(game.code).connect()
    assert not await Client("nosuchgame").connect()
    await close_hub()


MALFORMED = [
    " ", "[]", "null", "5", "{", '"text"', "{}", '{"type":"dance"}', '{"type":5}',
    '{"type":"act"}', '{"type":"act","id":7,"action":{}}', '{"type":"act","id":"a","action":[]}',
    '{"type":"act","id":"a b","action":{}}', '{"type":"ping","more":1}',
    '{"type":"hello","seqs":{"seat:1":-1}}', '{"type":"hello","seqs":{"x":1}}',
    '{"type":"hello","seqs":[]}', '{"type":"act","id":"\\u0000","action":{}}',
    '{"type":"act","id":"a","action":{"type":"light","lamps":' + "9" * 400 + "}}",
    '{"type":"act","id":"a","action":' + '{"a":' * 60 + "1" + "}" * 60 + "}",
    '{"type":"say","id":"a","room":"x","body":"\\ud800"}', '{"type":"ping"}x', "NaN",
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_r_6_a_malformed_frame_is_refused_and_the_next_good_one_works(
    join: Any, game: Any, people: Any, text: str
) -> None:
    one = await join(game, people[0])
    await one.send(text)
    refused = await one.until("refused")
    assert refused["code"] == "bad_frame"
    assert (await one.act("good", {"type": "light", "lamps": 1}))["type"] == "ok"


async def test_r_6_a_large_frame_is_refused(join: Any, game: Any, people: Any) -> None:
    one = await join(game, people[0])
    await one.send(json.dumps({"type": "ping", "x": "y" * 17_000}))
    assert (await one.until("refused"))["code"] == "too_large"


async def test_r_6_twenty_bad_frames_in_a_minute_close_4400(
    join: Any, game: Any, monkeypatch: Any
) -> None:
    from games.hosting import consumers, limits

    monkeypatch.setattr(consumers, "_rates", limits.Windows(1000, 5))
    watcher = await join(game)
    for _ in range(21):
        await watcher.send("{")
    assert await watcher.close_code() == 4400


async def test_r_6_a_flood_is_rate_limited_then_closed_4429(
    join: Any, game: Any, people: Any
) -> None:
    one = await join(game, people[0])
    for _ in range(20):
        await one.send({"type": "ping"})
    refused = await one.until("refused")
    assert refused["code"] == "rate_limited"
    assert refused["params"]["retry_after"] > 0
    for _ in range(8):
        await one.send({"type": "ping"})
    assert await one.close_code() == 4429


async def test_nothing_but_hello_and_ping_before_hello(live_db: None, game: Any) -> None:
    from games.hosting.hub import close_hub

    client = Client(game.code)
    await client.connect()
    await client.send({"type": "legal", "id": "l"})
    assert (await client.until("refused"))["code"] == "bad_frame"
    await client.leave()
    await close_hub()


async def test_r_7_signing_out_closes_that_sessions_sockets(
    join: Any, game: Any, people: Any
) -> None:
    from accounts import services as accounts

    one, two = await join(game, people[0]), await join(game, people[1])
    await sync_to_async(accounts.end_sessions)(people[0])
    assert await one.close_code() == 4401
    assert await two.quiet()


async def test_r_7_a_seat_that_changes_hands_closes_its_old_sockets(
    join: Any, game: Any, people: Any
) -> None:
    from accounts.live import rights_changed
    from games.hosting.models import Seat as SeatRow

    one = await join(game, people[0])
    await SeatRow.objects.filter(game=game, number=0).aupdate(user=people[2])
    await sync_to_async(rights_changed)(people[0].pk)
    assert await one.close_code() == 4403
    refused = await sync_to_async(services.submit)(
        game.pk, Seat(0), {"type": "light", "lamps": 1}, by=people[0].pk
    )
    assert refused.code == "not_yours"


async def test_r_7_a_session_that_vanished_is_found_by_the_check(
    join: Any, game: Any, people: Any
) -> None:
    from django.contrib.sessions.models import Session

    from games.hosting.hub import hub

    one = await join(game, people[0])
    await Session.objects.all().adelete()
    for socket in tuple(hub().sockets):
        await hub()._recheck(socket)
    assert await one.close_code() == 4401


async def test_presence_counts_spectators(join: Any, game: Any, people: Any) -> None:
    one = await join(game, people[0])
    await join(game)
    await join(game)
    for _ in range(6):
        frame = await one.until("presence")
        if frame["watching"] == 2:
            return
    raise AssertionError("never two")


async def test_too_many_sockets_of_one_user_are_refused(
    join: Any, game: Any, people: Any, settings: Any
) -> None:
    settings.SOCKETS_PER_USER = 2
    await join(game, people[0])
    await join(game, people[0])
    late = Client(game.code, await sync_to_async(session_of)(people[0]))
    assert not await late.connect()


async def test_r_8_many_actors_at_once_lose_nothing(join: Any, game: Any, people: Any) -> None:
    clients = [await join(game, people[k]) for k in range(3)]

    async def press(client: Client, seat: int) -> None:
        for number in range(6):
            own = f"s{seat}n{number}"
            answer = await client.act(own, {"type": "light", "lamps": number})
            assert answer["type"] == "ok"

    await asyncio.gather(*(press(client, k) for k, client in enumerate(clients)))
    after = await Game.objects.aget(pk=game.pk)
    assert after.seq == 18


async def test_a_timer_lets_a_live_clock_act_within_a_second(
    join: Any, make_game: Any, people: Any
) -> None:
    game = await sync_to_async(make_game)(seconds=1)
    one = await join(game, people[0])
    update = await one.until("update", stream="public")
    assert update["events"][0]["type"] == "round_ended"


async def test_origin_header_constant_is_the_allowed_one(settings: Any) -> None:
    assert ORIGIN[1].decode() in settings.ALLOWED_ORIGINS


async def test_r_15_a_socket_that_cannot_catch_up_is_sent_back_to_reconnect(
    join: Any, game: Any, people: Any, monkeypatch: Any
) -> None:
    from django.db import OperationalError

    from games.hosting import bus, reading
    from games.hosting.hub import hub

    one = await join(game, people[0])
    monkeypatch.setattr(bus, "publish", lambda shown: None)
    assert (await sync_to_async(submit)(game, 0, 2)).ok

    def away(*args: Any) -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(reading, "frames_after", away)
    await hub()._check_seqs()
    assert await one.close_code() == 1012


async def test_r_5_a_second_hello_while_rows_are_read_repeats_nothing(
    join: Any, game: Any, people: Any, monkeypatch: Any
) -> None:
    """The client's own check (`_keep`) fails on a seq that comes twice or not at all."""
    import time

    from games.hosting import bus, reading
    from games.hosting.hub import hub

    one = await join(game, people[0])
    monkeypatch.setattr(bus, "publish", lambda shown: None)
    for lamps in (1, 2, 3):
        assert (await sync_to_async(submit)(game, 0, lamps)).ok
    slow = reading.frames_after

    def slowly(*args: Any) -> Any:
        time.sleep(0.3)
        return slow(*args)

    monkeypatch.setattr(reading, "frames_after", slowly)
    await hub()._check_seqs()
    await one.send({"type": "hello"})
    await one.until("snapshot")
    assert one.seqs["seat:0"] == 3
    assert (await one.act("x", {"type": "light", "lamps": 4}))["type"] == "ok"
    await hub()._check_seqs()
    await one.until("update", stream="seat:0")
    assert one.seqs["seat:0"] == 4
    assert await one.quiet(0.6)
