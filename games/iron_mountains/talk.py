"""IM-7: the rooms of a season and who may talk in them. Talk binds nobody."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from games.engine.protocol import PUBLIC, Channel, seat_stream, team_stream

from .state import Season

PAIR = 2


def channels(state: Season) -> tuple[Channel, ...]:
    """IM-7.1: league table, the herald, the war council, a room a side, generals by pairs.

    Readers are offices, so a replaced general is out at once (IM-7.3).
    """
    return _rooms(tuple(side.name for side in state.sides))


@lru_cache(maxsize=64)
def _rooms(names: tuple[str, ...]) -> tuple[Channel, ...]:
    """Asked at every commit; it depends on the sides alone."""
    seats = tuple(seat_stream(k) for k in range(len(names)))
    rooms = [
        Channel("public", "table", "public", (PUBLIC,), ("signed_in",), release="public"),
        Channel("herald", "announce", "herald", (PUBLIC,), ("gm",), release="public"),
        Channel("council", "group", "council", seats, seats),
    ]
    rooms.extend(
        Channel(f"side:{k}", "team", name, (team_stream(k),), (team_stream(k),))
        for k, name in enumerate(names)
    )
    for a, b in combinations(range(len(names)), PAIR):
        both = (seats[a], seats[b])
        rooms.append(Channel(f"pair:{a}-{b}", "pair", "pair", both, both))
    return tuple(rooms)


def may_talk(state: Season, seats: tuple[int, ...]) -> tuple[int, ...] | str:
    """IM-7.1: direct messages between generals, a pair of sides at a time."""
    pair = sorted(set(seats))
    known = all(0 <= seat < len(state.sides) for seat in pair)
    return tuple(pair) if known and len(pair) == PAIR else "ALONE"
