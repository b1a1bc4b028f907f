"""How the console writes what rules say in keys and numbers: labels, seats, instants, quarters.

A title may put `console.json` into its `ui/` folder: `labels` and `values` (key or text value →
words), `quarters` (keys whose amounts are quarter points), `only_when_set` (facts left out when 0),
`groups` of its options ([heading, [option, …]], …) and `events` (sentences from an event's own
fields, where the client's need more than those).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings

from games import registry
from games.engine import codec
from games.hosting.feeds import points
from games.hosting.models import Game
from games.registry import rules_of

# keys whose numbers are seats, wherever a title writes them
SEAT_KEYS = frozenset(
    {
        "side", "sides", "seat", "seats", "winner", "losers", "claimants", "builders", "owner",
        "turn", "from_side", "to_side",
    }
)  # fmt: skip
FIRST_INSTANT = 1_000_000_000  # a number this large is a time, nothing in a game is counted so far
INSTANT = "%a %d %b %Y, %H:%M"
LABELS = {
    "actor_clock": "The clock",
    "actor_feed": "Attendance",
    "actor_gm": "GM",
    "actor_host": "Portal",
    "group_game": "The game",
    "host.new": "Made",
    "host.pause": "Paused",
    "host.resume": "Goes on",
    "host.extend": "More time",
    "host.shorten": "Extra time taken back",
    "host.propose": "The table was asked",
    "host.answer": "The table was answered",
    "host.expire": "A question fell",
    "host.offer": "A seat was offered, or not any more",
    "host.take": "A seat was asked for",
    "host.bot": "Bot and person changed places",
    "host.away": "A vacation began or ended",
    "host.retry": "Tried again",
    "host.set_aside": "Set aside",
    "host.table": "Seats or visibility changed",
}


@cache
def table(title: str) -> dict[str, Any]:
    """A title's own words for the console; empty where it has none."""
    if title not in registry.TITLES:
        return {}
    file = registry.folder_of(title) / "ui" / "console.json"
    if not file.is_file():
        return {}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def zone_of(options: dict[str, Any]) -> ZoneInfo:
    """The zone of full options: their `timezone`, else the portal's."""
    name = str(options.get("timezone") or settings.TIME_ZONE)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one game."""

    title: str
    zone: ZoneInfo
    seats: dict[int, str] = field(default_factory=dict)

    def label(self, key: str) -> str:
        """What a key is called."""
        known = table(self.title).get("labels", {}).get(key) or LABELS.get(key)
        return str(known) if known else str(key).replace("_", " ").strip().capitalize()

    def seat(self, number: int) -> str:
        """A seat's name."""
        return self.seats.get(number, f"Seat {number}")

    def of_value(self, value: str) -> str:
        """What a choice is called."""
        known = table(self.title).get("values", {}).get(value)
        return str(known) if known else value.replace("_", " ").capitalize()

    def is_seats(self, keys: Any) -> bool:
        """Whether these keys of a map are this game's seats."""
        names = list(keys)
        return bool(names) and all(
            isinstance(name, str) and name.isdigit() and int(name) in self.seats for name in names
        )

    def instant(self, seconds: float) -> str:
        """A time in the game's zone."""
        return f"{datetime.fromtimestamp(seconds, UTC).astimezone(self.zone):{INSTANT}}"

    def value(self, key: str, value: Any) -> str:
        """A single fact as text."""
        match value:
            case None | "":
                return "none"
            case bool():
                return "yes" if value else "no"
            case int() if key in SEAT_KEYS:
                return self.seat(value)
            case int() if value >= FIRST_INSTANT:
                return self.instant(value)
            case int() if key in table(self.title).get("quarters", ()):
                return points(value)
            case list() | tuple():
                return ", ".join(self.value(key, item) for item in value) or "none"
            case dict():
                return self._map(value)
            case str():
                known = table(self.title).get("values", {}).get(value)
                return str(known) if known else value
        return str(value)

    def _map(self, value: dict[str, Any]) -> str:
        is_seats = self.is_seats(value)
        parts = [
            f"{self.seat(int(k)) if is_seats else self.label(k)} {self.value(k, v)}"
            for k, v in value.items()
        ]
        return ", ".join(parts) or "none"


def words_of(game: Game) -> Words:
    """The words of a game with its seats' names."""
    names = dict(game.seats.values_list("number", "name"))
    return Words(game.title, zone_of(full_options(game)), names)


def full_options(game: Game) -> dict[str, Any]:
    """The game's options with the title's defaults."""
    options = rules_of(game.title).meta.options
    found: dict[str, Any] = codec.to_builtins(codec.convert(game.options, options))
    return found
