"""CHAT-6, CHAT-7: how fast one may post, counted under the person's own row for all processes."""

from __future__ import annotations

from datetime import datetime

from games.hosting.chat.models import ChatPace
from games.hosting.chat.refusals import RATE, ChatRefused

BURST, BURST_SECONDS = 5, 5.0
MOST, MOST_SECONDS = 30, 60.0
ANONYMOUS_SECONDS = 60.0


def take(user_id: int, at: datetime, *, anonymous: bool) -> None:
    """Count one post, or refuse it with the seconds to wait."""
    moment = at.timestamp()
    pace, _ = ChatPace.objects.select_for_update().get_or_create(user_id=user_id)
    times = [t for t in pace.times if moment - MOST_SECONDS < t <= moment]
    wait = max(
        _wait(times, moment, BURST, BURST_SECONDS),
        _wait(times, moment, MOST, MOST_SECONDS),
        pace.anonymous + ANONYMOUS_SECONDS - moment if anonymous else 0.0,
    )
    if wait > 0:
        raise ChatRefused(RATE, retry_after=max(1, round(wait + 0.5)))
    pace.times = [*times, moment]
    if anonymous:
        pace.anonymous = moment
    pace.save(update_fields=["times", "anonymous"])


def _wait(times: list[float], moment: float, most: int, seconds: float) -> float:
    """Seconds until one more fits into a window."""
    inside = [t for t in times if t > moment - seconds]
    return inside[-most] + seconds - moment if len(inside) >= most else 0.0
