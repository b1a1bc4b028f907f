"""Who acts for a seat, who belongs to it, who is a GM: judged at this moment, set-wise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from accounts import services as people
from accounts.models import User
from games.hosting.models import Game, Seat, Visibility
from games.hosting.streams import audience
from games.registry import rules_of


@dataclass(slots=True)
class SeatRights:
    """User numbers per seat of one game: who acts for it and who belongs to it."""

    acting: dict[int, frozenset[int]] = field(default_factory=dict)
    members: dict[int, frozenset[int]] = field(default_factory=dict)

    def seats_of(self, user: int | None) -> list[int]:
        """Seats this user acts for."""
        return [k for k, users in sorted(self.acting.items()) if user in users]

    def teams_of(self, user: int | None) -> list[int]:
        """Seats this user belongs to."""
        return [k for k, users in sorted(self.members.items()) if user in users]

    def only(self, seat: int | None) -> SeatRights:
        """These rights as a program bound to one seat has them."""
        if seat is None:
            return self
        return SeatRights(
            {k: users for k, users in self.acting.items() if k == seat},
            {k: users for k, users in self.members.items() if k == seat},
        )


def of_seats(seats: Iterable[Seat], at: datetime, *, members: bool = True) -> SeatRights:
    """The rights in one game, two queries at most."""
    return next(iter(of_games(seats, at, members=members).values()), SeatRights())


def of_games(seats: Iterable[Seat], at: datetime, *, members: bool = True) -> dict[int, SeatRights]:
    """The rights in several games by number, two queries however many they are."""
    seats = list(seats)
    parks = {seat.park_id for seat in seats if seat.park_id}
    acting = people.acting_users(parks, at) if parks else {}
    belong = people.member_users(parks) if parks and members else {}
    found: dict[int, SeatRights] = {}
    for seat in seats:
        rights = found.setdefault(seat.game_id, SeatRights())
        own = {seat.user_id} if seat.user_id else set()
        park = seat.park_id or 0
        rights.acting[seat.number] = frozenset(own | set(acting.get(park, ())))
        rights.members[seat.number] = frozenset(own | set(belong.get(park, ())))
    return found


def is_gm(user_id: int | None) -> bool:
    """Staff who may run games, at this moment."""
    return bool(masters_of([user_id]))


def masters_of(users: Iterable[int | None]) -> frozenset[int]:
    """Those of these users who may run games, at this moment."""
    asked = {user for user in users if user is not None}
    return _masters(User.objects.filter(pk__in=asked)) if asked else frozenset()


def masters() -> frozenset[int]:
    """Everybody who runs games."""
    return _masters(User.objects.all())


def _masters(users: QuerySet[User]) -> frozenset[int]:
    staff = users.filter(is_staff=True, is_active=True)
    return frozenset(user.pk for user in staff if user.has_perm("games.change_game"))


def may_watch(
    game: Game, user_id: int | None, rights: SeatRights, *, by_token: bool = False
) -> bool:
    """Whether a person may open a game at all; the answer to the rest is 404.

    With a token nobody has a GM's powers.
    """
    if rights.seats_of(user_id) or rights.teams_of(user_id):
        return not game.is_hidden
    if not by_token and is_gm(user_id):
        return True
    if game.is_hidden or game.status == "draft" or not game.spectators:
        return False
    return game.visibility != Visibility.INVITED


def streams_for(game: Game, user_id: int | None, rights: SeatRights) -> frozenset[str]:
    """The streams a person may follow now."""
    return audience(
        rights.seats_of(user_id),
        rights.teams_of(user_id),
        teams=rules_of(game.title).meta.has_team_streams,
    )
