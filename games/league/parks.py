"""ORK-5.8: the GM's chooser of ORK parks; asked for on demand, never during a refresh."""

from __future__ import annotations

from collections.abc import Iterable

from accounts import clock
from accounts.refusals import Refused
from games.league.models import ParkName
from games.league.ork import OrkClient, OrkPark
from games.league.ork_answers import Failure


def update_kingdom(kingdom_id: int, client: OrkClient | None = None) -> int:
    """Read a kingdom's parks into the chooser; gives how many, or refuses with the failure."""
    with client or OrkClient() as reader:
        found = reader.get_parks(kingdom_id)
    if isinstance(found, Failure):
        raise Refused("ork_failed", kind=found.kind.value, detail=found.detail)
    _keep(found)
    return len(found)


def update_park(park_id: int, client: OrkClient | None = None) -> OrkPark:
    """Read one park from anywhere into the chooser (ORK-3.8)."""
    with client or OrkClient() as reader:
        found = reader.get_park_short_info(park_id)
    if isinstance(found, Failure):
        raise Refused("ork_failed", kind=found.kind.value, detail=found.detail)
    _keep([found])
    return found


def _keep(parks: Iterable[OrkPark]) -> None:
    now = clock.now()
    ParkName.objects.bulk_create(
        [
            ParkName(
                park_id=park.park_id,
                kingdom_id=park.kingdom_id,
                name=park.name,
                abbreviation=park.abbreviation,
                active=park.active,
                seen_at=now,
            )
            for park in parks
        ],
        update_conflicts=True,
        unique_fields=["park_id"],
        update_fields=["kingdom_id", "name", "abbreviation", "active", "seen_at"],
    )
