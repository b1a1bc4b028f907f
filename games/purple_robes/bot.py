"""A player that knows no more than its seat does."""

from __future__ import annotations

from games.engine import chance
from games.engine.protocol import Views

from .actions import Name
from .data import LARGEST


def choose(views: Views, seat: int, seed: str) -> Name | None:
    """PR-2.1: any number, once a round."""
    if not views.private.pending:
        return None
    return Name(views.public.round, chance.draw(seed, LARGEST + 1, "bot", seat))
