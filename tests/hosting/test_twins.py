"""R-4: twin worlds through the whole host. Two seasons equal but for what one side keeps secret.

Both are moved by the same public steps at the same instants; after each the frames of every
audience that is not entitled to the difference, and every now and then all that HTTP answers to
it, must be equal to the byte. A canary word goes the other way: a secret text, searched in
everything that was recorded.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser

from games.engine import codec
from games.engine.protocol import GM, Seat
from games.hosting import asking, clocks, exporting, feeds, reading, replay, services
from games.hosting.models import Game, LogEntry, Update
from games.league import editing
from games.registry import rules_of
from tests.hosting import seasons
from tests.hosting.league import ROLES
from tests.hosting.sockets import Client, session_of

STEPS = 500 if os.environ.get("PORTAL_FUZZ") == "full" else 12
PAIRS_ON_SOCKETS = 50 if os.environ.get("PORTAL_FUZZ") == "full" else 8
SEED = os.environ.get("PORTAL_FUZZ_SEED", "portal")  # another seed looks elsewhere
HIDER = 0  # the side with the secrets
PRIZES = [{"id": f"p{n}", "title": f"Prize {n}"} for n in range(1, 5)]
CLASSES = (5, 12, 15, 16, 17)


class Twins:
    """Two seasons of the same parks and people, and a clock that stands until it is moved."""

    def __init__(self, people: dict[str, Any], parks: list[Any], monkeypatch: Any) -> None:
        self.people, self.parks = people, parks
        self.moment = datetime.fromisoformat("2026-02-05T12:00:00+00:00")
        monkeypatch.setattr(clocks, "now", lambda: self.moment)
        salt = Game._meta.get_field("salt")
        monkeypatch.setattr(salt, "_get_default", lambda: "the same salt for both")
        self.games = [
            seasons.make_season(parks, people["gm"].pk, weeks=2, rounds_minutes=600)
            for _ in range(2)
        ]
        self.seen: dict[tuple[int, str], int] = {}
        self.both(GM, {"type": "set_prizes", "prizes": PRIZES, "reason": "the treasury"})
        self.to_deadline()
        for side in range(len(parks)):
            for kind in "SRMU":
                grant = {"type": "grant_resources", "kind": kind, "q": 400}
                self.both(GM, {**grant, "side": side, "reason": "opening stocks"})
            self.both(GM, {"type": "grant_moves", "n": 30, "side": side, "reason": "opening"})
        for side in (1, 2):  # so that the hider's first wish is free whenever its turn comes
            self.both(Seat(side), {"type": "set_prize_wishes", "prizes": ["p4", "p3", "p2"]})

    def game(self, world: int) -> Game:
        return Game.objects.get(pk=self.games[world].pk)

    def legal(self, world: int, side: int) -> list[dict[str, Any]]:
        game, state = asking.load(self.games[world].pk)
        found = rules_of(game.title).legal(state, Seat(side)).actions
        return [codec.load(codec.encode(action)) for action in found]

    def one(self, world: int, actor: Any, action: dict[str, Any]) -> Any:
        """A step in one world alone: the difference."""
        return services.submit(self.games[world].pk, actor, action)

    def both(self, actor: Any, action: dict[str, Any]) -> Any:
        """The same step in both; they must answer alike."""
        self.moment += timedelta(seconds=1)
        answers = [self.one(world, actor, action) for world in (0, 1)]
        told = [(answer.ok, answer.code, answer.params) for answer in answers]
        assert told[0] == told[1], (action, told)
        return answers[0]

    def to_deadline(self) -> None:
        """The next instant comes in both."""
        due = [self.game(world).due_at for world in (0, 1)]
        assert due[0] == due[1] and due[0] is not None
        self.moment = max(self.moment, due[0]) + timedelta(seconds=1)
        answers = [services.run_due(game.pk) for game in self.games]
        assert all(answer.ok for answer in answers), answers

    def empty_queues(self) -> None:
        """The hider takes all orders back, in each world its own."""
        for world in (0, 1):
            view = reading.current_view(self.game(world), f"seat:{HIDER}")
            for order in view["queue"]["list"]:
                week = reading.current_view(self.game(world), "public")["week"]
                cancel = {"type": "cancel_order", "week": week, "order": int(order)}
                assert self.one(world, Seat(HIDER), cancel).ok

    def compare_frames(self, entitled: frozenset[str]) -> int:
        """Every other stream: same seq, same new frames, same snapshot. How many were compared."""
        compared = 0
        left, right = self.game(0), self.game(1)
        assert set(left.streams) == set(right.streams)
        for stream in left.streams:
            if stream in entitled:
                continue
            assert left.streams[stream] == right.streams[stream], stream
            after = self.seen.get((left.pk, stream), -1)
            frames = [reading.frames_after(game.pk, stream, after) for game in (left, right)]
            assert frames[0] == frames[1], stream
            snapshots = [reading.snapshot(game.pk, stream) for game in (left, right)]
            assert snapshots[0] == snapshots[1], stream
            self.seen[left.pk, stream] = left.streams[stream]
            compared += len(frames[0] or ())
        return compared


@pytest.fixture
def people(make_user: Callable[..., Any], make_park: Callable[..., Any]) -> dict[str, Any]:
    from accounts import services as accounts

    names = ("stranger", "member", "deputy", "general", "former", "rival", "third")
    found = {name: make_user(name) for name in names}
    found["gm"] = make_user("grix", staff=True)
    parks = [
        make_park(name, mark=mark, ork=(100 + mark,))
        for mark, name in enumerate(("Frost Hold", "Reed Water", "Copper Gate"), start=1)
    ]
    for name, park in zip(
        ("member", "deputy", "general", "former", "rival", "third"), (0, 0, 0, 0, 1, 2), strict=True
    ):
        accounts.join_park(found[name].player, parks[park], by=None)
    for name, park, office in (
        ("former", 0, "general"), ("general", 0, "general"), ("deputy", 0, "deputy"),
        ("rival", 1, "general"), ("third", 2, "general"),
    ):  # fmt: skip
        accounts.appoint(parks[park], found[name].player, office, by=None)
    accounts.leave_park(found["former"].player, by=None)
    found["parks"] = parks
    return found


@pytest.fixture
def twins(db: None, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Twins:
    return Twins(people, people["parks"], monkeypatch)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    yield random.Random(f"{SEED}:{request.node.name}")
    if request.session.testsfailed:
        print(f"twins seed {SEED}")


# -- what differs


def hide_an_order(twins: Twins, chance: random.Random) -> None:
    """An order here, another there, or none; or one is taken back in one world alone."""
    for world in (0, 1):
        legal = twins.legal(world, HIDER)
        cancels = [action for action in legal if action["type"] == "cancel_order"]
        orders = [action for action in legal if action["type"].startswith("submit")]
        pool = cancels if cancels and (chance.random() < 0.3 or not orders) else orders
        for _ in range(chance.randint(0, 2)):
            if pool:
                twins.one(world, Seat(HIDER), chance.choice(pool))


def hide_a_reordering(twins: Twins, chance: random.Random) -> None:
    view = reading.current_view(twins.game(1), f"seat:{HIDER}")
    order = [int(number) for number in view["queue"]["list"]]
    chance.shuffle(order)
    week = reading.current_view(twins.game(1), "public")["week"]
    twins.one(1, Seat(HIDER), {"type": "reorder_orders", "week": week, "orders": order})


def hide_wishes(twins: Twins, chance: random.Random) -> None:
    """The tails differ; how often they were changed differs too."""
    for world in (0, 1):
        for _ in range(chance.randint(1, 3)):
            tail = chance.sample(["p2", "p3", "p4"], chance.randint(0, 3))
            wishes = {"type": "set_prize_wishes", "prizes": ["p1", *tail]}
            assert twins.one(world, Seat(HIDER), wishes).ok


def hide_attendance(twins: Twins, chance: random.Random) -> None:
    """The same day and place; who and which class differ."""
    day = (seasons.FIRST + timedelta(days=chance.choice([0, 1]))).date()
    number = chance.randrange(10**6)
    for world, game in enumerate(twins.games):
        row = editing.NewRow(
            date=day, park=101, home=101, class_id=chance.choice(CLASSES),
            persona=f"Somebody {world} {number}",
        )  # fmt: skip
        editing.add_row(game.book_id, row, editing.Editor(by=None, reason="the sheet"))
        feeds.feed_game(game.pk)


ORDERS = (hide_an_order, hide_an_order, hide_a_reordering, hide_wishes)
KINDS = {
    "orders": (ORDERS, frozenset({f"seat:{HIDER}"})),
    "attendance": (
        (*ORDERS, hide_attendance, hide_attendance),
        frozenset({f"seat:{HIDER}", f"team:{HIDER}"}),
    ),
}


# -- what everybody sees happen


def others_act(twins: Twins, chance: random.Random) -> None:
    side = chance.choice([1, 2])
    legal = [twins.legal(world, side) for world in (0, 1)]
    assert legal[0] == legal[1]
    week = reading.current_view(twins.game(0), "public")["week"]
    wild = [
        {"type": "submit_capture", "week": week, "tile": "nowhere"},
        {"type": "cancel_order", "week": week, "order": 1},
        {"type": "set_prize_wishes", "prizes": chance.sample(["p2", "p3", "p4"], 3)},
    ]
    twins.both(Seat(side), chance.choice([*legal[0], *wild] if legal[0] else wild))


def master_acts(twins: Twins, chance: random.Random) -> None:
    side = chance.choice([0, 1, 2])
    rulings = [
        {"type": "grant_moves", "side": side, "n": 1, "reason": "a ruling"},
        {"type": "grant_supplies", "side": side, "n": 5, "reason": "a ruling"},
        {"type": "adjust_points", "side": side, "n": 1, "reason": "a ruling"},
        {"type": "grant_resources", "side": side, "kind": "S", "q": 4, "reason": "a ruling"},
    ]
    twins.both(GM, chance.choice(rulings))


def step(twins: Twins, chance: random.Random, hide: Any) -> None:
    """One pair: a secret difference, then something that everybody sees."""
    chance.choice(hide)(twins, chance)
    chance.choice([others_act, others_act, master_acts])(twins, chance)


def finish(twins: Twins, check: Callable[[], None]) -> None:
    """Both seasons to their end, compared after every instant."""
    for _ in range(12):
        if twins.game(0).status != "running":
            break
        if reading.current_view(twins.game(0), "public")["phase"] == "orders":
            twins.empty_queues()
            check()
        twins.to_deadline()
        check()
    assert twins.game(0).status == twins.game(1).status == "finished"


# -- what is compared over HTTP


def plain(twins: Twins, world: int, text: str) -> str:
    """A body without what tells the two worlds apart by name, and without fresh random tokens."""
    game = twins.games[world]
    text = text.replace(game.code, "CODE")
    text = re.sub(rf"/game/{game.pk}/", "/game/PK/", text)
    text = re.sub(rf"/book/{game.book_id}/", "/book/PK/", text)
    text = re.sub(rf"([?;&](?:q|copy|game|game__id__exact)=){game.pk}\b", r"\1PK", text)
    text = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", text)
    text = re.sub(r'(name="token" value=")[^"]+', r"\1", text)
    return re.sub(r'"now":\d+', '"now":0', text)


def bodies(twins: Twins, browser: Browser, world: int, paths: tuple[str, ...]) -> dict[str, Any]:
    """Status, headers that matter and body of each page and entry."""
    found = {}
    for path in paths:
        answer = browser.get(path.replace("CODE", twins.games[world].code))
        kept = {
            name: plain(twins, world, value)
            for name, value in answer.headers.items()
            if name not in ("X-Request-ID", "Set-Cookie", "Content-Length")
        }
        body = plain(twins, world, answer.content.decode())
        found[path] = (answer.status_code, kept, len(body), body)
    return found


OPEN_PATHS = (
    "/api/games/CODE/view", "/api/games/CODE/log", "/api/games/CODE/log?before=5",
    "/api/games/CODE/replay", "/api/games/CODE/replay?streams=public,seat:0,team:0",
    "/api/games/CODE/replay/audiences", "/api/games/CODE/replay/part",
    "/api/games/CODE/replay/part?as=seat:0", "/api/games/CODE/replay/part?as=team:0",
    "/api/games/CODE/replay/marks?as=seat:0", "/api/games/CODE/statistics", "/games/CODE/replay/",
    "/api/games/CODE/standings", "/api/games/CODE/legal", "/api/games/CODE/legal?seat=0",
    "/api/games/CODE/awaited", "/api/games/CODE/results", "/games/CODE/results/",
    "/games/CODE/", "/games/CODE/home/", "/games/CODE/room/", "/games/CODE/parks/0/",
    "/games/CODE/parks/1/", "/games/CODE/export/public.json", "/games/CODE/export/full.json",
)  # fmt: skip


def compare_http(twins: Twins, roles: tuple[str, ...], paths: tuple[str, ...]) -> None:
    for role in roles:
        browser = Browser()
        if role != "visitor":
            browser.force_login(twins.people[role])
        left, right = (bodies(twins, browser, world, paths) for world in (0, 1))
        for path in paths:
            assert left[path] == right[path], (role, path)


def compare_notices(twins: Twins, roles: tuple[str, ...]) -> None:
    from accounts.models import Notice

    for role in roles:
        if role == "visitor":
            continue
        told = [
            sorted(
                plain(twins, world, f"{kind} {key} {params}")
                for kind, key, params in Notice.objects.filter(
                    recipient=twins.people[role], game_id=game.pk
                ).values_list("kind", "key", "params")
            )
            for world, game in enumerate(twins.games)
        ]
        assert told[0] == told[1], role


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", list(KINDS))
def test_r_4_twin_seasons_look_alike_to_everybody_else(
    twins: Twins, chance: random.Random, clean_caches: None, monkeypatch: Any, kind: str
) -> None:
    from games.hosting import limits

    monkeypatch.setattr(limits, "http_allows", lambda *_: 0)
    hide, entitled = KINDS[kind]
    own = ("general", "deputy") if kind == "orders" else ("general", "deputy", "member")
    roles = tuple(role for role in (*ROLES, "rival", "third") if role not in own and role != "gm")
    compared, differed = twins.compare_frames(entitled), 0
    for number in range(STEPS):
        step(twins, chance, hide)
        compared += twins.compare_frames(entitled)
        differed += bytes(twins.game(0).state) != bytes(twins.game(1).state)
        if number % (STEPS // 4) == STEPS // 8:
            compare_http(twins, roles, OPEN_PATHS)
    assert compared > STEPS / 2
    assert differed > STEPS / 2

    def check() -> None:
        if kind == "attendance" and twins.game(0).status == "finished":
            return  # IM-6: the end makes stocks public
        twins.compare_frames(entitled)
        compare_notices(twins, roles)

    finish(twins, check)


def test_r_4_wishes_stay_secret_in_replays_and_exports_after_the_end(
    twins: Twins, chance: random.Random, clean_caches: None
) -> None:
    """Content and number of changes alike; the public file shows the content's salted hash."""
    hide_wishes(twins, chance)
    hide_wishes(twins, chance)
    finish(twins, lambda: None)
    compare_http(twins, ("visitor", "rival", "stranger"), OPEN_PATHS[:-2])
    for world in (0, 1):
        game = twins.game(world)
        text = codec.dump(replay.frames(game, frozenset({"public"}))).decode()
        assert '"seat:0"' in text and '"wishes":' not in text
        file = exporting.export(game, full=False)
        opened = [entry for entry in file["entries"] if "text" in entry["action"]]
        assert not any("set_prize_wishes" in entry["action"]["text"] for entry in opened)
        assert exporting.verify(file) == []


