"""The one clock: the database's time, and when a game is due.

Every deadline is judged by `now`; lab settings add an offset kept in the database, so that a test
or a demo can make it Saturday for all processes at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection

from games.engine.protocol import Due
from games.hosting.models import Game, LabClock


def now() -> datetime:
    """The database's time, aware, in UTC."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0].astimezone(UTC)
    else:  # SQLite has no clock of its own: it runs in this process
        moment = datetime.now(UTC)
    if settings.LAB_CLOCK:
        moment += timedelta(seconds=lab_offset())
    return moment


def lab_offset() -> int:
    """Seconds the lab has moved the clock; 0 where nobody did."""
    return LabClock.objects.filter(pk=1).values_list("offset", flat=True).first() or 0


def move_lab_clock(seconds: int) -> None:
    """Move the clock of every process; lab and demo settings only."""
    if not settings.LAB_CLOCK:
        raise RuntimeError("the clock moves under lab settings only")
    clock, _ = LabClock.objects.get_or_create(pk=1)
    clock.offset += seconds
    clock.save()


LIVE_SECONDS = 15 * 60  # a window as short as this is played at the table, not by notices


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a game is due and since when its key is shown.

    `seconds` is the whole length of a window that the title counts, none where it keeps instants
    of its own; `extra` is what the host added to it.
    """

    due_at: datetime | None
    key: str
    key_at: datetime | None
    seconds: int | None = None
    extra: int = 0


def schedule(game: Game, due: Due | None, at: datetime) -> Schedule:
    """The game's next instant; seconds count from the commit that first showed the key.

    A changed number of seconds moves the instant, but never to before `at`.
    """
    if due is None:
        return Schedule(None, "", None)
    is_same = game.due_key == due.key and game.due_key_at is not None
    key_at = game.due_key_at if is_same and game.due_key_at else at
    if due.instant is not None:
        return Schedule(datetime.fromtimestamp(due.instant, UTC), due.key, key_at)
    extra = game.due_extra if is_same else 0
    length = (due.seconds or 0) + extra
    instant = key_at + timedelta(seconds=length)
    if instant != game.due_at:
        instant = max(instant, at)
    return Schedule(instant, due.key, key_at, length, extra)


def plan(game: Game, due: Due | None, at: datetime) -> None:
    """Write the next instant into the game's row; a paused clock keeps its key, not its instant."""
    planned = schedule(game, due, at)
    is_as_before = (planned.due_at, planned.key) == (game.due_at, game.due_key)
    game.due_at = None if game.paused_at else planned.due_at
    game.due_key, game.due_key_at = planned.key, planned.key_at
    game.due_seconds, game.due_extra = planned.seconds, planned.extra
    if not is_as_before or game.due_at is None:
        game.remind_at = next_reminder(game, at)


def next_reminder(game: Game, at: datetime) -> datetime | None:
    """The next of half and last tenth of a window that is not over; none at a live table."""
    seconds = game.due_seconds or 0
    if game.due_at is None or seconds < LIVE_SECONDS:
        return None
    moments = (game.due_at - timedelta(seconds=seconds / part) for part in (2, 10))
    return next((moment for moment in moments if moment > at), None)
