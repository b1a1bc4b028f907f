"""Where it is somebody's turn, nearest deadline first: the header's count and "Next table"."""

from __future__ import annotations

from dataclasses import dataclass

import structlog
from django.db import DatabaseError
from django.db.models import Q

from games.hosting import cache, reading
from games.hosting.models import Game, Seat, Status
from games.hosting.streams import seat_stream
from games.hosting.tables.standing import acting_parks

log = structlog.get_logger(__name__)

MOST = 60  # games looked at; nobody plays more at once


@dataclass(frozen=True, slots=True)
class Turn:
    """A game that waits for somebody, and the seat they act for."""

    code: str
    seat: int


def turns_of(user_id: int) -> list[Turn]:
    """The games in which a decision of this person is owed.

    Two queries; private views come from the process's cache, and states are read only where it
    has none of the present seq.
    """
    parks = acting_parks(user_id)
    held = Q(user=user_id) | Q(park__in=parks) if parks else Q(user=user_id)
    rows = Seat.objects.filter(
        held, bot=False, game__is_hidden=False, game__status=Status.RUNNING, game__paused_at=None
    ).order_by("game__due_at", "game_id", "number")
    found = list(
        rows.select_related("game").defer("game__state", "game__options", "game__vote")[:MOST]
    )
    games = _whole([seat.game for seat in found])
    return [
        Turn(seat.game.code, seat.number)
        for seat in sorted(found, key=lambda s: (s.game.due_at is None, s.game.due_at, s.pk))
        if is_awaited(games[seat.game_id], seat.number)
    ]


def is_awaited(game: Game, seat: int) -> bool:
    """Whether the seat's own view says that something is owed; a view that fails says nothing."""
    try:
        return bool(reading.shows_now(game, seat_stream(seat), "pending"))
    except DatabaseError:
        raise
    except Exception as error:  # one title's fault stops no page
        log.error("view failed", game=game.pk, error=type(error).__name__)
        return False


def _whole(games: list[Game]) -> dict[int, Game]:
    """The games by number; where this process has no state of that seq, row and state anew."""
    known = {game.pk: game for game in games}
    missing = [pk for pk, game in known.items() if cache.get(pk, game.seq) is None]
    if missing:
        known.update({game.pk: game for game in Game.objects.filter(pk__in=missing)})
    return known


def next_turn(user_id: int, after: str = "") -> Turn | None:
    """The turn that follows the game `after` in the list, else the first one that is not it."""
    turns = turns_of(user_id)
    codes = [turn.code for turn in turns]
    at = codes.index(after) + 1 if after in codes else 0
    for turn in [*turns[at:], *turns[:at]]:
        if turn.code != after:
            return turn
    return None
