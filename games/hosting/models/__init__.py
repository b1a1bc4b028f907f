"""The tables of hosting, by topic."""

from __future__ import annotations

from games.hosting.models.game import BotWhy, Game, Seat, Status, Visibility
from games.hosting.models.holding import HeldFrom, HeldUntil, MissedTurn, SeatHolding
from games.hosting.models.keeping import FailedTask, LabClock, Mark
from games.hosting.models.log import LogEntry, Update

__all__ = [
    "BotWhy",
    "FailedTask",
    "Game",
    "HeldFrom",
    "HeldUntil",
    "LabClock",
    "LogEntry",
    "Mark",
    "MissedTurn",
    "Seat",
    "SeatHolding",
    "Status",
    "Update",
    "Visibility",
]
