"""Celery: the tick that picks what is due, and the work it hands out in chunks.

Every task is idempotent against the database: late, twice or after a crash, it does its work once.
Beat entries only tick; no deadline lives in a schedule.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import structlog
from celery import shared_task
from celery.signals import task_failure
from django.core.cache import cache
from django.db import DatabaseError, transaction

from accounts import nudging
from games.hosting import bots, clocks, feeds, reminders, sweeps
from games.hosting.intents import new_incident
from games.hosting.models import FailedTask, Game
from games.hosting.outbox import tell_masters
from games.hosting.services import run_due as run_one_due

log = structlog.get_logger(__name__)

CHUNK = 25
LAST_TICK = "portal:last-tick"
BEATS = "portal:beats"
BEAT_SECONDS = 60


def due_games() -> list[tuple[int, int]]:
    """`(id, seq)` of the games whose instant has come, earliest first."""
    rows = Game.objects.filter(status="running", paused_at=None, due_at__lte=clocks.now())
    with transaction.atomic():
        locked = rows.order_by("due_at").select_for_update(skip_locked=True, of=("self",))
        return [(game.pk, game.seq) for game in locked.only("pk", "seq", "due_at")]


@shared_task(bind=True)
def tick(self: Any) -> int:
    """Hand out what is due; the guarantee behind every timer."""
    cache.set(LAST_TICK, clocks.now().timestamp(), timeout=3600)
    _note_beat(str(self.request.origin or "here"))
    due = due_games()
    for start in range(0, len(due), CHUNK):
        run_due.delay(due[start : start + CHUNK])
    sweep.delay()
    return len(due)


def _note_beat(origin: str) -> None:
    """Two beats are harmless (R-2), but whoever runs the portal should see that there are two."""
    cache.set(BEATS, {**beats(), origin: time.time()}, timeout=BEAT_SECONDS)


def beats() -> dict[str, float]:
    """Where the ticks of the last minute came from, and when."""
    known: dict[str, float] = cache.get(BEATS) or {}
    oldest = time.time() - BEAT_SECONDS
    return {origin: at for origin, at in known.items() if at > oldest}


@shared_task
def run_due(picked: list[tuple[int, int]]) -> int:
    """Let the clock act in each of these games, each in its own transaction, for the seq picked."""
    done = 0
    for game_id, seq in picked:
        done += run_one_due(game_id, expect=seq).ok
    return done


@shared_task
def sweep() -> None:
    """Overdue alarms, before all that may fail; then whatever a nudge did not reach."""
    reminders.alarm_overdue()
    _each(feeds.newer_books(), feeds.feed_game)
    _each(bots.waiting(), bots.play)
    _each(reminders.near(), reminders.remind)
    for waiting, work in sweeps.all_of_them():
        _each(_asked(waiting), work, of_game=False)


@shared_task
def after_commit() -> None:
    """A commit was shown: bots may want to act, notices may wait."""
    from accounts.tasks import send_notices

    nudging.begun(after_commit.name)
    if nudging.wanted(send_notices.name):
        send_notices.delay()
    _each(bots.waiting(), bots.play)


def _asked(waiting: Callable[[], Iterable[int]]) -> list[int]:
    """Which need a work; a module that fails to say so stops none of the others."""
    try:
        return list(waiting())
    except DatabaseError:
        raise
    except Exception as error:
        name = f"{waiting.__module__.rpartition('.')[2]}.{waiting.__name__}"
        log.error("sweep failed", sweep=name, incident=new_incident(), error=type(error).__name__)
        return []


def _each(game_ids: Iterable[int], work: Callable[[int], Any], *, of_game: bool = True) -> None:
    """R-10: a game whose rules fail is reported once per state, and the others go on."""
    for game_id in game_ids:
        try:
            work(game_id)
        except DatabaseError:
            raise
        except Exception as error:
            incident = new_incident()
            kind = f"{work.__module__.rpartition('.')[2]}.{work.__name__}"
            log.error("work failed", work=kind, incident=incident, error=type(error).__name__)
            if not of_game:
                continue
            seq = Game.objects.values_list("seq", flat=True).get(pk=game_id)
            tell_masters(game_id, "problem", key=f"{kind}:{seq}", params={"incident": incident})


@task_failure.connect
def keep_failure(sender: Any = None, exception: Any = None, **kwargs: Any) -> None:
    """The console lists a task that failed for good, with a Retry."""
    incident = new_incident()
    log.error("task failed", task=sender.name, incident=incident, error=type(exception).__name__)
    FailedTask.objects.create(
        name=sender.name,
        arguments=list(kwargs.get("args") or ()),
        error=type(exception).__name__,
        incident=incident,
    )
