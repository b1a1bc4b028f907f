"""Replay over HTTP: who one may replay as, a film in parts, its marks (docs/protocol.md)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.tokens import WATCH
from games.hosting import rights
from games.hosting.api import Visit, answer, endpoint, refuse
from games.hosting.audiences import OVER, audience, audiences
from games.hosting.bearer import open_to
from games.hosting.film import Film
from games.hosting.statistics import statistics_of

DIGITS = 8


@require_GET
@open_to(WATCH)
@endpoint
def audiences_of(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The audiences one may replay as, and the files of a finished game."""
    shown = [one.shown for one in audiences(visit.game, visit.streams)]
    return answer({"audiences": shown, "over": visit.game.status in OVER, "files": files(visit)})


def files(visit: Visit) -> dict[str, str]:
    """Where a finished game's export may be fetched, by form."""
    if visit.game.status not in OVER:
        return {}
    forms = ["public", "full"] if may_export_fully(visit) else ["public"]
    return {form: reverse("games:export", args=[visit.game.code, form]) for form in forms}


def may_export_fully(visit: Visit) -> bool:
    """A game master who holds no seat in it and belongs to none; no program of theirs."""
    return (
        not visit.by_token and rights.is_gm(visit.user_id) and not visit.seats and not visit.teams
    )


@require_GET
@open_to(WATCH)
@endpoint
def part(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The part of an audience's film that holds a frame: `?as=seat:2&frame=700`.

    With `public=12` in place of `frame`: the one in which the public view came to that seq.
    """
    name = "public" if "public" in request.GET else "frame"
    raw = request.GET.get(name, "0")
    if not (raw.isascii() and raw.isdecimal() and len(raw) <= DIGITS):
        return refuse("bad_frame", {"detail": f"{name}: a number from 0"})
    reel, number = _film(request, visit), int(raw)
    return answer(reel.part(reel.frame_of(number) if name == "public" else number))


@require_GET
@open_to(WATCH)
@endpoint
def marks(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Frames worth a mark in an audience's film: phases, and the own orders."""
    return answer({"as": _key(request), "marks": _film(request, visit).marks()})


def _key(request: HttpRequest) -> str:
    return request.GET.get("as", "public")


def _film(request: HttpRequest, visit: Visit) -> Film:
    """The film asked for; one that may not be replayed is not found, as if it were none."""
    own = visit.streams
    return Film.of(visit.game, own, audience(visit.game, own, _key(request)))


@require_GET
@open_to(WATCH)
@endpoint
def statistics(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The figures of a finished game; one that runs has none yet."""
    if visit.game.status not in OVER:
        return refuse("not_now")
    return answer(statistics_of(visit.game))
