"""Bot games of any registered title, step by step, for measuring its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.engine import codec
from games.engine.protocol import (
    CLOCK,
    GM,
    Actor,
    Rules,
    Seat,
    SeatSetup,
    Step,
    Views,
    replace,
)

MOST_STEPS = 5_000
MOST_IN_A_ROW = 200
START = 1_421_650_800

# a title whose game is opened by its GM says here with which options and actions
OPENINGS: dict[str, tuple[dict[str, Any], tuple[dict[str, Any], ...]]] = {
    "iron-mountains": (
        {"start_at": START, "attendance_source": "simulated"},
        ({"type": "publish", "now": START - 60},),
    ),
}


@dataclass(slots=True)
class Played:
    """One accepted action of a bot game."""

    before: Any
    actor: Actor
    action: Any
    step: Step


@dataclass(slots=True)
class BotGame:
    """A game that bots and the clock play to its end."""

    rules: Rules
    seats: int
    seed: str = "bench"
    now: int = START
    state: Any = None
    steps: int = field(default=0)

    def play(self) -> Iterator[Played]:
        """Every accepted action, from the first state to the end."""
        options, opening = OPENINGS.get(self.rules.meta.slug, ({}, ()))
        setups = tuple(SeatSetup(f"Seat {k}", "bot", (9001 + k,)) for k in range(self.seats))
        if self.rules.meta.seats_option:
            options = {**options, self.rules.meta.seats_option: self.seats}
        typed = codec.convert(options, self.rules.meta.options)
        self.state = self.rules.new(typed, setups, self.seed)
        for raw in opening:
            yield self._do(GM, codec.convert(raw, self.rules.Action))
        while self.steps < MOST_STEPS and self.rules.outcome(self.state) is None:
            before = self.steps
            for seat in range(self.seats):
                yield from self._bot(seat)
            clock = self._clock()
            if clock is None and self.steps == before:
                return
            if clock is not None and (self.steps == before or not self._is_awaited()):
                yield self._do(CLOCK, clock)

    def _is_awaited(self) -> bool:
        return bool(self.rules.pending(self.state))

    def _bot(self, seat: int) -> Iterator[Played]:
        """All that one bot wants now."""
        for _ in range(MOST_IN_A_ROW):
            views = self.views(seat)
            legal = self.rules.legal(self.state, Seat(seat))
            action = self.rules.bot(views, legal, seat, f"{self.seed}|{self.steps}")
            if action is None:
                return
            yield self._do(Seat(seat), action)

    def views(self, seat: int) -> Views:
        """All that one seat sees."""
        team = self.rules.team(self.state, seat) if self.rules.meta.has_team_streams else None
        return Views(self.rules.public(self.state), team, self.rules.private(self.state, seat))

    def _clock(self) -> Any:
        due = self.rules.deadline(self.state, {})
        if due is None:
            return None
        self.now = due.instant if due.instant is not None else self.now + (due.seconds or 0)
        return due.action

    def _do(self, actor: Actor, action: Any) -> Played:
        if "now" in type(action).__struct_fields__:
            action = replace(action, now=self.now)
        step = self.rules.apply(self.state, actor, action)
        if not isinstance(step, Step):
            raise RuntimeError(f"{self.rules.meta.slug}: a bot's action was refused: {step.code}")
        played = Played(self.state, actor, action, step)
        self.state = step.state
        self.steps += 1
        return played
