"""A season's whole state: board, sides, queues, and of each week what an undo needs (IM-17.2)."""

from __future__ import annotations

from games.engine.protocol import Part, State, replace

from .actions import Prize
from .settings import Settings

SCHEMA = 1

Four = tuple[int, int, int, int]  # amounts in the order of TYPES
ZERO: Four = (0, 0, 0, 0)

# gains of one date: the five categories of IM-16.4, each with the four types
DayGains = tuple[int, ...]

DRAFT = "draft"
SCHEDULED = "scheduled"
ORDERS = "orders"
REVIEW = "review"
PRIZES = "prizes"
CLOSED = "closed"
CANCELLED = "cancelled"

CAPTURE = "capture"
BUILD = "build"


class Order(Part, frozen=True, array_like=True):
    """A queued order: a tile with its payment, or a corner with its fortification."""

    id: int
    kind: str
    place: str
    payment: Four = ZERO
    fort: str = ""


class Side(Part, frozen=True):
    """A side: what it has, what it ordered, and what it gained by date.

    `moves_granted`, `supplies_granted` and `points_adjusted` are sums of GM grants, so that an
    undo can apply again what was granted since (IM-17.2). `withdrawn`: week, 0 while active.
    """

    name: str
    kind: str
    parks: tuple[int, ...]
    site: int
    moves: int
    supplies: int = 0
    points: int = 0
    last: int = 0
    history: tuple[int, ...] = ()
    spent: Four = ZERO
    granted: Four = ZERO
    days: dict[str, DayGains] = {}
    orders: tuple[Order, ...] = ()
    next_order: int = 1
    wishes: tuple[str, ...] = ()
    moves_granted: int = 0
    supplies_granted: int = 0
    points_adjusted: int = 0
    withdrawn: int = 0
    left_on: str = ""
    left_points: int = 0


class SideBefore(Part, frozen=True, array_like=True):
    """What a resolution changed of a side, as it was."""

    moves: int
    supplies: int
    points: int
    last: int
    spent: Four
    orders: tuple[Order, ...]
    moves_granted: int
    supplies_granted: int
    points_adjusted: int


class TileBefore(Part, frozen=True, array_like=True):
    """What a resolution changed of a tile, as it was; owner -1: nobody, weeks 0: never."""

    owner: int
    since: int
    contested: int


class Before(Part, frozen=True, array_like=True):
    """One resolved week as it was before: all that an undo needs."""

    week: int
    deadline: int
    nominal: int
    board_edits: int
    sides: tuple[SideBefore, ...]
    tiles: dict[str, TileBefore]
    forts: dict[str, str]  # corner → type before, empty: none


class Taken(Part, frozen=True, array_like=True):
    """Who took a prize, and how: pick, wishes or clock."""

    side: int
    how: str


class Season(State, frozen=True):
    """IM-4: everything there is to know about a season.

    `cells` is the drawn board in the order of the grid (IM-2.7.7 without the tile ids), kept whole
    so that a later generator cannot move a running season. `book` and `digest`: version and digest
    of the attendance that was fed last.
    """

    schema: int
    seed: str
    options: Settings
    phase: str
    radius: int
    cells: str
    sides: tuple[Side, ...]
    owners: dict[str, int]
    forts: dict[str, str] = {}
    since: dict[str, int] = {}
    contested: dict[str, int] = {}
    origin: str = ""  # the seed of the first draft, once there was another
    reseeds: int = 0
    assigned: tuple[int, ...] = ()
    week: int = 0
    deadline: int = 0
    nominal: int = 0
    reopened: bool = False
    review_until: int = 0
    board_edits: int = 0
    past: tuple[Before, ...] = ()
    book: int = 0
    digest: str = ""
    prizes: tuple[Prize, ...] = ()
    taken: dict[str, Taken] = {}
    picks: tuple[int, ...] = ()
    turn: int = 0
    standings: tuple[int, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    reason: str = ""


def with_side(state: Season, number: int, side: Side) -> Season:
    """The season with one side replaced."""
    sides = (*state.sides[:number], side, *state.sides[number + 1 :])
    return replace(state, sides=sides)
