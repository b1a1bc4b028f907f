"""Reading talk by request: the list, pages of history, search, all one may read (CHAT-5)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from games.hosting import clocks
from games.hosting.chat import finding, lines, listing, spans
from games.hosting.chat.crowd import Person
from games.hosting.chat.finding import Readable
from games.hosting.chat.models import ChatBan, ChatMessage, ChatMute, ChatPlace
from games.hosting.models import Game

PAGE = 50
FOUND = 50
MOST_EXPORTED = 2000


def mutes_of(user: int | None) -> frozenset[int]:
    """Whom a person does not want to read; 0: anonymous posts."""
    return mutes_of_all({user}).get(user, frozenset()) if user is not None else frozenset()


def mutes_of_all(users: set[int]) -> dict[int, frozenset[int]]:
    """The same for several people at once."""
    found: dict[int, set[int]] = {}
    if users:
        rows = ChatMute.objects.filter(user__in=users)
        for user, muted in rows.values_list("user_id", "muted"):
            found.setdefault(user, set()).add(muted)
    return {user: frozenset(muted) for user, muted in found.items()}


def muted_by_master(game_id: int, at: datetime) -> frozenset[int]:
    """CHAT-6: whom the GM has muted in a game at this moment."""
    rows = ChatBan.objects.filter(Q(until=None) | Q(until__gt=at), game_id=game_id)
    return frozenset(rows.values_list("user", flat=True))


def places_of(game_id: int, user: int | None) -> dict[int, ChatPlace]:
    """A person's places in a game's rooms."""
    if user is None:
        return {}
    rows = ChatPlace.objects.filter(room__game_id=game_id, user=user)
    return {row.room_id: row for row in rows}


def rooms(game: Game, person: Person) -> list[dict[str, Any]]:
    """CHAT-9, CHAT-13: the rooms a person may read, with his unread counts."""
    places = places_of(game.pk, person.user)
    facts = {
        "is_paused": bool(game.paused_at),
        "is_muted": person.user in muted_by_master(game.pk, clocks.now()),
    }
    return [
        {
            **listing.entry(one.room, one.spans, person, **facts),
            **listing.place(one.room, one.spans, places.get(one.room.pk)),
        }
        for one in finding.readable(game.pk, person)
    ]


def history(
    where: Readable, person: Person, *, before: int | None = None, after: int | None = None
) -> dict[str, Any]:
    """A page of a room, oldest first: the last, or that before or after a number."""
    count = where.count
    if after is not None:
        low, high = after + 1, min(after + PAGE, count)
    else:
        high = count if before is None else min(before - 1, count)
        low = max(1, high - PAGE + 1)
    found = numbered(where, _rows(where, low, high), mutes_of(person.user))
    return {"room": where.room.key, "messages": found, "count": count, "more": low > 1}


def numbered(
    where: Readable, rows: Iterable[ChatMessage], muted: frozenset[int]
) -> list[dict[str, Any]]:
    """Messages with the numbers of this reader."""
    return [line.seen(where.number(line.n), muted) for line in lines.lines(rows)]


def _rows(where: Readable, low: int, high: int) -> list[ChatMessage]:
    runs = spans.between(where.spans, low, high) if low <= high else []
    if not runs:
        return []
    within = reduce(or_, (Q(n__gte=first, n__lte=last) for first, last in runs))
    return list(ChatMessage.objects.filter(within, room=where.room).order_by("n"))


def search(game: Game, person: Person, words: str, room: str = "") -> list[dict[str, Any]]:
    """The newest messages with these words, of what one may read and has not muted."""
    wanted = [one for one in finding.readable(game.pk, person) if room in ("", one.room.key)]
    muted = mutes_of(person.user)
    out: list[dict[str, Any]] = []
    for where in wanted:
        runs = [Q(n__gte=a) if b is None else Q(n__gte=a, n__lte=b) for a, b in where.spans]
        rows = ChatMessage.objects.filter(
            reduce(or_, runs), room=where.room, hidden_at=None, body__icontains=words
        ).order_by("-n")[:FOUND]
        found = numbered(where, rows, muted)
        out += [{"room": where.room.key, **one} for one in found if "muted" not in one]
    return sorted(out, key=lambda one: -int(one["at"]))[:FOUND]


def everything(game: Game, person: Person) -> list[dict[str, Any]]:
    """CHAT-11: all that this person may read, for replay and for keeping; no other talk."""
    muted = mutes_of(person.user)
    out = []
    for where in finding.readable(game.pk, person):
        low = max(1, where.count - MOST_EXPORTED + 1)
        rows = _rows(where, low, where.count)
        head = {"key": where.room.key, "kind": where.room.kind, "title": where.room.title}
        out.append({**head, "messages": numbered(where, rows, muted)})
    return out
