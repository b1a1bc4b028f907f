"""IM-8.10 at tables: who is away is shown, and the bot plays meanwhile where it was wished."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from accounts import services as accounts
from games.engine.protocol import Seat
from games.hosting import clocks, reading, services, tasks, vacations
from games.hosting.intents import Intent
from games.hosting.models import Game

pytestmark = pytest.mark.django_db
DAY = 86_400


@pytest.fixture
def table(make_game: Any) -> Any:
    """A table of three with windows of several days."""
    return make_game(friendly=True, clock={"round": 30 * DAY})


def leave(user: Any, first: int, last: int, *, bot: bool = False) -> date:
    """Days from today on which somebody is away; the last of them."""
    today = clocks.now().date()
    until = today + timedelta(days=last)
    accounts.set_vacation(user.player, today + timedelta(days=first), until, by=user.pk, bot=bot)
    return until


def look() -> int:
    """What the tick does; how many seats it changed."""
    return sum(1 for pk in vacations.waiting() if vacations.keep(pk))


def shown(game: Any, number: int) -> dict[str, Any]:
    view = reading.current_view(Game.objects.get(pk=game.pk), "public")
    return view["table"]["seats"][str(number)]


def test_im_8_10_the_table_shows_until_when_somebody_is_away(table: Any, people: Any) -> None:
    until = leave(people[1], 0, 3)
    assert look() == 1
    assert shown(table, 1)["away"] == until.isoformat()
    assert shown(table, 1)["kind"] == "player"
    assert look() == 0


def test_im_8_10_nothing_is_shown_before_and_after(table: Any, people: Any) -> None:
    leave(people[1], 2, 3)
    assert look() == 0
    clocks.move_lab_clock(2 * DAY)
    assert look() == 1
    clocks.move_lab_clock(2 * DAY)
    assert look() == 1
    assert "away" not in shown(table, 1)


def test_im_8_10_the_bot_plays_meanwhile_and_hands_back(table: Any, people: Any) -> None:
    leave(people[1], 0, 1, bot=True)
    assert look() == 1
    assert (shown(table, 1)["kind"], shown(table, 1)["bot_why"]) == ("bot", "vacation")
    clocks.move_lab_clock(2 * DAY)
    assert look() == 1
    assert shown(table, 1)["kind"] == "player"


def test_im_8_10_who_is_back_early_plays_on(table: Any, people: Any) -> None:
    leave(people[1], 0, 5, bot=True)
    look()
    back = Intent(table.pk, Seat(1), by=people[1].pk, host="bot", facts={"bot": False})
    assert services.commit([back])[0].ok
    assert look() == 0
    order = {"type": "light", "lamps": 2}
    assert services.submit(table.pk, Seat(1), order, by=people[1].pk).ok


def test_a_vacation_that_is_taken_back_ends_at_the_next_tick(table: Any, people: Any) -> None:
    leave(people[1], 0, 5, bot=True)
    look()
    accounts.cancel_vacation(people[1].player.vacations.get(), by=people[1].pk)
    assert look() == 1
    assert shown(table, 1)["kind"] == "player"


def test_a_game_that_is_over_changes_no_more(make_game: Any, people: Any) -> None:
    game = make_game(rounds=1)
    clocks.move_lab_clock(61)
    services.run_due(game.pk)
    leave(people[1], 0, 5, bot=True)
    assert look() == 0


def test_the_tick_sweeps_vacations(table: Any, people: Any) -> None:
    leave(people[1], 0, 5)
    tasks.sweep()
    assert "away" in shown(table, 1)


def test_a_paused_game_shows_vacations_too(table: Any, people: Any) -> None:
    services.host_change(table.pk, "pause")
    leave(people[1], 0, 5, bot=True)
    assert look() == 1
    assert shown(table, 1)["bot_why"] == "vacation"
