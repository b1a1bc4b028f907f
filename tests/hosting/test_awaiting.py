"""Who is awaited is told only where the title says so: seats, a count, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Notice
from games.engine.protocol import Seat
from games.hosting import asking, awaiting, clocks, rights, services
from games.hosting.intents import Answer
from games.hosting.models import Game

pytestmark = pytest.mark.django_db


def light(game: Any, number: int) -> None:
    assert services.submit(game.pk, Seat(number), {"type": "light", "lamps": 1}).ok


def awaited(game: Any) -> Any:
    return awaiting.awaited(*asking.load(game.pk))


def nudge(game: Any, by: Any) -> Answer:
    at = clocks.now()
    held = rights.of_seats(list(game.seats.all()), at)
    return awaiting.nudge(game.pk, by.pk, held, at)


def test_seats_where_all_may_know(make_game: Any) -> None:
    game = make_game(known="all")
    light(game, 1)
    assert awaited(game) == {"seats": [0, 2]}


def test_a_count_where_only_the_count_is_public(make_game: Any) -> None:
    game = make_game(known="count")
    light(game, 1)
    assert awaited(game) == {"count": 2, "of": 3}


def test_nothing_where_only_the_seat_itself_knows(make_game: Any) -> None:
    game = make_game(known="self")
    assert awaited(game) is None
    light(game, 1)
    assert awaited(game) is None


def test_nobody_is_awaited_in_a_game_that_stands_still(make_game: Any) -> None:
    game = make_game(known="all")
    services.host_change(game.pk, "pause")
    assert awaited(game) is None


def test_a_nudge_reminds_those_awaited_once_a_window(make_game: Any, people: Any) -> None:
    game = make_game(known="all")
    light(game, 1)
    assert nudge(game, people[0]).code == "table.nudge_early"
    clocks.move_lab_clock(31)
    done = nudge(game, people[0])
    assert (done.ok, done.params) == (True, {"told": 1})
    told = Notice.objects.filter(kind="nudge", game_id=game.pk)
    assert [n.recipient_id for n in told] == [people[2].pk]
    assert nudge(game, people[1]).code == "table.nudged"
    clocks.move_lab_clock(31)
    services.run_due(game.pk)
    clocks.move_lab_clock(31)
    assert nudge(game, people[1]).ok


def test_a_nudge_is_for_players_and_wakes_no_bot(make_game: Any, people: Any) -> None:
    game = make_game(known="all", bots=(1, 2))
    clocks.move_lab_clock(31)
    assert nudge(game, people[3]).code == "not_yours"
    assert nudge(game, people[0]).code == "table.nobody"


@pytest.mark.parametrize("known", ["count", "self"])
def test_a_nudge_tells_nothing_that_is_not_public(make_game: Any, people: Any, known: str) -> None:
    game = make_game(known=known)
    clocks.move_lab_clock(31)
    assert nudge(game, people[0]).code == "table.nobody"
    assert not Notice.objects.filter(game_id=game.pk).exists()


def test_a_game_that_was_never_opened_here_is_answered_too(make_game: Any) -> None:
    from games.hosting import cache

    game = make_game(known="all")
    cache.clear()
    assert awaited(Game.objects.get(pk=game.pk)) == {"seats": [0, 1, 2]}
