"""The tables of talk, by topic."""

from __future__ import annotations

from games.hosting.chat.models.anonymous import ChatAuthor, HeldPost
from games.hosting.chat.models.keeping import (
    ChatBan,
    ChatMute,
    ChatPace,
    ChatPlace,
    ChatReport,
)
from games.hosting.chat.models.talk import ChatMessage, ChatRoom, ChatWindow, Talk

__all__ = [
    "ChatAuthor",
    "ChatBan",
    "ChatMessage",
    "ChatMute",
    "ChatPace",
    "ChatPlace",
    "ChatReport",
    "ChatRoom",
    "ChatWindow",
    "HeldPost",
    "Talk",
]
