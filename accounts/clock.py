"""The time, as the layers above tell it (one clock for all code, docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import cast

from django.apps import apps
from django.utils import timezone

from accounts.apps import AccountsConfig

Clock = Callable[[], datetime]


def register(clock: Clock) -> None:
    """Take the time from `clock` (aware, UTC) from now on; hosting registers its own."""
    cast("AccountsConfig", apps.get_app_config("accounts")).clock = clock


def now() -> datetime:
    """The present instant, aware."""
    clock = cast("AccountsConfig", apps.get_app_config("accounts")).clock
    return clock() if clock is not None else timezone.now()
