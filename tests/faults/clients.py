"""The lab's clients: state machines that act, are cut off, come back, and write down what they saw.

A client sends one order at a time under an id of its own and repeats it, on whichever process
answers, until it has an answer: that is what the portal promises to make safe (R-1). Every view it
holds is hashed at every seq, to be compared with what the server stored (R-5).
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from games.engine.patch import merge
from tests.faults.digests import digest

PAUSE = (0.15, 0.6)
ANSWER_SECONDS = 4.0


@dataclass(slots=True)
class Call:
    """One order as its client knows it."""

    id: str
    action: dict[str, Any]
    sent: int = 0
    answer: dict[str, Any] | None = None


@dataclass(slots=True)
class History:
    """What a client did and was told."""

    user: int
    calls: list[Call] = field(default_factory=list)
    views: list[tuple[str, int, str]] = field(default_factory=list)
    closes: dict[int, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    connects: int = 0
    snapshots: int = 0

    @property
    def accepted(self) -> list[Call]:
        return [call for call in self.calls if call.answer and call.answer.get("ok")]


class Player:
    """What a seat wants next, from its own view alone."""

    def __init__(self, seat: int, chance: random.Random) -> None:
        self.seat, self.chance = seat, chance

    def choose(self, views: dict[str, Any]) -> dict[str, Any]:
        """Mostly orders that fit, some that are late or wrong."""
        public, own = views.get("public", {}), views.get(f"seat:{self.seat}", {})
        week, queue = public.get("week", 1), list(own.get("queue", {}).get("list", []))
        roll = self.chance.random()
        if roll < 0.15 or not own:
            prizes = self.chance.sample(range(1, 7), self.chance.randint(0, 3))
            return {"type": "set_prize_wishes", "prizes": [f"p{n}" for n in prizes]}
        if queue and (roll < 0.35 or len(queue) > 4):
            return {"type": "cancel_order", "week": week, "order": int(self.chance.choice(queue))}
        if queue and roll < 0.5:
            self.chance.shuffle(queue)
            return {"type": "reorder_orders", "week": week, "orders": [int(q) for q in queue]}
        free = [t for t, facts in own.get("targets", {}).items() if "queued" not in facts]
        if free and roll < 0.95:
            action = {"type": "submit_capture", "week": week, "tile": self.chance.choice(free)}
            return action
        return {"type": "submit_capture", "week": week + 1, "tile": "nowhere"}


class Client:
    """One signed-in browser on a socket, or on the HTTP twins (`http=True`)."""

    def __init__(self, cluster: Any, player: dict[str, Any], seed: str, *, http: bool) -> None:
        self.cluster, self.http = cluster, http
        self.session, self.code = player["session"], cluster.world["code"]
        self.chance = random.Random(f"{seed}:{player['user']}")
        self.player = Player(player["seat"], self.chance)
        self.history = History(player["user"])
        self.views: dict[str, Any] = {}
        self.seqs: dict[str, int] = {}
        self.open: Call | None = None
        self.answered = asyncio.Event()
        self.is_stopping = False
        self.socket: Any = None
        self.number = 0

    async def run(self) -> None:
        """Act until told to stop; then see the open order through."""
        work = self._by_http() if self.http else self._by_socket()
        await work

    # -- by socket

    async def _by_socket(self) -> None:
        while not self.is_stopping or self.open is not None:
            port = self.chance.choice(self.cluster.ports)
            url = f"ws://127.0.0.1:{port}/ws/games/{self.code}/"
            headers = {"Cookie": f"__Host-session={self.session}"}
            try:
                async with connect(
                    url,
                    origin=self.cluster.origin,
                    additional_headers=headers,
                    open_timeout=5,
                    close_timeout=1,
                    max_size=2**22,
                    compression=None,
                ) as socket:
                    self.history.connects += 1
                    await self._talk(socket)
            except (OSError, WebSocketException, TimeoutError) as error:
                self._note_close(error)
                await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    def _note_close(self, error: Exception) -> None:
        received = getattr(error, "rcvd", None)
        code = received.code if received is not None else 0
        self.history.closes[code] = self.history.closes.get(code, 0) + 1

    async def _talk(self, socket: Any) -> None:
        self.socket = socket
        hello: dict[str, Any] = {"type": "hello"}
        if self.seqs and self.chance.random() < 0.8:
            hello["seqs"] = dict(self.seqs)
        else:
            self.seqs.clear()
        await socket.send(json.dumps(hello))
        acting = asyncio.create_task(self._act_on(socket))
        pinging = asyncio.create_task(self._ping(socket))
        try:
            async for text in socket:
                self._take(json.loads(text))
        finally:
            self.socket = None
            for task in (acting, pinging):
                task.cancel()
            await asyncio.gather(acting, pinging, return_exceptions=True)

    async def _ping(self, socket: Any) -> None:
        while True:
            await asyncio.sleep(5)
            await socket.send('{"type":"ping"}')

    async def _act_on(self, socket: Any) -> None:
        while not self.views:
            await asyncio.sleep(0.05)
        while True:
            if self.open is None:
                if self.is_stopping:
                    await socket.close()
                    return
                self.open = self._next()
            self.answered.clear()
            self.open.sent += 1
            frame = {"type": "act", "id": self.open.id, "action": self.open.action}
            await socket.send(json.dumps(frame))
            try:
                await asyncio.wait_for(self.answered.wait(), ANSWER_SECONDS)
            except TimeoutError:
                continue  # the same id again
            await asyncio.sleep(self.chance.uniform(*PAUSE))

    def _next(self) -> Call:
        """A new order, or now and then one that was accepted before, under its old id."""
        old = self.history.accepted
        if old and self.chance.random() < 0.08:
            first = self.chance.choice(old)
            return Call(first.id, first.action)
        self.number += 1
        return Call(f"u{self.history.user}n{self.number}", self.player.choose(self.views))

    def _take(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "snapshot":
                self.history.snapshots += 1
                for stream, body in frame["streams"].items():
                    self._show(stream, body["seq"], body["view"])
            case "update":
                stream, seq = frame["stream"], frame["seq"]
                if seq != self.seqs.get(stream, -2) + 1:
                    self.history.faults.append(f"{stream}: {seq} after {self.seqs.get(stream)}")
                view = frame.get("view") or merge(self.views[stream], frame["patch"])
                self._show(stream, seq, view)
            case "ok":
                self._answer(frame["id"], {"ok": True, "receipt": frame["receipt"]["id"]})
            case "refused":
                self._answer(frame.get("id", ""), {"ok": False, "code": frame["code"]})
            case _:
                pass

    def _show(self, stream: str, seq: int, view: Any) -> None:
        self.views[stream], self.seqs[stream] = view, seq
        self.history.views.append((stream, seq, digest(view)))

    def _answer(self, own: str, answer: dict[str, Any]) -> None:
        call = self.open
        if call is None or call.id != own:
            return
        if answer.get("code") in ("rate_limited", "unavailable", "server_error"):
            if answer["code"] == "server_error":
                self.history.faults.append(f"{own}: server_error")
            return  # nothing was done: the timeout sends it again
        call.answer = answer
        self.history.calls.append(call)
        self.open = None
        self.answered.set()

    # -- by HTTP

    async def _by_http(self) -> None:
        while not self.is_stopping or self.open is not None:
            if self.open is None:
                await self._look()
                self.open = self._next()
            self.open.sent += 1
            body = {"id": self.open.id, "action": self.open.action}
            status, found = await asyncio.to_thread(self.post, "act", body)
            if status == 200:
                answer = {"ok": True, "receipt": found["receipt"]["id"]}
                self._answer(self.open.id, answer)
            elif status in (400, 403, 409):
                self._answer(self.open.id, {"ok": False, "code": found.get("code", "")})
            elif status not in (0, 429, 503):
                self.history.faults.append(f"HTTP {status} {found}")
            await asyncio.sleep(self.chance.uniform(*PAUSE) * 2)

    async def _look(self) -> None:
        status, found = await asyncio.to_thread(self.fetch, "view")
        if status == 200:
            for stream, body in found["streams"].items():
                self._show(stream, body["seq"], body["view"])

    def fetch(self, entry: str, seconds: float = 10) -> tuple[int, dict[str, Any]]:
        """A GET of the game's API."""
        return self._call(entry, None, seconds)

    def post(
        self, entry: str, body: dict[str, Any], seconds: float = 10
    ) -> tuple[int, dict[str, Any]]:
        """A POST of the game's API, with its token."""
        return self._call(entry, json.dumps(body).encode(), seconds)

    def _call(self, entry: str, data: bytes | None, seconds: float) -> tuple[int, dict[str, Any]]:
        token = "t" * 32
        port = self.chance.choice(self.cluster.ports)
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/games/{self.code}/{entry}",
            data=data,
            headers={
                "Cookie": f"__Host-session={self.session}; __Host-csrf={token}",
                "X-CSRFToken": token,
                "Content-Type": "application/json",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            return error.code, json.loads(text) if text.startswith("{") else {"text": text[:200]}
        except (OSError, ValueError):
            return 0, {}


async def converged(clients: list[Client], seconds: float = 20.0) -> float:
    """R-5: seconds until every socket holds the newest seq of each of its streams."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        raw = await asyncio.to_thread(
            clients[0].cluster.sql, "SELECT streams::text FROM games_game"
        )
        newest = json.loads(raw[0])
        if all(c.socket and all(newest[s] == n for s, n in c.seqs.items()) for c in clients):
            return time.monotonic() - began
        await asyncio.sleep(0.2)
    behind = {c.history.user: (c.seqs, c.socket is not None) for c in clients}
    raise AssertionError(f"not converged after {seconds} s: {newest} {behind}")
