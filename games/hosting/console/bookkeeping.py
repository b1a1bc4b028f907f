"""A game's options and the attendance book that follows them (IM-3.1, IM-16).

Titles that use attendance share the option names of `FOLLOWED`; the book of a game always has what
its options say.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from games.engine.protocol import PUBLIC
from games.hosting import reading
from games.hosting.console.words import full_options, zone_of
from games.hosting.models import Game
from games.league import books
from games.league.models import Book

SATURDAY = 5
# option → field of the book
FOLLOWED = (
    ("refresh_hours", "refresh_hours"),
    ("timezone", "zone"),
    ("ork_kingdom_ids", "kingdom_ids"),
    ("ork_park_ids", "park_ids"),
    ("attendance_source", "source"),
)
DATING = frozenset({"attendance_from", "start_at", "timezone"})


def current_options(game: Game) -> dict[str, Any]:
    """All options as they stand: the title's defaults, the game's row, the public settings."""
    shown = reading.current_view(game, PUBLIC).get("settings", {})
    return {name: shown.get(name, value) for name, value in full_options(game).items()}


def open_book(name: str, options: dict[str, Any], at: datetime) -> Book:
    """A season's book, made from its options."""
    return Book.objects.create(name=name, opened_at=at, **book_fields(options, at))


def book_fields(options: dict[str, Any], at: datetime) -> dict[str, Any]:
    """What the book takes from the options."""
    found = {field: options[option] for option, field in FOLLOWED if option in options}
    found["attendance_from"] = first_weekend(options, at)
    return found


def first_weekend(options: dict[str, Any], at: datetime) -> date:
    """IM-3.1: attendance_from, by default the Saturday on or before the start's local date."""
    given = options.get("attendance_from")
    if given:
        return date.fromisoformat(given)
    start = options.get("start_at") or at.timestamp()
    day = datetime.fromtimestamp(start, zone_of(options)).date()
    return day - timedelta(days=(day.weekday() - SATURDAY) % 7)


def keep_options(game_id: int, changes: dict[str, Any], *, at: datetime) -> None:
    """Take changed options into the game's row and its book, in the caller's transaction."""
    game = Game.objects.select_related("book").defer("state").get(pk=game_id)
    game.options = {**game.options, **changes}
    game.save(update_fields=["options"])
    if game.book is None:
        return
    values = {field: changes[option] for option, field in FOLLOWED if option in changes}
    if changes.keys() & DATING:
        values["attendance_from"] = first_weekend(full_options(game), at)
    if values:
        books.configure(game.book.pk, **values)
