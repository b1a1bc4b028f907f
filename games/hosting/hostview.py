"""The host's part of a public view: `clock` and `table` (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts import services as people
from games.hosting import pausing
from games.hosting.models import Game, Seat

SHOWN_OF_VOTE = ("id", "kind", "by", "asked", "agreed", "until", "seconds", "seat", "who")


def host_part(game: Game, table: dict[str, Any]) -> dict[str, Any]:
    """Clock and table, the latter with what the row itself says; instants are unix seconds."""
    shown = {**table, "status": game.status, "name": game.name}
    shown.pop("vote", None)
    if game.vote:
        shown["vote"] = {key: game.vote[key] for key in SHOWN_OF_VOTE if key in game.vote}
    return {"clock": clock_part(game), "table": shown}


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
    shown = {str(seat.number): _seat_part(seat) for seat in seats}
    for number, holder in _holders(seats).items():
        shown[str(number)]["holder"] = holder
    table: dict[str, Any] = {"title": game.title, "subtitle": game.subtitle, "seats": shown}
    if game.friendly:
        table["friendly"] = True
    return table


def _seat_part(seat: Seat) -> dict[str, Any]:
    """One seat as everybody sees it; what is not the case is left out."""
    kind = "bot" if seat.bot else ("park" if seat.park_id else "player")
    entry: dict[str, Any] = {"name": seat.name, "mark": seat.mark, "kind": kind}
    if seat.park_id and seat.park and seat.park.heraldry:
        entry["heraldry"] = seat.park.heraldry_url
    if seat.away_until:
        entry["away"] = seat.away_until.isoformat()
    if seat.bot and seat.bot_why:
        entry["bot_why"] = seat.bot_why
    return entry | {key: True for key in ("offered", "retired") if getattr(seat, key)}


def _holders(seats: list[Seat]) -> dict[int, str]:
    """Personas of the players, and of the generals of the parks."""
    parks = [seat.park_id for seat in seats if seat.park_id]
    users = [seat.user_id for seat in seats if seat.user_id]
    generals = people.general_personas(parks) if parks else {}
    players = people.personas(users) if users else {}
    found = {
        seat.number: generals.get(seat.park_id or 0) or players.get(seat.user_id or 0)
        for seat in seats
    }
    return {number: persona for number, persona in found.items() if persona}
