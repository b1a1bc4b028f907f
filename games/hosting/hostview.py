"""The host's part of a public view: `clock` and `table` (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts import services as people
from games.hosting import pausing
from games.hosting.models import Game, Seat


def host_part(game: Game, table: dict[str, Any]) -> dict[str, Any]:
    """Clock and table; instants are unix seconds."""
    return {
        "clock": clock_part(game),
        "table": {**table, "status": game.status, "name": game.name},
    }


def clock_part(game: Game) -> dict[str, Any]:
    """The present window: when it ends, how long it is, and whether it stands still."""
    clock: dict[str, Any] = {}
    if game.due_at is not None:
        clock = {"due_at": int(game.due_at.timestamp()), "key": game.due_key}
        if game.due_seconds is not None:
            clock["seconds"] = game.due_seconds
    if game.paused_at:
        clock["paused"] = int(game.paused_at.timestamp())
        left = pausing.left(game.paused_at, game.due_key_at, game.due_seconds)
        if game.due_key and left is not None:
            clock |= {"key": game.due_key, "seconds": game.due_seconds, "left": left}
    return clock


def table_part(game: Game, seats: Iterable[Seat]) -> dict[str, Any]:
    """Names, marks, heraldry and holders of the seats."""
    seats = list(seats)
    parks = [seat.park_id for seat in seats if seat.park_id]
    holders = people.general_personas(parks) if parks else {}
    shown: dict[str, Any] = {}
    for seat in seats:
        entry: dict[str, Any] = {
            "name": seat.name,
            "mark": seat.mark,
            "kind": "bot" if seat.bot else ("park" if seat.park_id else "player"),
        }
        holder = holders.get(seat.park_id) if seat.park_id else None
        if holder:
            entry["holder"] = holder
        if seat.park_id and seat.park and seat.park.heraldry:
            entry["heraldry"] = seat.park.heraldry_url
        shown[str(seat.number)] = entry
    return {"title": game.title, "subtitle": game.subtitle, "seats": shown}
