"""Talk at a game: rooms decided by the title, read windows, posts (CHAT-1 to CHAT-13)."""

from __future__ import annotations

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """The app; what must be registered elsewhere is registered in `ready`."""

    name = "games.hosting.chat"
    label = "chat"
    verbose_name = "Talk"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import belongings as of_accounts
        from games.hosting import hooks, sweeps
        from games.hosting.chat import anonymous, belongings, sweeping, syncing

        of_accounts.register("talk", belongings.export, belongings.empty)
        hooks.on_made(syncing.made)
        hooks.on_closing(syncing.closing)
        sweeps.register(sweeping.without_rooms, sweeping.make_rooms)
        sweeps.register(anonymous.waiting, anonymous.release)
        sweeps.register(anonymous.to_forget, anonymous.forget)
        sweeps.register(sweeping.past_keeping, sweeping.forget)
