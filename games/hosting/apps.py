"""Hosting: games as logs, one door, streams (docs/architecture.md)."""

from __future__ import annotations

from django.apps import AppConfig


class HostingConfig(AppConfig):
    """The app is labelled `games`; what must be registered elsewhere is registered here."""

    name = "games.hosting"
    label = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        from accounts import clock
        from games.hosting import (
            clocks,
            discretion,
            expiring,
            feeds,
            proclaiming,
            pseudonyms,
            sweeps,
            vacations,
        )
        from games.hosting.console import guards

        clock.register(clocks.now)
        feeds.register()
        discretion.register()
        proclaiming.register()
        pseudonyms.register()
        guards.register()
        sweeps.register(vacations.waiting, vacations.keep)
        sweeps.register(expiring.waiting, expiring.expire)
        sweeps.register(pseudonyms.waiting, pseudonyms.show)
