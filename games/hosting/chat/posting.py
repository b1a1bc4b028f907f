"""CHAT-4 to CHAT-7: posting. Rights are checked in the transaction that stores the message, under
the game's lock, so that it cannot slip past a change of rights."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.tokens import Grant
from games.hosting import clocks, statements
from games.hosting.chat import (
    anonymous,
    bodies,
    cards,
    finding,
    locks,
    mentions,
    nudging,
    pace,
    reading,
    storing,
    syncing,
)
from games.hosting.chat.crowd import GM, Crowd, Person, crowd_of
from games.hosting.chat.finding import Readable
from games.hosting.chat.models import ChatMessage, ChatPlace
from games.hosting.chat.refusals import ANON, LOCKED, MUTED, NOT_FOUND, ChatRefused
from games.hosting.models import Game

ID_REUSED = "id_reused"


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody wants to say; `own` is the client's id, so that nothing is said twice."""

    room: str
    body: str = ""
    own: str | None = None
    anonymous: bool = False
    card: Any = None

    @property
    def mark(self) -> str:
        """A digest that tells whether the same is sent again."""
        text = f"{self.room}\0{self.body}\0{self.anonymous}\0{self.card!r}"
        return hashlib.sha256(text.encode()).hexdigest()


def say(game_id: int, user_id: int | None, said: Said, grant: Grant | None = None) -> None:
    """Store a message, or hold an anonymous one for the next release; raises `ChatRefused`."""
    with transaction.atomic():
        game = statements.lock_game(game_id)
        if game is None:
            raise ChatRefused(NOT_FOUND)
        at = clocks.now()
        crowd = crowd_of(game, at, [user_id])
        person = crowd.person(user_id, grant)
        where = finding.one(game_id, said.room, person)
        assert person is not None
        if user_id is not None and _is_repeat(where, user_id, said):
            return
        _check(game, where, person, said, at)
        assert user_id is not None
        if said.anonymous:
            _hold(where, person, said, at)
        else:
            _store(game, crowd, where, person, said, at)


def _is_repeat(where: Readable, user_id: int, said: Said) -> bool:
    """A message sent again after a lost answer counts once."""
    if said.own is None:
        return False
    known = ChatMessage.objects.filter(room=where.room, author=user_id, client_id=said.own).first()
    if known is not None:
        if known.mark == said.mark:
            return True
        raise ChatRefused(ID_REUSED)
    return anonymous.was_sent(where.room.game_id, user_id, said.own, said.mark)


def _check(game: Game, where: Readable, person: Person, said: Said, at: datetime) -> None:
    """CHAT-12: in this order, from what concerns the room to what concerns the text."""
    reason = locks.reason(where.room, where.spans, person, is_paused=bool(game.paused_at))
    if reason:
        raise ChatRefused(LOCKED, reason=reason)
    if person.user in reading.muted_by_master(game.pk, at):
        raise ChatRefused(MUTED)
    if said.anonymous and (not where.room.anonymous or said.card is not None):
        raise ChatRefused(ANON)


def _hold(where: Readable, person: Person, said: Said, at: datetime) -> None:
    """CHAT-7: an anonymous post waits for the next common release."""
    assert person.user is not None
    body = bodies.clean(said.body)
    pace.take(person.user, at, anonymous=True)
    seat = person.seats[0] if person.seats else None
    anonymous.hold(where.room, body, person.user, seat, said.own, said.mark, at)


def _store(
    game: Game, crowd: Crowd, where: Readable, person: Person, said: Said, at: datetime
) -> None:
    room, user = where.room, person.user
    assert user is not None
    body = bodies.clean(said.body, may_be_empty=said.card is not None)
    card = cards.checked(room, said.card, user) if said.card is not None else None
    pace.take(user, at, anonymous=False)
    is_host = locks.voice(room, person) == GM
    message = storing.append(
        room,
        syncing.touch(game),
        at=at,
        author=user,
        seat=person.seats[0] if person.seats and not is_host else None,
        team=person.teams[0] if person.teams and not person.seats and not is_host else None,
        is_host=is_host,
        body=body,
        card=card,
        client_id=said.own,
        mark=said.mark,
    )
    ChatPlace.objects.update_or_create(room=room, user_id=user, defaults={"last_read": message.n})
    mentions.tell(crowd, message)
    nudging.after_commit(game.pk)
