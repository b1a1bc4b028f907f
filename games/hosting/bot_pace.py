"""When a bot acts: a short while after a window began, drawn without a look at any view.

The delay comes from the game's secret salt, the seat and the window's key alone, so it tells
nothing, and bots at one table act one after the other (PR-14, GC-16).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from games.hosting.models import Game, Status


def delay(game: Game, seat: int) -> timedelta:
    """How long this bot thinks in the present window."""
    least, most = settings.BOT_DELAY_SECONDS
    key = f"pace|{seat}|{game.due_key or game.seq}".encode()
    drawn = int.from_bytes(hmac.digest(game.salt.encode(), key, hashlib.sha256)[:4], "big")
    return timedelta(seconds=least + (most - least) * drawn / 2**32)


def ready_at(game: Game, seat: int) -> datetime | None:
    """From when on this bot acts in the present window; none where no clock marks one."""
    return game.due_key_at + delay(game, seat) if game.due_key_at else None


def next_turn(
    game: Game, seats: Iterable[int], at: datetime, *, have_looked: bool = False
) -> datetime | None:
    """When the bots have to look at the game again; those that just did wait for a change."""
    seats = list(seats)
    if not seats or game.status != Status.RUNNING or game.paused_at:
        return None
    if game.due_key_at is None:
        return None if have_looked else at + min(delay(game, seat) for seat in seats)
    moments = [game.due_key_at + delay(game, seat) for seat in seats]
    if have_looked:
        return min((moment for moment in moments if moment > at), default=None)
    return max(min(moments), at)


def next_ring(game: Game, at: datetime) -> datetime | None:
    """When a room has to wake bots that are not yet due: those that are need no timer."""
    if game.bots_at is not None and game.bots_at > at:
        return game.bots_at
    return next_turn(game, shown_bots(game), at, have_looked=True)


def shown_bots(game: Game) -> list[int]:
    """The seats that the bot plays, as the table shows them."""
    seats = game.shown.get("table", {}).get("seats", {})
    return [int(number) for number, seat in seats.items() if seat["kind"] == "bot"]
