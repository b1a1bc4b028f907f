"""Proposals at friendly tables that nobody can answer any more: the tick takes them away."""

from __future__ import annotations

from games.hosting import clocks
from games.hosting.intents import Answer
from games.hosting.models import Game, Status
from games.hosting.services import host_change
from games.hosting.voting import open_vote


def waiting() -> list[int]:
    """Games whose proposal ran out of time or was overtaken."""
    at = clocks.now()
    asked = Game.objects.defer("state").filter(vote__isnull=False, status=Status.RUNNING)
    return [game.pk for game in asked if open_vote(game, at) is None]


def expire(game_id: int) -> Answer:
    """Take a dead proposal off the table."""
    return host_change(game_id, "expire")
