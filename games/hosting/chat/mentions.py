"""Notices of talk: `mention` for an @name, `said` for a direct message; to those who may read it.

One waits at most per room until its recipient has read on. No word of a message leaves the room
with a notice: mail and push name the person and the game.
"""

from __future__ import annotations

from django.urls import reverse

from accounts import services as people
from accounts.models import Player
from games.engine.protocol import PUBLIC
from games.hosting.chat import spans
from games.hosting.chat.crowd import SIGNED_IN, Crowd
from games.hosting.chat.finding import spans_of
from games.hosting.chat.models import ChatMessage, ChatMute, ChatPlace, ChatRoom

DIRECT = frozenset({"pair", "host"})
MENTION, SAID = "mention", "said"


def tell(crowd: Crowd, message: ChatMessage) -> None:
    """Write the notices of a message, in its own transaction."""
    room = message.room
    everybody = _audience(crowd, room)
    direct = everybody if room.kind in DIRECT else frozenset()
    called = everybody & mentioned(crowd, message.body) if "@" in message.body else frozenset()
    wanted = dict.fromkeys(direct, SAID) | dict.fromkeys(called, MENTION)
    wanted.pop(message.author or 0, None)
    for user in _who_mute(message, wanted):
        wanted.pop(user)
    windows = list(room.windows.all())
    tellings = []
    places = dict(
        ChatPlace.objects.filter(room=room, user__in=wanted).values_list("user_id", "last_read")
    )
    params = _params(crowd, message)
    for user, kind in sorted(wanted.items()):
        person = crowd.person(user)
        if person is None or not spans.holds(spans_of(room, windows, person), message.n):
            continue
        key = f"talk:{room.pk}:{places.get(user, 0)}"
        tellings.append(people.Telling([user], kind, key, params))
    if tellings:
        people.notify_all(tellings, game_id=crowd.game.pk)


def _audience(crowd: Crowd, room: ChatRoom) -> frozenset[int]:
    """The people of the game whom a room concerns; of a public one all who belong to a seat."""
    keys = set(room.readers)
    if keys & {PUBLIC, SIGNED_IN}:
        keys |= {f"team:{seat.number}" for seat in crowd.seats}
    return frozenset(user for key in keys for user in crowd.users_of(key))


def mentioned(crowd: Crowd, body: str) -> frozenset[int]:
    """The accounts whose persona or seat stands behind an @, the longest name first."""
    names = _names(crowd)
    text = body.casefold()
    found: set[int] = set()
    at = text.find("@")
    while at >= 0:
        rest = text[at + 1 : at + 80]
        for name in sorted(names, key=len, reverse=True):
            if rest.startswith(name) and not rest[len(name) : len(name) + 1].isalnum():
                found |= names[name]
                break
        at = text.find("@", at + 1)
    return frozenset(found)


def _names(crowd: Crowd) -> dict[str, set[int]]:
    """Every name that can be called, with its accounts."""
    names: dict[str, set[int]] = {}
    users: set[int] = set()
    for seat in crowd.seats:
        acting = crowd.rights.acting.get(seat.number, frozenset())
        users |= acting | crowd.rights.members.get(seat.number, frozenset())
        names.setdefault(seat.name.casefold(), set()).update(acting)
    for user, persona in people.personas(users).items():
        names.setdefault(persona.casefold(), set()).add(user)
    names.pop("", None)
    return names


def _who_mute(message: ChatMessage, users: object) -> list[int]:
    """Those among `users` who do not want to hear from this author."""
    muted = 0 if message.is_alias else message.author
    if muted is None:
        return []
    rows = ChatMute.objects.filter(muted=muted, user__in=list(users))  # type: ignore[call-overload]
    return list(rows.values_list("user_id", flat=True))


def _params(crowd: Crowd, message: ChatMessage) -> dict[str, object]:
    url = reverse("games:table", args=[crowd.game.code])
    params: dict[str, object] = {"game_name": crowd.game.name, "url": f"{url}#talk"}
    if message.author is not None and not message.is_host:
        player = Player.objects.filter(user_id=message.author).values_list("pk", flat=True).first()
        if player is not None:
            params["player"] = player
    return params
