"""CHAT-9, CHAT-10, PR-7.5: what is one's own: places, drafts, mutes; over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import services
from games.hosting.chat.models import ChatMessage, ChatMute, ChatPlace
from tests.hosting.chat.test_rooms import rooms_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]


class Caller:
    """Somebody's requests about the talk of a game."""

    def __init__(self, game: Any, user: Any = None) -> None:
        self.root = f"/api/games/{game.code}/chat/"
        self.browser = Client()
        if user is not None:
            self.browser.force_login(user)

    def get(self, path: str, **params: Any) -> tuple[int, Any]:
        answer = self.browser.get(self.root + path, params)
        return answer.status_code, answer.json()

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        answer = self.browser.post(self.root + path, body, content_type="application/json")
        return answer.status_code, answer.json()


@pytest.fixture
def ask(table: Any) -> Any:
    """`ask(user).get("rooms")`."""
    return lambda user=None: Caller(table, user)


def test_chat_9_unread_counts_and_the_last_read_line(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    for n in range(3):
        post(people[0], "table", f"m{n}")
    assert rooms_of(table, people[1])["table"]["unread"] == 3
    assert rooms_of(table, people[0])["table"]["unread"] == 0
    assert ask(people[1]).post("read", room="table", upto=2)[0] == 200
    room = rooms_of(table, people[1])["table"]
    assert (room["count"], room["last_read"], room["unread"]) == (3, 2, 1)
    ask(people[1]).post("read", room="table", upto=1)
    assert rooms_of(table, people[1])["table"]["last_read"] == 2
    ask(people[1]).post("read", room="table", upto=999)
    assert rooms_of(table, people[1])["table"]["unread"] == 0
    assert rooms_of(table, people[2])["table"]["unread"] == 3


def test_chat_9_drafts_are_kept_for_their_writer(table: Any, people: Any, ask: Any) -> None:
    assert ask(people[0]).post("draft", room="pair:0-1", body="I never")[0] == 200
    assert rooms_of(table, people[0])["pair:0-1"]["draft"] == "I never"
    assert "draft" not in rooms_of(table, people[1])["pair:0-1"]
    assert ask(people[2]).post("draft", room="pair:0-1", body="x")[1]["code"] == "chat.not_found"
    assert ask(people[0]).post("draft", room="table", body="x" * 1001)[1]["code"] == "chat.length"


def test_pr_7_5_clearing_is_for_oneself_and_deletes_nothing(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    post(people[0], "table", "old news")
    assert ask(people[1]).post("clear", room="table", upto=1)[0] == 200
    assert rooms_of(table, people[1])["table"]["cleared"] == 1
    assert "cleared" not in rooms_of(table, people[0])["table"]
    assert words(table, people[1], "table") == ["old news"]
    ask(people[1]).post("clear", room="table", upto=0)
    assert "cleared" not in rooms_of(table, people[1])["table"]


def test_chat_10_muting_hides_anothers_messages_for_oneself(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    post(people[0], "table", "loud")
    key = ChatMessage.objects.get().key
    status, made = ask(people[1]).post("mute", room="table", message=key)
    assert status == 200
    page = ask(people[1]).get("history", room="table")[1]
    assert [set(m) for m in page["messages"]] == [{"n", "id", "at", "muted"}]
    assert words(table, people[2], "table") == ["loud"]
    assert ask(people[1]).get("search", q="loud")[1]["messages"] == []
    assert ask(people[1]).get("mutes")[1]["mutes"] == [{"id": made["id"], "name": "Anna"}]
    assert ask(people[2]).post("unmute", id=made["id"])[0] == 404
    assert ask(people[1]).post("unmute", id=made["id"])[0] == 200
    assert words(table, people[1], "table") == ["loud"]
    assert ask(people[0]).post("mute", room="table", message=key)[0] == 404


def test_chat_12_missing_and_forbidden_answer_alike(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    post(people[0], "pair:0-1", "hidden from cai")
    key = ChatMessage.objects.get().key
    cai = ask(people[2])
    for room in ("pair:0-1", "pair:7-9"):
        answers = [
            cai.get("history", room=room),
            cai.post("read", room=room, upto=1),
            cai.post("clear", room=room, upto=1),
            cai.post("report", room=room, message=key),
            cai.post("mute", room=room, message=key),
            cai.post("say", id="a", room=room, body="x"),
            cai.post("leave", room=room),
            cai.post("invite", room=room, seat=1),
        ]
        told = {(status, str(sorted(body.items()))) for status, body in answers}
        assert told == {(404, str(sorted(answers[0][1].items())))}
    assert cai.post("report", room="table", message=key)[0] == 404


def test_the_api_wants_a_signed_in_account_and_well_formed_bodies(people: Any, ask: Any) -> None:
    assert ask().post("read", room="table", upto=1)[1]["code"] == "sign_in"
    assert ask().get("rooms")[0] == ask().get("history", room="table")[0] == 200
    assert ask(people[0]).post("read", room="table")[1]["code"] == "bad_frame"
    assert ask(people[0]).post("read", room="table", upto="x")[1]["code"] == "bad_frame"
    assert ask(people[0]).post("found", seats=["a"], name="x")[1]["code"] == "bad_frame"
    assert ask(people[0]).get("search", q="x")[1]["code"] == "bad_frame"
    assert ask(people[0]).get("history", room="\0")[0] == 404


def test_the_api_says_as_the_socket_does(table: Any, people: Any, ask: Any) -> None:
    anna = ask(people[0])
    assert anna.post("say", id="a1", room="table", body="by request")[0] == 200
    assert words(table, people[1], "table") == ["by request"]
    assert anna.post("say", id="a2", room="table", body=" ")[1]["code"] == "chat.length"


def test_chat_5_pages_of_history(table: Any, people: Any, post: Any, ask: Any) -> None:
    for n in range(1, 121):
        post(people[0], "table", f"m{n}")
    numbers = lambda page: [m["n"] for m in page["messages"]]  # noqa: E731
    last = ask(people[1]).get("history", room="table")[1]
    assert numbers(last) == list(range(71, 121)) and last["more"] and last["count"] == 120
    before = ask(people[1]).get("history", room="table", before=71)[1]
    assert numbers(before) == list(range(21, 71)) and before["more"]
    first = ask(people[1]).get("history", room="table", before=21)[1]
    assert numbers(first) == list(range(1, 21)) and not first["more"]
    assert numbers(ask(people[1]).get("history", room="table", after=118)[1]) == [119, 120]


def test_chat_4_search_finds_only_what_one_may_read(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    post(people[0], "pair:0-1", "the Lantern oil")
    post(people[1], "table", "lantern light")
    found = lambda user, **more: [  # noqa: E731
        (m["room"], m["n"]) for m in ask(user).get("search", q="lantern", **more)[1]["messages"]
    ]
    assert sorted(found(people[1])) == [("pair:0-1", 1), ("table", 1)]
    assert found(people[2]) == found(None) == [("table", 1)]
    assert found(people[1], room="pair:0-1") == [("pair:0-1", 1)]


def test_chat_11_all_the_talk_one_may_read_for_a_replay(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    post(people[0], "pair:0-1", "canary")
    post(people[0], "table", "hello")
    rooms = ask(people[2]).get("all")[1]["rooms"]
    assert {room["key"] for room in rooms} == set(rooms_of(table, people[2]))
    assert "canary" not in str(rooms) and "hello" in str(rooms)
    assert "canary" in str(ask(people[1]).get("all")[1])


def test_r_14_talk_goes_with_an_export_and_leaves_with_an_account(
    table: Any, people: Any, post: Any, ask: Any
) -> None:
    post(people[0], "table", "mine")
    post(people[1], "table", "not mine")
    ask(people[0]).post("draft", room="table", body="half a")
    ask(people[1]).post("mute", room="table", message=ChatMessage.objects.get(n=1).key)
    talk = services.export_of(people[0])["talk"]
    assert [row["body"] for row in talk["said"]] == ["mine"]
    assert [row["body"] for row in talk["drafts"]] == ["half a"]
    services.empty_account(people[0], by=None)
    assert not ChatPlace.objects.filter(user=people[0]).exists() and not ChatMute.objects.exists()
    page = ask(people[1]).get("history", room="table")[1]["messages"]
    assert page[0]["from"] == f"Former member {people[0].pk}" and page[0]["body"] == "mine"
