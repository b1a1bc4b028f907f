"""The tables of hosting, by topic."""

from __future__ import annotations

from games.hosting.models.game import Game, Seat, Status, Visibility
from games.hosting.models.keeping import FailedTask, LabClock, Mark
from games.hosting.models.log import LogEntry, Update

__all__ = [
    "FailedTask",
    "Game",
    "LabClock",
    "LogEntry",
    "Mark",
    "Seat",
    "Status",
    "Update",
    "Visibility",
]
