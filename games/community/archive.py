"""Finished games by title and year, each under its permanent address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import ExtractYear

from games.community import competitors
from games.community.competitors import Competitor
from games.community.titles import title_name
from games.community.visibility import listed_games
from games.hosting.models import Game, Status
from games.league.models import Result


def finished(user_id: int | None, title: str = "", year: int = 0) -> QuerySet[Game]:
    """The finished games somebody may be told of, newest first."""
    games = listed_games(user_id).filter(status=Status.FINISHED)
    if title:
        games = games.filter(title=title)
    if year:
        games = games.annotate(year=ExtractYear("ended_at", tzinfo=UTC)).filter(year=year)
    return games.defer("state").order_by("-ended_at", "-pk")


def shelves(user_id: int | None) -> list[dict[str, Any]]:
    """What the archive holds: per title its name, and the years with their numbers of games."""
    rows = (
        listed_games(user_id)
        .filter(status=Status.FINISHED)
        .order_by()
        .annotate(year=ExtractYear("ended_at", tzinfo=UTC))
        .values("title", "year")
        .annotate(games=Count("pk"))
        .order_by("title", "-year")
    )
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        shelf = found.setdefault(
            row["title"], {"title": row["title"], "name": title_name(row["title"]), "years": []}
        )
        shelf["years"].append({"year": row["year"], "games": row["games"]})
    return sorted(found.values(), key=lambda shelf: str(shelf["name"]))


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished game and who won it; nobody where it ended unranked."""

    game: Game
    winners: list[Competitor]
    seats: int


def entries(games: Iterable[Game]) -> list[Entry]:
    """Games with their winners: the same few queries however many games."""
    games = list(games)
    results = list(Result.objects.filter(game__in=[game.pk for game in games]))
    who = competitors.of_results(result for result in results if result.won)
    winners: dict[int, list[Competitor]] = {}
    seats: dict[int, int] = {}
    for result in sorted(results, key=lambda r: r.seat):
        seats[result.game] = seats.get(result.game, 0) + 1
        if result.won:
            winners.setdefault(result.game, []).append(who[result.game, result.seat])
    return [Entry(game, winners.get(game.pk, []), seats.get(game.pk, 0)) for game in games]
