"""The record of missed turns: written at the end, for whoever held the seat, excused by a GM."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry
from games.engine.protocol import Seat
from games.hosting import clocks, missed, services
from games.hosting.models import MissedTurn

pytestmark = pytest.mark.django_db


def light(game: Any, *seats: int) -> None:
    for number in seats:
        assert services.submit(game.pk, Seat(number), {"type": "light", "lamps": 1}).ok


def ends(game: Any) -> None:
    clocks.move_lab_clock(61)
    assert services.run_due(game.pk).ok


def rows(game: Any) -> list[tuple[int, str, int]]:
    return list(
        MissedTurn.objects.filter(game=game)
        .order_by("at", "seat__number")
        .values_list("seat__number", "key", "user")
    )


def test_missed_turns_are_written_when_the_game_has_ended(make_game: Any, people: Any) -> None:
    game = make_game(rounds=2)
    light(game, 0, 1)
    ends(game)
    assert rows(game) == []
    light(game, 0, 2)
    ends(game)
    assert rows(game) == [(2, "round:1", people[2].pk), (1, "round:2", people[1].pk)]


def test_a_turn_counts_for_who_held_the_seat_then(make_game: Any, people: Any) -> None:
    game = make_game(rounds=2)
    ends(game)
    assert services.submit(game.pk, Seat(0), {"type": "resign"}, by=people[0].pk).ok
    ends(game)
    of_seat_0 = [row for row in rows(game) if row[0] == 0]
    assert of_seat_0 == [(0, "round:1", people[0].pk)]


def test_a_window_that_ends_as_a_seat_is_left_counts_for_who_leaves(
    make_game: Any, people: Any
) -> None:
    """The clock has run out and acts in the very commit that takes the seat from its holder."""
    game = make_game(rounds=2)
    clocks.move_lab_clock(61)
    assert services.submit(game.pk, Seat(0), {"type": "resign"}, by=people[0].pk).ok
    ends(game)
    assert [row for row in rows(game) if row[0] == 0] == [(0, "round:1", people[0].pk)]


def test_the_bots_own_seat_misses_none(make_game: Any, people: Any) -> None:
    game = make_game(rounds=1, bots=(1, 2))
    ends(game)
    assert rows(game) == [(0, "round:1", people[0].pk)]


def test_a_gm_excuses_a_turn_and_takes_it_back_both_audited(make_game: Any, people: Any) -> None:
    game = make_game(rounds=1, bots=(1, 2))
    ends(game)
    turn = MissedTurn.objects.get(game=game)
    missed.excuse(turn, by=people[3].pk, reason="was in hospital")
    turn.refresh_from_db()
    assert (turn.excused_by, turn.reason) == (people[3].pk, "was in hospital")
    assert missed.record(people[0].pk) == {"missed": 0, "excused": 1}
    missed.excuse(turn, by=people[3].pk, reason="")
    assert missed.record(people[0].pk) == {"missed": 1, "excused": 0}
    kinds = list(AuditEntry.objects.filter(target="missed_turn").values_list("what", flat=True))
    assert sorted(kinds) == ["missed_turn.excuse_taken_back", "missed_turn.excused"]


def test_a_person_sees_his_own_missed_turns_and_no_others(make_game: Any, people: Any) -> None:
    game = make_game(rounds=1)
    light(game, 1, 2)
    ends(game)
    pages = []
    for person in people[:2]:
        client = Client()
        client.force_login(person)
        pages.append(client.get("/games/missed/").content.decode())
    assert "1 missed, 0 excused" in pages[0] and game.code in pages[0]
    assert "You have missed no turn" in pages[1]
    assert Client().get("/games/missed/").status_code == 302
