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


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a game is due and since when its key is shown."""

    due_at: datetime | None
    key: str
    key_at: datetime | None


def schedule(game: Game, due: Due | None, at: datetime) -> Schedule:
    """The game's next instant; seconds count from the commit that first showed the key.

    A changed number of seconds moves the instant, but never to before `at`.
    """
    if due is None:
        return Schedule(None, "", None)
    key_at = game.due_key_at if game.due_key == due.key and game.due_key_at else at
    if due.instant is not None:
        return Schedule(datetime.fromtimestamp(due.instant, UTC), due.key, key_at)
    instant = key_at + timedelta(seconds=due.seconds or 0)
    if instant != game.due_at:
        instant = max(instant, at)
    return Schedule(instant, due.key, key_at)
