"""What somebody is at a table: host, seated, invited, sent away, or a stranger who may look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts import services as people
from accounts.models import User
from games.hosting import clocks, rights
from games.hosting.models import Visibility
from games.hosting.tables.models import Table, TableBan, TablePlace


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's standing at one table, at this moment."""

    user_id: int | None
    parks: frozenset[int] = frozenset()
    place: TablePlace | None = None
    is_host: bool = False
    is_banned: bool = False
    has_link: bool = False

    @property
    def is_seated(self) -> bool:
        """Whether they have said yes to a place."""
        return self.place is not None and self.place.is_held

    @property
    def is_invited(self) -> bool:
        """Whether a place is kept for them until they answer."""
        return self.place is not None and self.place.invited


def acting_parks(user_id: int | None) -> frozenset[int]:
    """The parks somebody acts for now."""
    if user_id is None:
        return frozenset()
    return frozenset(park for park, _ in people.offices(user_id))


def place_of(
    places: Iterable[TablePlace], user_id: int | None, parks: frozenset[int]
) -> TablePlace | None:
    """The place somebody holds or is kept for them, as a person or for a park."""
    for place in places:
        is_own = place.user_id is not None and place.user_id == user_id
        if is_own or (place.park_id is not None and place.park_id in parks):
            return place
    return None


def standing_of(table: Table, user_id: int | None, *, link: str = "") -> Standing:
    """Who somebody is at this table; `link` is the secret they came with."""
    has_link = bool(link) and link == table.link
    if user_id is None:
        return Standing(None, has_link=has_link)
    parks = acting_parks(user_id)
    return Standing(
        user_id,
        parks,
        place_of(table.places.all(), user_id, parks),
        is_host=table.created_by == user_id,
        is_banned=is_banned(table, user_id, parks),
        has_link=has_link,
    )


def is_banned(table: Table, user_id: int, parks: frozenset[int]) -> bool:
    """Whether the host sent this person, or a park they act for, away."""
    bans = TableBan.objects.filter(table=table).values_list("user_id", "park_id")
    return any(user == user_id or (park is not None and park in parks) for user, park in bans)


def may_see(table: Table, who: Standing) -> bool:
    """Whether the table exists for somebody; for the rest it is 404."""
    if who.is_host or who.place is not None or rights.is_gm(who.user_id):
        return True
    if table.game is not None:
        held = rights.of_seats(table.game.seats.all(), clocks.now())
        return rights.may_watch(table.game, who.user_id, held)
    if table.visibility != Visibility.INVITED:
        return table.is_open
    return who.has_link and not who.is_banned and table.is_open


def may_manage(table: Table, user: User) -> bool:
    """The host, or a GM."""
    return table.created_by == user.pk or rights.is_gm(user.pk)
