"""Filters for pages of games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import template

from games.hosting.feeds import points

register = template.Library()


@register.filter
def quarters(q: Any) -> str:
    """Quarter points as people write them: 5.5, 0.75, 12, −0.5 (IM-13.7)."""
    return points(int(q)).replace("-", "\N{MINUS SIGN}") if isinstance(q, int) else ""


@register.filter
def instant(seconds: Any) -> datetime | None:
    """Unix seconds as an aware time, for Django's date filters in the reader's zone."""
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None


@register.filter
def at(mapping: Any, key: Any) -> Any:
    """An entry of a map by a key that a template holds in a variable."""
    if not isinstance(mapping, dict):
        return None
    return mapping.get(key, mapping.get(str(key)))


@register.filter
def total(amounts: Any) -> int:
    """The sum of a map of amounts; 0 where there is none."""
    return sum(amounts.values()) if isinstance(amounts, dict) else 0


MARKS = ("gold", "sky", "green", "navy", "red", "plum")


@register.filter
def shield(mark: Any) -> str:
    """The drawing of a seat's mark; twelve marks share six colours."""
    return f"shield-{MARKS[(int(mark) - 1) % len(MARKS)]}"
