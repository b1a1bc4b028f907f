"""What talk keeps of a person (R-14): his own words on request; drafts and mutes go with him.

Messages stay, under the pseudonym of an emptied account, for as long as all talk is kept. Who wrote
an anonymous post stands in no export, not even in its author's (PR-7.4).
"""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.hosting.chat.models import ChatMessage, ChatMute, ChatPace, ChatPlace


def export(user: User) -> dict[str, Any]:
    """What somebody said under his name, and his drafts."""
    said = ChatMessage.objects.filter(author=user.pk).select_related("room__game").order_by("at")
    drafts = ChatPlace.objects.filter(user=user).exclude(draft="").select_related("room__game")
    return {
        "said": [
            {"game": m.room.game.code, "room": m.room.key, "at": m.at, "body": m.body} for m in said
        ],
        "drafts": [{"game": p.room.game.code, "room": p.room.key, "body": p.draft} for p in drafts],
    }


def empty(user: User) -> None:
    """Places, drafts, mutes and pace are personal alone."""
    ChatPlace.objects.filter(user=user).delete()
    ChatMute.objects.filter(user=user).delete()
    ChatMute.objects.filter(muted=user.pk).delete()
    ChatPace.objects.filter(user=user).delete()
