"""Notices of tables: plain sentences from the host's text table, people as numbers (R-14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from accounts import services as people
from accounts.models import User
from games.hosting import texts
from games.hosting.models import Game
from games.hosting.tables.models import Table, TablePlace


def address(table: Table) -> str:
    """The table's page."""
    return reverse("tables:table", args=[table.code])


def holders(places: Iterable[TablePlace], *, invited: bool = False) -> list[int]:
    """The users behind the places whose people said yes (or, asked so, are kept one)."""
    places = [p for p in places if p.is_held or (invited and p.invited)]
    parks = [place.park_id for place in places if place.park_id]
    acting = people.acting_users(parks) if parks else {}
    users = {place.user_id for place in places if place.user_id}
    for ids in acting.values():
        users.update(ids)
    return sorted(users)


def tell(table: Table, users: Iterable[int], kind: str, words: str, *, key: str) -> None:
    """One sentence of `notices.<words>` to some people, once per key."""
    facts: dict[str, Any] = {"table": table.name, "title": table.title_name}
    params = {
        "text": texts.text(table.title, "notices", words, facts),
        "game_name": table.name,
        "url": address(table),
    }
    people.notify(users, kind, game_id=None, key=f"table:{table.code}:{key}", params=params)


def tell_invited(table: Table, users: Iterable[int], by: User, *, key: str) -> None:
    """An invitation to a place of this table."""
    params = {"player": by.player.pk, "game_name": table.name, "url": address(table)}
    people.notify(users, "invited", game_id=None, key=f"table:{table.code}:{key}", params=params)


def tell_started(table: Table, game: Game, users: Iterable[int]) -> None:
    """The table's game has begun."""
    params = {"game_name": game.name, "url": reverse("games:table", args=[game.code])}
    people.notify(users, "started", game_id=game.pk, key=f"table:{table.code}", params=params)
