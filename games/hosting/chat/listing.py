"""The rooms as one person sees them: who reads, whether he may write and why not (CHAT-13)."""

from __future__ import annotations

from typing import Any

from games.hosting.chat import locks, spans
from games.hosting.chat.crowd import Person
from games.hosting.chat.models import ChatPlace, ChatRoom
from games.hosting.chat.spans import Spans

MUTED_BY_GM = "MUTED"


def entry(
    room: ChatRoom, held: Spans, person: Person, *, is_paused: bool, is_muted: bool
) -> dict[str, Any]:
    """What a room is to this person; the same until a right, a title or a lock changes.

    Who reads it now is told to those who read it now: of one that he reads no further, nobody.
    """
    reason = locks.reason(room, held, person, is_paused=is_paused)
    if is_muted and not reason:
        reason = MUTED_BY_GM
    is_present = spans.is_open(held)
    shown: dict[str, Any] = {
        "key": room.key,
        "kind": room.kind,
        "title": room.title,
        "readers": room.readers if is_present else [],
        "writers": room.writers if is_present else [],
        "can_write": not reason,
        "release": room.release,
        "inherits": room.inherits,
    }
    if reason:
        shown["lock_reason"] = reason
    if room.anonymous:
        shown["anonymous"] = True
    if room.cards:
        shown["cards"] = room.cards
    if room.founder is not None:
        shown["founded"] = True
        is_in = is_present or set(person.seats) & set(room.members)
        shown["members"] = room.members if is_in else []
    return shown


def place(room: ChatRoom, held: Spans, own: ChatPlace | None) -> dict[str, Any]:
    """CHAT-9: how far this person has read, as he counts, and what he began to write."""
    read = spans.count(held, own.last_read) if own else 0
    shown: dict[str, Any] = {
        "count": spans.count(held, room.last),
        "last_read": read,
        "unread": spans.count(held, room.last) - read,
    }
    if own and own.cleared:
        shown["cleared"] = spans.count(held, own.cleared)
    if own and own.draft:
        shown["draft"] = own.draft
    return shown
