"""R-14: who left for good is called by a pseudonym at his tables."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import services as accounts
from games.engine.protocol import CLOCK
from games.hosting import pseudonyms, reading, services
from games.hosting.exporting import export, verify
from games.hosting.models import Game, Seat

pytestmark = pytest.mark.django_db


def table_of(game: Any) -> dict[str, Any]:
    view = reading.current_view(Game.objects.get(pk=game.pk), "public")
    return dict(view["table"]["seats"]["1"])


def test_r_14_an_emptied_accounts_seat_takes_the_pseudonym(
    make_game: Any, people: Any, django_capture_on_commit_callbacks: Any
) -> None:
    game = make_game(friendly=True)
    persona = people[1].player.persona
    Seat.objects.filter(game=game, number=1).update(name=persona)
    with django_capture_on_commit_callbacks(execute=True):
        accounts.empty_account(people[1], by=None)
    shown = table_of(game)
    assert shown["name"] == f"Former member {people[1].pk}"
    assert persona not in str(shown)
    assert pseudonyms.waiting() == []


def test_r_14_the_tick_shows_what_a_crash_left_behind(make_game: Any, people: Any) -> None:
    game = make_game(friendly=True)
    accounts.empty_account(people[1], by=None)
    assert pseudonyms.waiting() == [game.pk]
    assert pseudonyms.show(game.pk).ok
    assert table_of(game)["name"] == f"Former member {people[1].pk}"
    assert pseudonyms.waiting() == []


def test_r_14_an_export_names_ones_seats(make_game: Any, people: Any) -> None:
    make_game(friendly=True)
    found = accounts.export_of(people[1])["seats"]
    assert [row["seat__number"] for row in found] == [1]


def test_r_14_a_game_that_is_over_shows_the_pseudonym_too(make_game: Any, people: Any) -> None:
    game = make_game(rounds=1)
    assert services.submit(game.pk, CLOCK, {"type": "end_round", "round": 1}).ok
    assert Game.objects.get(pk=game.pk).status == "finished"
    accounts.empty_account(people[1], by=None)
    assert pseudonyms.show(game.pk).ok
    assert pseudonyms.waiting() == []
    after = Game.objects.get(pk=game.pk)
    assert after.status == "finished"
    assert [verify(export(after, full=is_full)) for is_full in (True, False)] == [[], []]
