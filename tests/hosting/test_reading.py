"""Reads beside the door: a row read without its state never mixes two moments."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.protocol import Seat
from games.hosting import cache, reading, services
from games.hosting.models import Game

pytestmark = pytest.mark.django_db


def light(game: Any, seat: int, lamps: int) -> None:
    assert services.submit(game.pk, Seat(seat), {"type": "light", "lamps": lamps}).ok


def test_r_5_a_state_that_moved_while_it_was_read_is_not_kept_under_an_older_number(
    game: Any,
) -> None:
    early = Game.objects.defer("state").get(pk=game.pk)
    light(game, 1, 3)
    cache.drop(game.pk)
    view = reading.current_view(early, "seat:1")
    assert cache.get(game.pk, 0) is None
    assert (view["lamps"], early.streams["seat:1"], early.seq) == (3, 1, 1)


def test_a_snapshot_says_the_number_its_view_has(game: Any) -> None:
    light(game, 1, 3)
    cache.drop(game.pk)
    seq, body = reading.snapshot(game.pk, "seat:1")
    assert seq == 1
    assert '"lamps":3' in body
