"""Pages of games: table, home, a seat's page with its ledger, rules, export."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import nh3
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET
from markdown_it import MarkdownIt

from games import registry
from games.engine.protocol import PUBLIC
from games.hosting import asking, exporting, feeds, lobby, reading, rights
from games.hosting.api import Visit, answer
from games.hosting.models import Game, Mark, Status
from games.league import ledger as league_ledger
from games.registry import rules_of

Page = Callable[..., HttpResponse]


def page(view: Page) -> Page:
    """A page of one game: 404 where existence is secret, and nothing for shared caches."""

    @wraps(view)
    def wrapped(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
        try:
            visit = Visit(request, code)
        except LookupError as error:
            raise Http404 from error
        response = view(request, visit, **parts)
        response["Cache-Control"] = "private, no-store"
        return response

    return require_GET(wrapped)


def config(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """What the client needs to start (`#game-config`)."""
    game = visit.game
    mark = ""
    if visit.user_id is not None:
        mark = (
            Mark.objects.filter(game=game, user=visit.user_id)
            .values_list("mark", flat=True)
            .first()
            or ""
        )
    base = reverse("games:api-view", args=[game.code]).removesuffix("view")
    shown = {
        "id": game.code,
        "title": game.title,
        "ws": f"/ws/games/{game.code}/",
        "api": base,
        "mark": mark,
        "league_zone": game.options.get("timezone", settings.TIME_ZONE),
        "zone": getattr(request, "zone_name", "") or "",
        "texts": [static(f"games/{game.title}/texts.json"), static("js/host-texts.json")],
        "urls": {
            "home": reverse("games:home", args=[game.code]),
            "table": reverse("games:table", args=[game.code]),
            "rules": reverse("games:rules", args=[game.title]),
            "sign_in": reverse("account_login"),
        },
    }
    if visit.seats:
        shown["seat"] = visit.seats[0]
    return shown


def _common(request: HttpRequest, visit: Visit, active: str) -> dict[str, Any]:
    game = Game.objects.get(pk=visit.game.pk)
    public = reading.current_view(game, PUBLIC)
    own = visit.seats[0] if visit.seats else (visit.teams[0] if visit.teams else None)
    return {
        "game": game,
        "public": public,
        "seats": public["table"]["seats"],
        "own_seat": own,
        "is_gm": rights.is_gm(visit.user_id),
        "active": active,
        "config": config(request, visit),
        "title_folder": f"games/{game.title}",
    }


@page
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The live table: the map, for players and spectators alike."""
    return render(request, "games/game.html", _common(request, visit, "table"))


@page
def game_home(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A game's home: standings, chart, the last report, the seats."""
    context = _common(request, visit, "home")
    context["view"] = {
        "seq": context["game"].streams[PUBLIC],
        "view": context["public"],
        "events": reading.last_events(visit.game.pk, PUBLIC, 400),
    }
    return render(request, "games/home.html", context)


@page
def war_room(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The own seat's page; without a seat the game's home."""
    own = (visit.seats or visit.teams or [None])[0]
    if own is None:
        return redirect("games:home", code=visit.game.code)
    return redirect("games:seat", code=visit.game.code, seat=own)


@page
def seat_page(request: HttpRequest, visit: Visit, seat: int) -> HttpResponse:
    """A seat's page: public facts for all, ledger and stocks for its own people (IM-6)."""
    context = _common(request, visit, "room")
    if str(seat) not in context["seats"]:
        raise Http404
    context["seat"] = seat
    context["seat_info"] = context["seats"][str(seat)]
    context["is_own"] = seat in visit.seats or seat in visit.teams
    if context["is_own"]:
        context |= _own_context(context["game"], seat, visit)
    return render(request, "games/seat.html", context)


def _own_context(game: Game, seat: int, visit: Visit) -> dict[str, Any]:
    streams = [s for s in (f"team:{seat}", f"seat:{seat}") if s in visit.streams]
    shown = {s.partition(":")[0]: reading.current_view(game, s) for s in streams}
    out: dict[str, Any] = {"own": shown}
    if game.book is not None:
        state = asking.load(game.pk)[1]
        judged = feeds.ledger(game, state)
        out["ledger"] = league_ledger.rows_for_seat(game.book, judged, seat)
    return out


@page
def export_file(request: HttpRequest, visit: Visit, form: str) -> HttpResponse:
    """A finished game as one file: `public` for anybody, `full` for a GM without a seat."""
    game = Game.objects.get(pk=visit.game.pk)
    is_over = game.status in (Status.FINISHED, Status.CANCELLED)
    if form not in ("public", "full") or not is_over:
        raise Http404
    is_full = form == "full"
    if is_full and (not rights.is_gm(visit.user_id) or visit.seats):
        raise Http404
    response = answer(exporting.export(game, full=is_full))
    response["Content-Disposition"] = f'attachment; filename="{game.code}-{form}.json"'
    return response


@require_GET
def lobby_page(request: HttpRequest) -> HttpResponse:
    """All games one may see."""
    return render(request, "portal/lobby.html", lobby.context(request))


@cache
def _rules_html(slug: str) -> str:
    text = (registry.folder_of(slug) / "RULES.md").read_text(encoding="utf-8")
    return nh3.clean(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


@require_GET
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A title's numbered rules, from its RULES.md."""
    if slug not in registry.TITLES:
        raise Http404
    context = {"title": rules_of(slug).meta, "slug": slug, "rules_html": _rules_html(slug)}
    return render(request, "games/rules.html", context)
