"""Finished games of the test title, and who played them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games import registry

registry.register("lantern", "tests.hosting.lantern:rules")


@pytest.fixture(autouse=True)
def _fresh(clean_caches: None) -> Iterator[None]:
    yield


@pytest.fixture
def people(make_user: Callable[..., Any]) -> list[Any]:
    """Three players and a GM, in this order."""
    return [make_user(n) for n in ("anna", "berit", "cai")] + [make_user("grix", staff=True)]


@pytest.fixture
def make_game(people: list[Any]) -> Callable[..., Any]:
    """`make_game(people[:2], visibility="invited")`: a running game; holders are users or parks."""
    from accounts.models import Park
    from games.hosting.creating import SeatPlan, create_game
    from games.hosting.models import Game

    def plan(number: int, holder: Any) -> SeatPlan:
        if isinstance(holder, Park):
            return SeatPlan(holder.name, number + 1, kind="park", park=holder)
        if holder is None:
            return SeatPlan(f"Bot {number}", number + 1, kind="bot")
        return SeatPlan(str(holder), number + 1, user=holder)

    def make(holders: list[Any] | None = None, *, name: str = "Lamps", **more: Any) -> Any:
        fields = {key: more.pop(key) for key in ("is_hidden", "spectators") if key in more}
        visibility = more.pop("visibility", "public")
        holders = people[:3] if holders is None else holders
        game = create_game(
            title="lantern",
            name=name,
            options={"rounds": 1, **more},
            seats=[plan(k, holder) for k, holder in enumerate(holders)],
            by=people[-1].pk,
            seed="test seed",
            visibility=visibility,
        )
        Game.objects.filter(pk=game.pk).update(**fields)
        return Game.objects.get(pk=game.pk)

    return make


def finish(game: Any, *lamps: int) -> Any:
    """Play a game to its end: seat k lights `lamps[k]`; the brightest wins each round."""
    from games.engine.protocol import Seat
    from games.hosting import clocks, services
    from games.hosting.models import Game

    while True:
        now = Game.objects.get(pk=game.pk)
        if now.due_at is None:
            return now
        for seat, number in enumerate(lamps):
            services.submit(game.pk, Seat(seat), {"type": "light", "lamps": number})
        clocks.move_lab_clock(int((now.due_at - clocks.now()).total_seconds()) + 1)
        assert services.run_due(game.pk).ok
