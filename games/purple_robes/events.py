"""Facts of a court (PR-10). All show in the public stream but the two kinds of `TradeNote`.

`turn` is the window, `cycle` the cycle the fact belongs to. Maps by seat have the seat's number
(from 0) as key; queues count from 1; items are kind ids, one entry for each copy.
"""

from __future__ import annotations

from games.engine.protocol import PUBLIC, UNSET, Event, Part, UnsetType, seat_stream

from .actions import Attempt, Theft, Trade


class CourtEvent(Event, frozen=True):
    """Base: when it was."""

    turn: int
    cycle: int


class QueueFact(Part, frozen=True):
    """A queue: the marker that lies there and its items in kind order."""

    marker: int
    items: tuple[str, ...]


class BidFact(Part, frozen=True):
    """A bid as it became public."""

    marker: int
    ranking: tuple[int, ...]
    monkey: Theft | UnsetType = UNSET


class Bidder(Part, frozen=True):
    """One seat's attempt on a member. `result`: took, raised, outbid, too_low or lost_lot."""

    seat: int
    items: tuple[str, ...]
    value: int
    support: int
    strength: int
    result: str


class Line(Part, frozen=True):
    """Points by one line of PR-8: lead, tied, with, advisors, cronies, all_clans, clans."""

    line: str
    points: int


class Score(Part, frozen=True):
    """A seat's lines of this casting and its new total."""

    lines: tuple[Line, ...]
    total: int


class Decay(Part, frozen=True):
    """PR-5.44."""

    old: int
    new: int
    lost: bool


class GameStarted(CourtEvent, frozen=True):
    """The deal (PR-3.3) and the commitment to the seed."""

    options: dict[str, int | str | bool]
    seats: tuple[str, ...]
    markers: dict[str, tuple[int, ...]]
    queue_markers: tuple[int, ...]
    box: tuple[int, ...]
    seed_hash: str


class CycleStarted(CourtEvent, frozen=True):
    """The decision of the cycle; `decision` is its id (D01), `weights` in board order."""

    decision: str
    kind: str
    weights: tuple[int, ...]
    a: str
    b: str


class MarkersRotated(CourtEvent, frozen=True):
    """PR-4.3, `marker_box = rotate`."""

    queue_markers: tuple[int, ...]
    box: tuple[int, ...]


class QueuesFilled(CourtEvent, frozen=True):
    """PR-5.11. `reshuffled`: the discards became a new draw pile on the way."""

    round: int
    queues: tuple[QueueFact, ...]
    draw_count: int
    reshuffled: bool = False


class WindowOpened(CourtEvent, frozen=True):
    """`state`: bid, influence or cast; `auto`: seats with an automatic order (PR-4.2)."""

    state: str
    round: int
    auto: tuple[int, ...] = ()


class OrderAccepted(CourtEvent, frozen=True):
    """That a seat has ordered, not what."""

    seat: int


class OrderRecalled(CourtEvent, frozen=True):
    """PR-5.50."""

    seat: int


class OrderDefaulted(CourtEvent, frozen=True):
    """PR-4.2: the default was entered for a seat; `why`: deadline, absent or resigned."""

    seat: int
    why: str = "deadline"


class BidsRevealed(CourtEvent, frozen=True):
    """PR-5.12."""

    bids: dict[str, BidFact]


class MonkeyResult(CourtEvent, frozen=True):
    """PR-5.13."""

    seat: int
    queue: int
    kind: str
    stolen: bool


class QueueWon(CourtEvent, frozen=True):
    """PR-5.14, PR-5.16. `choice`: rank of the choice that won, from 1."""

    queue: int
    seat: int
    choice: int
    items: tuple[str, ...]
    taken: int
    laid: int


class AttemptsRevealed(CourtEvent, frozen=True):
    """PR-5.25; a seat without an attempt is left out. No trade part."""

    attempts: dict[str, Attempt]
    passed: tuple[int, ...] = ()


class AttemptResolved(CourtEvent, frozen=True):
    """PR-5.26, PR-5.27. `old`/`new` controllers are absent where nobody holds the member."""

    member: str
    bidders: tuple[Bidder, ...]
    old_amount: int
    new_amount: int
    old: int | UnsetType = UNSET
    new: int | UnsetType = UNSET
    lot: bool = False


class TradeDone(CourtEvent, frozen=True):
    """PR-5.29; `gives` maps each of the two seats to what it gave."""

    seats: tuple[int, int]
    gives: dict[str, tuple[str, ...]]


class TradeFailed(CourtEvent, frozen=True):
    """Private to the author (PR-5.30): own order and the reason, no_match or lacking."""

    seat: int
    trade: Trade
    reason: str


class TradeOfferMissed(CourtEvent, frozen=True):
    """Private to the named partner (`seat`): what `author` offered, seen from the author."""

    seat: int
    author: int
    give: tuple[str, ...]
    get: tuple[str, ...]
    reason: str


class InfluencingEnded(CourtEvent, frozen=True):
    """PR-5.32: rounds held; reason all_passed, idle or no_items."""

    rounds: int
    reason: str


class BallotsRevealed(CourtEvent, frozen=True):
    """PR-5.41."""

    ballots: dict[str, dict[str, str]]


class VoteResolved(CourtEvent, frozen=True):
    """PR-5.42; `winner` is A or B, absent in a deadlock."""

    a: int
    b: int
    winner: str | UnsetType = UNSET


class Scored(CourtEvent, frozen=True):
    """PR-8.1, PR-8.2; a seat without points has no lines."""

    scores: dict[str, Score]


class Decayed(CourtEvent, frozen=True):
    """PR-5.44; only members that had a controller."""

    members: dict[str, Decay]


class SeatAbsent(CourtEvent, frozen=True):
    """PR-4.8."""

    seat: int


class SeatBack(CourtEvent, frozen=True):
    """PR-4.8."""

    seat: int


class SeatResigned(CourtEvent, frozen=True):
    """PR-8.7."""

    seat: int


class SeatReplaced(CourtEvent, frozen=True):
    """PR-8.8: who plays the seat from now on, human or bot."""

    seat: int
    kind: str


class GameFinished(CourtEvent, frozen=True):
    """PR-8.4, PR-8.5. Reason finished or abandoned; an abandoned game has no places."""

    reason: str
    totals: dict[str, int]
    sole_leads: dict[str, int]
    seed: str
    places: dict[str, int] | UnsetType = UNSET


AnyEvent = (
    GameStarted
    | CycleStarted
    | MarkersRotated
    | QueuesFilled
    | WindowOpened
    | OrderAccepted
    | OrderRecalled
    | OrderDefaulted
    | BidsRevealed
    | MonkeyResult
    | QueueWon
    | AttemptsRevealed
    | AttemptResolved
    | TradeDone
    | TradeFailed
    | TradeOfferMissed
    | InfluencingEnded
    | BallotsRevealed
    | VoteResolved
    | Scored
    | Decayed
    | SeatAbsent
    | SeatBack
    | SeatResigned
    | SeatReplaced
    | GameFinished
)


def visible(event: AnyEvent, stream: str) -> AnyEvent | None:
    """PR-6.2: failed trades show to their author and to the partner named, nobody else."""
    if isinstance(event, TradeFailed | TradeOfferMissed):
        return event if stream == seat_stream(event.seat) else None
    return event if stream == PUBLIC else None
