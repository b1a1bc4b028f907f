"""Wall-clock time to instants (IM-4.2): pure arithmetic with the IANA zones, never the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

DAY = 86_400


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def local(timezone: str, instant: int) -> datetime:
    """An instant in a zone."""
    return datetime.fromtimestamp(instant, UTC).astimezone(_zone(timezone))


@lru_cache(maxsize=4096)
def local_date(timezone: str, instant: int) -> str:
    """The calendar date of an instant in a zone."""
    return local(timezone, instant).date().isoformat()


def is_date(text: str) -> bool:
    """Is this an ISO calendar date?"""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def plus_days(text: str, days: int) -> str:
    """An ISO date so many days later."""
    return (date.fromisoformat(text) + timedelta(days=days)).isoformat()


def saturday_of(text: str) -> str:
    """IM-16.2: the Saturday that names the weekend of a Saturday or Sunday."""
    day = date.fromisoformat(text)
    return (day - timedelta(days=(day.weekday() - 5) % 7)).isoformat()


def is_weekend(text: str) -> bool:
    """IM-16.2: does the date count at all?"""
    return date.fromisoformat(text).weekday() >= 5  # noqa: PLR2004 (Saturday)


@lru_cache(maxsize=4096)
def at(timezone: str, day: str, clock: str) -> int:
    """IM-4.2: the instant of a local time; in a gap the first after it, in a fold the first."""
    zone = _zone(timezone)
    wall = datetime.combine(date.fromisoformat(day), time.fromisoformat(clock))
    first = int(wall.replace(tzinfo=zone, fold=0).timestamp())
    if datetime.fromtimestamp(first, zone).replace(tzinfo=None) == wall:
        return first
    low = int(wall.replace(tzinfo=zone, fold=1).timestamp())  # before the gap
    high = first  # after it
    offset = datetime.fromtimestamp(low, zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return high


def first_weekly(timezone: str, weekday: int, clock: str, earliest: int) -> int:
    """IM-4.2: the first nominal deadline at or after an instant."""
    day = local(timezone, earliest).date() - timedelta(days=1)
    day += timedelta(days=(weekday - day.weekday()) % 7)
    while True:
        instant = at(timezone, day.isoformat(), clock)
        if instant >= earliest:
            return instant
        day += timedelta(days=7)


def first_round(start_at: int, minutes: int, earliest: int) -> int:
    """IM-4.2: with rounds the nominal deadlines are start_at + k × minutes, k from 1."""
    length = minutes * 60
    k = max(1, -(-(earliest - start_at) // length))
    return start_at + k * length
