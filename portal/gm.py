"""Numbers for the GM console's dashboard: deadlines, problems, attendance, failed tasks (IM-13.6).

Everything is read here in a few queries; what a game tells comes from its title's `console`, as a
blind GM may see it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.http import HttpRequest

from accounts.models import Claim, MailState, Notice, Player
from games.engine import codec
from games.hosting import asking, clocks
from games.hosting.console.guards import may_run_games
from games.hosting.console.words import Words, words_of
from games.hosting.models import FailedTask, Game, Status
from games.hosting.tasks import LAST_TICK
from games.league.models import Book, Refresh, Suspicion
from games.registry import rules_of

log = structlog.get_logger(__name__)

OVERDUE = timedelta(minutes=2)
SILENT = timedelta(seconds=60)
LISTED = 30
COUNTED = ("orders", "at_risk")


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What `templates/admin/index.html` shows, for whoever runs games."""
    if not may_run_games(request.user):
        return context
    at = clocks.now()
    games = list(
        Game.objects.filter(status__in=[Status.RUNNING, Status.NEEDS_GM], is_hidden=False)
        .defer("state")
        .order_by("due_at", "pk")[:LISTED]
    )
    running = [_card(game, at) for game in games]
    return {
        **context,
        "console": True,
        "now": at,
        "standing_still": [card for card in running if card["game"].status == Status.NEEDS_GM],
        "overdue": [card for card in running if card["is_overdue"]],
        "running": [card for card in running if card["game"].status == Status.RUNNING],
        "drafts": Game.objects.filter(status=Status.DRAFT, is_hidden=False).defer("state")[:LISTED],
        "books": [_book(book) for book in Book.objects.open().select_related("game")[:LISTED]],
        "failed": FailedTask.objects.filter(retried_at=None).order_by("-id")[:LISTED],
        "failed_mail": Notice.objects.filter(mail=MailState.FAILED).count(),
        "claims": Player.objects.filter(claim=Claim.ASKED).count(),
        "is_clock_silent": _is_clock_silent(at),
    }


def _card(game: Game, at: Any) -> dict[str, Any]:
    """One game: when it is due, and per seat how many orders lie there."""
    words = words_of(game)
    card: dict[str, Any] = {
        "game": game,
        "title": rules_of(game.title).meta.name,
        "due": words.instant(game.due_at.timestamp()) if game.due_at else "",
        "zone": str(words.zone),
        "is_overdue": bool(
            game.status == Status.RUNNING and game.due_at and game.due_at < at - OVERDUE
        ),
    }
    try:
        return card | _told(game, words)
    except Exception as error:  # one title's bug must not hide the other games' deadlines
        log.error("dashboard card failed", game=game.code, error=type(error).__name__)
        return card | {"is_ill": True}


def _told(game: Game, words: Words) -> dict[str, Any]:
    """What the title tells of a game."""
    game, state = asking.load(game.pk)
    rules = rules_of(game.title)
    facts = codec.to_builtins(rules.console(state, blind=True))
    count = next((key for key in ("week", "round", "year") if key in facts), "")
    awaited = [words.seat(owed.seat) for owed in rules.pending(state) if owed.known_to == "all"]
    return {
        "count": words.label(count).lower(),
        "week": facts.get(count, ""),
        "seats": _counts(facts, words),
        "waiting": awaited,
    }


def _counts(facts: dict[str, Any], words: Words) -> list[dict[str, Any]]:
    """Who has ordered, without what."""
    sides = facts.get("sides", {})
    if not isinstance(sides, dict) or not words.is_seats(sides):
        return []
    return [
        {
            "name": words.seat(int(number)),
            "orders": side["orders"],
            "at_risk": side.get("at_risk", 0),
            "withdrawn": bool(side.get("withdrawn")),
        }
        for number, side in sides.items()
        if isinstance(side, dict) and COUNTED[0] in side
    ]


def _book(book: Book) -> dict[str, Any]:
    """A season's attendance: the last run, and what it could not read."""
    last = Refresh.objects.filter(book=book).first()
    dates = last.dates if last else {}
    failed = {day: found["failed"] for day, found in dates.items() if found.get("failed")}
    doubts = list(Suspicion.objects.filter(book=book).values_list("date", flat=True))
    return {
        "book": book,
        "game": getattr(book, "game", None),
        "last": last,
        "failed": failed,
        "doubts": doubts,
        "stopped": last.stopped if last else "",
        "is_ill": bool(failed or doubts or (last and last.stopped)),
    }


def _is_clock_silent(at: Any) -> bool:
    """R-22: no tick for a minute."""
    ticked = cache.get(LAST_TICK)
    return ticked is None or at.timestamp() - float(ticked) > SILENT.total_seconds()
