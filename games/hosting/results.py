"""Results of a finished game, written once in the transaction that ended it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.engine.protocol import Outcome, Placing
from games.hosting.models import Game, Seat
from games.league import series
from games.league.models import Result


def record_results(game: Game, outcome: Outcome | None, seats: Iterable[Seat]) -> None:
    """One row per seat: who held it, place and score; a repeat replaces them.

    A seat that the outcome does not rank (an abandoned game) has a row without a place.
    """
    if outcome is None or game.ended_at is None:
        return
    placings = {placing.seat: placing for placing in outcome.placings}
    rows = [
        _row(game, seat, placings.get(seat.number), outcome.reason, game.ended_at) for seat in seats
    ]
    series.record_results(game.pk, rows)


def _row(
    game: Game, seat: Seat, placing: Placing | None, reason: str, ended_at: datetime
) -> Result:
    row = Result(
        game=game.pk,
        title=game.title,
        seat=seat.number,
        seat_name=seat.name,
        park=seat.park,
        user=seat.user_id,
        bot=seat.bot,
        retired=seat.retired,
        reason=reason,
        ended_at=ended_at,
    )
    if placing is not None:
        row.place, row.score, row.won = placing.place, placing.score, placing.won
        row.ties = placing.ties
    return row
