"""A game of the test title, and its people."""

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
    """`make_game(seats=2, late=True)`: a running game of the test title with fixed seed."""
    from games.hosting.creating import SeatPlan, create_game

    def make(  # noqa: PLR0913 - what tests vary
        *,
        seats: int = 3,
        name: str = "Lamps",
        bots: tuple[int, ...] = (),
        friendly: bool = False,
        clock: dict[str, int] | None = None,
        **options: Any,
    ) -> Any:
        plans = [
            SeatPlan(f"Seat {k}", k + 1, kind="bot")
            if k in bots
            else SeatPlan(f"Seat {k}", k + 1, user=people[k])
            for k in range(seats)
        ]
        return create_game(
            title="lantern",
            name=name,
            options=options,
            seats=plans,
            by=people[-1].pk,
            seed="test seed",
            friendly=friendly,
            clock=clock,
        )

    return make


@pytest.fixture
def game(make_game: Callable[..., Any]) -> Any:
    """A running game for three."""
    return make_game()
