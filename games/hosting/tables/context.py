"""What the page shell shows of tables: how many wait for the reader."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.hosting.tables.turns import turns_of


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The number beside "Next table"; counted only where a page draws it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"tables_waiting": SimpleLazyObject(lambda: len(turns_of(user.pk)))}