def test_r_4_a_blind_game_master_sees_how_many_orders_and_no_more(
    twins: Twins, chance: random.Random, clean_caches: None, settings: Any
) -> None:
    """IM-6.4: with as many orders in both worlds the console's pages are alike to the byte."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    for world in (0, 1):
        orders = [a for a in twins.legal(world, HIDER) if a["type"] == "submit_capture"]
        assert twins.one(world, Seat(HIDER), orders[world]).ok
        wishes = {"type": "set_prize_wishes", "prizes": [f"p{world + 1}"]}
        assert twins.one(world, Seat(HIDER), wishes).ok
    browser = Browser()
    browser.force_login(twins.people["gm"])
    pages = ("change/", "log/", "look/", "act/hold/", "act/grant-moves/", "act/set-prizes/")
    for page in pages:
        texts = []
        for world, game in enumerate(twins.games):
            answer = browser.get(f"/admin/games/game/{game.pk}/{page}", follow=True)
            assert answer.status_code in ((403,) if page == "look/" else (200, 404)), page
            texts.append(plain(twins, world, answer.content.decode()))
        assert texts[0] == texts[1], page


# -- over sockets


@pytest.mark.timeout(600)
def test_r_4_twin_seasons_send_the_same_frames(
    live_db: None, people: dict[str, Any], monkeypatch: Any, chance: random.Random
) -> None:
    asyncio.run(_over_sockets(people, monkeypatch, chance))


async def _over_sockets(people: dict[str, Any], monkeypatch: Any, chance: random.Random) -> None:
    from games.hosting import consumers, limits
    from games.hosting.hub import close_hub

    monkeypatch.setattr(consumers, "_rates", limits.Windows(10**6, 5))
    twins = await sync_to_async(Twins)(people, people["parks"], monkeypatch)
    keys = {
        role: await sync_to_async(session_of)(people[role])
        for role in ("member", "rival", "stranger", "gm")
    }
    keys["visitor"] = ""
    clients = {
        (role, world): Client(twins.games[world].code, key)
        for role, key in keys.items()
        for world in (0, 1)
    }
    try:
        for client in clients.values():
            await client.hello()
        for number in range(PAIRS_ON_SOCKETS):
            await sync_to_async(step)(twins, chance, ORDERS)
            if number == PAIRS_ON_SOCKETS // 2:
                await sync_to_async(twins.empty_queues)()
                await sync_to_async(twins.to_deadline)()
            await _equal(twins, clients, keys)
        await _same_talk(twins, clients, keys)
        for role, key in keys.items():
            await _back_again(twins, clients, role, key)
    finally:
        for client in clients.values():
            await client.leave()
        await close_hub()


CHAT = '{"type":"chat"'


def _of_the_game(texts: list[str]) -> list[str]:
    """The game's own frames: talk comes between them as it is read, by a task of its own."""
    return [text for text in texts if not text.startswith(CHAT) and '"presence"' not in text]


