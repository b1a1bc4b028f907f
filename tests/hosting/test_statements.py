"""The door's plain SQL says what the ORM would say."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts import services
from games.hosting import clocks, rights, statements
from games.hosting.creating import SeatPlan, create_game
from games.hosting.models import Game, LogEntry, Seat

pytestmark = pytest.mark.django_db


def test_a_locked_row_is_the_row_of_the_model(game: Any) -> None:
    locked = statements.lock_game(game.pk)
    assert locked is not None
    stored = Game.objects.get(pk=game.pk)
    for field in Game._meta.concrete_fields:
        assert getattr(locked, field.attname) == getattr(stored, field.attname), field.name
    assert statements.lock_game(game.pk + 1) is None


def test_what_is_saved_is_read_back(game: Any) -> None:
    locked = statements.lock_game(game.pk)
    assert locked is not None
    locked.state, locked.paused_at = b"{}", clocks.now()
    locked.shown = {"table": {"name": "Lämpchen"}}
    statements.save_game(locked)
    stored = Game.objects.get(pk=game.pk)
    assert (bytes(stored.state), stored.paused_at) == (b"{}", locked.paused_at)
    assert stored.shown == locked.shown


def test_r_7_acting_users_are_those_of_the_rights(
    make_user: Any, make_park: Any, people: list[Any]
) -> None:
    general, deputy = make_user("edda"), make_user("finn")
    park = make_park("Frost Hold", general=general)
    make_deputy(park, deputy)
    plans = [
        SeatPlan("A", 1, kind="park", park=park),
        SeatPlan("B", 2, user=people[0]),
        SeatPlan("C", 3, kind="bot"),
    ]
    game = create_game(title="lantern", name="X", options={}, seats=plans, by=None)
    later = clocks.now() + timedelta(seconds=5)
    for at in (later, later - timedelta(days=1)):
        expected = rights.of_seats(Seat.objects.filter(game=game), at, members=False).acting
        assert statements.acting(game.pk, at) == expected
    assert statements.acting(game.pk, later)[0] == {general.pk, deputy.pk}
    deputy.is_active = False
    deputy.save()
    assert statements.acting(game.pk, later)[0] == {general.pk}


def make_deputy(park: Any, user: Any) -> None:
    services.join_park(user.player, park, by=None)
    services.appoint(park, user.player, "deputy", by=None)


def test_first_answers_are_found_by_the_whole_key(game: Any) -> None:
    more = {"at": clocks.now(), "actor": "seat:0", "events": "[]", "state_hash": "", "chain": ""}
    for seq, (by, client) in enumerate([(1, "a"), (2, "a"), (1, "b")], start=1):
        LogEntry.objects.create(
            game=game, seq=seq, by=by, client_id=client, action=f"{seq}", answer="{}", **more
        )
    found = statements.first_answers([(game.pk, 1, "a"), (game.pk, 2, "b"), (game.pk + 1, 1, "a")])
    assert found == {(game.pk, 1, "a"): ("1", "{}")}
    assert statements.first_answers([]) == {}
