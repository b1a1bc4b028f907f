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
        from games.hosting import clocks, feeds
        from games.hosting.console import guards

        clock.register(clocks.now)
        feeds.register()
        guards.register()
