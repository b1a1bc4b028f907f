"""R-22: whether the portal is well, and figures of it."""

from __future__ import annotations

import time
from typing import Any

import redis
import structlog
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import Gauge

from accounts.models import Letter, MailState, Notice
from games.hosting import clocks, tasks
from games.hosting.models import Game

log = structlog.get_logger(__name__)

MOST_TICK_AGE = 60.0
MOST_LETTER_AGE = 900.0  # a mail of the sign-in flows
MOST_OUTBOX_AGE = 3600.0 + 900.0  # notices wait for their pause, then at most this much longer
MOST_QUEUED = 1000
QUEUES = ("clock", "default", "mail")

DUE = Gauge("portal_games_overdue", "Games past their instant")
TICK_AGE = Gauge("portal_tick_age_seconds", "Seconds since the last tick")
OUTBOX = Gauge("portal_outbox_age_seconds", "Age of the oldest mail that waits")
QUEUED = Gauge("portal_queued_tasks", "Tasks that no worker has taken yet")
BEATS = Gauge("portal_beats", "Beats that ticked in the last minute")


def judge() -> dict[str, Any]:
    """`{"ready": bool, "ill": [...], figures}`."""
    out: dict[str, Any] = {}
    try:
        at = clocks.now()
        late = Game.objects.filter(status="running", paused_at=None, due_at__lt=at).count()
        out["overdue"] = late
        DUE.set(late)
        out["outbox_age"], out["letter_age"] = _oldest(waiting_notices()), _oldest(Letter.objects)
        OUTBOX.set(max(out["outbox_age"], out["letter_age"]))
    except DatabaseError:
        return {"ready": False, "ill": ["database"]}
    ill = [] if redis_answers() else ["redis"]
    out["tick_age"] = age = _tick_age(at)
    if age is None or age > max(MOST_TICK_AGE, 4 * settings.TICK_SECONDS):
        ill.append("tick")
    if out["outbox_age"] > MOST_OUTBOX_AGE or out["letter_age"] > MOST_LETTER_AGE:
        ill.append("outbox")
    out["beats"] = len(tasks.beats())
    BEATS.set(out["beats"])
    out["queued"] = queued() if "redis" not in ill else None
    if out["queued"] is None or out["queued"] > MOST_QUEUED:
        ill.append("queue")
    return {"ready": not ill, "ill": ill, **out}


def redis_answers() -> bool:
    """Whether Redis is there; the cache hides its absence on purpose."""
    if not settings.REDIS_URL:
        return True
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=None
    )
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def queued() -> int | None:
    """Tasks that wait in the broker; None where it does not answer."""
    try:
        with current_app.connection_for_read() as connection:
            channel: Any = connection.channel()
            count = sum(channel._size(queue) for queue in QUEUES)
    except Exception as error:  # any of the broker library's own
        log.warning("broker away", error=type(error).__name__)
        return None
    QUEUED.set(count)
    return int(count)


def _tick_age(at: Any) -> float | None:
    last = cache.get(tasks.LAST_TICK)
    if not last:
        return None
    TICK_AGE.set(at.timestamp() - last)
    return float(at.timestamp() - last)


def waiting_notices() -> Any:
    """Notices that are to be mailed and were not yet."""
    return Notice.objects.filter(mail=MailState.WAITING)


def _oldest(rows: Any) -> float:
    """Seconds the oldest of these waits, by the clock that stamped it."""
    oldest = rows.order_by("created_at").values_list("created_at", flat=True).first()
    return float((timezone.now() - oldest).total_seconds()) if oldest else 0.0


class Watch:
    """R-22: one mail when the portal falls ill, and none again until it was well for a look."""

    PATIENCE = 30.0
    KEY = "portal:alarmed"

    def __init__(self) -> None:
        self.ill_since: float | None = None
        self.has_told = False

    def look(self) -> bool:
        """Judge now; True when the alarm was raised by this look."""
        found = judge()
        if found["ready"]:
            if self.has_told:
                cache.delete(self.KEY)
            self.ill_since, self.has_told = None, False
            return False
        moment = time.monotonic()
        if self.ill_since is None:
            self.ill_since = moment
        if self.has_told or moment - self.ill_since < self.PATIENCE:
            return False
        self.has_told = True
        return self._raise_alarm(found)

    def _raise_alarm(self, found: dict[str, Any]) -> bool:
        """Of several processes the first tells."""
        if not cache.add(self.KEY, 1, timeout=6 * 3600):
            return False
        log.error("portal is ill", ill=found["ill"])
        from django.core.mail import mail_admins

        lines = [f"{key}: {value}" for key, value in found.items()]
        mail_admins(
            f"The portal is ill: {', '.join(found['ill'])}", "\n".join(lines), fail_silently=True
        )
        return True
