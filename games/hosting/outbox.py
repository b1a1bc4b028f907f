"""What a commit leaves for later, written in its own transaction: notices, results, the calendar.

Notices are built from what the recipient's own streams show, by the title's `notices` hook, and
told once per recipient, turn and kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse

from accounts import services as people
from games.engine.protocol import Hint
from games.hosting import texts
from games.hosting.models import Game, Seat, Status
from games.hosting.rights import masters, of_seats
from games.league.books import mark_schedule

if TYPE_CHECKING:
    from games.hosting.working import Working


def write_consequences(work: Working, at: datetime) -> None:
    """Notices of the commit's events, the book's next deadline, results when a game ended."""
    hints = work.rules.notices(work.before.state, work.state, tuple(work.events))
    _tell(work, (*hints, *work.hints), at)
    for incident in work.problems:
        work.wakes = True
        tell_masters(work.game.pk, "problem", key=incident, params={"incident": incident})
    if work.game.book_id:
        _mark_book(work)
    if work.game.status == Status.FINISHED and work.events:
        from games.hosting.missed import write_down
        from games.hosting.results import record_results

        record_results(work.game, work.rules.outcome(work.state), work.seats)
        write_down(work)


def _mark_book(work: Working) -> None:
    """Attendance is read an hour before each deadline (IM-16.15), so the book knows it."""
    game = work.game
    if game.book is not None:
        is_over = game.status in (Status.FINISHED, Status.CANCELLED)
        mark_schedule(game.book, next_deadline=game.due_at, is_over=is_over)


def _tell(work: Working, hints: Iterable[Hint], at: datetime) -> None:
    hints = tuple(hints)
    if not hints:
        return
    work.wakes = True
    tell_hints(work.game, hints, of_seats(work.seats, at))


def recipients(hint: Hint, rights: Any) -> list[int]:
    """Users a hint is for: those who act for its seat, its members too, or every GM."""
    if hint.to == "gm":
        return sorted(masters())
    if hint.to == "team":
        users = rights.acting.get(hint.seat, frozenset()) | rights.members.get(
            hint.seat, frozenset()
        )
        return sorted(users)
    return sorted(rights.acting.get(hint.seat, frozenset()))


def tell_hints(game: Game, hints: Iterable[Hint], rights: Any) -> None:
    """One notice per recipient, kind and key."""
    tellings = [_telling(game, hint, recipients(hint, rights)) for hint in hints]
    people.notify_all(tellings, game_id=game.pk)


def _telling(game: Game, hint: Hint, users: list[int]) -> people.Telling:
    """A hint worded by the title's text table."""
    params = {**hint.params, "game": game.name}
    words = {key: _plain(game, key, value) for key, value in params.items()}
    key = hint.words or hint.kind
    text = texts.text(game.title, "notices", key, words)
    if text != key:
        params["text"] = text
    params["game_name"] = params.pop("game")
    params["url"] = reverse("games:table", args=[game.code])
    return people.Telling(users, hint.kind, hint.key, params)


def _plain(game: Game, key: str, value: Any) -> Any:
    """Instants stand in notices as league time."""
    if key not in ("deadline", "until") or not isinstance(value, int):
        return value
    return plain_instant(game, datetime.fromtimestamp(value, UTC))


def plain_instant(game: Game, at: datetime | None) -> str:
    """An instant in league time, for texts that are read outside a page."""
    if at is None:
        return ""
    moment = at.astimezone(ZoneInfo(game.options.get("timezone", "UTC")))
    return f"{moment:%A} {moment.day} {moment:%B}, {moment:%H:%M}"


def tell_masters(game_id: int, kind: str, *, key: str, params: dict[str, Any]) -> None:
    """Tell every GM, once per key."""
    users = masters()
    if not users:
        return
    with transaction.atomic():
        people.notify(users, kind, game_id=game_id, key=f"{kind}:{key}", params=params)


def bot_seats(game: Game) -> list[Seat]:
    """Seats the bot acts for at the moment."""
    return list(game.seats.filter(bot=True))
