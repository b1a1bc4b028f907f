"""The host's own buttons of a game: pause, clock, retry, feed, refresh, hide (R-10, IM-13.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.auditing import audit, audit_entry
from games.hosting import feeds, services
from games.hosting.console import sending
from games.hosting.console.acting import clean_reason, tell
from games.hosting.console.guards import Desk, game_page
from games.hosting.console.layout import page
from games.hosting.console.sentences import said
from games.hosting.intents import Answer
from games.hosting.models import Game, Status

MINUTES_DIGITS = 7


@dataclass(frozen=True, slots=True)
class Button:
    """A host button: when it is there, and what it does."""

    kind: str
    is_there: Callable[[Game], bool]
    deed: Callable[[HttpRequest, Desk, str], Answer | None]


def _row(request: HttpRequest, desk: Desk, what: str, reason: str, **more: Any) -> Any:
    return audit_entry(
        by=request.user.pk,
        what=f"game.{what}",
        target="game",
        target_id=desk.game.pk,
        reason=reason,
        request=request,
        **more,
    )


def _host_change(kind: str, request: HttpRequest, desk: Desk, reason: str) -> Answer:
    before = {"status": desk.game.status, "paused": desk.game.paused_at is not None}
    row = _row(request, desk, kind, reason, before=before, after={"host": kind})
    return services.host_change(desk.game.pk, kind, by=request.user.pk, note=reason, also=(row,))


def _extend(request: HttpRequest, desk: Desk, reason: str) -> Answer:
    """PR-15.6: more minutes for the present window."""
    seconds = minutes_of(request.POST.get("minutes", "")) * 60
    row = _row(request, desk, "extend", reason, after={"seconds": seconds})
    return services.host_change(
        desk.game.pk, "extend", by=request.user.pk, note=reason, also=(row,), seconds=seconds
    )


def minutes_of(text: str) -> int:
    """A number of minutes as it was typed, 0 where it is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < MINUTES_DIGITS else 0


def _hide(request: HttpRequest, desk: Desk, reason: str, *, hidden: bool) -> Answer:
    row = _row(
        request,
        desk,
        "hidden" if hidden else "shown",
        reason,
        before={"hidden": not hidden},
        after={"hidden": hidden},
    )
    return services.host_change(
        desk.game.pk,
        "table",
        by=request.user.pk,
        note=reason,
        also=(partial(_set_hidden, desk.game.pk, hidden), row),
    )


def _set_hidden(pk: int, hidden: bool) -> None:  # noqa: FBT001 - bound by partial
    game = Game.objects.defer("state").get(pk=pk)
    game.is_hidden = hidden
    game.save(update_fields=["is_hidden"])


def _feed(request: HttpRequest, desk: Desk, reason: str) -> Answer | None:
    return feeds.feed_game(desk.game.pk, also=(_row(request, desk, "fed", reason),))


def _refresh(request: HttpRequest, desk: Desk, reason: str) -> Answer | None:
    assert desk.game.book_id is not None
    refresh_book(request, desk.game.book_id, reason)
    messages.success(request, said("refresh_asked"))
    return None


def refresh_book(request: HttpRequest, book_id: int, reason: str = "") -> None:
    """Ask a worker to read a book's attendance again; who asked is written down."""
    audit(
        by=request.user.pk,
        what="book.refresh_asked",
        target="book",
        target_id=book_id,
        reason=reason,
        request=request,
    )
    sending.send("games.league.tasks.refresh_book", [book_id, "console"])


def _runs(game: Game) -> bool:
    return game.status == Status.RUNNING


def _has_counted_clock(game: Game) -> bool:
    return _runs(game) and bool(game.due_key) and game.due_seconds is not None


def _takes_attendance(game: Game) -> bool:
    return game.book_id is not None and game.status not in (Status.FINISHED, Status.CANCELLED)


BUTTONS: dict[str, Button] = {
    button.kind: button
    for button in (
        Button("pause", lambda g: _runs(g) and not g.paused_at, partial(_host_change, "pause")),
        Button("resume", lambda g: g.paused_at is not None, partial(_host_change, "resume")),
        Button("extend", _has_counted_clock, _extend),
        Button(
            "shorten",
            lambda g: _has_counted_clock(g) and g.due_extra > 0,
            partial(_host_change, "shorten"),
        ),
        Button("retry", lambda g: g.status == Status.NEEDS_GM, partial(_host_change, "retry")),
        Button("refresh", _takes_attendance, _refresh),
        Button("feed", lambda g: _takes_attendance(g) and g.status != Status.DRAFT, _feed),
        Button("hide", lambda g: not g.is_hidden, partial(_hide, hidden=True)),
        Button("show", lambda g: g.is_hidden, partial(_hide, hidden=False)),
    )
}
ASKS_MINUTES = frozenset({"extend"})
ANSWERS_ITSELF = frozenset({"refresh"})


def buttons_of(game: Game) -> list[str]:
    """The host buttons that are there now."""
    return [kind for kind, button in BUTTONS.items() if button.is_there(game)]


@game_page
@require_http_methods(["GET", "POST"])
def press(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """One host button: a page that says what it does, and its deed."""
    button = BUTTONS.get(kind)
    if button is None:
        raise Http404
    if not button.is_there(desk.game):
        messages.error(request, said("not_open", label=said(f"host_{kind}")))
        return redirect("admin:games_game_change", desk.game.pk)
    if request.method == "GET":
        context = {
            "kind": kind,
            "label": said(f"host_{kind}"),
            "about": said(f"host_{kind}_about"),
            "asks_minutes": kind in ASKS_MINUTES,
        }
        return page(request, desk, "console/host.html", said(f"host_{kind}"), context)
    answer = button.deed(request, desk, clean_reason(request.POST.get("reason", "")))
    if answer is not None:
        tell(request, desk, answer, done=said(f"host_{kind}"))
    elif kind not in ANSWERS_ITSELF:
        messages.info(request, said("nothing_to_feed"))
    return redirect("admin:games_game_change", desk.game.pk)
