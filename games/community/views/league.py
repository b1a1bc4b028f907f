"""Standings, head-to-head, the archive, and a game's results."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from games.community import archive as shelf
from games.community import competitors, duels, placings, tables
from games.community.paging import page_of
from games.community.titles import title_name
from games.community.views import shown
from games.community.visibility import reader
from games.hosting import rights
from games.hosting.models import Status
from games.hosting.tables import rematch
from games.hosting.views import page as game_page
from games.league.models import Series
from games.league.series import public_balances
from games.league.standings import PARK, SIDES, USER
from games.registry import TITLES

LINES = 50
TOP = 5
GAMES = 25
MEETINGS = 25


@require_safe
def standings(request: HttpRequest) -> HttpResponse:
    """Every title's best, and the series."""
    titles = tables.titles_played()
    for title in titles:
        title["side"] = PARK if title["parks"] > title["people"] else USER
        best = tables.of_title(title["title"], title["side"])[:TOP]
        title["lines"] = competitors.of_lines(best, title["side"])
    context = {"titles": titles, "series": Series.objects.all()}
    return shown(request, "standings", "standings", context)


@require_safe
def title_standings(request: HttpRequest, title: str) -> HttpResponse:
    """A title's whole table, of people or of parks."""
    if title not in TITLES and not tables.public_results().filter(title=title).exists():
        raise Http404
    side = _side(request, tables.usual_side(title))
    page = page_of(request, tables.of_title(title, side), LINES)
    lines = competitors.of_lines(page.object_list, side)
    context = {"title": title, "name": title_name(title), "side": side, "page": page}
    context["lines"] = lines
    return shown(request, "title_standings", "standings", context)


@require_safe
def series_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """A series: its table, garnets where it has a purse, its games."""
    series = get_object_or_404(Series, slug=slug)
    side = _side(request, USER)
    page = page_of(request, tables.of_series(series, side), LINES)
    eliminated = set(series.members.filter(eliminated=True).values_list("user", flat=True))
    context = {
        "series": series,
        "side": side,
        "page": page,
        "lines": competitors.of_lines(page.object_list, side),
        "balances": public_balances(series) if side == USER else {},
        "eliminated": eliminated if side == USER else set(),
        "games": shelf.entries(_games_of(series, reader(request))),
    }
    return shown(request, "series", "standings", context)


def _games_of(series: Series, viewer: int | None) -> Any:
    numbers = series.games.values("game")
    return shelf.finished(viewer).filter(pk__in=numbers)[:GAMES]


def _side(request: HttpRequest, usual: str) -> str:
    """People or parks, as the address says."""
    side = request.GET.get("side", "")
    return side if side in SIDES else usual


@require_safe
def head_to_head(request: HttpRequest) -> HttpResponse:
    """Two people or two parks against each other."""
    side = _side(request, USER)
    names = [request.GET.get(key, "") for key in ("a", "b")]
    asked = duels.asked(side, names[0], names[1])
    context: dict[str, Any] = {"side": side, "choices": duels.choices(side), "asked": asked}
    if asked.is_complete:
        duel = tables.head_to_head(side, asked.a.number, asked.b.number)
        context |= {"duel": duel, "page": page_of(request, duel.meetings, MEETINGS)}
    return shown(request, "head_to_head", "standings", context)


@require_safe
def archive(request: HttpRequest, title: str = "", year: int = 0) -> HttpResponse:
    """Finished games, all of them or of a title and year."""
    viewer = reader(request)
    shelves = shelf.shelves(viewer)
    known = next((row for row in shelves if row["title"] == title), None)
    is_known = year in [row["year"] for row in known["years"]] if known and year else bool(known)
    if title and not is_known and title not in TITLES:
        raise Http404
    page = page_of(request, shelf.finished(viewer, title, year), GAMES)
    context = {
        "shelves": shelves,
        "title": title,
        "name": title_name(title) if title else "",
        "year": year,
        "page": page,
        "entries": shelf.entries(page.object_list),
    }
    return shown(request, "archive", "archive", context)


@game_page
def results(request: HttpRequest, visit: Any) -> HttpResponse:
    """How a game ended: placings, what decided ties, prizes, figures, and how to check it."""
    game = visit.game
    found = placings.context(game)
    is_gm = rights.is_gm(visit.user_id) and not visit.seats and not visit.teams
    context = {
        "game": game,
        "is_over": game.status in (Status.FINISHED, Status.CANCELLED),
        "may_download_all": is_gm,
        "may_play_again": rematch.is_offered(game, visit.user_id),
        "tables": placings.tables(game, found["rows"]),
        **found,
    }
    return shown(request, "results", "archive", context)
