"""The portal as an app: the group of rights that a GM gets."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.db.models import Q
from django.db.models.signals import post_migrate

MASTERS = "Game masters"
APPS = ("accounts", "league", "games")
CHANGED = (
    "game", "failedtask", "book", "importfile", "row", "parkname", "series", "player", "park",
    "parkorkid", "general", "membership",
)  # fmt: skip
ADDED = ("park", "parkorkid", "general", "membership", "series", "book")


class PortalConfig(AppConfig):
    """Makes the group of game masters, once; what a league admin changes in it stays."""

    name = "portal"

    def ready(self) -> None:
        """After migrating the last of our apps that has models: every right exists by then."""
        post_migrate.connect(make_masters, sender=apps.get_app_config(APPS[-1]))


def make_masters(using: str = "default", **_: Any) -> None:
    """A GM sees people, games and attendance, and changes what the console has buttons for."""
    from django.contrib.auth.models import Group, Permission

    group, is_new = Group.objects.using(using).get_or_create(name=MASTERS)
    if not is_new:
        return
    wanted = Q(codename__startswith="view_")
    wanted |= Q(codename__in=[f"change_{name}" for name in CHANGED])
    wanted |= Q(codename__in=[f"add_{name}" for name in ADDED])
    rights = Permission.objects.using(using).filter(wanted, content_type__app_label__in=APPS)
    group.permissions.set(rights)
