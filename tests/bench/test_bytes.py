"""What goes over the wire and into the browser, in bytes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.engine.protocol import Seat
from games.hosting import bus, services
from tools.bench import club as clubs
from tools.bench import live, page, stewards

pytestmark = pytest.mark.django_db
ROOM = 1.1  # the bench says when the budget itself is reached


def test_the_reference_game_is_the_one_its_peer_plays() -> None:
    state = stewards.rules.new(stewards.Options(), range(6), "12345")
    for _ in range(200):
        for seat in range(6):
            action = stewards.scripted(state.round, state.stage, seat)
            state = stewards.rules.apply(state, Seat(seat), action).state
    assert stewards.digest(state) == "89812933a0fe6e3c"


def test_the_update_of_a_ready_flag_is_small(club: Any) -> None:
    game = clubs.reference_game(club.generals)
    frames: list[str] = []
    stop = bus.attach(lambda shown: frames.append(shown.updates["public"][1]))
    try:
        answer = services.submit(game.pk, Seat(0), stewards.scripted(1, "orders", 0))
    finally:
        stop()
    assert answer.ok
    assert len(frames[0].encode()) <= live.READY_BYTES, frames[0]


def test_the_map_page_is_light(season: Any) -> None:
    answer = Client().get(f"/games/{season.game.code}/")
    loaded = page.load(answer.content)
    assert loaded.total <= page.PAGE_KB * 1000
    assert loaded.of(".js") <= page.SCRIPTS_KB * 1000 * ROOM
    assert any(path.endswith("/table.js") for path in loaded.files)


def test_growing_is_not_slowing(season: Any) -> None:
    """The statements that open a game are as many late in a season as at its start."""
    from games.hosting import reading
    from tools.bench import door

    def asked() -> int:
        with door.counted() as seen:
            reading.snapshot(season.game.pk, "public")
        return sum(seen.count.values())

    before = asked()
    for _ in range(4):
        assert season.resolve().ok
    assert asked() <= before + 1


def test_client_modules_import_each_other_in_no_circle() -> None:
    """Hashed names are made of what a module imports, so a circle could never be collected."""
    graph = page.imports()
    waiting = {name: set(found) & set(graph) for name, found in graph.items()}
    while ready := {name for name, found in waiting.items() if not found}:
        waiting = {n: found - ready for n, found in waiting.items() if n not in ready}
    assert waiting == {}
