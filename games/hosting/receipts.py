"""Receipts: what a person has ordered, in words that he can quote later; only his own."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.hosting.models import Game, LogEntry

MOST = 200


def own(game: Game, user_id: int, *, seats: list[int] | None = None) -> list[dict[str, Any]]:
    """A person's own receipts in a game, newest first: random id, text, time; nothing counts.

    `seats`: only orders for these (a token that acts for one seat sees no other's).
    """
    orders = LogEntry.objects.filter(game=game, by=user_id, actor__startswith="seat:")
    if seats is not None:
        orders = orders.filter(actor__in=[f"seat:{number}" for number in seats])
    answers = orders.exclude(answer="").order_by("-seq").values_list("answer", flat=True)
    return [codec.load(answer) for answer in answers[:MOST]]


def find(game: Game, receipt: str) -> LogEntry | None:
    """The log entry that a quoted receipt belongs to (the console's search)."""
    if not receipt.isalnum():
        return None
    found = LogEntry.objects.filter(game=game, answer__contains=f'"id":"{receipt}"')
    return found.first()
