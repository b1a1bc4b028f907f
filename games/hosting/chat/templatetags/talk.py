"""`{% talk_promises title options seats %}`: what becomes of what is said, before one joins."""

from __future__ import annotations

from typing import Any

from django import template

from games.hosting.chat.promises import promises

register = template.Library()


@register.inclusion_tag("chat/_promises.html")
def talk_promises(title: str, options: dict[str, Any], seats: int) -> dict[str, Any]:
    """CHAT-11: fixed before the game starts and shown to those who think of joining."""
    return {"promises": promises(title, options, seats)}
