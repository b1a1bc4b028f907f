"""Public tables: standings of titles and series, and head-to-head (ui.md section 4).

They count public games alone, so that everybody reads the same table and no private game shows
through a number.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from games.community.titles import title_name
from games.community.visibility import numbers, public_games
from games.hosting.models import Game
from games.league.models import Result, Series
from games.league.standings import PARK, USER, Standing, standings


def public_results() -> QuerySet[Result]:
    """Results of games that anybody may find."""
    return Result.objects.filter(game__in=numbers(public_games()))


def of_title(title: str, side: str) -> list[Standing]:
    """The table of a title."""
    return standings(public_results().filter(title=title), side)


def of_series(series: Series, side: str) -> list[Standing]:
    """The table of a series."""
    return standings(public_results().filter(series=series), side)


def titles_played() -> list[dict[str, Any]]:
    """Titles with results: slug, name, finished games, whether people or parks competed."""
    rows = (
        public_results()
        .exclude(place=None)
        .order_by()
        .values("title")
        .annotate(
            games=Count("game", distinct=True),
            people=Count("user"),
            parks=Count("park"),
        )
    )
    found = [{**row, "name": title_name(row["title"])} for row in rows]
    return sorted(found, key=lambda row: (-row["games"], row["name"]))


def usual_side(title: str) -> str:
    """Parks where a title is played by parks for the most part, else people."""
    row = public_results().filter(title=title).aggregate(people=Count("user"), parks=Count("park"))
    return PARK if row["parks"] > row["people"] else USER


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game in which both competed."""

    game: Game
    a: Result
    b: Result

    @property
    def better(self) -> str:
        """Who placed better: `a`, `b`, or nobody."""
        assert self.a.place is not None and self.b.place is not None
        if self.a.place == self.b.place:
            return ""
        return "a" if self.a.place < self.b.place else "b"


@dataclass(frozen=True, slots=True)
class Duel:
    """All meetings of two, newest first, and how often each placed better, by title and in all."""

    meetings: list[Meeting]
    total: Counter[str]
    titles: list[tuple[str, Counter[str]]]


def head_to_head(side: str, a: int, b: int) -> Duel:
    """Two people or two parks in the public games they shared."""
    field = "park" if side == PARK else "user"
    found = public_results().exclude(place=None).filter(Q(**{field: a}) | Q(**{field: b}))
    best: dict[tuple[int, int], Result] = {}
    for result in found.order_by("-place"):  # of several seats the best one stands
        who = result.park_id if side == PARK else result.user
        assert who is not None
        best[result.game, who] = result
    shared = [game for game, who in best if who == a and (game, b) in best]
    games = Game.objects.defer("state").in_bulk(shared)
    meetings = [Meeting(games[g], best[g, a], best[g, b]) for g in shared if g in games]
    meetings.sort(key=lambda meeting: meeting.a.ended_at, reverse=True)
    by_title: dict[str, Counter[str]] = {}
    for meeting in meetings:
        by_title.setdefault(meeting.game.title, Counter())[meeting.better or "even"] += 1
    named = sorted((title_name(title), counts) for title, counts in by_title.items())
    return Duel(meetings, sum(by_title.values(), Counter()), named)
