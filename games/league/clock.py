"""The time, as the layer above tells it (one clock for all code, docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import cast

from django.apps import apps
from django.utils import timezone

from games.league.apps import LeagueConfig

Clock = Callable[[], datetime]


def register(clock: Clock) -> None:
    """Take the time from `clock` (aware, UTC) from now on; hosting registers its own."""
    cast("LeagueConfig", apps.get_app_config("league")).clock = clock


def now() -> datetime:
    """The present instant, aware."""
    clock = cast("LeagueConfig", apps.get_app_config("league")).clock
    return clock() if clock is not None else timezone.now()
