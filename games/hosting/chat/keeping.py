"""What one keeps for oneself: how far one read, what one cleared, drafts, mutes (CHAT-9, CHAT-10).

Nothing here is shown to anybody else: there are no read receipts.
"""

from __future__ import annotations

from typing import Any

from accounts.veils import veiled
from games.hosting.chat import spans
from games.hosting.chat.finding import Readable
from games.hosting.chat.models import ChatMessage, ChatMute, ChatPlace
from games.hosting.chat.refusals import LENGTH, LOCKED, NOT_FOUND, SIGN_IN, ChatRefused

MOST_DRAFT = 1000
MOST_MUTES = 200


def _place(where: Readable, user_id: int | None) -> ChatPlace:
    if user_id is None:
        raise ChatRefused(LOCKED, reason=SIGN_IN)
    place, _ = ChatPlace.objects.get_or_create(room=where.room, user_id=user_id)
    return place


def read(where: Readable, user_id: int | None, upto: int) -> int:
    """CHAT-9: one has read up to a number; it never goes back. Answers the room's own number."""
    place = _place(where, user_id)
    n = spans.within(where.spans, upto, where.room.last)
    ChatPlace.objects.filter(pk=place.pk, last_read__lt=n).update(last_read=n)
    return max(n, place.last_read)


def clear(where: Readable, user_id: int | None, upto: int) -> None:
    """PR-7.5: hide what is older for oneself; 0 shows all again. It deletes nothing."""
    place = _place(where, user_id)
    n = spans.within(where.spans, upto, where.room.last)
    ChatPlace.objects.filter(pk=place.pk).update(cleared=n)


def draft(where: Readable, user_id: int | None, body: str) -> None:
    """Keep what one began to write; empty forgets it."""
    if len(body) > MOST_DRAFT:
        raise ChatRefused(LENGTH, most=MOST_DRAFT)
    place = _place(where, user_id)
    ChatPlace.objects.filter(pk=place.pk).update(draft=body)


def mute(user_id: int, message: ChatMessage) -> ChatMute:
    """CHAT-10: see no more of a message's author; of an anonymous one, of no anonymous post.

    Muting somebody never touches his anonymous posts: that would tell whose they are.
    """
    muted = 0 if message.is_alias else message.author
    if muted is None or message.is_host or muted == user_id:
        raise ChatRefused(NOT_FOUND)
    if ChatMute.objects.filter(user_id=user_id).count() >= MOST_MUTES:
        raise ChatRefused(LENGTH, most=MOST_MUTES)
    return ChatMute.objects.get_or_create(user_id=user_id, muted=muted)[0]


def muted_by(user_id: int) -> list[dict[str, Any]]:
    """Whom a person has muted."""
    from accounts import services as people
    from games.hosting.chat.lines import ALIAS

    rows = list(ChatMute.objects.filter(user_id=user_id).order_by("pk"))
    names = people.personas([row.muted for row in rows if row.muted])
    return [
        {"id": veiled(row.pk), "name": names.get(row.muted, "") if row.muted else ALIAS}
        for row in rows
    ]


def unmute(user_id: int, mute_id: int | None) -> None:
    """See an author again."""
    gone, _ = ChatMute.objects.filter(user_id=user_id, pk=mute_id or 0).delete()
    if not gone:
        raise ChatRefused(NOT_FOUND)
