"""R-22: whether the portal is well, and figures of it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from prometheus_client import Gauge

from accounts.models import MailState, Notice
from games.hosting import clocks, tasks
from games.hosting.models import Game

MOST_TICK_AGE = 60.0
MOST_OUTBOX_AGE = 900.0

DUE = Gauge("portal_games_overdue", "Games past their instant")
TICK_AGE = Gauge("portal_tick_age_seconds", "Seconds since the last tick")
OUTBOX = Gauge("portal_outbox_age_seconds", "Age of the oldest notice that waits to be mailed")


def judge() -> dict[str, Any]:
    """`{"ready": bool, "ill": [...], figures}`."""
    ill: list[str] = []
    out: dict[str, Any] = {}
    try:
        at = clocks.now()
        late = Game.objects.filter(status="running", paused_at=None, due_at__lt=at).count()
        out["overdue"] = late
        DUE.set(late)
        out["outbox_age"] = _outbox_age(at)
    except DatabaseError:
        return {"ready": False, "ill": ["database"]}
    try:
        last = cache.get(tasks.LAST_TICK)
    except Exception:  # any Redis error: it is away
        last, ill = None, ["redis"]
    age = at.timestamp() - last if last else None
    if age is None or age > max(MOST_TICK_AGE, 4 * settings.TICK_SECONDS):
        ill.append("tick")
    else:
        TICK_AGE.set(age)
    if out["outbox_age"] > MOST_OUTBOX_AGE:
        ill.append("outbox")
    return {"ready": not ill, "ill": ill, "tick_age": age, **out}


def _outbox_age(at: Any) -> float:
    oldest = (
        Notice.objects.filter(mail=MailState.WAITING)
        .order_by("created_at")
        .values_list("created_at", flat=True)
        .first()
    )
    age = (at - oldest).total_seconds() if oldest else 0.0
    OUTBOX.set(age)
    return float(age)
