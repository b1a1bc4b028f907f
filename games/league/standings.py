"""Tables of standings over results: of people or of parks, in one query (ui.md section 4).

Unranked results count for nobody, and neither do seats of nobody (bots). Who resigned keeps his
placing but not the win (PR-8.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Avg, Count, F, Max, Min, Q, QuerySet, Sum

from accounts.models import Park
from accounts.rights import personas
from games.league.models import Result

USER, PARK = "user", "park"
SIDES = (USER, PARK)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a table of standings, of a person (`user`) or of a park."""

    rank: int
    number: int
    name: str
    played: int
    won: int
    places_lost: int
    best: int
    score: int
    mean_score: float
    mean_place: float
    last_at: datetime


def standings(results: QuerySet[Result], side: str = USER) -> list[Standing]:
    """Most games won, then fewest places lost, then highest score; equals share a rank.

    `side` says what makes one competitor: `user` or `park`.
    """
    rows = [*figures(results, side)]
    rows.sort(key=lambda row: (*_points(row), -row["number"]), reverse=True)
    names = names_of([row["number"] for row in rows], side)
    table: list[Standing] = []
    for position, row in enumerate(rows, start=1):
        is_tied = position > 1 and _points(row) == _points(rows[position - 2])
        rank = table[-1].rank if is_tied else position
        table.append(Standing(rank=rank, name=names.get(row["number"], ""), **row))
    return table


def figures(results: QuerySet[Result], side: str) -> QuerySet[Any]:
    """Per competitor what the ranked results add up to."""
    return (
        results.exclude(place=None)
        .exclude(**{side: None})
        .order_by()
        .values(number=F(f"{side}_id" if side == PARK else side))
        .annotate(
            played=Count("id"),
            won=Count("id", filter=Q(won=True, retired=False)),
            places_lost=Sum(F("place") - 1),
            best=Min("place"),
            mean_score=Avg("score"),
            mean_place=Avg("place"),
            last_at=Max("ended_at"),
        )
        .annotate(score=Sum("score"))
    )


def names_of(numbers: list[int], side: str) -> dict[int, str]:
    """What these competitors are called today; an emptied account has its pseudonym (R-14)."""
    if side == USER:
        return personas(numbers)
    return dict(Park.objects.filter(pk__in=numbers).values_list("pk", "name"))


def _points(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["won"], -row["places_lost"], row["score"]
