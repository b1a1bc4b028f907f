"""Who is who in a game's talk at this moment: the audience keys a person holds (CHAT-1, R-7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import Claim, Player
from accounts.tokens import Grant
from games.engine.protocol import PUBLIC, seat_stream, team_stream
from games.hosting import rights
from games.hosting.models import Game, Seat, SeatHolding
from games.hosting.rights import SeatRights

SIGNED_IN, SPECTATORS, GM = "signed_in", "spectators", "gm"
PRIVATE = frozenset({"pair", "team", "group"})


@dataclass(frozen=True, slots=True)
class Person:
    """What one person is in a game now.

    `keys` are his audience keys; `private_keys` those that count in private rooms: a member of a
    park reads them once the club has confirmed him (R-14).
    """

    user: int | None = None
    seats: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    is_master: bool = False
    keys: frozenset[str] = frozenset()
    private_keys: frozenset[str] = frozenset()

    def keys_for(self, kind: str) -> frozenset[str]:
        """The keys that count in a room of this kind."""
        return self.private_keys if kind in PRIVATE else self.keys

    @property
    def is_playing_master(self) -> bool:
        """A GM who is also a player is none here (R-9)."""
        return self.is_master and bool(self.seats or self.teams)


@dataclass(slots=True)
class Crowd:
    """Everybody's place in one game, read at one moment."""

    game: Game
    seats: list[Seat]
    rights: SeatRights
    confirmed: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    masters: frozenset[int] = frozenset()
    _people: dict[Any, Person | None] = field(default_factory=dict)

    def person(self, user: int | None, grant: Grant | None = None) -> Person | None:
        """A person's place, None for one who may not open the game.

        With a `grant` it is his program's: its one seat, and nothing of a GM's.
        """
        mark = (user, grant is not None, grant.seat if grant is not None else None)
        if mark not in self._people:
            self._people[mark] = self._person(user, grant)
        return self._people[mark]

    def _person(self, user: int | None, grant: Grant | None) -> Person | None:
        held = self.rights.only(grant.seat if grant is not None else None)
        acting = tuple(held.seats_of(user)) if user is not None else ()
        belongs = tuple(held.teams_of(user)) if user is not None else ()
        is_master = user in self.masters and grant is None
        # who is a GM is known already: asking again would be a query in the midst of delivery
        if not is_master and not rights.may_watch(self.game, user, held, by_token=True):
            return None
        keys = {PUBLIC}
        if user is not None:
            keys.add(SIGNED_IN)
            if not self.rights.seats_of(user) and not self.rights.teams_of(user):
                keys |= {GM} if is_master else set()
                keys |= {SPECTATORS} if user not in self.played else set()
        keys |= {seat_stream(k) for k in acting} | {team_stream(k) for k in acting}
        members = {team_stream(k) for k in belongs}
        private = keys | members if user in self.confirmed else keys
        teams = tuple(sorted({*acting, *belongs}))
        return Person(user, acting, teams, is_master, frozenset(keys | members), frozenset(private))

    def holder(self, member: str) -> int:
        """The account that holds the seat of an audience key itself; 0 where none does."""
        kind, _, number = member.partition(":")
        if kind != "seat":
            return 0
        return next((s.user_id or 0 for s in self.seats if s.number == int(number)), 0)

    def users_of(self, member: str) -> frozenset[int]:
        """The accounts of a seat's or team's key."""
        kind, _, number = member.partition(":")
        if kind == "seat":
            return self.rights.acting.get(int(number), frozenset())
        if kind == "team":
            acting = self.rights.acting.get(int(number), frozenset())
            return acting | self.rights.members.get(int(number), frozenset())
        return frozenset()


def crowd_of(game: Game, at: datetime, users: Iterable[int | None] = ()) -> Crowd:
    """The crowd of a game; of `users` it is asked who is a GM."""
    seats = list(Seat.objects.filter(game=game))
    held = rights.of_seats(seats, at)
    members = {user for found in held.members.values() for user in found}
    held_once = SeatHolding.objects.filter(seat__game=game, user__isnull=False)
    return Crowd(
        game=game,
        seats=seats,
        rights=held,
        confirmed=_confirmed(seats, members),
        played=frozenset(held_once.values_list("user", flat=True)),
        masters=rights.masters_of(users),
    )


def _confirmed(seats: list[Seat], members: set[int]) -> frozenset[int]:
    """R-14: members of parks whose claim the club approved, and whoever holds a seat himself."""
    own = {seat.user_id for seat in seats if seat.user_id}
    asked = members - own
    if not asked:
        return frozenset(own)
    approved = Player.objects.filter(user_id__in=asked, claim=Claim.APPROVED)
    return frozenset(own | set(approved.values_list("user_id", flat=True)))
