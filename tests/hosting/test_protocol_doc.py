"""docs/protocol.md is true: its examples run in order against the real socket and the real API.

In a fenced block the language says what it is: `json send NAME` goes over NAME's socket, `json
expect NAME` is the next frame of its kind that arrives there, `http NAME` is a request and `json
answer STATUS` what comes back. A text "…" stands for any value; a key "…" for further keys, a
last element "…" for further elements. Comments `<!-- do: … -->` name what happens between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser

from games.hosting import api, consumers, exporting, frames
from games.hosting.models import Game
from tests.hosting import league, seasons
from tests.hosting.sockets import Client, session_of

DOC = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(r"^```(json|http) (\w+) ?(\w*)\n(.*?)^```$|^<!-- do: (.*?) -->$", re.M | re.S)
ANY = "…"


@dataclass(slots=True)
class Example:
    """One step of the page: what it is, whose, its text, and the line it stands on."""

    kind: str
    who: str
    text: str
    line: int


def examples() -> Iterator[Example]:
    page = DOC.read_text(encoding="utf-8")
    for found in BLOCK.finditer(page):
        language, verb, who, text, deed = found.groups()
        line = page[: found.start()].count("\n") + 1
        if deed:
            yield Example("do", "", deed, line)
        elif language == "http":
            yield Example("http", verb, text, line)
        elif verb != "export":  # a test of its own
            yield Example(verb, who, text, line)


def fits(example: Any, actual: Any) -> bool:
    """Whether a value is what the example shows."""
    if example == ANY:
        return True
    if isinstance(example, dict):
        if not isinstance(actual, dict):
            return False
        named = {key: value for key, value in example.items() if key != ANY}
        if ANY not in example and set(actual) != set(named):
            return False
        return all(key in actual and fits(value, actual[key]) for key, value in named.items())
    if isinstance(example, list):
        if not isinstance(actual, list):
            return False
        is_open = bool(example) and example[-1] == ANY
        shown = example[:-1] if is_open else example
        if len(actual) < len(shown) or (len(actual) > len(shown) and not is_open):
            return False
        return all(fits(a, b) for a, b in zip(shown, actual, strict=False))
    return bool(example == actual and type(example) is type(actual))


def told(where: str, actual: Any) -> str:
    """What a failure says: the line, and what came instead."""
    return f"{where}: {json.dumps(actual)[:1500]}"


@dataclass(slots=True)
class Reader:
    """Carries out the page step by step."""

    league: Any
    sockets: dict[str, Client] = field(default_factory=dict)
    answer: Any = None
    waiting: dict[str, list[Any]] = field(default_factory=dict)

    async def carry_out(self, example: Example) -> None:
        where = f"docs/protocol.md:{example.line}"
        match example.kind:
            case "send":
                await self._send(self.sockets[example.who], example.text)
            case "expect":
                actual = await self._next(example)
                assert fits(json.loads(example.text), actual), told(where, actual)
            case "http":
                self.answer = await sync_to_async(self._request)(example)
            case "answer":
                status, actual = self.answer
                assert status == int(example.who), told(where, [status, actual])
                assert fits(json.loads(example.text), actual), told(where, actual)
            case "do":
                await self._do(example.text)
            case _:
                raise AssertionError(f"{where}: unknown block {example.kind!r}")

    async def _send(self, client: Client, text: str) -> None:
        """A hello with seqs comes from a client that had those views before."""
        for stream, seq in json.loads(text).get("seqs", {}).items():
            client.seqs[stream], client.views[stream] = seq, {}
        await client.send(text)

    async def _next(self, example: Example) -> Any:
        """The first frame of the example's type, stream and id; others wait for their example."""
        wanted = json.loads(example.text)
        marks = {k: wanted[k] for k in ("type", "stream", "id") if wanted.get(k) not in (None, ANY)}
        waiting = self.waiting.setdefault(example.who, [])
        while True:
            for frame in waiting:
                if all(frame.get(key) == value for key, value in marks.items()):
                    waiting.remove(frame)
                    return frame
            waiting.append(await self.sockets[example.who].next())

    def left(self) -> list[Any]:
        """Frames the page did not tell of."""
        return [f for frames in self.waiting.values() for f in frames if f["type"] != "presence"]

    async def _do(self, deed: str) -> None:
        verb, _, rest = deed.partition(" ")
        if verb == "connect":
            name, _, role = rest.partition(" as ")
            await self._connect(name, role or name)
        elif verb == "leave":
            await self.sockets.pop(rest).leave()
        elif verb == "gm":
            await sync_to_async(self._gm)(json.loads(rest))
        else:
            raise AssertionError(f"unknown deed {verb!r}")

    async def _connect(self, name: str, role: str) -> None:
        user = self.league.people.get(role)
        key = await sync_to_async(session_of)(user) if user is not None else ""
        client = self.sockets[name] = Client(self.league.game.code, key)
        assert await client.connect()

    def _gm(self, action: dict[str, Any]) -> None:
        from games.engine.protocol import GM
        from games.hosting import services

        answer = services.submit(self.league.game.pk, GM, action)
        assert answer.ok, answer

    def _request(self, example: Example) -> tuple[int, Any]:
        head, _, body = example.text.partition("\n\n")
        method, path = head.split()
        browser = Browser()
        if example.who in self.league.people:
            browser.force_login(self.league.people[example.who])
        path = path.replace("{code}", self.league.game.code)
        send = browser.get if method == "GET" else browser.post
        more = {} if method == "GET" else {"data": body, "content_type": "application/json"}
        response = send(path, **more)
        return response.status_code, json.loads(response.content)


@pytest.fixture
def played(live_db: None, make_user: Any, make_park: Any) -> Any:
    """An open week between two parks."""
    made = league.make_league(make_user, make_park)
    league.open_week(made)
    return made


@pytest.mark.asyncio
async def test_every_example_of_the_page_is_true(played: Any) -> None:
    from games.hosting.hub import close_hub

    reader = Reader(played)
    count = 0
    try:
        for example in examples():
            await reader.carry_out(example)
            count += 1
        assert reader.left() == []
    finally:
        for client in reader.sockets.values():
            await client.leave()
        await close_hub()
    assert count > 30


def test_the_page_names_every_frame_code_and_close() -> None:
    page = DOC.read_text(encoding="utf-8")
    names = {frame.__name__.lower() for frame in frames.AnyFrame.__args__}
    names |= {"snapshot", "update", "ok", "refused", "presence", "pong", "closed"}
    codes = set(api.STATUS) | {"not_now", "not_due"}
    source = Path(consumers.__file__).read_text(encoding="utf-8")
    closes = set(re.findall(r"\b(44\d\d|1012)\b", source)) | {"4401", "4403", "1012"}
    missing = [
        name
        for name in sorted(names | codes | closes)
        if f"`{name}`" not in page and f'"type": "{name}"' not in page
    ]
    assert not missing


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["public", "full"])
def test_the_page_shows_the_file_of_a_finished_game(
    make_user: Any, make_park: Any, form: str, clean_caches: None
) -> None:
    made = league.make_league(make_user, make_park)
    league.open_week(made)
    seasons.gm(made.game, {"type": "cancel_season", "reason": "rain"})
    data = exporting.export(Game.objects.get(pk=made.game.pk), full=form == "full")
    page = DOC.read_text(encoding="utf-8")
    shown = re.search(rf"^```json5? export {form}\n(.*?)^```$", page, re.M | re.S)
    assert shown is not None
    example = json.loads(shown[1])
    assert fits(example, json.loads(json.dumps(data)))
    assert set(example) == exporting.HEAD
    assert exporting.verify(data) == []
