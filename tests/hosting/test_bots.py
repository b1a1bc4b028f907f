"""Bots act through the door, after a while that tells nothing, once whoever wakes them."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection

from games.engine.protocol import Seat
from games.hosting import asking, bot_pace, bots, clocks, services
from games.hosting.models import Game, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def slow(settings: Any) -> None:
    """Bots think for 10 to 50 seconds."""
    settings.BOT_DELAY_SECONDS = (10.0, 50.0)


def row(game: Any) -> Game:
    return Game.objects.get(pk=game.pk)


def acted(game: Any) -> list[str]:
    return list(
        LogEntry.objects.filter(game=game, actor__startswith="seat:")
        .order_by("seq")
        .values_list("actor", flat=True)
    )


def delays(game: Any) -> dict[int, float]:
    return {k: bot_pace.delay(row(game), k).total_seconds() for k in bot_pace.shown_bots(row(game))}


def test_without_a_delay_bots_act_at_once(make_game: Any) -> None:
    game = make_game(bots=(1, 2))
    assert bots.waiting() == [game.pk]
    assert bots.play(game.pk) == 2
    assert bots.waiting() == []
    assert sorted(acted(game)) == ["seat:1", "seat:2"]


def test_several_bots_act_after_different_delays(slow: None, make_game: Any) -> None:
    game = make_game(bots=(0, 1, 2))
    waits = delays(game)
    assert len(set(waits.values())) == 3
    assert all(10 <= wait <= 50 for wait in waits.values())
    first, second, third = sorted(waits.values())
    assert bots.waiting() == []
    assert (row(game).bots_at - row(game).due_key_at).total_seconds() == pytest.approx(first)
    clocks.move_lab_clock(int(first) + 1)
    assert bots.waiting() == [game.pk]
    bots.play(game.pk)
    expected = sum(wait <= int(first) + 1 for wait in waits.values())
    assert len(acted(game)) == expected
    clocks.move_lab_clock(int(third - first) + 1)
    bots.play(game.pk)
    assert len(acted(game)) == 3
    assert bots.waiting() == []


def test_the_delay_is_drawn_anew_for_every_window_and_game(slow: None, make_game: Any) -> None:
    one, two = make_game(bots=(1, 2)), make_game(bots=(1, 2))
    before = delays(one)
    assert before != delays(two)
    clocks.move_lab_clock(61)
    services.run_due(one.pk)
    assert before != delays(one)


def test_the_delay_looks_at_no_secret(slow: None, make_game: Any) -> None:
    """Twin worlds: whatever somebody has ordered, the bots act at the same time."""
    game = make_game(bots=(1, 2))
    before = (row(game).bots_at, delays(game))
    services.submit(game.pk, Seat(0), {"type": "light", "lamps": 3})
    services.submit(game.pk, Seat(0), {"type": "light", "lamps": 6})
    assert (row(game).bots_at, delays(game)) == before


def test_r_4_the_chance_of_a_bot_tells_nothing_of_what_its_seat_was_told(
    make_game: Any, monkeypatch: Any
) -> None:
    """Twin worlds: in one the bot's own stream had one more update, such as a failed offer."""
    salt = Game._meta.get_field("salt")
    monkeypatch.setattr(salt, "_get_default", lambda: "the same salt for both")
    lamps = []
    for told in range(6):
        game = make_game(bots=(1,))
        Game.objects.filter(pk=game.pk).update(streams={**game.streams, "seat:1": told})
        assert bots.play(game.pk) == 1
        lamps.append(asking.load(game.pk)[1].lamps["1"])
    assert len(set(lamps)) == 1


def test_bots_look_again_when_the_game_has_moved(make_game: Any) -> None:
    game = make_game(bots=(1, 2))
    bots.play(game.pk)
    clocks.move_lab_clock(61)
    services.run_due(game.pk)
    assert bots.waiting() == [game.pk]


def test_bots_rest_while_the_game_is_paused(make_game: Any) -> None:
    game = make_game(bots=(1, 2))
    services.host_change(game.pk, "pause")
    assert bots.waiting() == []
    assert bots.play(game.pk) == 0
    services.host_change(game.pk, "resume")
    assert bots.waiting() == [game.pk]


def test_a_commit_says_when_its_bots_look(slow: None, make_game: Any, monkeypatch: Any) -> None:
    from games.hosting import bus

    shown: list[Any] = []
    stop = bus.attach(shown.append)
    try:
        game = make_game(bots=(1, 2))
        services.submit(game.pk, Seat(0), {"type": "light", "lamps": 3})
    finally:
        stop()
    assert shown[0].bots_in == pytest.approx(min(delays(game).values()), abs=2)
    assert shown[0].wakes is False  # nothing for a worker to do yet
    assert bus.decode(bus.encode(shown[0]))[1].bots_in == pytest.approx(shown[0].bots_in)


def test_two_workers_give_every_order_once(live_db: None, make_game: Any) -> None:
    game = make_game(bots=(0, 1, 2), rounds=3)
    together = threading.Barrier(3)

    def work() -> None:
        together.wait(10)
        try:
            bots.play(game.pk)
        finally:
            connection.close()

    running = [threading.Thread(target=work) for _ in range(3)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(60)
    assert sorted(acted(game)) == ["seat:0", "seat:1", "seat:2"]


def test_a_seat_given_to_the_bot_is_played_in_its_own_time(
    slow: None, make_game: Any, people: Any
) -> None:
    from games.hosting.intents import Intent

    game = make_game(friendly=True)
    assert bots.waiting() == []
    give = Intent(game.pk, Seat(1), by=people[1].pk, host="bot", facts={"bot": True})
    assert services.commit([give])[0].ok
    wait = bot_pace.delay(row(game), 1).total_seconds()
    assert (row(game).bots_at - row(game).due_key_at).total_seconds() == pytest.approx(wait)
