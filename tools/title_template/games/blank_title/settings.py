"""What can be chosen when a game is made."""

from __future__ import annotations

from typing import Annotated

from games.engine.protocol import Meta, Part


class Settings(Part, frozen=True):
    """Options of a game."""

    rounds: Annotated[int, Meta(ge=1, le=20, title="Rounds")] = 3
