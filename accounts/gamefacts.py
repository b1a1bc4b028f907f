"""What the layers above answer about games, which this application does not know.

Hosting registers both when it is ready; where nobody did there are no such facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

from django.apps import apps


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat that somebody acts for: the game's code and name, the seat's number and name."""

    game: str
    game_name: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """`discreet`: by game id all that may be said outside the site (GC-16.9), where that is little.

    `seats`: the seats a user acts for now.
    """

    discreet: Callable[[frozenset[int]], dict[int, str]] = field(default=lambda games: {})
    seats: Callable[[int], list[OwnSeat]] = field(default=lambda user: [])


def register(facts: GameFacts) -> None:
    """Ask `facts` from now on."""
    apps.get_app_config("accounts").game_facts = facts  # type: ignore[attr-defined]


def _facts() -> GameFacts:
    found = getattr(apps.get_app_config("accounts"), "game_facts", None)
    return cast("GameFacts", found) if found is not None else GameFacts()


def discreet(game_ids: Iterable[int | None]) -> dict[int, str]:
    """Of these games those that are discreet, with what may be said of each outside the site."""
    wanted = frozenset(game for game in game_ids if game is not None)
    return _facts().discreet(wanted) if wanted else {}


def seats_of(user_id: int) -> list[OwnSeat]:
    """The seats a user acts for now, in games that have not ended."""
    return _facts().seats(user_id)
