"""Pages of games: table, home, a seat's page with its ledger, rules, export."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import nh3
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.views.decorators.http import require_GET
from markdown_it import MarkdownIt

from accounts import services as people
from accounts.auditing import audit
from games import registry
from games.engine.protocol import PUBLIC
from games.hosting import exporting, lobby, reading, rights, seatpage
from games.hosting.api import Visit, answer
from games.hosting.audiences import OVER
from games.hosting.models import Game, Mark, Seat, Status
from games.hosting.replay_api import may_export_fully
from games.hosting.tables.rematch import sat_there
from games.registry import rules_of

Page = Callable[..., HttpResponse]
# a heading that begins with a rule's number can be linked to: /rules/<title>/#XX-4.3
_NUMBERED = re.compile(r"<(h[1-6])>([A-Z]{2,4}-\d[\d.]*)(?= )")


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


def _results_page(game: Game) -> dict[str, str]:
    """The page of a finished game's results, where the portal has such pages."""
    if game.status not in OVER:
        return {}
    try:
        return {"results": reverse("community:results", args=[game.code])}
    except NoReverseMatch:
        return {}


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
    shown: dict[str, Any] = {
        "id": game.code,
        "title": game.title,
        "ws": f"/ws/games/{game.code}/",
        "api": base,
        "mark": mark,
        "league_zone": game.options.get("timezone", settings.TIME_ZONE),
        "zone": timezone.get_current_timezone_name(),
        "texts": [static(f"games/{game.title}/texts.json"), static("js/host-texts.json")],
        "replay_css": static("css/replay.css"),
        "urls": {
            "home": reverse("games:home", args=[game.code]),
            "table": reverse("games:table", args=[game.code]),
            "replay": reverse("games:replay", args=[game.code]),
            **_results_page(game),
            "rules": reverse("games:rules", args=[game.title]),
            "sign_in": reverse("account_login"),
        },
    }
    if sat_there(game, visit.user_id):  # the page may live to see the end
        shown["urls"]["rematch"] = reverse("tables:rematch", args=[game.code])
    if visit.seats:
        shown["seat"] = visit.seats[0]
    if group_size := rules_of(game.title).meta.group_size:
        shown["group_size"] = group_size
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
def replay_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The same table, read-only, with the scrubber open."""
    context = _common(request, visit, "replay")
    context["config"]["replay"] = True
    return render(request, "games/game.html", context)


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
    own = visit.seats or visit.teams
    if not own:
        return redirect("games:home", code=visit.game.code)
    return redirect("games:seat", code=visit.game.code, seat=own[0])


@page
def seat_page(request: HttpRequest, visit: Visit, seat: int) -> HttpResponse:
    """A seat's page: public facts for all, ledger and stocks for its own people (IM-6)."""
    context = _common(request, visit, "room")
    row = visit.game.seats.select_related("park").filter(number=seat).first()
    if row is None:
        raise Http404
    context["seat_info"] = context["seats"][str(seat)]
    context["side"] = context["public"].get("sides", {}).get(str(seat), {})
    context |= seatpage.context(context["game"], row, visit)
    return render(request, "games/seat.html", context)


@require_GET
def my_park(request: HttpRequest) -> HttpResponse:
    """The seat of one's own park in the game that runs now, else the profile."""
    if not request.user.is_authenticated:
        return redirect("account_login")
    parks = people.members_of(request.user) + [park for park, _ in people.offices(request.user)]
    seat = (
        Seat.objects.filter(park__in=parks, game__is_hidden=False)
        .exclude(game__status__in=[Status.DRAFT, Status.CANCELLED])
        .order_by("-game__status", "-game__created_at")
        .select_related("game")
        .first()
    )
    if seat is None:
        return redirect("profile")
    return redirect("games:seat", code=seat.game.code, seat=seat.number)


@require_GET
def rules_index(request: HttpRequest) -> HttpResponse:
    """The titles on offer and their rules."""
    titles = [rules_of(slug).meta for slug in registry.TITLES if slug not in settings.EXTRA_TITLES]
    return render(request, "portal/rules.html", {"titles": titles, "nav": "rules"})


@page
def export_file(request: HttpRequest, visit: Visit, form: str) -> HttpResponse:
    """A finished game as one file: `public` for anybody, `full` for a GM without a seat (R-9)."""
    game = Game.objects.get(pk=visit.game.pk)
    if form not in ("public", "full") or game.status not in OVER:
        raise Http404
    is_full = form == "full"
    if is_full and not may_export_fully(visit):
        raise Http404
    if is_full:
        audit(by=visit.user_id, what="game.exported", target="game", target_id=game.pk,
              request=request)  # fmt: skip
    response = answer(exporting.export(game, full=is_full))
    response["Content-Disposition"] = f'attachment; filename="{game.code}-{form}.json"'
    return response


@require_GET
def lobby_page(request: HttpRequest) -> HttpResponse:
    """All games one may see."""
    return render(request, "portal/home.html", {**lobby.context(request), "nav": "games"})


@cache
def _rules_html(slug: str) -> str:
    text = (registry.folder_of(slug) / "RULES.md").read_text(encoding="utf-8")
    found = nh3.clean(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    return _NUMBERED.sub(r'<\1 id="\2">\2', found)


@require_GET
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A title's numbered rules, from its RULES.md."""
    if slug not in registry.TITLES:
        raise Http404
    context = {"title": rules_of(slug).meta, "slug": slug, "rules_html": _rules_html(slug)}
    return render(request, "games/rules.html", context)
