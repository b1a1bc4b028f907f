"""The whole state of a game, secrets included (PR-4.10)."""

from __future__ import annotations

from games.engine.protocol import Part, State

from .actions import Bid, Cast, Influence
from .data import BID, FINISHED
from .settings import Settings

SCHEMA = 1

Hand = dict[str, int]  # kind → how many; none of a kind is not there

# how an order came about (PR-4.2): by a person, by the bot, at the opening, at the deadline
PERSON, BOT, AUTO, DEFAULT = "person", "bot", "auto", "default"
COMPLETE, ABANDONED = "finished", "abandoned"


class Member(Part, frozen=True):
    """A court member; PR-5.28: an amount of at least 1 exactly with a controller."""

    amount: int = 0
    controller: int | None = None


class Order(Part, frozen=True):
    """A seat's order of the open window, and how it came about."""

    how: str
    action: Bid | Influence | Cast


class Note(Part, frozen=True):
    """PR-6.2: a failed trade as `seat` may know it; `how`: own, or offered by `other`."""

    seat: int
    turn: int
    how: str
    other: int
    give: tuple[str, ...]
    get: tuple[str, ...]
    reason: str


class Casting(Part, frozen=True):
    """A casting that was held: sums, winner, who led, and points as seat → line → points."""

    a: int
    b: int
    leads: tuple[int, ...]
    lines: dict[str, dict[str, int]]
    winner: str | None = None


class Court(State, frozen=True):
    """A game.

    Tuples by seat or by queue are in their order. `orders` are PR-4.10's pending ones: data of the
    open window, None where one is owed. `draw` has its top last. `changed`: members as they were
    before the window that resolved last. `count`: the number of the next draw (PR-9.1).
    """

    schema: int
    seed: str
    options: Settings
    seats: tuple[str, ...]
    bots: tuple[int, ...]
    members: dict[str, Member]
    hands: tuple[Hand, ...]
    usable: tuple[tuple[int, ...], ...]
    locked: tuple[tuple[int, ...], ...]
    queue_markers: tuple[int, ...]
    queues: tuple[tuple[str, ...], ...]
    box: tuple[int, ...]
    draw: tuple[str, ...]
    agenda: tuple[str, ...]
    orders: tuple[Order | None, ...]
    scores: tuple[int, ...]
    sole_leads: tuple[int, ...]
    streaks: tuple[int, ...]
    count: int
    discard: Hand = {}
    state: str = BID
    cycle: int = 0
    round: int = 1
    turn: int = 0
    idle: int = 0
    passed: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    retired: tuple[int, ...] = ()
    castings: tuple[Casting, ...] = ()
    changed: dict[str, Member] = {}
    notes: tuple[Note, ...] = ()
    reason: str = ""

    @property
    def n(self) -> int:
        """How many play; as many queues and cycles there are (PR-2.1)."""
        return len(self.seats)

    @property
    def is_over(self) -> bool:
        """PR-8.4: nothing more can be done."""
        return self.state == FINISHED

    @property
    def owing(self) -> tuple[int, ...]:
        """PR-4.6: seats that still owe an order."""
        if self.is_over:
            return ()
        return tuple(seat for seat, order in enumerate(self.orders) if order is None)
