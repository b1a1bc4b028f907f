"""Half and last tenth of a clock are told once, to those who owe something, at slow tables only."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Notice
from games.engine.protocol import Seat
from games.hosting import clocks, reminders, services
from games.hosting.models import Game

pytestmark = pytest.mark.django_db
HOUR = 3600


def look() -> None:
    """What the tick does."""
    for pk in reminders.near():
        reminders.remind(pk)


def told(game: Any, kind: str) -> list[int]:
    found = Notice.objects.filter(game_id=game.pk, kind=kind)
    return sorted(found.values_list("recipient", flat=True))


@pytest.fixture
def slow(make_game: Any) -> Any:
    """A table with ten hours a round."""
    return make_game(clock={"round": 10 * HOUR})


def test_pr_15_3_half_the_clock_is_told_to_those_who_owe(slow: Any, people: Any) -> None:
    assert services.submit(slow.pk, Seat(0), {"type": "light", "lamps": 1}).ok
    look()
    assert told(slow, "clock_half") == []
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    look()
    assert told(slow, "clock_half") == [people[1].pk, people[2].pk]
    assert told(slow, "clock_tenth") == []


def test_pr_15_3_the_last_tenth_is_told_as_well(slow: Any, people: Any) -> None:
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    assert services.submit(slow.pk, Seat(1), {"type": "light", "lamps": 1}).ok
    clocks.move_lab_clock(4 * HOUR)
    for _ in range(3):
        look()
    assert told(slow, "clock_tenth") == [people[0].pk, people[2].pk]
    assert Game.objects.get(pk=slow.pk).remind_at is None


def test_a_late_tick_tells_the_last_tenth_alone(slow: Any, people: Any) -> None:
    clocks.move_lab_clock(9 * HOUR + 5)
    look()
    assert told(slow, "clock_half") == []
    assert len(told(slow, "clock_tenth")) == 3


def test_every_window_is_told_anew(slow: Any) -> None:
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    clocks.move_lab_clock(5 * HOUR)
    assert services.run_due(slow.pk).ok
    look()
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    assert len(told(slow, "clock_half")) == 6


def test_an_extended_window_has_another_half(slow: Any) -> None:
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    assert services.host_change(slow.pk, "extend", seconds=10 * HOUR).ok
    look()
    assert len(told(slow, "clock_half")) == 3
    clocks.move_lab_clock(5 * HOUR)
    look()
    assert len(told(slow, "clock_half")) == 6


def test_a_paused_clock_reminds_nobody(slow: Any) -> None:
    assert services.host_change(slow.pk, "pause").ok
    clocks.move_lab_clock(9 * HOUR)
    look()
    assert told(slow, "clock_half") == []
    assert services.host_change(slow.pk, "resume").ok
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    assert len(told(slow, "clock_half")) == 3


def test_a_live_table_is_not_told_outside_its_page(make_game: Any) -> None:
    game = make_game(clock={"round": 300})
    assert Game.objects.get(pk=game.pk).remind_at is None
    clocks.move_lab_clock(280)
    look()
    assert Notice.objects.filter(game_id=game.pk).count() == 0


def test_the_bot_is_not_reminded(make_game: Any, people: Any) -> None:
    game = make_game(clock={"round": 10 * HOUR}, bots=(1, 2))
    clocks.move_lab_clock(5 * HOUR + 5)
    look()
    assert told(game, "clock_half") == [people[0].pk]
