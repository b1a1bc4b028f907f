"""R-6 over HTTP: thousands of mutated requests to every address, in every role: no 5xx, no change.

Addresses come from the resolver, so that a new page is battered without anybody asking. Deeds that
a role may really do are done for real; what must not change is what nobody in that role may touch.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http.response import BadHeaderError
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.veils import veiled
from games.hosting.models import Game, LogEntry
from tests.fuzz.conftest import IS_FULL
from tests.fuzz.mutating import NASTY, mutated, raw, value
from tests.hosting.league import League
from tests.hosting.sockets import session_of

REQUESTS = 5_400 if IS_FULL else 420
ROLES = ("visitor", "member", "general", "gm")
READ_ONLY = ("visitor", "member")


def routes(resolver: Any = None, prefix: str = "") -> Iterator[str]:
    for part in (resolver or get_resolver()).url_patterns:
        whole = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from routes(part, whole)
        else:
            yield whole


class Fuzzer:
    """Requests of one role."""

    def __init__(self, league: League, role: str, chance: random.Random) -> None:
        self.league, self.role, self.chance = league, role, chance
        self.browser = Client(raise_request_exception=False)
        self.key = "" if role == "visitor" else session_of(league.people[role])
        self.told: Counter[int] = Counter()
        self.failures: list[str] = []
        self.answers = 0

    def run(self, every: list[str], count: int) -> None:
        for number in range(count):
            self.one(every[number % len(every)])

    def one(self, route: str) -> None:
        """One request; a 5xx is kept with all that repeats it."""
        self._sit_down()
        path = self._path(route)
        method = self.chance.choice(
            ["get", "post", "post", "get", "head", "options", "put", "delete"]
        )
        query = self._query()
        options = self._body() if method in ("post", "put") else {}
        headers = self._headers()
        try:
            answer = getattr(self.browser, method)(path + query, headers=headers, **options)
        except (UnicodeError, LookupError, BadHeaderError):
            return  # the test client itself cannot send it
        self.told[answer.status_code] += 1
        if answer.status_code >= 500 and "readyz" not in path:
            shown = str(options)[:300]
            self.failures.append(f"{self.role} {method} {path}{query} {headers} {shown}")
        if getattr(answer, "streaming", False):
            b"".join(answer.streaming_content)

    def _sit_down(self) -> None:
        """Signed in again, if a request signed this role out."""
        self.browser.cookies.clear()
        if self.key:
            from django.contrib.sessions.models import Session

            if not Session.objects.filter(session_key=self.key).exists():
                self.key = session_of(self.league.people[self.role])
            self.browser.cookies["sessionid"] = self.key
        if self.chance.random() < 0.04:
            self.browser.cookies[
                self.chance.choice(["sessionid", "csrftoken", "theme", "messages"])
            ] = self.chance.choice(['"aaaaaaaa\\000b"', "x" * 4000, "%00", "caf\u00e9", "a b;c"])

    def _path(self, route: str) -> str:
        """An address with real, wrong and absurd things in its places."""
        path = route.removeprefix("^").removesuffix("$").replace("(?P<rest>.*)", "x/y")
        path = path.replace("(?P<url>.*)", "x")
        out, rest = "", path
        while "<" in rest:
            before, _, rest = rest.partition("<")
            name, _, rest = rest.partition(">")
            out += before + self._place(name)
        return "/" + (out + rest).replace("\\Z", "").replace("(?P", "").replace("|", "")

    def _place(self, name: str) -> str:
        kind = name.partition(":")[0]
        real = {
            "slug": [self.league.game.code, self.league.parks[0].slug, self.league.game.title,
                     "public", "full", "publish", "hold", "grant-moves", "feed", "refresh"],
            "int": ["0", "1", "2", str(self.league.game.pk), str(self.league.people["general"].pk)],
            "path": ["1", "2", str(self.league.game.pk), "add"],
            "token": ["abcdefghijklmnopqrstuvwxyz"],
            "picture": ["0" * 32 + ".webp"],
            "veiled": [veiled(1), "0" * 32],
        }.get(kind, ["x"])  # fmt: skip
        if self.chance.random() < 0.75:
            return self.chance.choice(real)
        wild = [*NASTY, "9" * 19, "9" * 30, "2147483648", "99999999999", "-1", "__proto__"]
        return quote(self.chance.choice(wild).encode("utf-8", "replace")[:300], safe="")

    def _query(self) -> str:
        if self.chance.random() < 0.5:
            return ""
        names = [
            "seat", "before", "after", "streams", "next", "q", "page", "p", "o", "e", "all", "code",
            "_popup", "id__in", "status__exact", "zone", "_changelist_filters", "token", "copy",
        ]  # fmt: skip
        pairs = []
        for _ in range(self.chance.randint(1, 3)):
            text = str(self.chance.choice([*NASTY, "1", "0", "public,seat:1", "/admin/", "x"]))
            encoded = quote(text.encode("utf-8", "replace"), safe="")
            pairs.append(f"{self.chance.choice(names)}={encoded}")
        return "?" + "&".join(pairs)

    def _body(self) -> dict[str, Any]:
        roll = self.chance.random()
        if roll < 0.4:
            frame = {"id": "a1", "action": {"type": "set_prize_wishes", "prizes": ["p1"]},
                     "draft": {"type": "cancel_order", "week": 1, "order": 1}, "mark": "m",
                     "seat": 0}  # fmt: skip
            data = raw(self.chance, mutated(self.chance, frame)).encode("utf-8", "replace")
            kind = self.chance.choice(
                ["application/json", "text/plain", "application/octet-stream"]
            )
            return {"data": data, "content_type": kind}
        if roll < 0.5:
            noise = self.chance.randbytes(self.chance.choice([0, 5, 300, 20_000]))
            kinds = [
                "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                "multipart/form-data", "application/x-www-form-urlencoded; charset=nothing",
                "text/html; charset=utf-7", "",
            ]  # fmt: skip
            return {"data": noise, "content_type": self.chance.choice(kinds)}
        return {"data": self._form()}

    def _form(self) -> dict[str, Any]:
        names = [
            "persona", "login", "password", "email", "code", "office", "player", "reason", "theme",
            "first", "last", "park", "zone", "answer", "step", "token", "name", "day", "weeks",
            "side", "n", "q", "kind", "until", "action", "_selected_action", "select_across",
            "index", "_save", "file", "title", "is_minor", "ork_id", "start_at", "notices", "order",
        ]  # fmt: skip
        form: dict[str, Any] = {}
        for name in self.chance.sample(names, self.chance.randint(0, 12)):
            roll = self.chance.random()
            if roll < 0.08:
                content = self.chance.randbytes(self.chance.choice([0, 10, 3000]))
                kinds = ["image/png", "text/csv", "image/svg+xml", ""]
                form[name] = SimpleUploadedFile("a\u202eb.png", content, self.chance.choice(kinds))
            elif roll < 0.2:
                form[name] = [str(value(self.chance, 0)), "1"]
            else:
                plain = ["1", "0", "-1", "2026-02-07", "general", "x@example.org", "confirm"]
                form[name] = str(self.chance.choice([*NASTY, *plain]))
        safe = "utf-8", "replace"
        return {
            key: item.encode(*safe).decode(*safe) if isinstance(item, str) else item
            for key, item in form.items()
            if not isinstance(item, list) or all("\ud800" not in part for part in item)
        }

    def _headers(self) -> dict[str, str]:
        if self.chance.random() < 0.8:
            return {}
        return self.chance.choice(
            [
                {"host": "evil.example"}, {"host": "testserver, evil.example"}, {"host": ""},
                {"x-forwarded-host": "evil.example"}, {"x-forwarded-for": "\u2028, 1.2.3.4"},
                {"accept-language": "x" * 500}, {"referer": "http://evil.example/"},
                {"if-modified-since": "yesterday"}, {"if-none-match": '"'}, {"range": "bytes=9-1"},
                {"origin": "null"}, {"content-length": "-1"}, {"x-http-method-override": "PUT"},
                {"accept-encoding": "br, gzip;q=x"}, {"cookie": "=; ; a=\x00"}, {"accept": "*"},
            ]
        )  # fmt: skip


@pytest.mark.timeout(600)
def test_r_6_no_request_brings_a_5xx(
    live_db: None,
    league: League,
    chance: random.Random,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from games.hosting import limits

    settings.STAFF_NEEDS_SECOND_FACTOR = False
    monkeypatch.setattr(limits, "http_allows", lambda *_: 0)
    every = sorted(set(routes()))
    console = [route for route in every if route.startswith("admin/")]
    pages = [route for route in every if not route.startswith("admin/")]
    before = bytes(Game.objects.get(pk=league.game.pk).state)
    failures: list[str] = []
    told: Counter[int] = Counter()
    for role in ROLES:  # those who may change nothing come first
        own = Fuzzer(league, role, random.Random(chance.random()))
        part = console if role == "gm" else own.chance.sample(console, 20)  # its door is shut
        own.run(own.chance.sample(pages + part, len(pages) + len(part)), REQUESTS // len(ROLES))
        failures += own.failures
        told += own.told
        if role in READ_ONLY:
            assert bytes(Game.objects.get(pk=league.game.pk).state) == before
            assert not LogEntry.objects.filter(game=league.game, by=league.people["member"].pk)
    print(dict(told))
    assert not failures, "\n".join(failures[:20]) + f"\n{len(failures)} in all"
    assert sum(told.values()) > REQUESTS * 0.9
    assert told[200] > REQUESTS / 20 and told[404] > 0 and told[400] > 0
    browser = Client()
    assert browser.get("/games/").status_code == 200
    assert browser.get(f"/api/games/{league.game.code}/view").status_code == 200


def test_r_6_the_log_re_derives_itself_after_what_general_and_master_did(
    db: None, league: League, chance: random.Random, settings: Any
) -> None:
    from games.hosting import exporting

    settings.STAFF_NEEDS_SECOND_FACTOR = False
    for role in ("general", "gm"):
        own = Fuzzer(league, role, chance)
        for _ in range(30):
            own.one("api/games/<slug:code>/act")
            own.one("admin/games/game/<int:pk>/act/<slug:kind>/")
        assert not own.failures, own.failures[:5]
    game = Game.objects.get(pk=league.game.pk)
    assert exporting.verify(exporting.export(game, full=True)) == []


def test_r_6_a_body_over_the_limit_is_413(db: None, league: League) -> None:
    browser = Client()
    browser.force_login(league.people["general"])
    path = f"/api/games/{league.game.code}/act"
    for size in (17_000, 1_100_000):
        body = json.dumps({"id": "x", "action": {"type": "y" * size}})
        answer = browser.post(path, body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large"), size
