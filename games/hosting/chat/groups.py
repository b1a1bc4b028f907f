"""Rooms that players found: groups, and pairs where the title lists none (CHAT-1, GC-17.5).

That a room exists is secret from all who are not in it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.tokens import Grant
from games.engine.protocol import seat_stream
from games.hosting import asking, clocks, statements
from games.hosting.chat import finding, nudging, syncing
from games.hosting.chat.crowd import Crowd, Person, crowd_of
from games.hosting.chat.models import ChatRoom, ChatWindow
from games.hosting.chat.models.talk import new_key
from games.hosting.chat.refusals import (
    ALONE,
    APART,
    GROUP_LIMIT,
    LENGTH,
    LOCKED,
    NOT_FOUND,
    PAUSED,
    ChatRefused,
)
from games.hosting.models import Game
from games.registry import rules_of

FEWEST, MOST_FOUNDED, MOST_NAME = 3, 6, 40


def found(
    game_id: int, user_id: int, seats: list[int], name: str, grant: Grant | None = None
) -> str:
    """Found a group with others; answers its key."""
    with transaction.atomic():
        game, crowd, person = _enter(game_id, user_id, grant)
        founder = _seat(person)
        members = tuple(sorted({founder, *seats}))
        _may_be_together(game, crowd, members)
        size = rules_of(game.title).meta.group_size
        if not FEWEST <= len(members) <= size:
            raise ChatRefused(GROUP_LIMIT, least=FEWEST, most=size)
        if ChatRoom.objects.filter(game=game, founder=founder).count() >= MOST_FOUNDED:
            raise ChatRefused(GROUP_LIMIT, founded=MOST_FOUNDED)
        room = _make(game, founder, members, _name(name))
        _changed(game)
        return room.key


def invite(game_id: int, user_id: int, key: str, seat: int, grant: Grant | None = None) -> None:
    """Any present member may bring another in, who reads from now on."""
    with transaction.atomic():
        game, crowd, person = _enter(game_id, user_id, grant)
        room = _own_group(game, key, person)
        members = tuple(sorted({*room.members, seat}))
        if len(members) == len(room.members):
            return
        _may_be_together(game, crowd, members)
        size = rules_of(game.title).meta.group_size
        if len(members) > size:
            raise ChatRefused(GROUP_LIMIT, least=FEWEST, most=size)
        _set_members(room, members)
        ChatWindow.objects.create(room=room, member=seat_stream(seat), first=room.last + 1)
        _changed(game)


def leave(game_id: int, user_id: int, key: str, grant: Grant | None = None) -> None:
    """Anybody may leave at any time; he keeps what he has read, the others read on."""
    with transaction.atomic():
        game, _, person = _enter(game_id, user_id, grant)
        room = _own_group(game, key, person)
        own = {k for k in room.members if k in person.seats}
        _set_members(room, tuple(k for k in room.members if k not in own))
        for window in room.windows.filter(last=None, member__in=[seat_stream(k) for k in own]):
            if window.first > room.last:
                window.delete()
            else:
                window.last = room.last
                window.save(update_fields=["last"])
        _changed(game)


def _enter(game_id: int, user_id: int, grant: Grant | None) -> tuple[Game, Crowd, Person]:
    """The locked game and who asks."""
    game = statements.lock_game(game_id)
    if game is None:
        raise ChatRefused(NOT_FOUND)
    crowd = crowd_of(game, clocks.now(), [user_id])
    person = crowd.person(user_id, grant)
    if person is None:
        raise ChatRefused(NOT_FOUND)
    return game, crowd, person


def _seat(person: Person) -> int:
    if not person.seats:
        raise ChatRefused("not_yours")
    return person.seats[0]


def _own_group(game: Game, key: str, person: Person) -> ChatRoom:
    """A founded room in which this person is present; to all others it does not exist."""
    where = finding.one(game.pk, key, person)
    if where.room.founder is None or not set(person.seats) & set(where.room.members):
        raise ChatRefused(NOT_FOUND)
    return where.room


def _may_be_together(game: Game, crowd: Crowd, members: tuple[int, ...]) -> None:
    """GC-17.5: each may at this moment write to each; and R-14 for accounts under age."""
    if game.paused_at:
        raise ChatRefused(LOCKED, reason=PAUSED)
    if any(not 0 <= k < len(crowd.seats) for k in members):
        raise ChatRefused(NOT_FOUND)
    rules = rules_of(game.title)
    state = asking.load(game.pk)[1]
    for pair in combinations(members, 2):
        talk = rules.may_talk(state, pair)
        if isinstance(talk, str):
            raise ChatRefused(LOCKED, reason=talk)
        if not set(pair) <= set(talk):
            raise ChatRefused(LOCKED, reason=APART)
    if not _fit_by_age(crowd, members):
        raise ChatRefused(LOCKED, reason=ALONE)


def _fit_by_age(crowd: Crowd, members: tuple[int, ...]) -> bool:
    """R-14: no room of their own making for people under age with adults; never said aloud."""
    users = {user for k in members for user in crowd.rights.acting.get(k, frozenset())}
    bands = set(User.objects.filter(pk__in=users).values_list("is_minor", flat=True))
    return len(bands) < 2  # noqa: PLR2004


def _name(name: str) -> str:
    from games.hosting.chat import bodies

    text = bodies.clean(name).replace("\n", " ")
    if len(text) > MOST_NAME:
        raise ChatRefused(LENGTH, most=MOST_NAME)
    return text


def _make(game: Game, founder: int, members: tuple[int, ...], name: str) -> ChatRoom:
    keys = [seat_stream(k) for k in members]
    room = ChatRoom.objects.create(
        game=game,
        key=f"group:{new_key()}",
        kind="group",
        title=name,
        readers=keys,
        writers=keys,
        founder=founder,
        members=list(members),
    )
    ChatWindow.objects.bulk_create(ChatWindow(room=room, member=key, first=1) for key in keys)
    return room


def _set_members(room: ChatRoom, members: tuple[int, ...]) -> None:
    facts: dict[str, Any] = {"members": list(members)}
    facts["readers"] = facts["writers"] = [seat_stream(k) for k in members]
    if len(members) < FEWEST - 1:
        facts |= {"writers": [], "lock_reason": ALONE}
    elif room.lock_reason == ALONE:
        facts["lock_reason"] = ""
    for name, value in facts.items():
        setattr(room, name, value)
    room.save(update_fields=list(facts))


def _changed(game: Game) -> None:
    syncing.touch(game)
    nudging.after_commit(game.pk)
