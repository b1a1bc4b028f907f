"""HTTP entries under `/api/tables/` (docs/protocol.md): list, look, join, leave, say ready."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.refusals import Refused
from games.engine import codec
from games.hosting import frames, limits
from games.hosting.api import REQUEST_SECONDS, REQUESTS, answer, refuse
from games.hosting.tables import ready, seating
from games.hosting.tables.listing import Filters, open_seats
from games.hosting.tables.models import Table
from games.hosting.tables.showing import shown
from games.hosting.tables.visiting import visit

View = Callable[..., HttpResponse]


def endpoint(view: View) -> View:
    """Rate and refusals for every entry: whatever is wrong gets its code and changes nothing."""

    @wraps(view)
    def wrapped(request: HttpRequest, **parts: Any) -> HttpResponse:
        who = request.user.pk if request.user.is_authenticated else request.META.get("REMOTE_ADDR")
        wait = limits.http_allows(f"api:{who}", REQUESTS, REQUEST_SECONDS)
        if wait:
            return refuse("rate_limited", {"retry_after": wait})
        try:
            return view(request, **parts)
        except LookupError:
            return refuse("not_found")
        except Refused as refusal:
            return refuse(refusal.code, refusal.params)
        except RequestDataTooBig:
            return refuse("too_large", {"limit": frames.MAX_FRAME})
        except codec.BadInput as error:
            return refuse("bad_frame", {"detail": str(error)[:200]})

    return wrapped


def _signed_in(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise Refused("sign_in")
    return user


def _body(request: HttpRequest) -> dict[str, Any]:
    if not request.body:
        return {}
    if len(request.body) > frames.MAX_FRAME:
        raise RequestDataTooBig
    data = codec.load(request.body)
    if not isinstance(data, dict):
        raise codec.BadInput("not an object")
    return data


def _now(request: HttpRequest, table: Table) -> HttpResponse:
    """The table as it is after the deed."""
    table.refresh_from_db()
    return answer(shown(table, visit(request, code=table.code).who))


@require_GET
@endpoint
def tables(request: HttpRequest) -> HttpResponse:
    """Public tables with a free seat: `?title=&pace=&free=`."""
    user_id = request.user.pk if request.user.is_authenticated else None
    rows = open_seats(user_id, Filters.of(request.GET))
    listed = [
        {
            "code": row.table.code,
            "title": row.table.title,
            "name": row.table.name,
            "host": row.host,
            "pace": row.pace,
            "seats": row.total,
            "free": row.free,
        }
        for row in rows
    ]
    return answer({"tables": listed})


@require_GET
@endpoint
def table(request: HttpRequest, code: str) -> HttpResponse:
    """One table; `stamp` moves with every change."""
    found = visit(request, code=code)
    return answer(shown(found.table, found.who))


@require_POST
@endpoint
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat, or say yes to the one that is kept: `{"park"?: number, "link"?: text}`."""
    user = _signed_in(request)
    body = _body(request)
    park, link = body.get("park"), body.get("link", "")
    if not isinstance(link, str) or not (park is None or type(park) is int):
        raise codec.BadInput("park: a number; link: a text")
    found = visit(request, link=link) if link else visit(request, code=code)
    if found.table.code != code:
        raise LookupError
    seating.join(found.table, user, park_id=park)
    return _now(request, found.table)


@require_POST
@endpoint
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give one's seat back, or say no to the one that is kept."""
    user = _signed_in(request)
    found = visit(request, code=code)
    seating.leave(found.table, user)
    return answer({"code": found.table.code, "left": True})


@require_POST
@endpoint
def say_ready(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the ready check."""
    user = _signed_in(request)
    found = visit(request, code=code)
    ready.say_ready(found.table, user)
    return _now(request, found.table)
