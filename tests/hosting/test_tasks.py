"""Celery's part: the tick and its chunks, the sweep, what a failure leaves, many workers."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction

from accounts.models import Notice
from games.engine.protocol import Seat
from games.hosting import bots, clocks, reminders, services, sweeps, tasks
from games.hosting.models import FailedTask, Game, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[int, int]]]:
    """Chunks that the tick handed out."""
    chunks: list[list[tuple[int, int]]] = []
    monkeypatch.setattr(tasks.run_due, "delay", chunks.append)
    monkeypatch.setattr(tasks.sweep, "delay", lambda: None)
    return chunks


def later(seconds: int) -> None:
    clocks.move_lab_clock(seconds)


def run(chunks: list[list[tuple[int, int]]]) -> int:
    """The chunks as a worker gets them: through JSON, pairs as lists."""
    return sum(tasks.run_due([list(pair) for pair in chunk]) for chunk in chunks)  # type: ignore[misc]


def test_the_tick_picks_what_is_due_and_nothing_else(make_game: Any, handed: Any) -> None:
    due, early, paused = make_game(seconds=60), make_game(seconds=900), make_game(seconds=60)
    assert services.host_change(paused.pk, "pause").ok
    assert tasks.tick() == 0
    later(61)
    assert tasks.tick() == 1
    assert handed == [[(due.pk, 0)]]
    assert run(handed) == 1
    rounds = {g.pk: LogEntry.objects.filter(game=g, actor="clock").count() for g in (due, early)}
    assert rounds == {due.pk: 1, early.pk: 0}


def test_the_tick_hands_out_chunks(
    make_game: Any, handed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "CHUNK", 3)
    games = [make_game(name=f"Game {n}") for n in range(7)]
    later(61)
    assert tasks.tick() == 7
    assert [len(chunk) for chunk in handed] == [3, 3, 1]
    assert run(handed) == 7
    assert {g.pk for g in games} == {pk for chunk in handed for pk, _ in chunk}


def test_r_2_a_chunk_that_comes_twice_resolves_once(make_game: Any, handed: Any) -> None:
    game = make_game()
    later(61)
    tasks.tick()
    assert run(handed) == 1
    assert run(handed) == 0
    assert LogEntry.objects.filter(game=game, actor="clock").count() == 1


def test_r_2_a_late_chunk_does_not_run_the_next_round(make_game: Any, handed: Any) -> None:
    """It was picked for one seq: what was due meanwhile belongs to another tick."""
    game = make_game()
    later(61)
    tasks.tick()
    assert services.run_due(game.pk).ok
    later(61)
    assert run(handed) == 0
    tasks.tick()
    assert run(handed[1:]) == 1
    assert LogEntry.objects.filter(game=game, actor="clock").count() == 2


def test_r_10_a_broken_game_among_twenty_is_set_aside_and_the_others_go_on(
    make_game: Any, people: Any, handed: Any
) -> None:
    games = [make_game(name=f"Game {n}", broken=n == 9) for n in range(20)]
    for game in games:
        assert services.submit(game.pk, Seat(0), {"type": "light", "lamps": 3}).ok
    later(61)
    tasks.tick()
    assert run(handed) == 19
    found = {g.pk: g for g in Game.objects.all()}
    broken = found[games[9].pk]
    assert (broken.status, broken.due_at) == ("needs_gm", None)
    assert all(found[g.pk].status == "running" for n, g in enumerate(games) if n != 9)
    assert services.submit(broken.pk, Seat(0), {"type": "light", "lamps": 1}).code == "not_now"
    assert Notice.objects.filter(recipient=people[3], game_id=broken.pk).count() == 1
    handed.clear()
    later(61)
    assert tasks.tick() == 19
    assert services.host_change(broken.pk, "retry").ok
    assert Game.objects.get(pk=broken.pk).status == "running"


def test_r_22_the_tick_leaves_its_time_and_its_beat(make_game: Any, handed: Any) -> None:
    tasks.tick.apply()
    assert cache.get(tasks.LAST_TICK) == pytest.approx(clocks.now().timestamp(), abs=5)
    assert len(tasks.beats()) == 1


def test_the_sweep_reminds_plays_and_feeds(make_game: Any, people: Any) -> None:
    game = make_game()
    seat = game.seats.get(number=0)
    seat.bot = True
    seat.save(update_fields=["bot"])
    services.submit(game.pk, Seat(1), {"type": "light", "lamps": 1})
    assert bots.waiting() == [game.pk]
    tasks.sweep()
    assert bots.waiting() == []
    assert LogEntry.objects.filter(game=game, actor="seat:0").count() == 1


@pytest.mark.parametrize("entry", ["sweep", "after_commit"])
def test_r_10_a_game_whose_bot_fails_does_not_stop_the_others(
    make_game: Any, people: Any, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    first, second = make_game(name="One"), make_game(name="Two")
    for game in (first, second):
        game.seats.filter(number=0).update(bot=True)
        services.submit(game.pk, Seat(1), {"type": "light", "lamps": 1})
    play = bots.play

    def fail(game_id: int) -> int:
        if game_id == first.pk:
            raise RuntimeError("the bot is stuck")
        return play(game_id)

    fail.__module__ = play.__module__
    monkeypatch.setattr(bots, "play", fail)
    monkeypatch.setattr("accounts.tasks.send_notices.delay", lambda: None)
    for _ in range(3):
        getattr(tasks, entry)()
    assert LogEntry.objects.filter(game=second, actor="seat:0").count() == 1
    told = Notice.objects.filter(recipient=people[3], game_id=first.pk, kind="problem")
    assert told.count() == 1


def test_r_3_a_game_two_minutes_overdue_alarms_the_game_master_once(
    make_game: Any, people: Any
) -> None:
    game = make_game()
    later(60 + 119)
    reminders.alarm_overdue()
    told = Notice.objects.filter(recipient=people[3], game_id=game.pk, kind="overdue")
    assert told.count() == 0
    later(5)
    for _ in range(3):
        reminders.alarm_overdue()
    assert told.count() == 1


def test_r_3_the_alarm_does_not_wait_for_a_sweep_that_fails(
    make_game: Any, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game()
    later(60 + 130)

    def away() -> list[int]:
        raise DatabaseError

    monkeypatch.setattr(sweeps, "all_of_them", lambda: ((away, bots.play),))
    with pytest.raises(DatabaseError):
        tasks.sweep()
    assert Notice.objects.filter(recipient=people[3], game_id=game.pk, kind="overdue").exists()


def test_a_task_that_failed_for_good_is_kept_and_can_be_retried(
    make_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game()
    later(61)

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise ConnectionError("the broker is away")

    monkeypatch.setattr(tasks, "run_one_due", fail)
    tasks.run_due.apply(args=([[game.pk, 0]],))
    kept = FailedTask.objects.get()
    assert (kept.name, kept.error) == ("games.hosting.tasks.run_due", "ConnectionError")
    assert kept.arguments == [[[game.pk, 0]]]
    assert len(kept.incident) == 12
    monkeypatch.undo()
    assert tasks.run_due.apply(args=kept.arguments).result == 1


def test_t_21_what_is_kept_of_a_failure_tells_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise ValueError("a secret in the message")

    monkeypatch.setattr(tasks, "run_one_due", fail)
    tasks.run_due.apply(args=([[1, 0]],))
    assert "secret" not in str(FailedTask.objects.values().get())


def test_no_deadline_lives_in_a_message(settings: Any) -> None:
    """Nothing is sent with a countdown or an eta; time stands in `due_at` alone."""
    from pathlib import Path

    root = Path(settings.BASE_DIR)
    for folder in ("accounts", "games", "portal"):
        for path in (root / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"\b(countdown|eta)=", text), path


def test_tasks_are_sent_from_few_places_and_never_inside_a_commit(settings: Any) -> None:
    """`.delay(` only where no transaction is open: tasks themselves, and the nudges."""
    from pathlib import Path

    root = Path(settings.BASE_DIR)
    allowed = {"games/hosting/tasks.py", "games/league/tasks.py", "accounts/tasks.py"}
    for folder in ("accounts", "games", "portal"):
        for path in (root / folder).rglob("*.py"):
            name = str(path.relative_to(root))
            if ".delay(" in path.read_text(encoding="utf-8"):
                assert name in allowed, name


# -- several workers at once, as PostgreSQL lets them


@pytest.fixture
def threads() -> Iterator[Callable[..., list[Any]]]:
    """`threads(work, work, …)`: all at once, each with a connection of its own; their answers."""

    def run_all(*work: Callable[[], Any]) -> list[Any]:
        answers: list[Any] = [None] * len(work)
        together = threading.Barrier(len(work))

        def one(place: int) -> None:
            together.wait(10)
            try:
                answers[place] = work[place]()
            except Exception as error:  # shown by the test that expected an answer
                answers[place] = error
            finally:
                connection.close()

        running = [threading.Thread(target=one, args=(n,)) for n in range(len(work))]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join(60)
        return answers

    yield run_all


def test_r_2_two_workers_and_a_timer_resolve_a_round_once(
    live_db: None, make_game: Any, handed: Any, threads: Any
) -> None:
    games = [make_game(name=f"Game {n}") for n in range(5)]
    later(61)
    tasks.tick()
    chunk = handed[0]
    answers = threads(
        lambda: tasks.run_due(chunk),
        lambda: tasks.run_due(chunk),
        lambda: sum(services.run_due(pk).ok for pk, _ in chunk),
    )
    assert sum(answers) == len(games), answers
    for game in games:
        assert LogEntry.objects.filter(game=game, actor="clock").count() == 1


def test_r_8_many_writers_lose_nothing(live_db: None, make_game: Any, threads: Any) -> None:
    """Four at once, 30 or 150 orders each: no lost update, no "database is locked"."""
    game = make_game(seats=3)
    count = 150 if os.environ.get("PORTAL_FUZZ") == "full" else 30

    def press(seat: int) -> Callable[[], list[str]]:
        return lambda: [
            answer.code
            for number in range(count)
            if not (
                answer := services.submit(
                    game.pk, Seat(seat % 3), {"type": "light", "lamps": number % 7}
                )
            ).ok
        ]

    assert threads(*(press(seat) for seat in range(4))) == [[]] * 4
    seqs = list(LogEntry.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(4 * count + 1))


def test_the_tick_skips_games_that_somebody_works_on(
    live_db: None, make_game: Any, threads: Any
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer: nothing to skip")
    busy, free = make_game(name="Busy"), make_game(name="Free")
    later(61)
    held, looked = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=busy.pk)
            held.set()
            looked.wait(20)

    def look() -> list[tuple[int, int]]:
        held.wait(20)
        try:
            return tasks.due_games()
        finally:
            looked.set()

    assert threads(hold, look)[1] == [(free.pk, 0)]
    assert clocks.now() - timedelta(days=1) < clocks.now()


def test_a_sweep_that_cannot_say_what_waits_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[int] = []

    def broken() -> list[int]:
        raise RuntimeError("no answer")

    def seven() -> list[int]:
        return [7]

    monkeypatch.setattr(sweeps, "_sweeps", [(broken, done.append), (seven, done.append)])
    tasks.sweep()
    assert done == [7]
