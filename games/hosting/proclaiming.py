"""What parks' webhooks are told of their games: what everybody may see, and nothing else.

Made from the host's part of the public view alone: a game begins or ends, a deadline has passed, a
deadline comes within a day. Windows shorter than an hour are told to nobody's channel.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.urls import reverse

from accounts.webhooks import tell_parks
from games.hosting import clocks, hooks, sweeps
from games.hosting.models import Game, Seat, Status, Visibility
from games.hosting.outbox import plain_instant

if TYPE_CHECKING:
    from games.hosting.working import Working

DAY = timedelta(days=1)
SHORT = 3600  # a live table's windows would flood a channel
LONG = 36 * 3600  # in a shorter one a reminder a day before would come with its beginning


def register() -> None:
    """Listen to commits, and let the tick remind."""
    hooks.on_made(made)
    hooks.on_closing(closing)
    sweeps.register(near, remind)


def is_spoken_of(game: Game) -> bool:
    """Whether everybody who reads a park's channel may hear of a game."""
    is_shut = game.is_hidden or not game.spectators or game.visibility == Visibility.INVITED
    return not is_shut and game.status != Status.DRAFT


def made(game: Game, seats: list[Seat], state: object, at: datetime) -> None:
    """A game was made: it begins at once, or as a draft later."""
    if game.status == Status.RUNNING:
        _tell(game, seats, "started", key="started")


def closing(work: Working, at: datetime) -> None:
    """A commit moved the host's part of the public view: what of it is news?"""
    old, game = work.old_host, work.game
    before = old.get("table", {}).get("status", "")
    if game.status == Status.RUNNING and before == Status.DRAFT:
        _tell(game, work.seats, "started", key="started")
    elif game.status == Status.FINISHED and before != Status.FINISHED:
        _tell(game, work.seats, "game_over", key="game_over")
    elif _has_passed(old.get("clock", {}), game):
        key = str(old["clock"]["key"])
        _tell(game, work.seats, "resolved", key=key, when=plain_instant(game, game.due_at))


def _has_passed(clock: dict[str, Any], game: Game) -> bool:
    """Whether the window shown before has given way to another, and was long enough to tell of."""
    is_another = "key" in clock and "due_at" in clock and clock["key"] != game.due_key
    return bool(is_another and game.due_at and clock.get("seconds", LONG) >= SHORT)


def near() -> Iterable[int]:
    """Games whose deadline comes within a day, with a park that has a webhook."""
    at = clocks.now()
    games = Game.objects.filter(
        Q(due_seconds=None) | Q(due_seconds__gte=LONG),
        status=Status.RUNNING,
        paused_at=None,
        due_at__gt=at,
        due_at__lte=at + DAY,
        seats__park__webhook__off_at=None,
        seats__park__webhook__isnull=False,
    )
    return list(games.values_list("pk", flat=True).distinct())


def remind(pk: int) -> None:
    """Tell the parks of a game of its next deadline, once each."""
    game = Game.objects.defer("state").get(pk=pk)
    if game.due_at is not None:
        when = plain_instant(game, game.due_at)
        _tell(game, list(game.seats.all()), "deadline", key=game.due_at.isoformat(), when=when)


def _tell(game: Game, seats: Iterable[Seat], kind: str, *, key: str, **facts: Any) -> None:
    parks = {seat.park_id for seat in seats if seat.park_id}
    if not parks or not is_spoken_of(game):
        return
    params = {"game_name": game.name, "url": reverse("games:table", args=[game.code]), **facts}
    tell_parks(parks, kind, game_id=game.pk, key=key, params=params)
