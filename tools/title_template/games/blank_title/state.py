"""The whole state of a game, secrets included."""

from __future__ import annotations

from games.engine.protocol import Part, State

from .data import RUNNING
from .settings import Settings

SCHEMA = 1


class Place(Part, frozen=True):
    """A seat: name, who plays it (human, bot or gone), points, and the number it has named."""

    name: str
    kind: str = "human"
    points: int = 0
    named: int | None = None


class Match(State, frozen=True):
    """A game."""

    schema: int
    seed: str
    options: Settings
    seats: tuple[Place, ...]
    round: int = 1
    phase: str = RUNNING
