"""Figures of a finished game, as its title makes them of the whole log (public for everybody)."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.hosting.models import Game, LogEntry, Status
from games.registry import rules_of


def statistics_of(game: Game) -> dict[str, Any]:
    """A finished game's figures as builtins; none of one that runs or was called off."""
    if game.status != Status.FINISHED:
        return {}
    texts = LogEntry.objects.filter(game=game).exclude(events="[]").order_by("seq")
    entries = [
        {"events": codec.decode(text.encode(), list[Any])}
        for text in texts.values_list("events", flat=True)
    ]
    found: dict[str, Any] = codec.to_builtins(rules_of(game.title).statistics(entries))
    return found
