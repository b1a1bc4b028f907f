"""What people ask of the host over HTTP: votes, seats, reminders, receipts; codes and statuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.hosting import clocks
from games.hosting.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(make_game: Any) -> Any:
    """Three people at a friendly table whose title says who is awaited."""
    return make_game(friendly=True, known="all")


@pytest.fixture
def browsers(people: Any) -> list[Client]:
    """One signed-in browser each."""
    found = []
    for person in people:
        client = Client(raise_request_exception=False)
        client.force_login(person)
        found.append(client)
    return found


def post(client: Client, game: Any, entry: str, body: Any = None) -> tuple[int, dict[str, Any]]:
    text = body if isinstance(body, str) else json.dumps(body or {})
    found = client.post(f"/api/games/{game.code}/{entry}", text, content_type="application/json")
    return found.status_code, found.json()


def get(client: Client, game: Any, entry: str) -> tuple[int, dict[str, Any]]:
    found = client.get(f"/api/games/{game.code}/{entry}")
    return found.status_code, found.json()


def vote(client: Client, game: Any) -> str:
    table = get(client, game, "view")[1]["streams"]["public"]["view"]["table"]
    return str(table["vote"]["id"])


def test_three_people_pause_their_game(table: Any, browsers: Any) -> None:
    assert post(browsers[0], table, "host/propose", {"kind": "pause"}) == (200, {"ok": True})
    asked = vote(browsers[1], table)
    assert post(browsers[1], table, "host/answer", {"vote": asked, "agree": True})[0] == 200
    done = post(browsers[2], table, "host/answer", {"vote": asked, "agree": True})
    assert done == (200, {"ok": True, "done": True})
    assert Game.objects.get(pk=table.pk).paused_at is not None


def test_a_seat_is_offered_and_taken(table: Any, browsers: Any, make_user: Any) -> None:
    guest = Client()
    guest.force_login(make_user("dag"))
    assert post(guest, table, "seat/take", {"number": 2})[1]["code"] == "table.not_offered"
    assert post(browsers[2], table, "seat/offer", {"offered": True})[0] == 200
    assert post(guest, table, "seat/take", {"number": 2}) == (200, {"ok": True})
    asked = vote(browsers[0], table)
    for browser in browsers[:2]:
        assert post(browser, table, "host/answer", {"vote": asked, "agree": True})[0] == 200
    assert get(guest, table, "view")[1]["you"]["seats"] == [2]
    assert get(browsers[2], table, "view")[1]["you"]["seats"] == []


def test_the_bot_plays_for_somebody(table: Any, browsers: Any) -> None:
    assert post(browsers[1], table, "seat/bot", {"bot": True})[0] == 200
    order = {"id": "x", "action": {"type": "light", "lamps": 1}}
    status, found = post(browsers[1], table, "act", order)
    assert (status, found["code"]) == (409, "table.bot_plays")
    assert "back" in found["message"]
    assert post(browsers[1], table, "seat/bot", {"bot": False})[0] == 200
    assert post(browsers[1], table, "act", order)[0] == 200


def test_who_is_awaited_and_a_nudge(table: Any, browsers: Any) -> None:
    assert get(browsers[3], table, "awaited") == (200, {"awaited": {"seats": [0, 1, 2]}})
    status, found = post(browsers[0], table, "nudge")
    assert (status, found["code"]) == (409, "table.nudge_early")
    clocks.move_lab_clock(31)
    assert post(browsers[0], table, "nudge") == (200, {"ok": True, "told": 2})


def test_receipts_are_ones_own(table: Any, browsers: Any) -> None:
    order = {"id": "x", "action": {"type": "light", "lamps": 1}}
    receipt = post(browsers[0], table, "act", order)[1]["receipt"]
    assert get(browsers[0], table, "receipts") == (200, {"receipts": [receipt]})
    assert get(browsers[1], table, "receipts") == (200, {"receipts": []})


ENTRIES = ("host/propose", "host/answer", "seat/offer", "seat/bot", "seat/take", "nudge")


@pytest.mark.parametrize("entry", ENTRIES)
def test_signed_out_people_are_asked_to_sign_in(table: Any, entry: str) -> None:
    status, found = post(Client(), table, entry, {"number": 1} if entry == "seat/take" else {})
    assert (status, found["code"]) == (401, "sign_in")


@pytest.mark.parametrize("entry", ("host/propose", "host/answer", "seat/offer", "seat/bot"))
def test_who_holds_no_seat_is_refused(table: Any, browsers: Any, entry: str) -> None:
    status, found = post(browsers[3], table, entry, {})
    assert (status, found["code"]) == (403, "not_yours")


@pytest.mark.parametrize(
    ("entry", "body"),
    [
        ("host/propose", {"kind": "dance"}),
        ("host/propose", {"kind": "extend", "seconds": -1}),
        ("host/propose", {"kind": "pause", "more": 1}),
        ("host/answer", {"vote": 3}),
        ("seat/take", {}),
        ("seat/take", {"number": "one"}),
        ("seat/bot", {"bot": "yes"}),
        ("seat/offer", "["),
    ],
)
def test_nonsense_is_a_bad_frame_and_changes_nothing(
    table: Any, browsers: Any, entry: str, body: Any
) -> None:
    status, found = post(browsers[0], table, entry, body)
    assert (status, found["code"]) == (400, "bad_frame")
    assert Game.objects.get(pk=table.pk).seq == 0


def test_a_game_without_spectators_is_not_there_for_others(
    table: Any, browsers: Any, make_user: Any
) -> None:
    Game.objects.filter(pk=table.pk).update(spectators=False)
    guest = Client()
    guest.force_login(make_user("dag"))
    assert get(guest, table, "awaited")[0] == 404
    assert post(guest, table, "seat/take", {"number": 2})[0] == 404
    assert get(browsers[0], table, "awaited")[0] == 200
