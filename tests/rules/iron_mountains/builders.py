"""Seasons in the middle of play, made to measure: `given(...)`, and the actors' shorthands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.protocol import (
    CLOCK,
    FEED,
    GM,
    AttendanceRow,
    Book,
    Refusal,
    Seat,
    SeatSetup,
    Step,
    Views,
    replace,
)
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.settings import Settings
from games.iron_mountains.state import Season

A, B, C, D, E, F = range(6)
START = 1421650800  # Monday 2015-01-19 00:00 in Denver (IM-3.7)
PARKS = tuple(9001 + number for number in range(12))
NAMES = (
    "Steel Forge",
    "Grey Lantern",
    "Crimson Dawn",
    "Darkmoon",
    "Northern Holdfast",
    "Iron Mountains",
    *(f"Park {number}" for number in range(6, 12)),
)
REASON = "because"


def seats(sides: int = 6) -> tuple[SeatSetup, ...]:
    """Six sides as in IM-1.2, one park each."""
    return tuple(SeatSetup(NAMES[k], "park", (PARKS[k],)) for k in range(sides))


def draft(sides: int = 6, seed: str = "demo", **options: Any) -> Season:
    """A new season, base site i for side i."""
    options.setdefault("start_at", START)
    state = rules.new(Settings(**options), seats(sides), seed)
    places = tuple(range(sides)) if sides in {6, 12} else ()
    return done(state, GM, act.AssignSites(places)) if places else state


def scheduled(sides: int = 6, seed: str = "demo", **options: Any) -> Season:
    """Published, not started."""
    return done(draft(sides, seed, **options), GM, act.Publish(now=START - 1))


def started(sides: int = 6, seed: str = "demo", **options: Any) -> Season:
    """Week 1 is open."""
    return done(scheduled(sides, seed, **options), CLOCK, act.Start(now=START))


def given(
    *,
    week: int = 1,
    owns: Mapping[int, str] | None = None,
    forts: Mapping[str, str] | None = None,
    stocks: Mapping[int, Mapping[str, int]] | None = None,
    sides: int = 6,
    seed: str = "demo",
    **options: Any,
) -> Season:
    """The open week of a season: tiles besides the base, forts, and what each side has."""
    state = started(sides, seed, **options)
    for _ in range(1, week):
        state = resolved(state)
    owners = {t: s for t, s in state.owners.items() if t in state.owners}
    for side, tiles in (owns or {}).items():
        owners.update(dict.fromkeys(tiles.split(), side))
    made = list(state.sides)
    for number, side in enumerate(made):
        have = (stocks or {}).get(number, {})
        made[number] = replace(
            side,
            granted=tuple(have.get(kind, 0) for kind in "SRMU"),
            supplies=have.get("supplies", 0),
            moves=have.get("moves", 2),
            points=0,
            last=0,
        )
    return replace(state, owners=owners, forts=dict(forts or {}), sides=tuple(made))


def step(state: Season, actor: Any, action: Any) -> Step:
    """An accepted action."""
    found = rules.apply(state, Seat(actor) if isinstance(actor, int) else actor, action)
    assert isinstance(found, Step), found
    return found


def done(state: Season, actor: Any, action: Any) -> Season:
    """The season after an accepted action."""
    return step(state, actor, action).state


def refused(state: Season, actor: Any, action: Any) -> Refusal:
    """A refused action."""
    found = rules.apply(state, Seat(actor) if isinstance(actor, int) else actor, action)
    assert isinstance(found, Refusal), found
    return found


def code(state: Season, actor: Any, action: Any) -> str:
    """The code of a refused action, as IM-17's list writes it."""
    return "E_" + refused(state, actor, action).code.removeprefix("im.").upper()


def capture(state: Season, tile: str, **payment: Any) -> act.SubmitCapture:
    """An order for a tile; without amounts the payment is left out."""
    if payment:
        return act.SubmitCapture(state.week, tile, payment)
    return act.SubmitCapture(state.week, tile)


def build(state: Season, corner: str, fort: str) -> act.SubmitBuild:
    """An order for a corner."""
    return act.SubmitBuild(state.week, corner, fort)


def resolution(state: Season, late: int = 0) -> Step:
    """The clock resolves the open week."""
    return step(state, CLOCK, act.Resolve(state.week, state.deadline + late))


def resolved(state: Season, late: int = 0) -> Season:
    """The season after its week was resolved."""
    return resolution(state, late).state


def stocks(state: Season, side: int) -> dict[str, int]:
    """What a side has, without the zeros."""
    view = rules.public(state).sides[str(side)].stocks or rules.team(state, side).stocks
    found = {name: getattr(view, name) for name in view.__struct_fields__}
    return {name: value for name, value in found.items() if value}


def available(state: Season, side: int) -> dict[str, int]:
    """What is left of it for further orders."""
    view = rules.private(state, side).queue.available
    found = {name: getattr(view, name) for name in view.__struct_fields__}
    return {name: value for name, value in found.items() if value}


def views(state: Season, side: int) -> Views:
    """All that a side sees."""
    return Views(rules.public(state), rules.team(state, side), rules.private(state, side))


def events(found: Step, name: str) -> list[Any]:
    """The events of one type."""
    return [event for event in found.events if type(event).__name__ == name]


CLASSES = {
    "Archer": 2, "Barbarian": 4, "Paladin": 11, "Warrior": 16,
    "Anti-Paladin": 1, "Assassin": 3, "Monk": 9, "Scout": 15,
    "Bard": 5, "Druid": 7, "Healer": 8, "Wizard": 17,
    "Color": 6, "Monster": 10, "Peasant": 12, "Reeve": 14,
}  # fmt: skip
SATURDAY, SUNDAY = "2015-01-17", "2015-01-18"


def row(
    number: int,
    home: int | None,
    at: int | None,
    name: str = "Warrior",
    *,
    player: str | None = None,
    date: str = SATURDAY,
    **more: Any,
) -> AttendanceRow:
    """A sign-in: home and place by side, None for no park, -1 for a park outside the game."""

    def park(side: int | None) -> int | None:
        return None if side is None else 5555 if side < 0 else PARKS[side]

    return AttendanceRow(
        number,
        date,
        park(at),
        f"p{number}" if player is None else player,
        park(home),
        CLASSES.get(name, 99),
        **more,
    )


def book(*rows: AttendanceRow, version: int = 1, **more: Any) -> Book:
    """A book of rows."""
    return Book(version, rows, **more)


def fed(state: Season, *rows: AttendanceRow, version: int = 1, **more: Any) -> Season:
    """The season after these rows are the whole book."""
    action = rules.feed(state, book(*rows, version=version, **more))
    return state if action is None else done(state, FEED, action)


def earned(state: Season, side: int) -> dict[str, dict[str, int]]:
    """q per category and type over all weekends."""
    found: dict[str, dict[str, int]] = {}
    for weekend in rules.team(state, side).weekends.values():
        for category, kinds in weekend.gains.items():
            for kind, q in kinds.items():
                total = found.setdefault(category, {})
                total[kind] = total.get(kind, 0) + q
    return found
