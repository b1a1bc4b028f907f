"""Talk at a game: rooms decided by the title, read windows, posts (CHAT-1 to CHAT-13)."""

from __future__ import annotations

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """The app; what must be registered elsewhere is registered in `ready`."""

    name = "games.hosting.chat"
    label = "chat"
    verbose_name = "Talk"
    default_auto_field = "django.db.models.BigAutoField"