async def _same_talk(twins: Twins, clients: dict[Any, Client], keys: dict[str, str]) -> None:
    """What came of talk, whenever it came; `_equal` leaves it in `seen`."""
    for role in keys:
        told = []
        for world in (0, 1):
            client = clients[role, world]
            while not any(text.startswith(CHAT) for text in client.seen):
                await client.next()
            talk = [text for text in client.seen if text.startswith(CHAT)]
            told.append({plain(twins, world, text) for text in talk})
        assert told[0] == told[1], role


async def _equal(twins: Twins, clients: dict[Any, Client], keys: dict[str, str]) -> None:
    """Everything that came since the last time, but how many watch."""
    for role in keys:
        seen = []
        for world in (0, 1):
            client = clients[role, world]
            streams = await sync_to_async(lambda w=world: twins.game(w).streams)()
            while any(streams[s] > n for s, n in client.seqs.items()):
                await client.next()
            seen.append([plain(twins, world, text) for text in _of_the_game(client.seen)])
            client.seen[:] = [text for text in client.seen if text.startswith(CHAT)]
        assert seen[0] == seen[1], role


async def _back_again(twins: Twins, clients: dict[Any, Client], role: str, key: str) -> None:
    """A reconnect with seqs, and one without."""
    texts = []
    for world in (0, 1):
        known = {stream: max(0, seq - 3) for stream, seq in clients[role, world].seqs.items()}
        seen: list[str] = []
        for seqs in (known, {}):
            client = Client(twins.games[world].code, key)
            await client.connect()
            client.views = {s: {} for s in seqs}
            client.seqs = dict(seqs)
            await client.send({"type": "hello", "seqs": seqs} if seqs else {"type": "hello"})
            await client.until("snapshot")
            streams = await sync_to_async(lambda w=world: twins.game(w).streams)()
            while any(streams[s] > n for s, n in client.seqs.items()):
                await client.next()
            seen += [plain(twins, world, text) for text in _of_the_game(client.seen)]
            await client.leave()
        texts.append(seen)
    assert texts[0] == texts[1], role


