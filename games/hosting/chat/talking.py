"""The chat frames of a socket: hello's part, say and read (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.db import DatabaseError
from msgspec import UNSET

from accounts.tokens import CHAT
from games.engine import codec
from games.hosting import clocks, frames
from games.hosting.chat import finding, keeping, posting
from games.hosting.chat.crowd import crowd_of
from games.hosting.chat.refusals import ChatRefused
from games.hosting.models import Game

if TYPE_CHECKING:
    from games.hosting.consumers import PlayConsumer
    from games.hosting.handshake import Guest

log = structlog.get_logger(__name__)


async def greet(socket: PlayConsumer, frame: frames.Hello) -> None:
    """The rooms this person may read, and their last messages; a program's need the scope."""
    if not socket.guest.may(CHAT):
        return
    try:
        await socket.room.talk.greet(socket, {} if frame.chat is UNSET else frame.chat)
    except DatabaseError as error:  # what was said cannot be read: the client comes back
        log.warning("talk away", error=type(error).__name__)
        await socket.end(1012)


async def say(socket: PlayConsumer, frame: frames.Say) -> None:
    """Post a message; `ok` comes after its commit."""
    said = posting.Said(
        frame.room,
        frame.body,
        own=frame.id,
        anonymous=frame.anonymous is True,
        card=None if frame.card is UNSET else frame.card,
    )
    try:
        await socket.hub.threads.write(
            posting.say, socket.guest.game_id, socket.user_id, said, socket.guest.grant
        )
    except ChatRefused as refusal:
        socket.refuse(frame.id, refusal.code, refusal.params)
        return
    except DatabaseError as error:
        log.warning("not said", error=type(error).__name__)
        socket.refuse(frame.id, "unavailable", {})
        return
    socket.say(codec.dump({"type": "ok", "id": frame.id}).decode())
    if said.anonymous:
        socket.room.talk.look_at_releases()


async def read(socket: PlayConsumer, frame: frames.Read) -> None:
    """One has read up to a number; nothing is answered, and nobody else is told (CHAT-9)."""
    try:
        room, n = await socket.hub.threads.write(note_read, socket.guest, frame.room, frame.upto)
    except ChatRefused as refusal:
        socket.refuse("", refusal.code, refusal.params)
        return
    socket.room.talk.has_read(socket, room, n)


def note_read(guest: Guest, key: str, upto: int) -> tuple[int, int]:
    """In a thread: the room's number and how far it was read."""
    game = Game.objects.defer("state").get(pk=guest.game_id)
    person = crowd_of(game, clocks.now(), [guest.user_id]).person(guest.user_id, guest.grant)
    where = finding.one(guest.game_id, key, person)
    return where.room.pk, keeping.read(where, guest.user_id, upto)
