"""Windows, pausing, extending: what the clock part of the public view says and when it is due."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.engine.protocol import CLOCK, GM, Seat
from games.hosting import clocks, reading, services
from games.hosting.intents import Intent
from games.hosting.models import Game, LogEntry
from tests.hosting.lantern import EndRound
from tests.hosting.league import make_league, open_week

pytestmark = pytest.mark.django_db


def light(game: Any, seat: int, lamps: int = 1) -> Any:
    return services.submit(game.pk, Seat(seat), {"type": "light", "lamps": lamps})


def row(game: Any) -> Game:
    return Game.objects.get(pk=game.pk)


def clock(game: Any) -> dict[str, Any]:
    return reading.current_view(row(game), "public")["clock"]


def left(game: Any) -> float:
    due_at = row(game).due_at
    assert due_at is not None
    return (due_at - clocks.now()).total_seconds()


def change(game: Any, kind: str, **facts: Any) -> Any:
    return services.host_change(game.pk, kind, **facts)


def test_a_games_own_window_times_count(make_game: Any) -> None:
    game = make_game(clock={"round": 600})
    assert clock(game)["seconds"] == 600
    assert left(game) == pytest.approx(600, abs=2)
    assert clock(game)["key"] == "round:1"


def test_gc_15_5_what_was_left_is_left_when_it_goes_on(game: Any) -> None:
    clocks.move_lab_clock(20)
    assert change(game, "pause").ok
    shown = clock(game)
    assert "due_at" not in shown
    assert (shown["key"], shown["seconds"]) == ("round:1", 60)
    assert shown["left"] == pytest.approx(40, abs=2)
    clocks.move_lab_clock(5000)
    assert change(game, "resume").ok
    assert left(game) == pytest.approx(40, abs=2)
    assert "paused" not in clock(game)


def test_gc_15_5_seats_are_refused_and_the_clock_sleeps_while_paused(game: Any) -> None:
    assert change(game, "pause").ok
    clocks.move_lab_clock(100)
    assert light(game, 0).code == "not_now"
    assert services.run_due(game.pk).code == "not_now"
    by_hand = Intent(game.pk, CLOCK, EndRound(1))
    assert services.commit([by_hand])[0].code == "not_now"
    assert change(game, "pause").code == "not_now"


def test_a_ruling_during_a_pause_starts_no_clock(game: Any) -> None:
    assert change(game, "pause").ok
    clocks.move_lab_clock(100)
    gift = {"type": "gift", "seat": 0, "points": 1}
    assert services.submit(game.pk, GM, gift).ok
    assert row(game).due_at is None
    assert change(game, "resume").ok
    assert left(game) == pytest.approx(60, abs=2)


def test_pr_15_6_an_extension_moves_the_end_and_stands_in_the_log(game: Any) -> None:
    before = row(game).due_at
    assert change(game, "extend", seconds=300, note="a late train").ok
    after = row(game)
    assert after.due_at - before == timedelta(seconds=300)
    assert clock(game)["seconds"] == 360
    entry = LogEntry.objects.filter(game=game).order_by("seq").last()
    assert entry is not None
    assert '"host.extend"' in entry.action and '"seconds":300' in entry.action


def test_an_extension_can_be_taken_back_but_never_to_before_now(game: Any) -> None:
    assert change(game, "shorten").code == "not_now"
    assert change(game, "extend", seconds=300).ok
    clocks.move_lab_clock(30)
    assert change(game, "shorten").ok
    assert left(game) == pytest.approx(30, abs=2)
    assert change(game, "extend", seconds=300).ok
    clocks.move_lab_clock(100)
    assert change(game, "shorten").ok
    assert left(game) == pytest.approx(0, abs=2)
    assert services.run_due(game.pk).ok


def test_an_extension_ends_with_its_window(game: Any) -> None:
    assert change(game, "extend", seconds=300).ok
    clocks.move_lab_clock(361)
    assert services.run_due(game.pk).ok
    assert left(game) == pytest.approx(60, abs=2)
    assert row(game).due_extra == 0


def test_a_paused_clock_can_be_extended(game: Any) -> None:
    assert change(game, "pause").ok
    assert change(game, "extend", seconds=60).ok
    assert row(game).due_at is None
    assert clock(game)["left"] == pytest.approx(120, abs=2)
    assert change(game, "resume").ok
    assert left(game) == pytest.approx(120, abs=2)


@pytest.mark.parametrize("seconds", [0, -5, 31 * 86_400])
def test_an_extension_has_bounds(game: Any, seconds: int) -> None:
    assert change(game, "extend", seconds=seconds).code == "table.seconds"
    assert row(game).seq == 0


def test_a_clock_that_has_run_out_is_not_extended(game: Any) -> None:
    clocks.move_lab_clock(61)
    assert change(game, "extend", seconds=60).code == "not_now"


def test_a_title_with_instants_of_its_own_is_not_extended(make_user: Any, make_park: Any) -> None:
    league = make_league(make_user, make_park)
    open_week(league)
    assert change(league.game, "extend", seconds=60).code == "table.no_clock"
    assert "seconds" not in clock(league.game)
