"""The demo's tables: seats to take, a game that waits for the visitor, one to watch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client

from games.hosting.models import Game
from games.hosting.tables import making
from games.hosting.tables.models import Table
from portal.demo import tables


def test_a_visitor_finds_seats_a_turn_and_a_game_to_watch(
    db: None, make_user: Callable[..., Any]
) -> None:
    general, host, player = (make_user(name) for name in ("hedda", "rill", "tamsin"))
    tables.load(general, (host, player))
    browser = Client()
    browser.force_login(general)
    shown = browser.get("/").context
    count = len(making.offered())
    assert count and len(shown["turn"]) == len(shown["watch"]) == count
    assert len(shown["open_seats"]) == 2 * count
    lamps = Table.objects.filter(name="Table of the Seven Lamps").first()
    assert lamps is not None
    answer = browser.post(f"/tables/{lamps.code}/join")  # the last seat: the game begins
    lamps.refresh_from_db()
    assert lamps.game is not None and answer["Location"] == f"/games/{lamps.game.code}/"


def test_a_second_start_changes_nothing(db: None, make_user: Callable[..., Any]) -> None:
    general, host, player = (make_user(name) for name in ("hedda", "rill", "tamsin"))
    tables.load(general, (host, player))
    before = Table.objects.count(), Game.objects.count()
    tables.load(general, (host, player))
    assert (Table.objects.count(), Game.objects.count()) == before
