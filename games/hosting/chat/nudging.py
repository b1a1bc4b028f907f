"""Tell the processes that hold sockets that a game's talk changed: a nudge, never a message.

Each process reads what is new and filters it for each of its sockets: filter first (CHAT-5). What
no nudge reached is found by the check of the rooms every few seconds.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.hosting import bus


def after_commit(game_id: int) -> None:
    """Once the present transaction is committed."""
    transaction.on_commit(partial(bus.publish_talk, game_id), robust=True)
