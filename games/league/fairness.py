"""Books a GM may not read: those of games in which he holds or belongs to a seat (R-9, T-10).

Who plays where is asked of the layer that knows the seats. Such a GM may still edit attendance,
publicly and with an audit row, but sees neither other sides' people nor what they gain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.apps import apps
from django.core.exceptions import PermissionDenied

from games.league.apps import LeagueConfig

ClosedBooks = Callable[[int], frozenset[int]]


def register(closed_books: ClosedBooks) -> None:
    """Hosting registers the function that answers user number → numbers of closed books."""
    cast("LeagueConfig", apps.get_app_config("league")).closed_books = closed_books


def closed_books(user_id: int | None) -> frozenset[int]:
    """The books closed to a user; none where no game can tell."""
    ask = cast("LeagueConfig", apps.get_app_config("league")).closed_books
    return frozenset() if ask is None or user_id is None else ask(user_id)


def check(user_id: int | None, book_id: int) -> None:
    """403 for a book that is closed to this user."""
    if book_id in closed_books(user_id):
        raise PermissionDenied
