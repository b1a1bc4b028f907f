"""Lamps: the lantern as a table title, with a number of seats, two clocks and its own windows.

Decisions are known to all, as `known` says otherwise; option `impossible` is refused by the rules,
`cracked` makes them fail.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from games.engine.protocol import ClockPreset, Decision, Meta, replace
from tests.hosting import lantern


class Options(lantern.Options, frozen=True):
    players: Annotated[int, Meta(ge=0, le=9, title="Players")] = 3
    mood: Annotated[
        Literal["calm", "wild"], Meta(title="Mood", description="How the wind blows.")
    ] = "calm"
    impossible: bool = False
    cracked: bool = False


class LampsRules(lantern.LanternRules):
    known = "all"
    meta = replace(
        lantern.LanternRules.meta,
        slug="lamps",
        name="Lamps of the Harbour",
        options=Options,
        open_tables=True,
        seats_option="players",
        clocks=(
            ClockPreset("live", "Live", {"round": 90, "first": 120}),
            ClockPreset("day", "By the day", {"round": 86_400, "first": 0}),
        ),
    )

    def new(self, options: Any, seats: Any, seed: str) -> Any:
        if options.impossible or options.players != len(seats):
            raise ValueError("the harbour is closed")
        if options.cracked and seed != "0" * 32:
            raise RuntimeError("a lamp is cracked")
        return super().new(options, seats, seed)

    def pending(self, state: Any) -> tuple[Decision, ...]:
        return tuple(replace(d, known_to=self.known) for d in super().pending(state))


rules = LampsRules()
