"""CHAT-1 to CHAT-3, CHAT-11, CHAT-13: rooms and windows as the rules have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.protocol import Seat
from games.hosting import clocks, services
from games.hosting.chat import finding, reading, sweeping
from games.hosting.chat.crowd import crowd_of
from games.hosting.chat.models import ChatRoom, ChatWindow, Talk
from games.hosting.models import Game
from games.hosting.models import Seat as SeatRow
from tests.hosting.chat.conftest import end_round, gift

pytestmark = pytest.mark.django_db


def rooms_of(game: Any, user: Any = None) -> dict[str, Any]:
    """The list a person is shown."""
    fresh = Game.objects.get(pk=game.pk)
    number = user.pk if user else None
    person = crowd_of(fresh, clocks.now(), [number]).person(number)
    return {room["key"]: room for room in reading.rooms(fresh, person)} if person else {}


def words(game: Any, user: Any, room: str) -> list[str]:
    """What a person reads in a room."""
    number = user.pk if user else None
    person = crowd_of(game, clocks.now(), [number]).person(number)
    assert person is not None
    page = reading.history(finding.one(game.pk, room, person), person)
    assert [m["n"] for m in page["messages"]] == list(range(1, len(page["messages"]) + 1))
    return [m.get("body", "") for m in page["messages"]]


def test_chat_1_a_game_has_its_rooms_from_the_start(table: Any, people: Any) -> None:
    assert set(rooms_of(table, people[2])) == {"table", "news", "host:2", "pair:0-2", "pair:1-2"}


def test_chat_1_a_title_without_channels_has_no_talk(game: Any, people: Any) -> None:
    services.submit(game.pk, Seat(0), {"type": "light", "lamps": 3})
    assert not ChatRoom.objects.exists() and not Talk.objects.exists()
    assert rooms_of(game, people[0]) == {}


def test_chat_1_a_commit_that_moves_no_right_writes_nothing(table: Any) -> None:
    services.submit(table.pk, Seat(0), {"type": "light", "lamps": 3})
    with CaptureQueriesContext(connection) as seen:
        services.submit(table.pk, Seat(1), {"type": "light", "lamps": 3})
    talk = [q["sql"] for q in seen.captured_queries if "chat_" in q["sql"]]
    assert len(talk) == 1 and talk[0].startswith("SELECT")  # the groups that players founded


def test_chat_2_spectators_talk_among_themselves(table: Any, people: Any, make_user: Any) -> None:
    watcher, gm = make_user("dora"), people[3]
    assert set(rooms_of(table, watcher)) == {"table", "news", "watchers"}
    assert rooms_of(table, watcher)["watchers"]["can_write"]
    assert "watchers" not in rooms_of(table, people[0])
    assert set(rooms_of(table)) == {"table", "news"}
    assert {"host:0", "host:1", "host:2"} <= set(rooms_of(table, gm))
    assert not {"pair:0-1", "camp:1", "team:0"} & set(rooms_of(table, gm))


def test_chat_2_who_has_held_a_seat_is_no_spectator(table: Any, people: Any) -> None:
    SeatRow.objects.filter(game=table, number=2).update(user=None)
    services.host_change(table.pk, "table")
    assert set(rooms_of(table, people[2])) == {"table", "news"}


def test_chat_3_windows_follow_the_place(table: Any, people: Any, post: Callable[..., str]) -> None:
    anna, berit, cai = people[:3]
    post(anna, "camp:1", "first camp")
    end_round(table, 1)
    assert set(rooms_of(table, cai)) >= {"camp:2"} and "camp:1" not in rooms_of(table, cai)
    assert rooms_of(table, anna)["camp:1"]["lock_reason"] == "CLOSED"
    assert words(table, anna, "camp:1") == ["first camp"]
    assert post(cai, "camp:1", "x") == "chat.not_found"
    assert post(berit, "camp:1", "x") == "chat.locked"
    assert post(berit, "camp:2", "second camp") == ""
    assert words(table, cai, "camp:2") == ["second camp"]


def test_chat_3_a_new_ghost_reads_the_whole_history(
    table: Any, people: Any, post: Callable[..., str]
) -> None:
    anna, berit = people[:2]
    gift(table, 0, -1)
    post(anna, "ghosts", "it is cold")
    assert "ghosts" not in rooms_of(table, berit)
    gift(table, 1, -1)
    assert words(table, berit, "ghosts") == ["it is cold"]
    gift(table, 1, 5)
    post(anna, "ghosts", "alone again")
    assert words(table, berit, "ghosts") == ["it is cold"]
    assert rooms_of(table, berit)["ghosts"]["can_write"] is False
    gift(table, 1, -9)
    assert words(table, berit, "ghosts") == ["it is cold", "alone again"]


def test_chat_1_a_lock_of_the_rules_comes_and_goes(table: Any, people: Any, post: Any) -> None:
    end_round(table, 1)
    assert rooms_of(table, people[0])["pair:0-1"]["lock_reason"] == "APART"
    assert post(people[0], "pair:0-1", "psst") == "chat.locked"
    assert post(people[1], "pair:1-2", "here") == ""
    end_round(table, 2)
    assert post(people[0], "pair:0-1", "psst") == ""


def test_chat_11_a_substitute_inherits_the_seat_but_not_these_pairs(
    table: Any, people: Any, make_user: Any, post: Any
) -> None:
    anna, berit, new = people[0], people[1], make_user("dora")
    post(berit, "pair:0-1", "between us two")
    post(berit, "camp:1", "at the fire")
    SeatRow.objects.filter(game=table, number=0).update(user=new)
    services.host_change(table.pk, "table")
    assert "pair:0-1" not in rooms_of(table, anna) and "camp:1" not in rooms_of(table, anna)
    assert words(table, new, "camp:1") == ["at the fire"]
    assert words(table, new, "pair:0-1") == []
    assert post(berit, "pair:0-1", "who are you") == ""
    assert words(table, new, "pair:0-1") == ["who are you"]
    SeatRow.objects.filter(game=table, number=0).update(user=anna)
    services.host_change(table.pk, "table")
    assert words(table, anna, "pair:0-1") == ["between us two"]
    assert words(table, berit, "pair:0-1") == ["between us two", "who are you"]


def test_chat_11_after_the_end_rooms_open_as_far_as_was_said_before(
    make_game: Any, people: Any, make_user: Any, post: Any
) -> None:
    game, watcher = make_game(talk=True, rounds=1), make_user("dora")
    post(people[0], "camp:1", "secret fire", game=game)
    post(people[0], "pair:0-1", "only us", game=game)
    post(watcher, "watchers", "they err", game=game)
    assert "watchers" not in rooms_of(game, people[0])
    end_round(game, 1)
    assert words(game, None, "camp:1") == ["secret fire"]
    assert "pair:0-1" not in rooms_of(game, watcher)
    assert words(game, people[1], "pair:0-1") == ["only us"]
    assert words(game, people[0], "watchers") == ["they err"]
    assert rooms_of(game, people[0])["camp:1"]["release"] == "public"


def test_chat_13_a_hidden_game_has_no_rooms(table: Any, people: Any, post: Any) -> None:
    Game.objects.filter(pk=table.pk).update(is_hidden=True)
    assert post(people[0], "table", "hello") == "chat.not_found"
    assert rooms_of(table, people[0]) == {}


def test_games_from_before_there_was_talk_get_their_rooms(table: Any, people: Any) -> None:
    ChatRoom.objects.all().delete()
    Talk.objects.all().delete()
    assert list(sweeping.without_rooms()) in ([table.pk], [])
    sweeping.make_rooms(table.pk)
    assert set(rooms_of(table, people[2])) == {"table", "news", "host:2", "pair:0-2", "pair:1-2"}
    count = ChatWindow.objects.count()
    sweeping.make_rooms(table.pk)
    assert ChatWindow.objects.count() == count
