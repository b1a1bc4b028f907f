"""A step in the making: the state as it stands, the source of chance, and what has happened."""

from __future__ import annotations

from typing import Any

from games.engine.protocol import Step, replace
from games.purple_robes.draws import Draws, Seeded
from games.purple_robes.events import AnyEvent
from games.purple_robes.state import Court


class Course:
    """Lives for one action; the state it was given stays as it was."""

    def __init__(self, court: Court, draws: Draws | None = None) -> None:
        self.court = court
        self.draws: Draws = draws or Seeded(court.seed, court.count)
        self.events: list[AnyEvent] = []

    @property
    def when(self) -> tuple[int, int]:
        """PR-10: the window and the cycle that an event belongs to."""
        return self.court.turn, self.court.cycle

    def tell(self, *events: AnyEvent) -> None:
        """What has happened, in order."""
        self.events.extend(events)

    def become(self, **changes: Any) -> None:
        """The state from here on."""
        self.court = replace(self.court, **changes)

    def settled(self) -> Court:
        """The state with the number of its next draw."""
        return replace(self.court, count=self.draws.count)

    def step(self, touches: frozenset[str] | None = None) -> Step:
        """What the action did; without `touches` every stream may have moved."""
        return Step(self.settled(), tuple(self.events), touches)
