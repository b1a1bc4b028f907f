"""What the host of a table does there; for everybody else these addresses answer as nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.auditing import audit
from accounts.models import Park
from accounts.refusals import Refused
from games.hosting import rights
from games.hosting.tables import closing, inviting, ready, seating, starting
from games.hosting.tables.models import Table
from games.hosting.tables.views import limited, me
from games.hosting.tables.visiting import visit

Deed = Callable[..., HttpResponse | None]


def host_deed(deed: Deed) -> Callable[..., HttpResponse]:
    """A POST of the host's, or of a GM's, which leaves an audit row; ends on the table's page."""

    @wraps(deed)
    def wrapped(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
        found = visit(request, code=code)
        if not found.who.is_host and not rights.is_gm(request.user.pk):
            raise Refused("table.not_host")
        answer = deed(request, found.table, **parts)
        if not found.who.is_host:
            audit(
                by=request.user.pk,
                what=f"table_{deed.__name__}",
                target="table",
                target_id=found.table.pk,
                request=request,
            )
        return answer or redirect("tables:table", code=code)

    return limited(wrapped)


@host_deed
def invite(request: HttpRequest, table: Table) -> None:
    """Keep a seat for a person by persona, or for a park."""
    park = request.POST.get("park", "")
    if park:
        is_number = park.isascii() and park.isdecimal() and len(park) < 10
        found = Park.objects.filter(pk=int(park)).first() if is_number else None
        if found is None:
            raise Refused("table.no_park")
        inviting.invite_park(table, found, by=me(request))
        return
    user = inviting.person_named(request.POST.get("persona", ""))
    inviting.invite_person(table, user, by=me(request))


@host_deed
def new_link(request: HttpRequest, table: Table) -> None:
    """Make the old link useless."""
    inviting.renew_link(table)


@host_deed
def send_away(request: HttpRequest, table: Table, seat: int) -> None:
    """Free a seat; its holder may not come back."""
    seating.send_away(table, seat, by=me(request))


@host_deed
def seat_bot(request: HttpRequest, table: Table, seat: int) -> None:
    """Give an open seat to a bot, or take it back: `bot` is `1` or `0`."""
    seating.set_bot(table, seat, bot=request.POST.get("bot") == "1")


@host_deed
def ask_ready(request: HttpRequest, table: Table) -> None:
    """Begin a ready check of so many minutes."""
    raw = request.POST.get("minutes", "")
    is_number = raw.isascii() and raw.isdecimal() and len(raw) < 5
    ready.ask_ready(table, by=me(request), minutes=int(raw) if is_number else 0)


@host_deed
def start(request: HttpRequest, table: Table) -> HttpResponse:
    """Begin the game; `bots` gives the free seats to bots."""
    game = starting.start(table.pk, bots=request.POST.get("bots") == "1")
    return redirect("games:table", code=game.code)


@host_deed
def close(request: HttpRequest, table: Table) -> HttpResponse:
    """End the table before the start."""
    closing.close_table(table)
    return redirect("home")
