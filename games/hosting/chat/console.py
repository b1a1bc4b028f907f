"""The console's pages of talk: a report, a game's rooms, and a deed about one message (CHAT-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services as people
from games.hosting.chat import lines, moderating
from games.hosting.chat.crowd import PRIVATE
from games.hosting.chat.models import ChatBan, ChatMessage, ChatReport, ChatRoom
from games.hosting.console.acting import clean_reason
from games.hosting.console.guards import Desk, game_page, gm_page, standing
from games.hosting.console.layout import page
from games.hosting.models import Game

OPEN_KINDS = frozenset({"table", "announce"})
MOST_SHOWN = 500
HOURS = (1, 24, 24 * 7, 0)


def desk_of(request: HttpRequest, game: Game) -> Desk:
    """The desk of a game that was found by its message."""
    assert request.user.pk is not None
    return Desk(game, standing(request.user.pk, game))


def shown(rows: Iterable[ChatMessage]) -> list[dict[str, Any]]:
    """Messages for a page of the console: hidden ones with their words."""
    rows = list(rows)
    names = people.personas({row.author for row in rows if row.author is not None})
    return [
        {
            "row": row,
            "who": lines.ALIAS if row.is_alias else names.get(row.author or 0, "Host"),
            "can_mute": row.is_alias or (row.author is not None and not row.is_host),
        }
        for row in rows
    ]


@gm_page
@require_http_methods(["GET", "POST"])
def report_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A report: what it is about; its message is opened by a button, on the record."""
    rows = ChatReport.objects.select_related("message__room__game")
    row = get_object_or_404(rows, pk=pk)
    desk = desk_of(request, row.message.room.game)
    context: dict[str, Any] = {"report": row, "room": row.message.room, "hours": HOURS}
    if request.method == "POST":
        _check(desk)
        assert request.user.pk is not None
        if request.POST.get("deed") == "close":
            moderating.close_report(row, by=request.user.pk, request=request)
            messages.success(request, "The report is closed.")
            return redirect("admin:chat_chatreport_changelist")
        found = moderating.reported(row, by=request.user.pk, request=request)
        names = people.personas([row.by])
        context |= {"opened": shown(found), "reporter": names.get(row.by, "")}
    return page(request, desk, "chat/report.html", f"Report {row.pk}", context)


@game_page
@require_http_methods(["GET", "POST"])
def game_talk(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A game's rooms; public ones are read, others opened by a button with a reason."""
    rooms = list(ChatRoom.objects.filter(game=desk.game).order_by("pk"))
    context: dict[str, Any] = {
        "rooms": rooms if not desk.standing.holds else [r for r in rooms if r.kind in OPEN_KINDS],
        "bans": _bans(desk) if not desk.standing.holds else [],
        "hours": HOURS,
        "private": PRIVATE,
        "open_kinds": OPEN_KINDS,
    }
    if request.method == "POST":
        room = next((r for r in rooms if r.key == request.POST.get("room")), None)
        if room is None:
            raise Http404
        context |= {"room": room, "opened": _opened(request, desk, room)}
    return page(request, desk, "chat/game.html", f"Talk of {desk.game.name}", context)


def _opened(request: HttpRequest, desk: Desk, room: ChatRoom) -> list[dict[str, Any]]:
    if room.kind in OPEN_KINDS:
        return shown(list(room.messages.order_by("-n")[:MOST_SHOWN])[::-1])
    _check(desk)
    reason = clean_reason(request.POST.get("reason", ""))
    if not reason:
        messages.error(request, "Say why: it stands in the audit log.")
        return []
    assert request.user.pk is not None
    return shown(
        moderating.opened(desk.game, room, by=request.user.pk, reason=reason, request=request)
    )


def _bans(desk: Desk) -> list[dict[str, Any]]:
    rows = list(ChatBan.objects.filter(game=desk.game))
    return [{"row": row, "number": number} for number, row in enumerate(rows, start=1)]


def _check(desk: Desk) -> None:
    """A GM who has a part in the game opens nothing and does nothing here."""
    if desk.standing.holds:
        raise PermissionDenied


@gm_page
@require_POST
def deed(request: HttpRequest, name: str, kind: str) -> HttpResponse:
    """Hide, show again, mute its author, or look up who wrote an anonymous post."""
    rows = ChatMessage.objects.select_related("room__game")
    message = get_object_or_404(rows, key=name)
    desk = desk_of(request, message.room.game)
    _check(desk)
    reason = clean_reason(request.POST.get("reason", ""))
    back = redirect("admin:chat_game", desk.game.pk)
    if not reason:
        messages.error(request, "Say why: it stands in the audit log.")
        return back
    assert request.user.pk is not None
    facts: dict[str, Any] = {"by": request.user.pk, "reason": reason, "request": request}
    match kind:
        case "hide":
            moderating.hide(message, **facts)
        case "show":
            moderating.show_again(message, **facts)
        case "mute":
            moderating.ban(message, _hours(request), **facts)
        case "author" if message.is_alias:
            return _author(request, desk, message, facts)
        case _:
            raise Http404
    messages.success(request, "Done.")
    return back


def _author(
    request: HttpRequest, desk: Desk, message: ChatMessage, facts: dict[str, Any]
) -> HttpResponse:
    """PR-7.4: told once, on a page of its own, after it was written down."""
    found = moderating.look_up(message, **facts)
    names = people.personas([found.user]) if found else {}
    context = {
        "message": message,
        "author": found,
        "persona": names.get(found.user, "") if found else "",
        "back": reverse("admin:chat_game", args=[desk.game.pk]),
    }
    return page(request, desk, "chat/author.html", "Author of an anonymous post", context)


def _hours(request: HttpRequest) -> int:
    raw = request.POST.get("hours", "")
    hours = int(raw) if raw.isascii() and raw.isdecimal() and len(raw) < 4 else 24  # noqa: PLR2004
    return hours if hours in HOURS else HOURS[1]


@gm_page
@require_POST
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody write again."""
    row = get_object_or_404(ChatBan.objects.select_related("game"), pk=pk)
    _check(desk_of(request, row.game))
    assert request.user.pk is not None
    moderating.lift(row.pk, by=request.user.pk, reason="", request=request)
    messages.success(request, "Done.")
    return redirect("admin:chat_game", row.game_id)
