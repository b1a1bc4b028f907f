"""What a league service answers when it will not do what was asked."""

from __future__ import annotations

from typing import Any


class Refused(ValueError):
    """A refused change: a stable code and facts the asker may know; nothing was changed."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def required_reason(reason: str) -> str:
    """The reason, trimmed; every GM action must give one (IM-5.5)."""
    trimmed = " ".join(reason.split())
    if not trimmed:
        raise Refused("reason_required")
    return trimmed[:500]
