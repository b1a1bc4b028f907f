"""The one way a message is stored: numbered in its room, under the game's lock (CHAT-4)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.hosting.chat.models import ChatMessage, ChatRoom, Talk


def append(room: ChatRoom, talk: Talk, *, at: datetime, **facts: Any) -> ChatMessage:
    """One more message of a room; `talk` counts the change."""
    room.last = ChatRoom.objects.values_list("last", flat=True).get(pk=room.pk) + 1
    room.save(update_fields=["last"])
    return ChatMessage.objects.create(room=room, n=room.last, version=talk.version, at=at, **facts)
