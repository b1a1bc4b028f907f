"""HTTP twins of the socket under `/api/games/<code>/` (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from accounts.tokens import ACT, WATCH, Grant
from games.engine import codec
from games.engine.protocol import Seat
from games.hosting import asking, clocks, frames, limits, reading, replay, rights, texts
from games.hosting.bearer import open_to
from games.hosting.intents import Answer, Intent, new_incident
from games.hosting.models import Game, Mark
from games.hosting.services import commit

log = structlog.get_logger(__name__)

STATUS = {
    "bad_frame": 400, "unknown_action": 400, "id_reused": 409, "stale_seq": 409,
    "not_yours": 403, "not_found": 404, "too_large": 413, "rate_limited": 429,
    "sign_in": 401, "csrf": 403, "server_error": 500, "unavailable": 503,
    "bad_token": 401, "token_scope": 403, "chat.not_found": 404, "chat.rate": 429,
}  # fmt: skip
REQUESTS, REQUEST_SECONDS = 120, 60

View = Callable[..., HttpResponse]


def answer(data: Any, status: int = 200) -> HttpResponse:
    """JSON that no shared cache keeps."""
    response = HttpResponse(codec.dump(data), status=status, content_type="application/json")
    response["Cache-Control"] = "private, no-store"
    return response


def refuse(code: str, params: dict[str, Any] | None = None, title: str = "") -> HttpResponse:
    """A refusal with its status: the host's by table, a title's 409."""
    params = params or {}
    body = {"code": code, "params": params, "message": texts.message(title, code, params)}
    response = answer(body, STATUS.get(code, 409))
    if code == "rate_limited":
        response["Retry-After"] = str(params.get("retry_after", 1))
    if code == "bad_token":
        response["WWW-Authenticate"] = "Bearer"
    return response


class Visit:
    """A game and what the person asking may follow in it."""

    def __init__(self, request: HttpRequest, code: str) -> None:
        game = Game.objects.defer("state").filter(code=code).first()
        self.user_id: int | None = request.user.pk if request.user.is_authenticated else None
        grant: Grant | None = getattr(request, "grant", None)
        if game is None or (grant is not None and not grant.holds_in(code)):
            raise LookupError
        held = rights.of_seats(list(game.seats.all()), clocks.now())
        held = held.only(grant.seat if grant is not None else None)
        if not rights.may_watch(game, self.user_id, held, by_token=grant is not None):
            raise LookupError
        self.game = game
        self.by_token = grant is not None
        self.streams = rights.streams_for(game, self.user_id, held)
        self.seats = held.seats_of(self.user_id)
        self.teams = held.teams_of(self.user_id)

    def seat(self, wanted: Any) -> int | None:
        """The seat to act for: the one named, else the first."""
        if wanted is None:
            return self.seats[0] if self.seats else None
        return wanted if wanted in self.seats else None


def endpoint(view: View) -> View:
    """Rate, game and rights for every entry; whatever is wrong gets a code, never a 5xx page."""

    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponse:
        who = request.user.pk if request.user.is_authenticated else _address(request)
        wait = limits.http_allows(f"api:{who}", REQUESTS, REQUEST_SECONDS)
        if wait:
            return refuse("rate_limited", {"retry_after": wait})
        try:
            return view(request, Visit(request, code))
        except LookupError:
            return refuse("not_found")
        except (TooLarge, RequestDataTooBig):
            return refuse("too_large", {"limit": frames.MAX_FRAME})
        except codec.BadInput as error:
            return refuse("bad_frame", {"detail": str(error)[:200]})

    return wrapped


class TooLarge(Exception):
    """A body over the limit of a frame."""


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def body_of(request: HttpRequest) -> dict[str, Any]:
    """The JSON object of a request, judged like a frame."""
    if len(request.body) > frames.MAX_FRAME:
        raise TooLarge
    data = codec.load(request.body)
    if not isinstance(data, dict):
        raise codec.BadInput("not an object")
    return data


@require_GET
@open_to(WATCH)
@endpoint
def view(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The views of the streams this person follows, as a socket's snapshot."""
    game = Game.objects.get(pk=visit.game.pk)
    streams = {}
    for stream in sorted(visit.streams):
        streams[stream] = {
            "seq": game.streams[stream],
            "view": reading.current_view(game, stream),
            "events": reading.last_events(game.pk, stream),
        }
    you = {"seats": visit.seats, "member_of": visit.teams, "streams": sorted(visit.streams)}
    return answer({"you": you, "now": int(clocks.now().timestamp()), "streams": streams})


