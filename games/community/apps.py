"""Community: announcements, directory, people, archive, calendar, standings."""

from __future__ import annotations

from django.apps import AppConfig


class CommunityConfig(AppConfig):
    """The app; what must be registered elsewhere is registered in `ready`."""

    name = "games.community"
    label = "community"
    verbose_name = "Community"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.community import announcements
        from games.hosting import sweeps

        sweeps.register(announcements.untold, announcements.tell)
