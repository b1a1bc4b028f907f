"""What the tick does for talk: releases, old games' first rooms, and forgetting (PR-7.4, R-14)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction

from games.hosting import asking, clocks, statements
from games.hosting.chat import syncing
from games.hosting.chat.models import ChatMessage, Talk
from games.hosting.models import Game, Seat, Status
from games.registry import TITLES, rules_of

KEPT = timedelta(days=365)


def without_rooms() -> Iterable[int]:
    """Games that were made before there was talk."""
    games = Game.objects.filter(talk=None, title__in=TITLES).exclude(status=Status.CANCELLED)
    return list(games.order_by("pk").values_list("pk", flat=True)[:100])


def make_rooms(game_id: int) -> None:
    """The rooms of a game as its rules have them now."""
    with transaction.atomic():
        if statements.lock_game(game_id) is None:
            return
        Talk.objects.get_or_create(game_id=game_id)
        game, state = asking.load(game_id)
        if rules_of(game.title).channels(state):
            syncing.sync(game, list(Seat.objects.filter(game=game)), state)


def past_keeping() -> Iterable[int]:
    """Games with messages older than twelve months (R-14)."""
    old = ChatMessage.objects.filter(at__lt=clocks.now() - KEPT).exclude(body="", card__isnull=True)
    return list(old.values_list("room__game_id", flat=True).distinct()[:100])


def forget(game_id: int) -> None:
    """Old messages lose their words and their author; that they were there remains."""
    now = clocks.now()
    rows = ChatMessage.objects.filter(room__game_id=game_id, at__lt=now - KEPT)
    with transaction.atomic():
        if statements.lock_game(game_id) is None:
            return
        version = syncing.touch(game_id).version
        rows.update(body="", card=None, author=None, hidden_at=now, version=version)


def is_behind(known: dict[int, int]) -> list[int]:
    """Of these games and versions, those whose talk has moved on (every 10 s per process)."""
    rows = Talk.objects.filter(game_id__in=known).values_list("game_id", "version")
    return [game_id for game_id, version in rows if version > known[game_id]]
