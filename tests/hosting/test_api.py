"""HTTP twins of the socket: every code with its status, tokens, rates, caches."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.hosting import api, clocks, services
from games.hosting.models import Game, LogEntry, Mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Client:
    return Client(raise_request_exception=False)


@pytest.fixture
def player(people: list[Any]) -> Client:
    """Signed in as the first seat's holder."""
    client = Client(raise_request_exception=False)
    client.force_login(people[0])
    return client


def at(game: Any, entry: str) -> str:
    return f"/api/games/{game.code}/{entry}"


def post(client: Client, game: Any, entry: str, body: Any) -> tuple[int, dict[str, Any]]:
    text = body if isinstance(body, (str, bytes)) else json.dumps(body)
    answer = client.post(at(game, entry), text, content_type="application/json")
    return answer.status_code, answer.json()


def light(own: str, lamps: int, **more: Any) -> dict[str, Any]:
    return {"id": own, "action": {"type": "light", "lamps": lamps, **more}}


def test_an_order_is_accepted_with_a_receipt(player: Client, game: Any) -> None:
    status, found = post(player, game, "act", light("a", 3))
    assert status == 200
    assert found["id"] == "a" and set(found["receipt"]) == {"id", "text", "at"}
    assert LogEntry.objects.filter(game=game, client_id="a").count() == 1


def test_r_1_the_same_id_again_gets_the_first_receipt(player: Client, game: Any) -> None:
    first = post(player, game, "act", light("a", 3))
    assert post(player, game, "act", light("a", 3)) == first
    status, found = post(player, game, "act", light("a", 4))
    assert (status, found["code"]) == (409, "id_reused")


CASES = [
    ("bad_frame", 400, "{"),
    ("bad_frame", 400, "[]"),
    ("bad_frame", 400, {"id": "x"}),
    ("bad_frame", 400, {"id": "x y", "action": {}}),
    ("bad_frame", 400, {"id": "x", "action": {}, "more": 1}),
    ("bad_frame", 400, light("x", 10)),
    ("bad_frame", 400, b"\xff\xfe"),
    ("bad_frame", 400, {"id": "x", "action": {"type": "light", "lamps": 1}, "seat": -1}),
    ("unknown_action", 400, {"id": "x", "action": {"type": "dance"}}),
    ("not_yours", 403, {**light("x", 1), "seat": 2}),
    ("la.stale_round", 409, light("x", 1, round=2)),
    ("la.role", 409, {"id": "x", "action": {"type": "gift", "seat": 0, "points": 1}}),
    ("too_large", 413, {"id": "x", "action": {"type": "y" * 17_000}}),
    ("too_large", 413, {"id": "x", "action": {"type": "y" * 1_100_000}}),
    ("server_error", 500, light("x", 7)),
]


@pytest.mark.parametrize(("code", "status", "body"), CASES, ids=range(len(CASES)))
def test_a_refusal_has_its_status_and_changes_nothing(
    player: Client, game: Any, code: str, status: int, body: Any
) -> None:
    answered, found = post(player, game, "act", body)
    assert (answered, found["code"]) == (status, code)
    assert set(found) == {"code", "params", "message"}
    assert found["message"] and "Traceback" not in found["message"]
    assert Game.objects.get(pk=game.pk).seq == 0


def test_late_and_standing_games_are_409(player: Client, make_game: Any) -> None:
    late = make_game(late=True)
    clocks.move_lab_clock(61)
    assert post(player, late, "act", light("x", 1))[1]["code"] == "la.late"
    paused = make_game(name="Paused")
    assert services.host_change(paused.pk, "pause").ok
    assert post(player, paused, "act", light("x", 1))[0] == 409
    assert post(player, paused, "act", light("x", 1))[1]["code"] == "not_now"


def test_401_for_visitors_who_would_act(guest: Client, game: Any) -> None:
    for entry in ("act", "seen"):
        status, found = post(guest, game, entry, light("x", 1))
        assert (status, found["code"]) == (401, "sign_in"), entry


def test_404_where_existence_is_secret(guest: Client, player: Client, game: Any) -> None:
    Game.objects.filter(pk=game.pk).update(visibility="invited")
    for entry in ("view", "log", "replay", "standings", "legal"):
        answer = guest.get(at(game, entry))
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), entry
        missing = guest.get(f"/api/games/nosuchgame/{entry}")
        assert missing.json() == answer.json()
    assert player.get(at(game, "view")).status_code == 200


