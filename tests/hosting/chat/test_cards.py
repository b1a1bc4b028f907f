"""CHAT-8, PR-7.6: offers as cards. They show, they answer each other, they expire; no more."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.protocol import GM
from games.hosting import services
from games.hosting.chat import moderating
from games.hosting.chat.models import ChatMessage
from games.hosting.models import LogEntry
from games.hosting.models import Seat as SeatRow
from tests.hosting.chat.conftest import end_round
from tests.hosting.chat.test_rooms import rooms_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

OFFER = {"type": "offer", "give": ["oil"], "get": ["wick", "wick"]}


@pytest.fixture
def offered(table: Any, people: Any, post: Any) -> str:
    """Anna's open offer to Berit, by its id."""
    assert post(people[0], "pair:0-1", card=OFFER) == ""
    return ChatMessage.objects.get().key


def test_chat_8_an_offer_needs_no_words_and_places_no_order(
    table: Any, offered: str, people: Any
) -> None:
    message = ChatMessage.objects.get()
    assert message.card == OFFER and message.body == ""
    assert LogEntry.objects.count() == 1
    assert rooms_of(table, people[0])["pair:0-1"]["cards"]


@pytest.mark.parametrize("kind", ["accept", "decline"])
def test_chat_8_the_other_side_answers_once(
    people: Any, post: Any, offered: str, kind: str
) -> None:
    answer = {"type": kind, "of": offered}
    assert post(people[0], "pair:0-1", card=answer) == "chat.card"
    assert post(people[1], "pair:0-1", card=answer) == ""
    assert post(people[1], "pair:0-1", card=answer) == "chat.card"


def test_chat_8_one_withdraws_ones_own(people: Any, post: Any, offered: str) -> None:
    answer = {"type": "withdraw", "of": offered}
    assert post(people[1], "pair:0-1", card=answer) == "chat.card"
    assert post(people[0], "pair:0-1", card=answer) == ""


def test_chat_8_a_counter_is_an_answer_and_an_offer(people: Any, post: Any, offered: str) -> None:
    counter = {"type": "counter", "of": offered, "give": ["wick"], "get": ["oil"]}
    assert post(people[1], "pair:0-1", "rather so", card=counter) == ""
    assert post(people[1], "pair:0-1", card={"type": "accept", "of": offered}) == "chat.card"
    key = ChatMessage.objects.get(body="rather so").key
    assert post(people[0], "pair:0-1", card={"type": "accept", "of": key}) == ""


def test_pr_7_6_what_is_open_expires_when_the_window_closes(
    table: Any, people: Any, post: Any, offered: str
) -> None:
    assert post(people[1], "pair:0-1", card={"type": "decline", "of": offered}) == ""
    assert post(people[1], "pair:1-2", card=OFFER) == ""
    key = ChatMessage.objects.get(room__key="pair:1-2").key
    end_round(table, 1)
    told = ChatMessage.objects.filter(card__type="expire")
    assert [(m.room.key, m.card, m.is_host) for m in told] == [
        ("pair:1-2", {"type": "expire", "of": key}, True)
    ]
    assert post(people[2], "pair:1-2", card={"type": "accept", "of": key}) == "chat.card"


def test_pr_7_6_what_was_answered_does_not_expire_when_the_answer_is_hidden(
    table: Any, people: Any, post: Any, offered: str
) -> None:
    assert post(people[1], "pair:0-1", "done", card={"type": "accept", "of": offered}) == ""
    moderating.hide(ChatMessage.objects.get(body="done"), by=people[3].pk, reason="a test")
    end_round(table, 1)
    assert not ChatMessage.objects.filter(card__type="expire").exists()


def test_pr_7_6_a_pause_lets_no_offer_expire(
    table: Any, people: Any, post: Any, offered: str
) -> None:
    from games.hosting import services

    assert services.host_change(table.pk, "pause").ok
    assert post(people[1], "pair:0-1", card={"type": "accept", "of": offered}) == "chat.locked"
    assert services.host_change(table.pk, "resume").ok
    assert post(people[1], "pair:0-1", card={"type": "accept", "of": offered}) == ""


def test_pr_7_6_an_end_while_the_game_stands_still_ends_its_offers(
    table: Any, people: Any, post: Any, offered: str
) -> None:
    assert services.host_change(table.pk, "pause").ok
    assert services.submit(table.pk, GM, {"type": "abort"}).ok
    assert ChatMessage.objects.filter(card={"type": "expire", "of": offered}).count() == 1
    assert rooms_of(table, people[0])["pair:0-1"]["can_write"]  # CHAT-4: no pause outlives it
    assert post(people[1], "pair:0-1", "well played") == ""


def test_chat_11_an_offer_ends_with_its_holder_and_tells_a_substitute_nothing(
    table: Any, people: Any, make_user: Any, post: Any, offered: str
) -> None:
    new = make_user("dora")
    assert post(people[1], "pair:1-2", card=OFFER) == ""
    SeatRow.objects.filter(game=table, number=0).update(user=new)
    services.host_change(table.pk, "table")
    told = ChatMessage.objects.filter(card__type="expire")
    assert [(m.room.key, m.card["of"]) for m in told] == [("pair:0-1", offered)]
    for kind in ("accept", "decline"):
        assert post(people[1], "pair:0-1", card={"type": kind, "of": offered}) == "chat.card"
    end_round(table, 1)
    seen = rooms_of(table, new)["pair:0-1"]
    assert (seen["count"], seen["unread"]) == (0, 0)
    assert rooms_of(table, people[1])["pair:0-1"]["count"] == 2


@pytest.mark.parametrize(
    "card",
    [
        {},
        {"type": "offer"},
        {"type": "gift", "give": ["oil"]},
        {"type": "expire", "of": "x"},
        {"type": "offer", "give": ["<b>"]},
        {"type": "offer", "give": ["x" * 41]},
        {"type": "offer", "give": ["x"] * 41},
        {"type": "offer", "give": ["oil"], "of": "abc"},
        {"type": "accept"},
        {"type": "accept", "of": "abc", "give": ["oil"]},
        {"type": "accept", "of": "nosuchmessage"},
        {"type": "offer", "give": ["oil"], "more": 1},
    ],
)
def test_chat_8_what_is_no_card_is_refused(people: Any, post: Any, card: Any, table: Any) -> None:
    assert post(people[0], "pair:0-1", "words", card=card) == "chat.card"
    assert not ChatMessage.objects.exists()


def test_chat_8_only_where_the_channel_has_cards(people: Any, post: Any, table: Any) -> None:
    assert post(people[0], "table", card=OFFER) == "chat.card"
    assert post(people[2], "pair:0-1", card=OFFER) == "chat.not_found"
