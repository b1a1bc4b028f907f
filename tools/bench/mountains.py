"""Iron Mountains as a load: a full season of six sides, and a week with many orders a side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

from games.engine.protocol import CLOCK, GM, Actor, Refusal, Seat, SeatSetup, Step, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.board import board_of
from games.iron_mountains.settings import Settings
from games.iron_mountains.state import Season

SLUG = "iron-mountains"
SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
START = 1_421_650_800
SIDES = 6
ORDERS = 20
REASON = "measured"
NAMES = ("Copper Gate", "Grey Fen", "Dark Mere", "North Rise", "Salt Ford", "Iron Dale")


class Table(Protocol):
    """Where actions go: the bare rules, or the door with a database behind it."""

    @property
    def state(self) -> Any:
        """The state as it is now."""

    def do(self, actor: Actor, action: Any) -> bool:
        """Submit; whether it was accepted."""


class Bare:
    """A season in memory, without host."""

    def __init__(self, state: Season) -> None:
        self.state = state

    def do(self, actor: Actor, action: Any) -> bool:
        """Apply."""
        step = rules.apply(self.state, actor, action)
        if isinstance(step, Refusal):
            return False
        self.state = step.state
        return True


def setups() -> tuple[SeatSetup, ...]:
    """Six sides with a park each."""
    return tuple(SeatSetup(NAMES[k], "park", (9001 + k,)) for k in range(SIDES))


def options(**more: Any) -> dict[str, Any]:
    """A season whose attendance is simulated, as JSON."""
    return {"start_at": START, "attendance_source": "simulated", **more}


def drafted(**more: Any) -> Bare:
    """A draft in memory."""
    return Bare(rules.new(Settings(**options(**more)), setups(), SEED))


def opened(**more: Any) -> Bare:
    """Week 1 is open."""
    table = drafted(**more)
    table.do(GM, act.Publish(now=START - 60))
    table.do(CLOCK, act.Start(now=START))
    return table


def crowd(table: Table, *, each: int = 36) -> None:
    """Let every side grow to so many tiles, wall to wall, with full stores."""
    random = Random(11)
    grid = board_of(table.state).grid
    for _ in range(each):
        for side in range(SIDES):
            owners = table.state.owners
            near = {t for tile, k in owners.items() if k == side for t in grid.neighbours[tile]}
            free = sorted(near - owners.keys(), key=list(grid.tiles).index)
            if free:
                table.do(GM, act.SetTile(random.choice(free), side, REASON))
    provide(table)


def provide(table: Table) -> None:
    """Stores for twenty orders."""
    for side in range(SIDES):
        for kind in "SRMU":
            table.do(GM, act.GrantResources(side, kind, 400, REASON))
        table.do(GM, act.GrantSupplies(side, 200, REASON))
        table.do(GM, act.GrantMoves(side, ORDERS, REASON))


def orders_of(table: Table, side: int, most: int = ORDERS) -> int:
    """Queue so many orders for a side, captures and builds in turn; how many were accepted."""
    done = 0
    for action in wanted(table.state, side, most):
        if done == most:
            break
        done += table.do(Seat(side), action)
    return done


def wanted(state: Season, side: int, most: int = ORDERS) -> Iterator[Any]:
    """Orders a side could give in this state: half of them captures, then builds, then the rest."""
    legal = rules.legal(state, Seat(side)).actions
    captures = [a for a in legal if isinstance(a, act.SubmitCapture)]
    builds: dict[str, Any] = {}
    for action in legal:
        if isinstance(action, act.SubmitBuild):
            builds.setdefault(action.corner, action)
    random = Random(side)
    random.shuffle(captures)
    corners = list(builds.values())
    random.shuffle(corners)
    half = most // 2
    yield from captures[:half]
    yield from corners
    yield from captures[half:]


def clock_action(state: Season) -> Any:
    """What the clock is due to do, at its own instant."""
    due = rules.deadline(state, {})
    if due is None:
        return None
    action = due.action
    return replace(action, now=due.instant) if hasattr(action, "now") else action


def resolution(state: Season) -> Step:
    """The clock resolves the open week."""
    step = rules.apply(state, CLOCK, clock_action(state))
    assert isinstance(step, Step), step
    return step
