"""The results page of one game: placings with what decided ties, prizes, figures, proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.community import competitors, figures
from games.community.competitors import Competitor
from games.community.titles import ending, tie_word
from games.engine.protocol import PUBLIC
from games.hosting import reading
from games.hosting.models import Game, Status
from games.league.models import Result


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of the results."""

    result: Result
    who: Competitor
    mark: int
    heraldry: str
    ties: list[int | None]
    shares_score: bool


def context(game: Game) -> dict[str, Any]:
    """Everything the page shows; a game that still runs has no placings."""
    results = list(Result.objects.filter(game=game.pk).order_by("place", "seat"))
    if game.status != Status.FINISHED:
        results = []
    public = reading.current_view(game, PUBLIC)
    rows = _rows(results, public)
    steps = list(dict.fromkeys(key for result in results for key in result.ties))
    return {
        "rows": rows,
        "is_ranked": any(row.result.place is not None for row in rows),
        "tie_words": [tie_word(game.title, step) for step in steps],
        "tie_breaks": [tie_word(game.title, step) for step in public.get("tie_breaks", [])],
        "ending": ending(game.title, results[0].reason) if results else "",
        "prizes": _prizes(public, rows),
        "seed": public.get("seed", ""),
    }


def tables(game: Game, rows: list[Placed]) -> list[figures.Table]:
    """The title's figures of a finished game, seats under today's names."""
    names = {str(row.result.seat): row.who.name for row in rows}
    return figures.tables(game.title, figures.of_game(game), names) if rows else []


def _rows(results: list[Result], public: dict[str, Any]) -> list[Placed]:
    who = competitors.of_results(results)
    seats = public["table"]["seats"]
    steps = list(dict.fromkeys(key for result in results for key in result.ties))
    scores = [result.score for result in results]
    return [
        Placed(
            result,
            who[result.game, result.seat],
            seats.get(str(result.seat), {}).get("mark", 1),
            seats.get(str(result.seat), {}).get("heraldry", ""),
            [result.ties.get(step) for step in steps],
            scores.count(result.score) > 1,
        )
        for result in results
    ]


def _prizes(public: dict[str, Any], rows: list[Placed]) -> list[dict[str, str]]:
    """The prizes in the order they were chosen, where the title has any (`prizes`, `prize_order`).

    Those nobody chose come last, in the order they were offered.
    """
    names = {row.result.seat: row.who.name for row in rows}
    places = {row.result.seat: row.result.place or len(rows) for row in rows}
    prizes = [public["prizes"][key] for key in public.get("prize_order", [])]
    found = [
        {"title": prize["title"], "name": names.get(prize.get("taken", -1), "")}
        | {"order": places.get(prize.get("taken", -1), len(rows) + 1)}
        for prize in prizes
    ]
    return sorted(found, key=lambda prize: prize["order"])
