"""Why somebody may not write now in a room he reads (CHAT-4); for posting and listing alike."""

from __future__ import annotations

from games.hosting.chat import spans
from games.hosting.chat.crowd import GM, Person
from games.hosting.chat.models import ChatRoom
from games.hosting.chat.refusals import CLOSED, PAUSED, READ_ONLY, SIGN_IN
from games.hosting.chat.spans import Spans

WHILE_PAUSED = frozenset({"place", "pair", "group", "team", "ghosts"})


def reason(room: ChatRoom, held: Spans, person: Person, *, is_paused: bool) -> str:
    """Empty where this person may write now, else a reason he may know."""
    if person.user is None:
        return SIGN_IN
    if not spans.is_open(held):
        return CLOSED  # why it is locked for those who are in it is theirs (GC-17.10)
    if is_paused and room.kind in WHILE_PAUSED:
        return PAUSED
    if room.lock_reason:
        return room.lock_reason
    if voice(room, person) is None:
        return READ_ONLY
    return ""


def voice(room: ChatRoom, person: Person) -> str | None:
    """The audience key a person writes with; his seat's before all others."""
    allowed = person.keys_for(room.kind) & set(room.writers)
    if person.is_master and GM in room.writers and person.user is not None:
        return GM
    for prefix in ("seat:", "team:", ""):
        for key in sorted(allowed):
            if key.startswith(prefix):
                return key
    return None
