"""Where modules beside the door put what must happen with a commit, in its own transaction.

The door knows none of them: an app registers when it is ready.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.hosting.models import Game, Seat
    from games.hosting.working import Working

Made = Callable[["Game", "list[Seat]", "object", datetime], None]
Closing = Callable[["Working", datetime], None]

_made: list[Made] = []
_closing: list[Closing] = []


def on_made(work: Made) -> None:
    """Call `work(game, seats, state, at)` in the transaction that makes a game."""
    if work not in _made:
        _made.append(work)


def on_closing(work: Closing) -> None:
    """Call `work(working, at)` in the transaction of every commit, after its rows are written."""
    if work not in _closing:
        _closing.append(work)


def made(game: Game, seats: list[Seat], state: object, at: datetime) -> None:
    """A game was made."""
    for work in _made:
        work(game, seats, state, at)


def closing(working: Working, at: datetime) -> None:
    """A commit is about to end."""
    for work in _closing:
        work(working, at)
