"""T-22: programs come with a token, over HTTP and the socket, and get what its scopes open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser
from django.urls import URLResolver, get_resolver

from accounts import services, tokens
from accounts.models import ApiToken
from games.hosting import bearer
from games.hosting.models import Game
from tests.hosting.sockets import Client


def secret_of(user: Any, *scopes: str, **place: Any) -> str:
    return tokens.make(user, "bot", scopes=frozenset(scopes), **place)[1]


def program(secret: str) -> Browser:
    """A browser that sends the token and enforces what a page would have to bring."""
    return Browser(
        enforce_csrf_checks=True,
        raise_request_exception=False,
        headers={"authorization": f"Bearer {secret}"},
    )


def act(browser: Browser, game: Any, own: str = "a", **more: Any) -> tuple[int, dict[str, Any]]:
    body = {"id": own, "action": {"type": "light", "lamps": 1}, **more}
    answer = browser.post(
        f"/api/games/{game.code}/act", json.dumps(body), content_type="application/json"
    )
    return answer.status_code, answer.json()


def view(browser: Browser, game: Any) -> Any:
    return browser.get(f"/api/games/{game.code}/view")


pytestmark = pytest.mark.django_db


def test_a_token_acts_for_its_owner_without_cookie_and_csrf(people: list[Any], game: Any) -> None:
    bot = program(secret_of(people[0], "act"))
    assert view(bot, game).json()["you"]["seats"] == [0]
    status, found = act(bot, game)
    assert status == 200 and found["receipt"]["id"]
    assert Game.objects.get(pk=game.pk).seq == 1


def test_a_session_still_needs_its_csrf_token(people: list[Any], game: Any) -> None:
    browser = Browser(enforce_csrf_checks=True)
    browser.force_login(people[0])
    assert act(browser, game)[1]["code"] == "csrf"


@pytest.mark.parametrize("secret", ["", "nonsense", "portal_" + "A" * 43, "ü" * 20])
def test_t_22_a_token_that_is_none_is_401(game: Any, secret: str) -> None:
    answer = view(program(secret), game)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_t_22_use_after_revoke_is_401(people: list[Any], game: Any) -> None:
    secret = secret_of(people[0], "act")
    bot = program(secret)
    assert act(bot, game)[0] == 200
    tokens.revoke(ApiToken.objects.get())
    status, found = act(bot, game, "b")
    assert (status, found["code"]) == (401, "bad_token")
    assert Game.objects.get(pk=game.pk).seq == 1


def test_t_22_a_wrong_token_is_not_tried_for_long(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bearer, "FAILURES", 3)
    answers = [view(program(f"portal_{number}"), game).status_code for number in range(5)]
    assert answers == [401, 401, 401, 429, 429]


def test_a_session_beside_a_token_counts_for_nothing(people: list[Any], game: Any) -> None:
    browser = Browser(headers={"authorization": f"Bearer {secret_of(people[1], 'act')}"})
    browser.force_login(people[0])
    assert view(browser, game).json()["you"]["seats"] == [1]
    wrong = Browser(headers={"authorization": "Bearer nonsense"})
    wrong.force_login(people[0])
    assert view(wrong, game).status_code == 401
    assert wrong.get("/profile/").status_code == 200  # pages know sessions only
    assert browser.cookies["sessionid"].value


def test_t_22_a_scope_that_is_missing_is_named(people: list[Any], game: Any) -> None:
    bot = program(secret_of(people[0]))
    assert view(bot, game).status_code == 200
    status, found = act(bot, game)
    assert (status, found["code"], found["params"]) == (403, "token_scope", {"scope": "act"})
    assert found["message"] and Game.objects.get(pk=game.pk).seq == 0


def test_t_22_a_token_for_one_game_finds_no_other(
    people: list[Any], make_game: Callable[..., Any]
) -> None:
    here, there = make_game(), make_game(name="Elsewhere")
    bot = program(secret_of(people[0], "act", game=here.code))
    assert view(bot, here).status_code == 200
    missing = bot.get("/api/games/nosuchgame/view")
    for answer in (view(bot, there), missing):
        assert (answer.status_code, answer.json()) == (404, missing.json())
    assert act(bot, there)[0] == 404 and act(bot, here)[0] == 200


def test_t_22_a_token_for_one_seat_sees_and_moves_no_other(people: list[Any]) -> None:
    from games.hosting.creating import SeatPlan, create_game

    plans = [SeatPlan(f"Seat {k}", k + 1, user=people[0]) for k in range(2)]
    game = create_game(title="lantern", name="Both", seats=plans, options={}, by=None)
    bot = program(secret_of(people[0], "act", game=game.code, seat=1))
    you = view(bot, game).json()["you"]
    assert you == {"seats": [1], "member_of": [1], "streams": ["public", "seat:1"]}
    assert act(bot, game, seat=0)[1]["code"] == "not_yours"
    assert act(bot, game)[0] == 200
    log = bot.get(f"/api/games/{game.code}/log").json()["entries"]
    assert {entry["stream"] for entry in log} == {"seat:1"}


def test_t_22_a_masters_token_has_a_players_powers(people: list[Any], game: Any) -> None:
    Game.objects.filter(pk=game.pk).update(visibility="invited")
    browser = Browser()
    browser.force_login(people[-1])
    assert view(browser, game).status_code == 200
    assert view(program(secret_of(people[-1], "act")), game).status_code == 404


def test_what_says_nothing_is_shut_to_programs(people: list[Any], game: Any) -> None:
    """Every address under /api/ either names its scope, or refuses a token."""
    bot = program(secret_of(people[0], "act", "chat"))
    for part in _api_views():
        scope = getattr(part.callback, "token_scope", None)
        assert scope in (None, "", "watch", "act", "chat"), part
    shut = [part for part in _api_views() if not getattr(part.callback, "token_scope", "")]
    for part in shut:
        path = "/" + str(part.pattern).replace("<slug:code>", game.code)
        if "<" not in path:
            assert bot.get(path).json()["code"] == "token_scope", path


def test_t_22_talk_is_read_with_its_scope_alone(people: list[Any], game: Any) -> None:
    for scopes, status in ((("act",), 403), (("act", "chat"), 200)):
        bot = program(secret_of(people[0], *scopes))
        for entry in ("rooms", "all"):
            assert bot.get(f"/api/games/{game.code}/chat/{entry}").status_code == status, entry


def _api_views(resolver: Any = None) -> list[Any]:
    found = []
    for part in (resolver or get_resolver()).url_patterns:
        if isinstance(part, URLResolver):
            found += _api_views(part)
        elif str(part.pattern).startswith("api/"):
            found.append(part)
    return found


def test_a_request_counts_as_its_persons(
    people: list[Any], game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting import api

    monkeypatch.setattr(api, "REQUESTS", 2)
    bot = program(secret_of(people[0]))
    assert [view(bot, game).status_code for _ in range(3)] == [200, 200, 429]


# -- the socket


def socket(game: Any, secret: str, *more: tuple[bytes, bytes]) -> Client:
    header = (b"authorization", f"Bearer {secret}".encode())
    return Client(game.code, headers=[header, *more])


@pytest.fixture
def live_game(live_db: None, make_game: Callable[..., Any]) -> Any:
    return make_game()


@pytest.mark.asyncio
async def test_a_program_plays_over_the_socket(live_game: Any, people: list[Any]) -> None:
    client = socket(live_game, await sync_to_async(secret_of)(people[0], "act"))
    try:
        snapshot = await client.hello()
        assert snapshot["you"]["seats"] == [0]
        assert (await client.act("a", {"type": "light", "lamps": 1}))["type"] == "ok"
    finally:
        await _end(client)


@pytest.mark.asyncio
async def test_t_22_a_socket_closes_with_4401_as_its_token_is_revoked(
    live_game: Any, people: list[Any]
) -> None:
    from tests.hosting.sockets import session_of

    client = socket(live_game, await sync_to_async(secret_of)(people[0], "act"))
    page = Client(live_game.code, await sync_to_async(session_of)(people[0]))
    try:
        await client.hello()
        await page.hello()
        await sync_to_async(lambda: tokens.revoke(ApiToken.objects.get()))()
        assert await client.close_code() == 4401
        assert (await page.act("a", {"type": "light", "lamps": 1}))["type"] == "ok"
    finally:
        await _end(page)


@pytest.mark.asyncio
async def test_t_22_a_frame_outside_the_scopes_is_refused(
    live_game: Any, people: list[Any]
) -> None:
    client = socket(live_game, await sync_to_async(secret_of)(people[0]))
    try:
        await client.hello()
        refused = await client.act("a", {"type": "light", "lamps": 1})
        assert (refused["code"], refused["params"]) == ("token_scope", {"scope": "act"})
        await client.send({"type": "say", "id": "s", "room": "table", "body": "Well met."})
        refused = await client.until("refused", id="s")
        assert (refused["code"], refused["params"]) == ("token_scope", {"scope": "chat"})
        await client.send({"type": "legal", "id": "l"})
        assert (await client.until("legal", id="l"))["actions"]
    finally:
        await _end(client)


@pytest.mark.asyncio
@pytest.mark.parametrize("scopes", [("act",), ("act", "chat")])
async def test_t_22_talk_reaches_a_program_only_with_its_scope(
    live_db: None, people: list[Any], scopes: tuple[str, ...]
) -> None:
    from games.hosting.creating import SeatPlan, create_game

    plans = [SeatPlan(f"Seat {k}", k + 1, user=user) for k, user in enumerate(people)]
    game = await sync_to_async(create_game)(
        title="purple-robes", name="Court", seats=plans, options={}, by=None
    )
    client = socket(game, await sync_to_async(secret_of)(people[0], *scopes))
    page = socket(game, await sync_to_async(secret_of)(people[1], "chat"))
    try:
        await client.hello()
        await page.hello()
        await page.send({"type": "say", "id": "s", "room": "table", "body": "Well met."})
        await page.until("ok", id="s")
        while not await client.quiet(0.5):
            pass
        seen = "".join(client.seen)
        assert ("Well met." in seen) == ('"type":"chat"' in seen) == ("chat" in scopes)
    finally:
        await client.leave()
        await _end(page)


@pytest.mark.asyncio
async def test_t_22_a_wrong_token_or_foreign_page_opens_no_socket(
    live_game: Any, people: list[Any]
) -> None:
    from games.hosting.hub import close_hub

    secret = await sync_to_async(secret_of)(people[0], "act")
    bound = await sync_to_async(secret_of)(people[0], "act", game=live_game.code, seat=0)
    try:
        assert not await socket(live_game, "portal_nonsense").connect()
        foreign = (b"origin", b"http://evil.example")
        assert not await socket(live_game, secret, foreign).connect()
        elsewhere = Client("nosuchgame", headers=[(b"authorization", f"Bearer {bound}".encode())])
        assert not await elsewhere.connect()
        assert not await Client(
            live_game.code, headers=[(b"authorization", b"Basic eDp5")]
        ).connect()
    finally:
        await close_hub()


@pytest.mark.asyncio
async def test_r_7_a_token_whose_owner_was_banned_is_closed(
    live_game: Any, people: list[Any]
) -> None:
    client = socket(live_game, await sync_to_async(secret_of)(people[0], "act"))
    await client.hello()
    await sync_to_async(lambda: services.deactivate(people[0], by=None))()
    assert await client.close_code() == 4401
    await _end(None)


@pytest.mark.asyncio
async def test_r_7_the_check_every_minute_ends_a_token_that_ended_unheard(
    live_game: Any, people: list[Any]
) -> None:
    from django.utils import timezone

    from games.hosting.hub import hub

    client = socket(live_game, await sync_to_async(secret_of)(people[0], "act"))
    await client.hello()
    await sync_to_async(lambda: ApiToken.objects.update(revoked_at=timezone.now()))()
    for open_socket in tuple(hub().sockets):
        await hub()._recheck(open_socket)
    assert await client.close_code() == 4401
    await _end(None)


async def _end(client: Client | None) -> None:
    from games.hosting.hub import close_hub

    if client is not None:
        await client.leave()
    await close_hub()
