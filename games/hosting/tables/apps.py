"""Tables: open seats, invitations, ready checks, start and rematch."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """The app; what must be registered elsewhere is registered in `ready`."""

    name = "games.hosting.tables"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.hosting import sweeps
        from games.hosting.tables import sweeping

        sweeps.register(sweeping.waiting, sweeping.attend)
