"""Receipts: what a person has ordered, in words that he can quote later; only his own."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.hosting.models import Game, LogEntry

MOST = 200


def own(game: Game, user_id: int, *, limit: int = MOST) -> list[dict[str, Any]]:
    """A person's own receipts in a game, newest first: random id, text, time; nothing counts."""
    answers = (
        LogEntry.objects.filter(game=game, by=user_id, actor__startswith="seat:")
        .exclude(answer="")
        .order_by("-seq")
        .values_list("answer", flat=True)
    )
    return [codec.load(answer) for answer in answers[:limit]]


def find(game: Game, receipt: str) -> LogEntry | None:
    """The log entry that a quoted receipt belongs to (the console's search)."""
    if not receipt.isalnum():
        return None
    found = LogEntry.objects.filter(game=game, answer__contains=f'"id":"{receipt}"')
    return found.first()
