"""Pages of tables: a new one, one that is gathered, what people do there, and "Next table"."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.refusals import Refused
from games.hosting import clocks, limits, texts
from games.hosting.models import Game
from games.hosting.tables import making, pace, ready, rematch, seating, showing, turns
from games.hosting.tables.forms import TableForm
from games.hosting.tables.visiting import Visit, visit

View = Callable[..., HttpResponse]
DEEDS, DEED_SECONDS = 60, 60


def me(request: HttpRequest) -> User:
    """Whoever is signed in; the views that ask are guarded."""
    assert isinstance(request.user, User)
    return request.user


def say_why(request: HttpRequest, refusal: Refused) -> None:
    """Show why a wish was refused."""
    messages.error(request, texts.message("", refusal.code, refusal.params))


def private(response: HttpResponse) -> HttpResponse:
    """Nothing for shared caches."""
    response["Cache-Control"] = "private, no-store"
    return response


def limited(view: View) -> View:
    """A signed-in POST, so many a minute; a refusal is shown on the page it came from."""

    @wraps(view)
    def wrapped(request: HttpRequest, **parts: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_place(parts))
        wait = limits.http_allows(f"tables:{request.user.pk}", DEEDS, DEED_SECONDS)
        if wait:
            say_why(request, Refused("rate_limited", retry_after=wait))
            return redirect(_place(parts))
        try:
            return view(request, **parts)
        except LookupError as error:
            raise Http404 from error
        except Refused as refusal:
            say_why(request, refusal)
            return redirect(_place(parts))

    return require_POST(wrapped)


def _place(parts: dict[str, Any]) -> str:
    """Where a deed ends when it came to nothing."""
    if "link" in parts:
        return reverse("tables:by-link", args=[parts["link"]])
    if "code" in parts:
        return reverse("tables:table", args=[parts["code"]])
    return reverse("home")


@login_required
@require_GET
def choose_title(request: HttpRequest) -> HttpResponse:
    """Which game to gather."""
    return render(request, "tables/titles.html", {"titles": making.offered(), "nav": "games"})


@login_required
@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest, title: str) -> HttpResponse:
    """The form of a new table; what is wrong stands at its field."""
    try:
        meta = making.meta_of(title)
    except Refused as refusal:
        raise Http404 from refusal
    form = TableForm(request.POST or None, meta=meta, user=me(request))
    if request.method == "POST" and form.is_valid():
        try:
            table = making.make_table(form.wish(), by=me(request))
        except Refused as refusal:
            form.show(refusal)
        else:
            return _to(table.game, reverse("tables:table", args=[table.code]))
    status = 400 if form.is_bound else 200
    context = {"form": form, "meta": meta, "nav": "games"}
    return private(render(request, "tables/new.html", context, status=status))


def _to(game: Game | None, otherwise: str) -> HttpResponse:
    """To the game where there is one."""
    return redirect("games:table", code=game.code) if game is not None else redirect(otherwise)


@require_GET
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """One table; when it has become a game, that game."""
    try:
        return _page(request, visit(request, code=code))
    except LookupError as error:
        raise Http404 from error


@require_GET
def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """A table opened by its secret link."""
    try:
        found = visit(request, link=link)
    except LookupError as error:
        raise Http404 from error
    if found.who.is_seated or not found.table.is_open:
        return redirect("tables:table", code=found.table.code)
    return _page(request, found, link=link)


def _page(request: HttpRequest, found: Visit, *, link: str = "") -> HttpResponse:
    table, who = found.table, found.who
    if table.game is not None:
        return redirect("games:table", code=table.game.code)
    may_manage = table.is_open and (who.is_host or _is_gm(request))
    path = reverse("tables:by-link", args=[table.link])
    context = {
        "table": table,
        "shown": showing.shown(table, who),
        "who": who,
        "options": showing.option_lines(table),
        "clock_words": pace.clock_words(table.title, {k: v for k, v in table.clock.items() if v}),
        "may_manage": may_manage,
        "parks": showing.own_parks(who),
        "invitable": showing.other_parks(table) if may_manage else [],
        "link": link,
        "secret": f"{settings.SITE_URL}{path}" if may_manage or who.is_seated else "",
        "unsure": any(not place.is_taken for place in table.places.all()),
        "ready_minutes": ready.USUAL_MINUTES,
        "now": clocks.now(),
        "nav": "games",
    }
    return private(render(request, "tables/table.html", context))


def _is_gm(request: HttpRequest) -> bool:
    from games.hosting import rights

    return rights.is_gm(request.user.pk)


@limited
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down, or say yes."""
    return _join(request, visit(request, code=code))


@limited
def join_by_link(request: HttpRequest, link: str) -> HttpResponse:
    """Sit down at a table one has the secret link of."""
    return _join(request, visit(request, link=link))


def _join(request: HttpRequest, found: Visit) -> HttpResponse:
    park = request.POST.get("park", "")
    is_number = park.isascii() and park.isdecimal() and len(park) < 10
    seating.join(found.table, me(request), park_id=int(park) if is_number else None)
    found.table.refresh_from_db()
    return _to(found.table.game, reverse("tables:table", args=[found.table.code]))


@limited
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give the seat back, or say no."""
    found = visit(request, code=code)
    deed = seating.decline if found.who.is_invited else seating.leave
    deed(found.table, me(request))
    return redirect("tables:table", code=code) if found.who.is_host else redirect("home")


@limited
def say_ready(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the ready check."""
    found = visit(request, code=code)
    ready.say_ready(found.table, me(request))
    found.table.refresh_from_db()
    return _to(found.table.game, reverse("tables:table", args=[code]))


@limited
def against_bots(request: HttpRequest, title: str) -> HttpResponse:
    """A game with oneself and bots, begun by this click."""
    return redirect("games:table", code=making.against_bots(title, by=me(request)).code)


@limited
def ask_rematch(request: HttpRequest, game: str) -> HttpResponse:
    """The same people once more; a game one did not play is 404."""
    known = Game.objects.defer("state").filter(code=game, is_hidden=False).first()
    if known is None or not rematch.is_offered(known, request.user.pk):
        raise LookupError
    return redirect("tables:table", code=rematch.rematch(known, by=me(request)).code)


@login_required
@require_GET
def next_table(request: HttpRequest) -> HttpResponse:
    """To the next game that waits for this person, after the one they come from."""
    after = request.GET.get("after", "")
    turn = turns.next_turn(me(request).pk, after)
    if turn is None:
        messages.info(request, "Nothing else waits for you." if after else "Nothing waits for you.")
        return private(redirect("home"))
    return private(redirect("games:table", code=turn.code))
