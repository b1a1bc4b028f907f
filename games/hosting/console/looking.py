"""What the console shows of a game: its page, its log, and orders opened once (IM-6.4, R-9)."""

from __future__ import annotations

from typing import Any

import structlog
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods

from accounts import services as people
from accounts.auditing import audit
from accounts.models import General, Office
from games.engine import codec
from games.engine.protocol import PUBLIC
from games.hosting import asking, clocks, receipts, texts
from games.hosting.console import facts
from games.hosting.console.action_form import offers
from games.hosting.console.guards import Desk, game_page, opens_secrets
from games.hosting.console.layout import page
from games.hosting.console.sentences import said
from games.hosting.console.words import Words, table, words_of
from games.hosting.models import Game, LogEntry, Status
from games.registry import rules_of

log = structlog.get_logger(__name__)

OPENED = "console.opened"
RECEIPT_LENGTH = 32
LINES, PAGE_LINES = 12, 50
ORDERS_OF = "sides"


@game_page
@require_GET
def game_view(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A game's page: where it stands, what a blind GM may know of it, and every button."""
    game = Game.objects.select_related("book").defer("state").get(pk=desk.game.pk)
    words = words_of(game)
    context = {
        "words": words,
        "seats": seat_rows(game),
        "due": words.instant(game.due_at.timestamp()) if game.due_at else "",
        "is_overdue": bool(game.due_at and game.due_at <= clocks.now()),
        "is_over": game.status in (Status.FINISHED, Status.CANCELLED),
        "is_draft": game.status == Status.DRAFT,
        "title_meta": rules_of(game.title).meta,
    }
    try:
        context |= _told(game, desk, words)
    except Exception as error:  # the page of a game whose rules fail must open: Retry is there
        log.error("game page without rules", game=game.code, error=type(error).__name__)
        context["is_ill"] = True
    return page(request, Desk(game, desk.standing), "console/game.html", game.name, context)


def _told(game: Game, desk: Desk, words: Words) -> dict[str, Any]:
    """What the title tells of a game, and its buttons."""
    state = asking.load(game.pk)[1]
    shown = codec.to_builtins(rules_of(game.title).console(state, blind=True))
    groups: dict[str, list[Any]] = {}
    closed = []
    for offer in offers(game, state).values():
        if offer.is_open and not (desk.standing.holds and opens_secrets(offer.kind)):
            groups.setdefault(words.label(f"group_{offer.button.group}"), []).append(offer)
        else:
            closed.append(offer)
    return {
        "found": facts.block(words, shown),
        "groups": list(groups.items()),
        "closed": closed,
        "waiting": waiting(game, state, words),
        "log": log_lines(game, words, limit=LINES),
    }


def seat_rows(game: Game) -> list[dict[str, Any]]:
    """The seats with who acts for them."""
    seats = list(game.seats.select_related("park", "user__player"))
    held = General.objects.filter(
        General.holds(clocks.now()), park__in=[s.park_id for s in seats if s.park_id]
    ).select_related("player")
    office: dict[tuple[int, str], list[str]] = {}
    for row in held:
        office.setdefault((row.park_id, row.office), []).append(str(row.player))
    return [
        {
            "seat": seat,
            "general": ", ".join(office.get((seat.park_id or 0, Office.GENERAL), []))
            or (str(seat.user) if seat.user else ""),
            "deputies": ", ".join(office.get((seat.park_id or 0, Office.DEPUTY), [])),
        }
        for seat in seats
    ]


def waiting(game: Game, state: Any, words: Words) -> list[str]:
    """Decisions that everybody may know are awaited."""
    owed = rules_of(game.title).pending(state)
    return [
        f"{words.seat(decision.seat)}: {words.label(decision.kind)}"
        for decision in owed
        if decision.known_to == "all"
    ]


def log_lines(
    game: Game, words: Words, *, limit: int, before: int | None = None
) -> list[dict[str, Any]]:
    """The log without orders: what GM, clock, feed and host did, and whatever everybody may see.

    A seat's entry is listed only for its public events; its action is never rendered.
    """
    rows = LogEntry.objects.filter(game=game).order_by("-seq")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    lines: list[dict[str, Any]] = []
    for entry in rows.iterator(chunk_size=100):
        events = public_events(game, words, codec.load(entry.events))
        if entry.actor.startswith("seat:") and not events:
            continue
        lines.append({"entry": entry, "events": events})
        if len(lines) == limit:
            break
    names = people.personas({line["entry"].by for line in lines if line["entry"].by})
    return [_line(game, words, line["entry"], line["events"], names) for line in lines]


def _line(
    game: Game, words: Words, entry: LogEntry, events: list[str], names: dict[int, str]
) -> dict[str, Any]:
    is_seat = entry.actor.startswith("seat:")
    actor = words.seat(int(entry.actor[5:])) if is_seat else words.label(f"actor_{entry.actor}")
    return {
        "seq": entry.seq,
        "at": words.instant(entry.at.timestamp()),
        "actor": actor,
        "by": names.get(entry.by or 0, ""),
        "did": "" if is_seat else _deed(game, words, entry),
        "events": events,
    }


def _deed(game: Game, words: Words, entry: LogEntry) -> str:
    """One line for an action of GM, clock, feed or host."""
    raw = codec.load(entry.action)
    kind = str(raw.get("type", ""))
    rules = rules_of(game.title)
    if kind in rules.secret_actions:
        return ""
    if kind.startswith("host."):
        note = str(raw.get("note") or "")
        return f"{words.label(kind)}: {note}" if note else words.label(kind)
    try:
        return rules.describe(codec.convert(raw, rules.Action))
    except codec.BadInput:  # written under older rules
        return words.label(kind)


def public_events(game: Game, words: Words, raw: list[dict[str, Any]]) -> list[str]:
    """The sentences of those events that everybody may see."""
    rules = rules_of(game.title)
    out = []
    for item in raw:
        try:
            shown = rules.visible(codec.convert(item, rules.Event), PUBLIC)
        except codec.BadInput:
            continue
        if shown is not None:
            out.append(event_text(game, words, codec.to_builtins(shown)))
    return out


def event_text(game: Game, words: Words, event: dict[str, Any]) -> str:
    """One event as a sentence of the title, or as its facts."""
    kind = str(event.get("type", ""))
    params = {key: words.value(key, value) for key, value in event.items() if key != "type"}
    own = table(game.title).get("events", {}).get(kind)
    if own:
        return str(own).format_map(params)
    if kind in texts.table(game.title).get("events", {}):
        return texts.text(game.title, "events", kind, params)
    told = ", ".join(f"{words.label(key)} {value}" for key, value in params.items())
    return f"{words.label(kind)}: {told}" if told else words.label(kind)


def event_lines(game: Game, words: Words, events: list[dict[str, Any]]) -> dict[str, Any]:
    """What a dry run would tell everybody."""
    return {"event_lines": [event_text(game, words, event) for event in events]}


@game_page
@require_GET
def log_view(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole log, page by page, newest first."""
    raw = request.GET.get("before", "")
    before = int(raw) if raw.isdecimal() and len(raw) < 10 else None  # noqa: PLR2004
    words = words_of(desk.game)
    lines = log_lines(desk.game, words, limit=PAGE_LINES, before=before)
    receipt = request.GET.get("receipt", "")[:RECEIPT_LENGTH]
    context = {
        "log": lines,
        "before": lines[-1]["seq"] if len(lines) == PAGE_LINES else None,
        "receipt": receipt,
        "receipt_told": _receipt_told(desk.game, words, receipt) if receipt else "",
    }
    return page(request, desk, "console/log.html", said("log_of", game=desk.game.name), context)


def _receipt_told(game: Game, words: Words, receipt: str) -> str:
    """Whose order a quoted receipt belongs to and when it came; never what it said (IM-6.4)."""
    entry = receipts.find(game, receipt)
    if entry is None:
        return said("receipt_unknown")
    seat = words.seat(int(entry.actor[5:])) if entry.actor.startswith("seat:") else entry.actor
    return said("receipt_found", seat=seat, at=words.instant(entry.at.timestamp()))


@game_page
@require_http_methods(["GET", "POST"])
def look_view(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everything a GM may see in a game that is not blind; one audit row for every look (R-9)."""
    if desk.standing.blind:
        raise PermissionDenied
    if request.method == "POST":
        audit(
            by=request.user.pk,
            what="game.orders_seen",
            target="game",
            target_id=desk.game.pk,
            request=request,
        )
        return open_once(request, desk, None)
    return page(request, desk, "console/look.html", said("look"), {})


def open_once(request: HttpRequest, desk: Desk, side: int | None) -> HttpResponse:
    """Let the next page show what was opened, once; its audit row stands already."""
    request.session[OPENED] = {"game": desk.game.pk, "side": side}
    return redirect("admin:games_game_opened", desk.game.pk)


@game_page
@require_GET
def opened_view(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The orders that were just opened; a second visit shows nothing."""
    ticket = request.session.pop(OPENED, None)
    if desk.standing.holds:
        raise PermissionDenied
    if ticket is None or ticket["game"] != desk.game.pk:
        messages.error(request, said("opened_once"))
        return redirect("admin:games_game_change", desk.game.pk)
    game, state = asking.load(desk.game.pk)
    words = words_of(game)
    shown = codec.to_builtins(rules_of(game.title).console(state, blind=False))
    side = ticket["side"]
    if side is not None:
        shown = {ORDERS_OF: {str(side): shown.get(ORDERS_OF, {}).get(str(side), {})}}
    heading = said("opened_side", side=words.seat(side)) if side is not None else said("look")
    return page(request, desk, "console/opened.html", heading, {
        "found": facts.block(words, shown), "queue": _queue(words, shown)})  # fmt: skip


def _queue(words: Words, shown: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Queued orders, a line each, by seat."""
    out = []
    for number, side in shown.get(ORDERS_OF, {}).items():
        queue = side.pop("queue", None) if isinstance(side, dict) else None
        if queue is not None:
            lines = [
                ", ".join(f"{words.label(k)} {words.value(k, v)}" for k, v in order.items() if v)
                for order in queue
            ]
            out.append((words.seat(int(number)), lines))
    return out
