"""Results of a finished game, written once in the transaction that ended it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.protocol import Outcome
from games.hosting.models import Game, Seat
from games.league import series
from games.league.models import Result


def record_results(game: Game, outcome: Outcome | None, seats: Iterable[Seat]) -> None:
    """One row per seat: place, score, who held it; a repeat replaces them."""
    if outcome is None or game.ended_at is None:
        return
    by_number = {seat.number: seat for seat in seats}
    rows: list[Any] = []
    for placing in outcome.placings:
        seat = by_number[placing.seat]
        rows.append(
            Result(
                game=game.pk,
                title=game.title,
                seat=seat.number,
                seat_name=seat.name,
                park=seat.park,
                user=seat.user_id,
                place=placing.place,
                score=placing.score,
                won=placing.won,
                reason=outcome.reason,
                ended_at=game.ended_at,
            )
        )
    series.record_results(game.pk, rows)