def test_t_7_every_post_needs_its_token(people: list[Any], game: Any) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(people[0])
    for entry in ("act", "preview", "seen"):
        answer = strict.post(at(game, entry), "{}", content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf"), entry
    strict.get("/account/login/")
    strict.cookies["csrftoken"] = "t" * 32
    answer = strict.post(
        at(game, "act"),
        json.dumps(light("a", 1)),
        content_type="application/json",
        headers={"x-csrftoken": "t" * 32},
    )
    assert answer.status_code == 200
    foreign = strict.post(
        at(game, "act"),
        json.dumps(light("b", 1)),
        content_type="application/json",
        headers={"x-csrftoken": "t" * 32, "origin": "http://evil.example"},
    )
    assert foreign.status_code == 403


def test_get_entries_take_no_post_and_the_other_way_round(player: Client, game: Any) -> None:
    for entry in ("view", "legal", "replay", "log", "standings"):
        assert player.post(at(game, entry)).status_code == 405, entry
    for entry in ("act", "preview", "seen"):
        assert player.get(at(game, entry)).status_code == 405, entry


def test_429_says_when_to_come_back(
    player: Client, guest: Client, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "REQUESTS", 3)
    for _ in range(3):
        assert player.get(at(game, "view")).status_code == 200
    answer = player.get(at(game, "view"))
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert 0 < int(answer["Retry-After"]) <= 60
    assert answer.json()["params"]["retry_after"] == int(answer["Retry-After"])
    assert guest.get(at(game, "view")).status_code == 200  # counted by person


def test_503_while_the_database_cannot_write(
    player: Client, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    def away(*args: Any, **kwargs: Any) -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(services, "attempt", away)
    status, found = post(player, game, "act", light("x", 1))
    assert (status, found["code"]) == (503, "unavailable")


def test_t_1_no_shared_cache_keeps_anything(player: Client, guest: Client, game: Any) -> None:
    for client in (player, guest):
        for entry in ("view", "log", "replay", "standings", "legal", "nothing"):
            answer = client.get(at(game, entry))
            assert answer["Cache-Control"] == "private, no-store", entry
            assert "ETag" not in answer and "Last-Modified" not in answer
            assert answer["Content-Type"] == "application/json"
            assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_view_is_the_sockets_snapshot(player: Client, guest: Client, game: Any) -> None:
    own = player.get(at(game, "view")).json()
    assert set(own["streams"]) == {"public", "seat:0"}
    assert own["you"] == {"seats": [0], "member_of": [0], "streams": ["public", "seat:0"]}
    assert own["streams"]["seat:0"]["view"]["pending"] == ["light"]
    assert set(guest.get(at(game, "view")).json()["streams"]) == {"public"}


def test_legal_preview_log_and_standings(player: Client, guest: Client, game: Any) -> None:
    legal = player.get(at(game, "legal")).json()
    assert len(legal["actions"]) == 7 and legal["forms"][0]["kind"] == "light"
    draft = {"id": "p", "draft": {"type": "light", "lamps": 2}}
    assert post(player, game, "preview", draft) == (
        200,
        {"type": "preview", "id": "p", "result": {"lamps": 2, "seat": 0}},
    )
    too_bright = {"id": "p", "draft": {"type": "light", "lamps": 9}}
    assert post(player, game, "preview", too_bright)[1]["code"] == "la.too_bright"
    assert post(guest, game, "preview", draft)[0] == 403
    post(player, game, "act", light("a", 3))
    assert len(player.get(at(game, "log")).json()["entries"]) == 1
    assert guest.get(at(game, "log")).json()["entries"] == []
    assert guest.get(at(game, "standings")).json()["phase"] == "round"


@pytest.mark.parametrize("raw", ["x", "-1", "²", "٣٣٣٣", "1.0", "", "9" * 30])
def test_odd_numbers_in_addresses_are_no_error(player: Client, game: Any, raw: str) -> None:
    for entry in ("legal?seat=", "log?before=", "replay?streams=", "replay?after="):
        assert player.get(at(game, entry) + raw).status_code in (200, 400, 403), entry


def test_a_mark_is_kept_per_person(player: Client, people: list[Any], game: Any) -> None:
    assert post(player, game, "seen", {"mark": "week:3"}) == (200, {"mark": "week:3"})
    assert post(player, game, "seen", {"mark": "week:4"})[0] == 200
    assert Mark.objects.get(user=people[0], game=game).mark == "week:4"
    for bad in ({"mark": 5}, {"mark": "x" * 65}, {}):
        assert post(player, game, "seen", bad)[1]["code"] == "bad_frame"


def test_r_1_a_resent_list_gets_its_first_receipt(make_user: Any, make_park: Any) -> None:
    """A list is a tuple in a typed action: the comparison must not mind."""
    from tests.hosting.league import make_league, open_week

    league = make_league(make_user, make_park)
    prizes = [{"id": f"p{n}", "title": f"Prize {n}"} for n in (1, 2)]
    from tests.hosting import seasons

    open_week(league)
    seasons.gm(league.game, {"type": "set_prizes", "prizes": prizes, "reason": "the treasury"})
    client = Client()
    client.force_login(league.people["general"])
    wishes = {"id": "w", "action": {"type": "set_prize_wishes", "prizes": ["p1", "p2"]}}
    first = post(client, league.game, "act", wishes)
    assert first[0] == 200
    assert post(client, league.game, "act", wishes) == first


def test_an_unknown_entry_is_a_404_with_a_code(guest: Client) -> None:
    for path in ("/api/", "/api/games/", "/api/x/y/z"):
        answer = guest.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
