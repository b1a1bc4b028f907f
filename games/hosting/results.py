"""Results of a finished game, written once in the transaction that ended it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.engine.protocol import Outcome, Placing
from games.hosting.models import Game, HeldUntil, Seat, SeatHolding
from games.league import series
from games.league.models import Result


def record_results(game: Game, outcome: Outcome | None, seats: Iterable[Seat]) -> None:
    """One row per seat: who held it, place and score; a repeat replaces them.

    A seat that the outcome does not rank (an abandoned game) has a row without a place. A resigned
    seat counts for the person who resigned, who is marked so (PR-8.7).
    """
    if outcome is None or game.ended_at is None:
        return
    seats = list(seats)
    left = _resigned(seats)
    placings = {placing.seat: placing for placing in outcome.placings}
    rows = []
    for seat in seats:
        row = _row(game, seat, placings.get(seat.number), outcome.reason, game.ended_at)
        row.user = row.user or left.get(seat.pk)
        rows.append(row)
    series.record_results(game.pk, rows)


def _resigned(seats: list[Seat]) -> dict[int, int]:
    """Who resigned last from each seat that is still retired, by the seat's id."""
    retired = [seat.pk for seat in seats if seat.retired]
    if not retired:
        return {}
    rows = SeatHolding.objects.filter(
        seat__in=retired, ended=HeldUntil.RESIGNED, user__isnull=False
    )
    return {row.seat_id: row.user_id for row in rows.order_by("from_at") if row.user_id}


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
