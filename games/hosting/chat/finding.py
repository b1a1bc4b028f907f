"""Which rooms a person may read, and which of their messages (CHAT-4, CHAT-13).

A room that one may not read and one that does not exist get the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.hosting.chat import spans
from games.hosting.chat.crowd import Person
from games.hosting.chat.models import ChatMessage, ChatRoom, ChatWindow
from games.hosting.chat.refusals import NOT_FOUND, ChatRefused
from games.hosting.chat.spans import Spans


@dataclass(frozen=True, slots=True)
class Readable:
    """A room as one person may read it."""

    room: ChatRoom
    spans: Spans

    @property
    def count(self) -> int:
        """How many messages it holds for him."""
        return spans.count(self.spans, self.room.last)

    def number(self, n: int) -> int:
        """How he counts the room's message `n`."""
        return spans.count(self.spans, n)


def spans_of(room: ChatRoom, windows: Iterable[ChatWindow], person: Person) -> Spans:
    """CHAT-3: what this person may read of a room, all his windows together."""
    keys = person.keys_for(room.kind)
    return spans.merge(
        (window.first, window.last)
        for window in windows
        if window.member in keys and window.holder in (None, person.user)
    )


def readable(game_id: int, person: Person) -> list[Readable]:
    """Every room a person may read, in the order they were made."""
    rooms = ChatRoom.objects.filter(game_id=game_id).prefetch_related("windows").order_by("pk")
    found = (Readable(room, spans_of(room, room.windows.all(), person)) for room in rooms)
    return [one for one in found if one.spans]


def one(game_id: int, key: str, person: Person | None) -> Readable:
    """The room of this key as a person may read it; `chat.not_found` for all others alike."""
    room = ChatRoom.objects.filter(game_id=game_id, key=key).first()
    if room is None or person is None:
        raise ChatRefused(NOT_FOUND)
    held = spans_of(room, room.windows.all(), person)
    if not held:
        raise ChatRefused(NOT_FOUND)
    return Readable(room, held)


def message(where: Readable, key: str) -> ChatMessage:
    """A message of a room by its public id, if this reader may read it."""
    found = ChatMessage.objects.filter(room=where.room, key=key[:16]).first()
    if found is None or not spans.holds(where.spans, found.n):
        raise ChatRefused(NOT_FOUND)
    return found