# -- the canary


def everything_recorded() -> str:
    """What the portal wrote down of games, notices and deeds, as one text."""
    from accounts.models import AuditEntry, Notice

    parts = [f"{row.patch}{row.view}{row.events}" for row in Update.objects.all().iterator()]
    parts += [f"{row.action}{row.events}{row.answer}" for row in LogEntry.objects.all()]
    parts += [str(row.__dict__) for row in Notice.objects.all()]
    parts += [str(row.__dict__) for row in AuditEntry.objects.all()]
    return "\n".join(parts)


def test_r_4_canary_a_persona_in_attendance_stands_in_its_own_ledger_alone(
    twins: Twins, clean_caches: None, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    word = "Zephyrine Quillon"
    game = twins.games[0]
    row = editing.NewRow(date=seasons.FIRST.date(), park=101, home=101, class_id=5, persona=word)
    editing.add_row(game.book_id, row, editing.Editor(by=None, reason="the sheet"))
    feeds.feed_game(game.pk)
    twins.games[1] = game
    twins.empty_queues()
    answer = twins.one(0, Seat(HIDER), {"type": "submit_capture", "week": 1, "tile": word})
    assert not answer.ok
    assert word not in everything_recorded()
    assert word not in caplog.text
    for role in ("visitor", "stranger", "former", "rival", "third"):
        browser = Browser()
        if role != "visitor":
            browser.force_login(twins.people[role])
        for path, (_, _, _, body) in bodies(twins, browser, 0, OPEN_PATHS).items():
            assert word not in body, (role, path)
    master = Browser()
    master.force_login(twins.people["gm"])
    for page in ("change/", "log/", "look/"):
        text = master.get(f"/admin/games/game/{game.pk}/{page}", follow=True).content.decode()
        assert word not in text, page
    general = Browser()
    general.force_login(twins.people["general"])
    own = bodies(twins, general, 0, ("/games/CODE/parks/0/",))["/games/CODE/parks/0/"]
    assert word in own[3]


def test_r_4_canary_the_seed_is_nowhere_before_the_end(
    twins: Twins, clean_caches: None, caplog: pytest.LogCaptureFixture, monkeypatch: Any,
    settings: Any,
) -> None:  # fmt: skip
    """Not even in what is logged when the rules fail with the whole state at hand."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    game = twins.game(0)
    rules = rules_of(game.title)
    seed = rules.original_seed(asking.load(game.pk)[1])
    assert len(seed) >= 4

    def broken(self: Any, state: Any, seat: int) -> Any:
        raise RuntimeError(f"cannot draw {state!r}")

    monkeypatch.setattr(type(rules), "private", broken)
    caplog.set_level("DEBUG")
    week = reading.current_view(game, "public")["week"]
    services.submit(game.pk, Seat(1), {"type": "cancel_order", "week": week, "order": 1})
    services.submit(game.pk, GM, {"type": "grant_moves", "side": 1, "n": 1, "reason": "x"})
    monkeypatch.undo()
    quoted = [f'"{seed}"', f"'{seed}'", f"seed={seed}"]
    text = everything_recorded() + caplog.text
    browser = Browser()
    text += "".join(body for *_, body in bodies(twins, browser, 0, OPEN_PATHS).values())
    browser.force_login(twins.people["gm"])
    for page in ("change/", "log/", "look/"):
        text += browser.get(f"/admin/games/game/{game.pk}/{page}", follow=True).content.decode()
    assert not any(word in text for word in quoted)
