"""What a desk reads in a thread: rooms, windows and rights as they are now, and what is new."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import F, Q

from accounts import services as people
from accounts.tokens import Grant
from games.hosting import clocks
from games.hosting.chat import finding, lines, reading
from games.hosting.chat.crowd import Crowd, Person, crowd_of
from games.hosting.chat.lines import Line
from games.hosting.chat.models import ChatMessage, ChatPlace, ChatRoom, ChatWindow, Talk
from games.hosting.chat.spans import Spans
from games.hosting.models import Game

FIRST = 60  # messages a room to begin with
TRIES = 5


@dataclass(slots=True)
class Facts:
    """A game's talk at one version, for everybody; persons are judged from it."""

    version: int
    rooms: list[ChatRoom]
    windows: dict[int, list[ChatWindow]]
    crowd: Crowd | None
    is_paused: bool
    muted: dict[int, frozenset[int]] = field(default_factory=dict)
    banned: frozenset[int] = frozenset()
    _spans: dict[tuple[int, Person], Spans] = field(default_factory=dict)

    def person(self, user: int | None, grant: Grant | None) -> Person | None:
        """Somebody's place in the game now."""
        return self.crowd.person(user, grant) if self.crowd is not None else None

    def spans(self, room: ChatRoom, person: Person) -> Spans:
        """What somebody may read of a room now."""
        mark = (room.pk, person)
        if mark not in self._spans:
            windows = self.windows.get(room.pk, [])
            self._spans[mark] = finding.spans_of(room, windows, person)
        return self._spans[mark]


@dataclass(slots=True)
class Own:
    """What is one person's alone."""

    name: str = ""
    places: dict[int, ChatPlace] = field(default_factory=dict)


def load(game_id: int, known: int, users: frozenset[int | None]) -> tuple[Facts, list[Line]]:
    """The talk now, and the messages that changed since version `known` (-1: the last ones).

    Read again if a commit came in between, so that all of it is of one moment.
    """
    for _ in range(TRIES):
        found = _read(game_id, known, users)
        if _version(game_id) == found[0].version:
            break
    return found


def _version(game_id: int) -> int:
    versions = Talk.objects.filter(game_id=game_id).values_list("version", flat=True)
    return versions.first() or 0


def _read(game_id: int, known: int, users: frozenset[int | None]) -> tuple[Facts, list[Line]]:
    version = _version(game_id)
    rooms = list(ChatRoom.objects.filter(game_id=game_id).order_by("pk")) if version else []
    if not rooms:
        return Facts(version, [], {}, None, is_paused=False), []
    windows: dict[int, list[ChatWindow]] = {}
    for window in ChatWindow.objects.filter(room__game_id=game_id):
        windows.setdefault(window.room_id, []).append(window)
    game = Game.objects.defer("state").get(pk=game_id)
    crowd = crowd_of(game, clocks.now(), users)
    facts = Facts(version, rooms, windows, crowd, is_paused=bool(game.paused_at))
    facts.banned = reading.muted_by_master(game_id, clocks.now())
    facts.muted = reading.mutes_of_all({user for user in users if user is not None})
    return facts, lines.lines(_fresh(game_id, known))


def _fresh(game_id: int, known: int) -> list[ChatMessage]:
    rows = ChatMessage.objects.filter(room__game_id=game_id).order_by("room_id", "n")
    wanted = Q(version__gt=known) if known >= 0 else Q(n__gt=F("room__last") - FIRST)
    return list(rows.filter(wanted))


def own_facts(game_id: int, user: int | None) -> Own:
    """A person's name, mutes and places."""
    if user is None:
        return Own()
    return Own(
        people.personas([user]).get(user, ""),
        reading.places_of(game_id, user),
    )
