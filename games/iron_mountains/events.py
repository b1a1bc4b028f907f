"""Facts of a season (IM-10), each with the streams it shows in.

Letters as in IM-10: P public, S team stream, G seat stream, or the team's with `members_see_orders`
(the event carries `members` for that, and loses it on the way out).
"""

from __future__ import annotations

from games.engine.protocol import UNSET, Event, UnsetType

Amounts = dict[str, int]


class SeasonScheduled(Event, frozen=True):
    """P. The map is public; the hash commits to the seed (IM-2.6.4)."""

    seed_hash: str


class SeasonStarted(Event, frozen=True):
    """P. Week 1 is open."""

    week: int
    deadline: int


class SeasonEnded(Event, frozen=True):
    """P. Final standings (side numbers in order) and the tie-break steps used."""

    standings: tuple[int, ...]
    points: tuple[int, ...]
    tie_breaks: tuple[str, ...] = ()


class SeasonClosed(Event, frozen=True):
    """P. The seed, so that every flip can be checked."""

    seed: str


class SeasonCancelled(Event, frozen=True):
    """P."""

    reason: str


class OrderQueued(Event, frozen=True):
    """G."""

    side: int
    order: int
    text: dict[str, str | int | Amounts]
    members: bool = False


class OrderReplaced(OrderQueued, frozen=True):
    """G."""


class OrderCancelled(Event, frozen=True):
    """G."""

    side: int
    order: int
    members: bool = False
    why: str | UnsetType = UNSET  # VOID, CANCELLED; absent: the general's own wish


class OrdersReordered(Event, frozen=True):
    """G."""

    side: int
    orders: tuple[int, ...]
    members: bool = False


class OrderAtRisk(Event, frozen=True):
    """G. IM-5.4.1: the order would fail as things stand."""

    side: int
    order: int
    reason: str
    members: bool = False


class OrderSafeAgain(Event, frozen=True):
    """G. It would be carried out again."""

    side: int
    order: int
    members: bool = False


class AttendanceRefreshed(Event, frozen=True):
    """S. Gains per type before and after, and how many rows changed."""

    side: int
    before: Amounts
    after: Amounts
    added: int = 0
    changed: int = 0
    removed: int = 0


class AttendanceEdited(Event, frozen=True):
    """P. A GM's edit of a side's attendance: dates and reason, never a person, class or amount."""

    kind: str
    side: int
    dates: tuple[str, ...]
    reason: str


class TileContested(Event, frozen=True):
    """P. Who wanted it and whom the coin chose."""

    week: int
    tile: str
    claimants: tuple[int, ...]
    winner: int


class TileCaptured(Event, frozen=True):
    """P. `was`: the terrain, ruin or temple; `previous`: the side that owned it."""

    week: int
    tile: str
    side: int
    was: str
    previous: int | UnsetType = UNSET


class FortBuilt(Event, frozen=True):
    """P."""

    week: int
    corner: str
    fort: str
    builders: tuple[int, ...]
    previous: str | UnsetType = UNSET


class OrderResult(Event, frozen=True):
    """G. IM-17's outcomes; payment and refund in q or supplies."""

    week: int
    side: int
    order: int
    outcome: str
    payment: Amounts
    refund: Amounts
    tile: str | UnsetType = UNSET
    corner: str | UnsetType = UNSET
    fort: str | UnsetType = UNSET
    supplies: int | UnsetType = UNSET
    members: bool = False


class SuppliesChanged(Event, frozen=True):
    """S. Award per tile, and what captured land cost."""

    week: int
    side: int
    awards: dict[str, int]
    lost: int
    members: bool = False


class PointsAwarded(Event, frozen=True):
    """P. Per side: points from tiles, palisades, towers, castles, and their sum."""

    week: int
    sides: dict[str, dict[str, int]]


class MovesAwarded(Event, frozen=True):
    """P."""

    week: int
    n: int


class WeekResolved(Event, frozen=True):
    """P. `deadline`: of the next week; absent after the last."""

    week: int
    deadline: int | UnsetType = UNSET


