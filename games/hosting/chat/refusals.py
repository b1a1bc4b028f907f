"""Why a message was refused (CHAT-12): a stable code and facts that its sender may know."""

from __future__ import annotations

from typing import Any

NOT_FOUND = "chat.not_found"
LOCKED = "chat.locked"
LENGTH = "chat.length"
RATE = "chat.rate"
MUTED = "chat.muted"
GROUP_LIMIT = "chat.group_limit"
ANON = "chat.anon"
CARD = "chat.card"

PAUSED, SIGN_IN, CLOSED, ALONE, APART = "PAUSED", "SIGN_IN", "CLOSED", "ALONE", "APART"
READ_ONLY = "READ_ONLY"


class ChatRefused(Exception):
    """A refusal; nothing was changed."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
