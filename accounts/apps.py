"""The Django application `accounts`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, parks and what is kept about them."""

    name = "accounts"
    verbose_name = "People and parks"
    clock: Callable[[], datetime] | None = None

    def ready(self) -> None:
        """Bind the system checks and what ends with a session."""
        from accounts import checks, sessions  # noqa: F401

        sessions.bind()