class ResolutionRecord(Event, frozen=True):
    """Log only (IM-4.19): what the resolution was made from; no stream shows it.

    `queues`: order ids by side in funding order; their outcomes are the entry's `order_result`
    events. `earned`: q per side and category to date.
    """

    week: int
    deadline: int
    ran_at: int
    attendance: str
    gains: dict[str, Amounts]
    draws: dict[str, int]
    before: dict[str, Amounts]
    after: dict[str, Amounts]
    queues: dict[str, tuple[int, ...]] = {}
    earned: dict[str, Amounts] = {}


class MovesGranted(Event, frozen=True):
    """P."""

    side: int
    amount: int
    reason: str


class ResourcesGranted(Event, frozen=True):
    """P. `amount` in q of `kind`."""

    side: int
    kind: str
    amount: int
    reason: str


class SuppliesGranted(Event, frozen=True):
    """P."""

    side: int
    amount: int
    reason: str


class PointsAdjusted(Event, frozen=True):
    """P."""

    side: int
    amount: int
    reason: str


class TileSet(Event, frozen=True):
    """P."""

    tile: str
    reason: str
    side: int | UnsetType = UNSET


class FortSet(Event, frozen=True):
    """P."""

    corner: str
    reason: str
    fort: str | UnsetType = UNSET


class HoldSet(Event, frozen=True):
    """P."""

    until: int
    reason: str


class HoldReleased(Event, frozen=True):
    """P."""

    until: int
    reason: str


class ResolutionUndone(Event, frozen=True):
    """P."""

    week: int
    review_until: int
    reason: str


class WeekReopened(Event, frozen=True):
    """P."""

    week: int
    until: int
    reason: str


class OrdersInspected(Event, frozen=True):
    """P. IM-6.4."""

    side: int
    reason: str


class SeasonEndChanged(Event, frozen=True):
    """P."""

    end: dict[str, int | str]
    reason: str


class SettingsChanged(Event, frozen=True):
    """P. IM-3.1: live settings only, once the season is scheduled."""

    changes: dict[str, int | str | bool | list[int]]
    reason: str


class SideEdited(Event, frozen=True):
    """P. A typo fixed before the start."""

    side: int
    name: str


class PrizesSet(Event, frozen=True):
    """P."""

    prizes: tuple[str, ...]


class GeneralChanged(Event, frozen=True):
    """P. `office`: general or deputies; who it is stands with the seat, not here."""

    side: int
    office: str


class SideWithdrawn(Event, frozen=True):
    """P."""

    side: int
    week: int
    reason: str


class BotSeated(Event, frozen=True):
    """P. `kind`: bot, or park when it is handed back."""

    side: int
    kind: str
    reason: str


class PrizeTurn(Event, frozen=True):
    """P."""

    side: int
    turn: int


class PrizePicked(Event, frozen=True):
    """P. `how`: pick, wishes or clock."""

    side: int
    prize: str
    how: str


SeasonEvent = SeasonScheduled | SeasonStarted | SeasonEnded | SeasonClosed | SeasonCancelled
GrantEvent = MovesGranted | ResourcesGranted | SuppliesGranted | PointsAdjusted
AnyEvent = (
    SeasonEvent
    | GrantEvent
    | OrderQueued
    | OrderReplaced
    | OrderCancelled
    | OrdersReordered
    | OrderAtRisk
    | OrderSafeAgain
    | AttendanceRefreshed
    | AttendanceEdited
    | TileContested
    | TileCaptured
    | FortBuilt
    | OrderResult
    | SuppliesChanged
    | PointsAwarded
    | MovesAwarded
    | WeekResolved
    | ResolutionRecord
    | TileSet
    | FortSet
    | HoldSet
    | HoldReleased
    | ResolutionUndone
    | WeekReopened
    | OrdersInspected
    | SeasonEndChanged
    | SettingsChanged
    | SideEdited
    | PrizesSet
    | GeneralChanged
    | SideWithdrawn
    | BotSeated
    | PrizeTurn
    | PrizePicked
)
