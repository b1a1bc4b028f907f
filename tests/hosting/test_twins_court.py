"""R-4, PR-6.2: twin courts through the whole host, equal but for what two seats keep to themselves.

Both are moved by the same public steps at the same instants. What differs: an order that is not
open yet, a trade that comes to nothing, what the two write to each other, a draft, which of them
wrote an anonymous post. To everybody else all frames, answers and notices are equal to the byte.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client as Browser

from accounts.models import Notice
from games.engine import codec
from games.engine.protocol import GM, PUBLIC, Seat
from games.hosting import asking, clocks, lobby, reading, services
from games.hosting.chat import anonymous
from games.hosting.chat.posting import Said, say
from games.hosting.models import Game
from games.registry import rules_of
from tests.hosting.courts import make_court
from tests.rules.purple_robes.hooks import random_order

pytestmark = pytest.mark.django_db

WINDOWS = 20 if os.environ.get("PORTAL_FUZZ") == "full" else 4
SEED = os.environ.get("PORTAL_FUZZ_SEED", "portal")
HIDER, FRIEND = 0, 1  # the two who share the secrets
NAMES = ("anna", "berit", "cai", "dag")
ENTITLED = frozenset({f"seat:{HIDER}", f"seat:{FRIEND}"})
OTHERS = ("visitor", "stranger", "gm", "cai", "dag")
PATHS = (
    "view", "log", "legal", "legal?seat=0", "awaited", "receipts", "statistics", "standings",
    "results", "replay", "replay?streams=public,seat:0,seat:1", "replay/audiences", "replay/part",
    "replay/part?as=seat:0", "replay/part?as=seat:2", "replay/marks", "replay/marks?as=seat:0",
    "chat/rooms", "chat/all", "chat/mutes", "chat/search?q=word", "chat/history?room=table",
    "chat/history?room=pair:0-1", "chat/history?room=pair:0-2", "chat/history?room=nowhere",
)  # fmt: skip
PAGES = ("", "home/", "replay/", "results/", "parks/0/", "export/public.json", "export/full.json")
CONSOLE = ("change/", "log/", "act/seat/", "act/abort/")


class Courts:
    """Two courts of the same people, and a clock that stands until it is moved."""

    def __init__(self, users: dict[str, Any], chance: random.Random, monkeypatch: Any) -> None:
        self.users, self.chance = users, chance
        self.moment = datetime(2026, 2, 5, 12, tzinfo=UTC)
        monkeypatch.setattr(clocks, "now", lambda: self.moment)
        salt = Game._meta.get_field("salt")
        monkeypatch.setattr(salt, "_get_default", lambda: "the same salt for both")
        players = tuple((name.title(), users[name]) for name in NAMES)
        options = {"order_recall": True, "bid_rounds": 2}
        gm = users["gm"].pk
        self.games = [make_court(gm, players=players, **options) for _ in range(2)]
        self.words = 0

    def game(self, world: int) -> Game:
        return Game.objects.get(pk=self.games[world].pk)

    def state(self, world: int = 0) -> Any:
        return asking.load(self.games[world].pk)[1]

    def act(self, world: int, seat: int, action: Any) -> Any:
        """As the seat's person does, so that there are receipts."""
        by = self.users[NAMES[seat]].pk
        raw = codec.load(codec.encode(action)) if not isinstance(action, dict) else action
        return services.submit(self.games[world].pk, Seat(seat), raw, by=by)

    def both(self, seat: int, action: Any) -> None:
        self.moment += timedelta(seconds=1)
        answers = [self.act(world, seat, action) for world in (0, 1)]
        assert [(a.ok, a.code, a.params) for a in answers][0] == (True, "", {}), answers
        assert answers[0].ok and answers[1].ok

    def say(self, world: int, user: str, room: str, body: str, **more: Any) -> None:
        self.words += 1
        own = f"own{self.words}"
        say(self.games[world].pk, self.users[user].pk, Said(room, body, own=own, **more))

    # -- what differs

    def hide_orders(self) -> None:
        """Each world its own order, looked at by the others, then taken back in both."""
        state = self.state()
        if HIDER not in state.owing:
            return
        for world in (0, 1):
            for _ in range(30):
                order = random_order(state, HIDER, self.chance)
                if order != rules_of("purple-robes").default(state, HIDER):
                    break
            assert self.act(world, HIDER, order).ok
        self.compare()
        self.both(HIDER, {"type": "recall", "turn": state.turn})

    def hide_talk(self) -> None:
        """Words, offers and drafts of the two; who of them wrote the anonymous post."""
        for _ in range(self.chance.randint(0, 2)):
            self.say(0, NAMES[HIDER], "pair:0-1", "a word between us, @Berit")
        card = {"type": "offer", "give": ["gold"], "get": ["threat"]}
        self.say(1, NAMES[FRIEND], "pair:0-1", "", card=card)
        for world, seat in ((0, HIDER), (1, FRIEND)):
            self.say(world, NAMES[seat], "table", "an open word, @Cai", anonymous=True)
        browser = Browser()
        browser.force_login(self.users[NAMES[HIDER]])
        body = {"room": "table", "body": "what I may say"}
        path = f"/api/games/{self.games[0].code}/chat/draft"
        answer = browser.post(path, codec.dump(body), content_type="application/json")
        assert answer.status_code == 200

    def order_all(self) -> None:
        """The same public orders in both; in an influencing round the hider's trade differs."""
        state = self.state()
        for seat in state.owing:
            order = random_order(state, seat, self.chance)
            if not hasattr(order, "trade"):
                self.both(seat, order)
                continue
            plain = codec.load(codec.encode(order))
            plain.pop("trade", None)
            if seat == HIDER:
                self.moment += timedelta(seconds=1)
                trades = ({"trade": self.failing(state)}, {})
                for world in (0, 1):
                    assert self.act(world, seat, plain | trades[world]).ok
            else:
                self.both(seat, plain)

    def failing(self, state: Any) -> dict[str, Any]:
        give = next(iter(state.hands[HIDER]))
        get = "war+3" if give != "war+3" else "war-3"
        return {"partner": FRIEND, "give": [give], "get": [get]}

    # -- what is compared

    def compare(self, *, roles: int = 1) -> None:
        """All streams and notices; over HTTP so many roles, drawn by chance."""
        left, right = self.game(0), self.game(1)
        for stream in set(left.streams) - ENTITLED:
            assert left.streams[stream] == right.streams[stream], stream
            frames = [reading.frames_after(game.pk, stream, 0) for game in (left, right)]
            snapshots = [reading.snapshot(game.pk, stream) for game in (left, right)]
            assert frames[0] == frames[1] and snapshots[0] == snapshots[1], stream
        self.compare_notices()
        self.compare_http(self.chance.sample(OTHERS, roles))

    def compare_notices(self) -> None:
        for name in (*NAMES[2:], "gm", "stranger"):
            told = [
                sorted(
                    self.plain(f"{kind} {key} {params}")
                    for kind, key, params in Notice.objects.filter(
                        recipient=self.users[name], game_id=game.pk
                    ).values_list("kind", "key", "params")
                )
                for game in self.games
            ]
            assert told[0] == told[1], name

    def compare_http(self, roles: list[str]) -> None:
        for role in roles:
            browser = Browser()
            if role != "visitor":
                browser.force_login(self.users[role])
            for path in self.paths(role):
                left, right = (self.answer(browser, world, path) for world in (0, 1))
                assert left == right, (role, path, differing(left, right))
        for seats in ([], [2], [3]):
            cards = [lobby.card(self.game(world), seats, seats) for world in (0, 1)]
            texts = [self.plain(repr({**card, "game": None})) for card in cards]
            assert texts[0] == texts[1]

    def paths(self, role: str) -> list[str]:
        """Nobody but a GM without a part may have the full record."""
        pages = [page for page in PAGES if role != "gm" or not page.endswith("full.json")]
        found = [f"/api/games/CODE/{path}" for path in PATHS]
        found += [f"/games/CODE/{page}" for page in pages]
        return found + [f"/admin/games/game/PK/{page}" for page in CONSOLE if role == "gm"]

    def answer(self, browser: Browser, world: int, path: str) -> Any:
        game = self.games[world]
        found = browser.get(path.replace("CODE", game.code).replace("/PK/", f"/{game.pk}/"))
        kept = {
            name: self.plain(value)
            for name, value in found.headers.items()
            if name not in ("X-Request-ID", "Set-Cookie", "Content-Length", "Expires")
        }
        return found.status_code, kept, self.plain(found.content.decode())

    def plain(self, text: str) -> str:
        """Without what names the world, and without what is drawn at random."""
        for game in self.games:
            text = text.replace(game.code, "CODE").replace(f"/game/{game.pk}/", "/game/PK/")
            text = re.sub(rf"([?;&](?:q|copy|game|game__id__exact)=){game.pk}\b", r"\1PK", text)
            text = re.sub(r"talk:\d+:", "talk:PK:", text)
        text = re.sub(r'"(chain|seal|leaf|salt|state)":"[0-9a-f]{64}"', r'"\1":"…"', text)
        text = re.sub(r'"id":"[0-9a-f]{16}"', '"id":"…"', text)
        text = re.sub(r'"salt":"[0-9a-f]+"', '"salt":"…"', text)
        text = re.sub(r'("by":\{"salt":"…","text":")[^"]*', r"\1", text)
        text = re.sub(r'(name="token" value=")[^"]+', r"\1", text)
        return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", text)


