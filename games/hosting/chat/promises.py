"""CHAT-11: what becomes of the talk of a game, told before anybody sits down.

The title's own rooms are asked of a first state with seats of no name; nothing is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine import codec
from games.engine.protocol import PUBLIC, Channel, SeatSetup
from games.registry import rules_of

NO_SEED = "0" * 32
WORDS = {
    "table": "The table",
    "place": "Places",
    "pair": "Direct messages",
    "group": "Groups",
    "team": "Own sides",
    "ghosts": "Ghosts",
    "host": "The host",
    "announce": "Announcements",
    "spectators": "Spectators",
}


@dataclass(frozen=True, slots=True)
class Promise:
    """Rooms of one kind: who may read them in the end, and whether a substitute reads the past."""

    kind: str
    name: str
    is_public: bool
    inherits: bool
    has_seats: bool
    anonymous: bool


def promises(title: str, options: dict[str, Any], seats: int) -> list[Promise]:
    """One promise a kind, in the title's order; none where the options do not fit (any more)."""
    rules = rules_of(title)
    filled = {**options, rules.meta.seats_option: seats} if rules.meta.seats_option else options
    setups = tuple(SeatSetup(f"Seat {k + 1}") for k in range(seats))
    try:
        state = rules.new(codec.convert(filled, rules.meta.options), setups, NO_SEED)
    except ValueError:
        return []
    kinds: dict[str, list[Channel]] = {}
    for channel in rules.channels(state):
        kinds.setdefault(channel.kind, []).append(channel)
    return [_promise(kind, channels) for kind, channels in kinds.items()]


def _promise(kind: str, channels: list[Channel]) -> Promise:
    readers = {reader for channel in channels for reader in channel.readers}
    writers = {writer for channel in channels for writer in channel.writers}
    return Promise(
        kind=kind,
        name=WORDS.get(kind, kind.title()),
        is_public=all(channel.release == PUBLIC for channel in channels),
        inherits=all(channel.inherits for channel in channels),
        has_seats=any(key.startswith(("seat:", "team:")) for key in readers | writers),
        anonymous=any(channel.anonymous for channel in channels),
    )