@require_GET
@open_to(WATCH)
@endpoint
def legal(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the seat may do now."""
    seat = visit.seat(_seat_of(request))
    if seat is None:
        return refuse("not_yours", title=visit.game.title)
    return answer(asking.legal(visit.game.pk, seat))


def _seat_of(request: HttpRequest) -> int | None:
    raw = request.GET.get("seat", "")
    return int(raw) if raw.isdecimal() and len(raw) < 4 else None


@require_POST
@open_to(ACT)
@endpoint
def act(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Submit an action: `{"id", "action", "seat"?}`."""
    if visit.user_id is None:
        return refuse("sign_in")
    frame = codec.convert({"type": "act", **body_of(request)}, frames.Act)
    seat = visit.seat(codec.to_builtins(frame).get("seat"))
    if seat is None:
        return refuse("not_yours", title=visit.game.title)
    done = commit(
        [Intent(visit.game.pk, Seat(seat), frame.action, by=visit.user_id, client_id=frame.id)]
    )[0]
    if not done.ok:
        return refuse(done.code, done.params, visit.game.title)
    return answer({"id": frame.id, "receipt": done.receipt})


@require_POST
@open_to(WATCH)
@endpoint
def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Cost and effect of a draft: `{"id", "draft", "seat"?}`."""
    frame = codec.convert({"type": "preview", **body_of(request)}, frames.Preview)
    seat = visit.seat(codec.to_builtins(frame).get("seat"))
    if seat is None:
        return refuse("not_yours", title=visit.game.title)
    found = asking.preview(visit.game.pk, seat, frame.draft)
    if isinstance(found, Answer):
        return refuse(found.code, found.params, visit.game.title)
    return answer({**found, "id": frame.id})


@require_GET
@open_to(WATCH)
@endpoint
def frames_of(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Replay: first views and all updates of the streams one may follow."""
    wanted = request.GET.get("streams", "")
    only = frozenset(wanted.split(",")) if wanted else None
    after = number_of(request, "after")
    return answer(
        replay.frames(visit.game, visit.streams, only, after=-1 if after is None else after)
    )


@require_GET
@open_to(WATCH)
@endpoint
def log_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The log that people read, newest first, `?before=n` for the page before."""
    before = number_of(request, "before")
    return answer(replay.events_page(visit.game, visit.streams, before=before))


def number_of(request: HttpRequest, name: str) -> int | None:
    """A number of the address, None for what is none."""
    raw = request.GET.get(name, "")
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) < 9 else None


@require_GET
@open_to(WATCH)
@endpoint
def standings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sides in order, from the public view."""
    game = Game.objects.get(pk=visit.game.pk)
    shown = reading.current_view(game, "public")
    keys = ("standings", "sides", "tie_breaks", "week", "phase")
    return answer({key: shown[key] for key in keys if key in shown})


@require_POST
@open_to(WATCH)
@endpoint
def seen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Keep what this person has looked at: `{"mark": text}`."""
    if visit.user_id is None:
        return refuse("sign_in")
    mark = body_of(request).get("mark")
    if not isinstance(mark, str) or len(mark) > 64:
        return refuse("bad_frame", {"detail": "mark: a text of at most 64 characters"})
    Mark.objects.update_or_create(game=visit.game, user_id=visit.user_id, defaults={"mark": mark})
    return answer({"mark": mark})


@open_to(WATCH)
def lost(request: HttpRequest, rest: str) -> HttpResponse:
    """An address under `/api/` that does not exist."""
    return refuse("not_found")


def failed(request: HttpRequest) -> HttpResponse:
    """What the 500 handler answers under `/api/`."""
    incident = new_incident()
    log.error("api failed", incident=incident, path=request.path)
    return refuse("server_error", {"incident": incident})
