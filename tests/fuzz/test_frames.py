"""R-6 on the wire: thousands of bad frames against a real uvicorn on the test database.

Nothing may close a socket with 1006 or 1011, nothing refused may change the game, and after it all
a good frame works. The limits on rates are lifted here (they have tests of their own), else the
server would rightly hang up after twenty.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games.hosting.models import Game
from tests.fuzz.conftest import IS_FULL
from tests.fuzz.mutating import mutated, raw, value
from tests.hosting.league import League
from tests.hosting.sockets import session_of

FRAMES = 20_000 if IS_FULL else 1_500
ROLES = ("general", "deputy", "member", "stranger", "gm", "visitor")
ORIGIN = "http://testserver"


@pytest.fixture
def server(live_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A uvicorn in a thread, on the test database; its address."""
    from games.hosting import consumers, limits
    from portal.asgi import application

    monkeypatch.setattr(consumers, "_rates", limits.Windows(10**9, 5))
    monkeypatch.setattr(limits, "BAD_PER_MINUTE", 10**9)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = uvicorn.Config(
        application,
        port=port,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=65536,
        ws_max_queue=32,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        log_level="error",
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not running.started and time.monotonic() < until:
        time.sleep(0.02)
    yield f"127.0.0.1:{port}"
    running.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def templates(league: League, view: dict[str, Any]) -> list[dict[str, Any]]:
    """Real frames of every kind to be mutated."""
    week = view["week"]
    actions = [
        {"type": "submit_capture", "week": week, "tile": "tile", "payment": {"S": 2, "R": 2.5}},
        {"type": "submit_build", "week": week, "corner": "corner", "fort": "castle"},
        {"type": "cancel_order", "week": week, "order": 1},
        {"type": "replace_order", "week": week, "order": 1, "tile": "t", "payment": {"M": "1.5"}},
        {"type": "reorder_orders", "week": week, "orders": [1, 2, 3]},
        {"type": "pick_prize", "prize": "p1"},
        {"type": "set_prize_wishes", "prizes": ["p1", "p2"]},
        {"type": "grant_moves", "side": 0, "n": 3, "reason": "x"},
        {"type": "resolve", "week": week, "now": 5},
    ]
    frames: list[dict[str, Any]] = [
        {"type": "hello"},
        {"type": "hello", "seqs": {"public": 3, "seat:0": 1, "team:0": 0}},
        {"type": "ping"},
        {"type": "legal", "id": "l1", "seat": 0},
        {"type": "say", "id": "s1", "room": "table", "body": "hello", "anonymous": False},
        {"type": "read", "room": "table", "upto": 5},
    ]
    for number, action in enumerate(actions):
        frames.append({"type": "act", "id": f"a{number}", "action": action, "seat": 0})
        frames.append({"type": "preview", "id": f"p{number}", "draft": action})
    return frames


class Batterer:
    """One socket that sends bad frames and counts what it is told."""

    def __init__(self, address: str, league: League, key: str, chance: random.Random) -> None:
        self.url = f"ws://{address}/ws/games/{league.game.code}/"
        self.headers = {"Cookie": f"sessionid={key}"} if key else {}
        self.league, self.chance = league, chance
        self.told: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()
        self.ponged = asyncio.Event()
        self.tiles: list[str] = []

    async def run(self, count: int) -> None:
        sent = 0
        while sent < count:
            async with connect(
                self.url, origin=ORIGIN, additional_headers=self.headers, compression=None
            ) as ws:  # type: ignore[arg-type]
                sent += await self._batter(ws, count - sent)

    async def _batter(self, ws: Any, count: int) -> int:
        await ws.send('{"type":"hello"}')
        view = await self._snapshot(ws)
        known = templates(self.league, view)
        self.tiles = list(view["tiles"])
        reading = asyncio.create_task(self._read(ws))
        sent = 0
        try:
            for sent in range(1, count + 1):
                await ws.send(self._frame(known))
                if sent % 20 == 0:  # and answers are read: a slow reader would be cut off
                    await self._good(ws, reading)
            await self._good(ws, reading)
        except ConnectionClosed:
            pass
        finally:
            await asyncio.wait([reading], timeout=0.2)
            reading.cancel()
        if ws.close_code is not None:
            self.closes[ws.close_code] += 1
        return sent

    async def _snapshot(self, ws: Any) -> dict[str, Any]:
        while True:
            frame = json.loads(await asyncio.wait_for(ws.recv(), 20))
            if frame["type"] == "snapshot":
                view: dict[str, Any] = frame["streams"]["public"]["view"]
                return view

    def _frame(self, known: list[dict[str, Any]]) -> str | bytes:
        roll = self.chance.random()
        if roll < 0.03:
            return self.chance.randbytes(self.chance.randint(0, 200))
        if roll < 0.12:
            return _sendable(raw(self.chance, value(self.chance)))
        if roll < 0.45:
            return json.dumps(self._likely(self.chance.choice(known)))
        template = self.chance.choice(known)
        return _sendable(raw(self.chance, mutated(self.chance, template)))

    def _likely(self, frame: dict[str, Any]) -> dict[str, Any]:
        """A well-formed frame about things that exist or nearly do: for the rules to refuse."""
        pick = self.chance.choice
        words = {
            "tile": [*self.tiles, "nowhere"], "corner": [*self.tiles, "0,0"],
            "fort": ["palisade", "tower", "castle", "moat"], "prize": ["p1", "p9", ""],
            "order": [1, 2, 3, 999_999], "week": [0, 1, 1, 1, 2, 9_999], "seat": [0, 0, 1, 63],
            "orders": [[], [1], [1, 1], [2, 1]], "prizes": [[], ["p1"], ["p1", "p1"]],
            "payment": [{}, {"S": 1}, {"S": -1}, {"Q": 1}, {"S": 1e9}, {"M": "1,5"}, {"U": True}],
            "upto": [0, 2**31], "body": ["hello", "x" * 4000], "room": ["table", "side:0", "?"],
        }  # fmt: skip

        def filled(data: dict[str, Any]) -> dict[str, Any]:
            return {
                key: filled(item)
                if isinstance(item, dict) and key in ("action", "draft")
                else pick(words[key])
                if key in words
                else item
                for key, item in data.items()
            }

        return filled(frame)

    async def _read(self, ws: Any) -> None:
        async for text in ws:
            frame = json.loads(text)
            if frame["type"] == "pong":
                self.ponged.set()
            self.told[
                frame.get("code", frame["type"]) if frame["type"] != "closed" else "closed"
            ] += 1

    async def _good(self, ws: Any, reading: asyncio.Task[None]) -> None:
        """The next good frame works, as long as the socket is open at all."""
        self.ponged.clear()
        await ws.send('{"type":"ping"}')
        answered = asyncio.create_task(self.ponged.wait())
        await asyncio.wait([answered, reading], timeout=60, return_when="FIRST_COMPLETED")
        is_well = self.ponged.is_set() or reading.done()
        answered.cancel()
        assert is_well, "a good frame was not answered"


def _sendable(text: str) -> str | bytes:
    """A lone surrogate cannot be sent as text at all; over 64 KiB is a test of its own."""
    return text[:60_000].encode("utf-8", "replace")[:60_000].decode("utf-8", "ignore")


def test_r_6_bad_frames_are_refused_and_change_nothing(
    server: str, league: League, chance: random.Random
) -> None:
    keys = {r: session_of(league.people[r]) if r != "visitor" else "" for r in ROLES}
    share = FRAMES // len(ROLES) + 1
    batterers = [
        Batterer(server, league, keys[role], random.Random(chance.random())) for role in ROLES
    ]
    before = Game.objects.get(pk=league.game.pk)

    async def batter() -> None:
        await asyncio.gather(*(one.run(share) for one in batterers))

    asyncio.run(batter())
    told = sum((one.told for one in batterers), Counter())
    closes = sum((one.closes for one in batterers), Counter())
    print(dict(told), dict(closes))
    assert told["server_error"] == 0, told
    assert told["unavailable"] == 0, told
    assert set(closes) <= {1000}, closes
    assert told["bad_frame"] > share / 4
    assert sum(count for code, count in told.items() if code.startswith("im.")) > share / 8
    assert told["pong"] >= len(ROLES)
    _check_game(before, told)


def _check_game(before: Game, told: Counter[str]) -> None:
    """The log grew by what was accepted, and by nothing else; it still re-derives itself."""
    from games.hosting import exporting

    after = Game.objects.get(pk=before.pk)
    assert after.seq - before.seq <= told["ok"]
    if told["ok"] == 0:
        assert bytes(after.state) == bytes(before.state)
    assert exporting.verify(exporting.export(after, full=True)) == []


def test_r_6_a_frame_over_the_servers_limit_closes_1009(server: str, league: League) -> None:
    async def send() -> int | None:
        url = f"ws://{server}/ws/games/{league.game.code}/"
        async with connect(url, origin=ORIGIN, compression=None) as ws:  # type: ignore[arg-type]
            await ws.send("x" * 70_000)
            await ws.wait_closed()
            return ws.close_code

    assert asyncio.run(send()) == 1009


HANDSHAKES = [
    ("/ws/", {}, 404),
    ("/ws/games/", {}, 404),
    ("/ws/games/%00/", {}, 404),
    ("/ws/games/" + "a" * 3000 + "/", {}, 404),
    ("/ws/games/no-such-game/", {}, 404),
    ("/games/x/", {}, 404),
    ("/ws/games/{code}/../../", {}, 404),
    ("/ws/games/{code}/", {"Origin": "http://evil.example"}, 403),
    ("/ws/games/{code}/", {"Cookie": 'sessionid="a\\000b"; =; ;;; x="'}, 101),
    ("/ws/games/{code}/", {"Cookie": "sessionid=" + "a" * 5000}, 101),
    ("/ws/games/{code}/", {"Cookie": "sessionid=caf\u00e9; $x=1"}, 101),
    ("/ws/games/{code}/?x=%00&y=" + "z" * 2000, {}, 101),
]


@pytest.mark.parametrize(("path", "headers", "status"), HANDSHAKES, ids=range(len(HANDSHAKES)))
def test_r_6_odd_handshakes_are_answered(
    server: str, league: League, path: str, headers: dict[str, str], status: int
) -> None:
    host, _, port = server.partition(":")
    sent = {
        "Host": "testserver",
        "Origin": ORIGIN,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==",
        **headers,
    }
    lines = [f"GET {path.replace('{code}', league.game.code)} HTTP/1.1"]
    lines += [f"{name}: {text}" for name, text in sent.items()]
    with socket.create_connection((host, int(port)), timeout=10) as peer:
        peer.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        answer = peer.recv(200).decode("latin-1")
    assert answer.split()[1] == str(status), answer
