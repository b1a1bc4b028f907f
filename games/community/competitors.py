"""Who held the seats of finished games, as they are shown today.

People are named by their persona of today: an emptied account stands under its pseudonym, though
the seat still bears the old name (R-14).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from accounts.models import Park
from accounts.rights import personas
from games.league.models import Result
from games.league.standings import PARK, USER, Standing


@dataclass(frozen=True, slots=True)
class Competitor:
    """A person, a park, or nobody's seat (a bot's)."""

    name: str
    side: str = ""
    number: int = 0
    url: str = ""
    mark: int = 0
    heraldry: str = ""


Key = tuple[int, int]  # game, seat


def of_results(results: Iterable[Result]) -> dict[Key, Competitor]:
    """Per game and seat who competed; two queries at most."""
    results = list(results)
    users = {result.user for result in results if result.user is not None}
    names = personas(users) if users else {}
    numbers = {result.park_id for result in results if result.park_id is not None}
    parks = Park.objects.in_bulk(numbers) if numbers else {}
    return {(result.game, result.seat): _one(result, names, parks) for result in results}


def _one(result: Result, names: dict[int, str], parks: dict[int, Park]) -> Competitor:
    if result.user is not None and result.user in names:
        return of_user(result.user, names[result.user])
    if result.park_id is not None and result.park_id in parks:
        return of_park(parks[result.park_id])
    return Competitor("Former member" if result.user is not None else result.seat_name)


def of_lines(lines: Iterable[Standing], side: str) -> list[tuple[Standing, Competitor]]:
    """Lines of standings with who stands on them; one query at most."""
    lines = list(lines)
    if side == USER:
        return [(line, of_user(line.number, line.name)) for line in lines]
    parks = Park.objects.in_bulk([line.number for line in lines])
    return [(line, of_park(parks[line.number])) for line in lines if line.number in parks]


def of_user(number: int, name: str) -> Competitor:
    """A person by number and persona."""
    return Competitor(name, USER, number, reverse("community:person", args=[number]))


def of_park(park: Park) -> Competitor:
    """A park."""
    url = reverse("community:park", args=[park.slug])
    return Competitor(park.name, PARK, park.pk, url, park.mark, park.heraldry_url)
