"""Receipts: random id, words and time of one's own orders, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.protocol import Seat
from games.hosting import receipts, services

pytestmark = pytest.mark.django_db


def order(game: Any, number: int, by: Any, lamps: int = 1) -> dict[str, Any]:
    action = {"type": "light", "lamps": lamps}
    answer = services.submit(game.pk, Seat(number), action, by=by.pk)
    assert answer.ok
    return answer.receipt


def test_own_receipts_newest_first(game: Any, people: Any) -> None:
    first, second = order(game, 0, people[0]), order(game, 0, people[0], 2)
    order(game, 1, people[1])
    assert receipts.own(game, people[0].pk) == [second, first]
    assert set(first) == {"id", "text", "at"}
    assert first["id"] != second["id"]


def test_a_receipt_counts_nothing(game: Any, people: Any) -> None:
    found = [order(game, 0, people[0])["id"] for _ in range(3)]
    assert len(set(found)) == 3
    assert all(len(name) == 16 for name in found)


def test_a_substitute_sees_no_receipts_of_his_predecessor(game: Any, people: Any) -> None:
    order(game, 0, people[0])
    game.seats.filter(number=0).update(user=people[3])
    assert receipts.own(game, people[3].pk) == []


def test_a_token_for_one_seat_sees_that_seats_receipts(game: Any, people: Any) -> None:
    order(game, 0, people[0])
    assert receipts.own(game, people[0].pk, seats=[1]) == []
    assert len(receipts.own(game, people[0].pk, seats=[0])) == 1