def differing(left: Any, right: Any) -> list[str]:
    """The lines that differ, for whoever reads a failure."""
    texts = ["\n".join(str(part) for part in answer).split("\n") for answer in (left, right)]
    return [f"{a[:300]} | {b[:300]}" for a, b in zip(*texts, strict=False) if a != b][:5]


@pytest.fixture
def courts(
    make_user: Callable[..., Any], clean_caches: None, monkeypatch: Any, request: Any, settings: Any
) -> Courts:
    from games.hosting import limits
    from games.hosting.chat import pace

    settings.STAFF_NEEDS_SECOND_FACTOR = False
    monkeypatch.setattr(limits, "http_allows", lambda *_: 0)
    monkeypatch.setattr(pace, "MOST", 10**6)
    users = {name: make_user(name) for name in (*NAMES, "stranger")}
    users["gm"] = make_user("grix", staff=True)
    return Courts(users, random.Random(f"{SEED}:{request.node.name}"), monkeypatch)


@pytest.mark.timeout(900)
def test_r_4_twin_courts_look_alike_to_everybody_else(courts: Courts) -> None:
    influenced = 0
    while courts.state().turn <= WINDOWS:
        courts.hide_talk()
        courts.hide_orders()
        influenced += courts.state().state == "influence" and HIDER in courts.state().owing
        courts.order_all()
        courts.moment += timedelta(seconds=61)
        for game in courts.games:
            assert anonymous.release(game.pk) == 1
        courts.compare(roles=0)
    assert influenced and courts.state(0) != courts.state(1)
    courts.compare(roles=len(OTHERS))
    for seat in (1, 2, 3):
        courts.both(seat, {"type": "resign"})
        courts.compare(roles=0)
    for game in courts.games:
        assert services.submit(game.pk, GM, {"type": "abort"}, by=courts.users["gm"].pk).ok
    courts.compare(roles=len(OTHERS))
    assert reading.current_view(courts.game(0), PUBLIC)["reason"] == "abandoned"
