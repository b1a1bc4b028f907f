"""JSON twins of standings and results under `/api/` (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from games.community import duels, figures, placings, tables
from games.community.titles import title_name
from games.hosting import limits
from games.hosting.api import REQUEST_SECONDS, REQUESTS, Visit, answer, endpoint, refuse
from games.hosting.models import Status
from games.league.models import Series
from games.league.standings import SIDES, USER, Standing
from games.registry import TITLES

MOST_LINES = 500
ORDER = ["won", "places_lost", "score"]

View = Callable[..., HttpResponse]


def limited(view: View) -> View:
    """The same rate as every other entry of the API."""

    @wraps(view)
    def wrapped(request: HttpRequest, **parts: Any) -> HttpResponse:
        who = request.user.pk if request.user.is_authenticated else request.META.get("REMOTE_ADDR")
        wait = limits.http_allows(f"api:{who}", REQUESTS, REQUEST_SECONDS)
        if wait:
            return refuse("rate_limited", {"retry_after": wait})
        return view(request, **parts)

    return require_GET(wrapped)


@limited
def titles(request: HttpRequest) -> HttpResponse:
    """Titles with results."""
    rows = tables.titles_played()
    return answer(
        {"titles": [{key: row[key] for key in ("title", "name", "games")} for row in rows]}
    )


@limited
def title_standings(request: HttpRequest, title: str) -> HttpResponse:
    """The table of a title, `?side=user` or `?side=park`."""
    if title not in TITLES and not tables.public_results().filter(title=title).exists():
        return refuse("not_found")
    side = request.GET.get("side") or tables.usual_side(title)
    if side not in SIDES:
        return refuse("bad_frame", {"detail": "side: user or park"})
    head = {"title": title, "name": title_name(title), "side": side}
    return answer({**head, **_lines(tables.of_title(title, side))})


@limited
def series_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of a series."""
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        return refuse("not_found")
    side = request.GET.get("side") or USER
    if side not in SIDES:
        return refuse("bad_frame", {"detail": "side: user or park"})
    head = {"series": series.slug, "name": series.name, "side": side}
    return answer({**head, **_lines(tables.of_series(series, side))})


def _lines(lines: list[Standing]) -> dict[str, Any]:
    names = ("rank", "number", "name", "played", "won", "places_lost", "best", "score")
    rows = [
        {name: getattr(line, name) for name in names}
        | {"mean_score": round(line.mean_score, 2), "mean_place": round(line.mean_place, 2)}
        for line in lines[:MOST_LINES]
    ]
    return {"order": ORDER, "lines": rows}


@limited
def head_to_head(request: HttpRequest) -> HttpResponse:
    """Two people or parks, `?side=…&a=…&b=…` by name or number."""
    side = request.GET.get("side") or USER
    if side not in SIDES:
        return refuse("bad_frame", {"detail": "side: user or park"})
    asked = duels.asked(side, request.GET.get("a", ""), request.GET.get("b", ""))
    if not asked.is_complete:
        return refuse("not_found")
    duel = tables.head_to_head(side, asked.a.number, asked.b.number)
    meetings = [
        {
            "game": meeting.game.code,
            "title": meeting.game.title,
            "ended_at": int(meeting.a.ended_at.timestamp()),
            "a": meeting.a.place,
            "b": meeting.b.place,
        }
        for meeting in duel.meetings[:MOST_LINES]
    ]
    counts = {key: duel.total[key] for key in ("a", "b", "even")}
    names = {"a": asked.a.name, "b": asked.b.name}
    return answer({"side": side, "names": names, "better": counts, "meetings": meetings})


@require_GET
@endpoint
def results(request: HttpRequest, visit: Visit) -> HttpResponse:
    """How a game ended; no placings while it runs."""
    game = visit.game
    found = placings.context(game)
    is_over = game.status == Status.FINISHED
    return answer(
        {
            "status": game.status,
            "title": game.title,
            "name": game.name,
            "ended_at": int(game.ended_at.timestamp()) if is_over and game.ended_at else None,
            "reason": found["rows"][0].result.reason if found["rows"] else "",
            "placings": [_placed(row) for row in found["rows"]],
            "statistics": figures.of_game(game) if found["rows"] else {},
        }
    )


def _placed(row: placings.Placed) -> dict[str, Any]:
    result = row.result
    return {
        "seat": result.seat,
        "name": row.who.name,
        "side": row.who.side,
        "number": row.who.number or None,
        "place": result.place,
        "score": result.score,
        "ties": result.ties,
        "won": result.won,
        "bot": result.bot,
        "retired": result.retired,
    }
