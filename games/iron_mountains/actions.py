"""Everything that can be submitted to an Iron Mountains season (IM-4, IM-5, IM-17).

Resource amounts are integers in q (quarter points: 4q = 1.00). `week` names the week an order was
made for, so that a stale form is refused (IM-5.1). Texts are bounded here; what they mean is
judged by the rules, with the codes of IM-17's list. Nothing can be given to a side (IM-7.2).
"""

from __future__ import annotations

from typing import Annotated

from games.engine.protocol import UNSET, Action, Meta, UnsetType

Week = Annotated[int, Meta(ge=0, le=10_000)]
SideNo = Annotated[int, Meta(ge=0, le=11, title="Side")]
Instant = Annotated[int, Meta(ge=0, le=32_503_680_000)]
Name = Annotated[str, Meta(max_length=24)]
Reason = Annotated[str, Meta(max_length=500, title="Reason")]
OrderId = Annotated[int, Meta(ge=0, le=1_000_000)]
PrizeId = Annotated[str, Meta(max_length=40)]
Amount = int | float | bool | Annotated[str, Meta(max_length=24)] | None
Payment = Annotated[dict[Name, Amount], Meta(max_length=8)]
Count = Annotated[int, Meta(ge=-100_000, le=100_000)]
OrkId = Annotated[int, Meta(ge=1, le=10_000_000)]
IsoDate = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]

# -- orders of a side (IM-5.2 to IM-5.4) --------------------------------------------------------


class SubmitCapture(Action, frozen=True):
    """IM-5.2: order a tile; without `payment` its price, or the suggested mix, is taken."""

    week: Week
    tile: Name
    payment: Payment | UnsetType = UNSET


class SubmitBuild(Action, frozen=True):
    """IM-5.3: order a fortification on a corner."""

    week: Week
    corner: Name
    fort: Name


class CancelOrder(Action, frozen=True):
    """IM-5.4: take an order back and release what it reserved."""

    week: Week
    order: OrderId


class ReplaceOrder(Action, frozen=True):
    """IM-5.4: other parameters for an order, same place in the queue.

    Either `tile` with optional `payment`, or `corner` and `fort`; what is absent stays, but a tile
    named without a payment is paid as in a new order (IM-5.2).
    """

    week: Week
    order: OrderId
    tile: Name | UnsetType = UNSET
    payment: Payment | UnsetType = UNSET
    corner: Name | UnsetType = UNSET
    fort: Name | UnsetType = UNSET


class ReorderOrders(Action, frozen=True):
    """IM-5.4: a new funding order, a permutation of the queue's ids."""

    week: Week
    orders: Annotated[tuple[OrderId, ...], Meta(max_length=1000)]


class PickPrize(Action, frozen=True):
    """IM-8.7: take a prize when it is this side's turn."""

    prize: PrizeId


class SetPrizeWishes(Action, frozen=True):
    """IM-8.7: a private list that is used at once when the turn comes."""

    prizes: Annotated[tuple[PrizeId, ...], Meta(max_length=40)]


# -- the clock ----------------------------------------------------------------------------------


class Start(Action, frozen=True):
    """IM-4: start_at is reached; week 1 opens."""

    now: Instant = 0


class Resolve(Action, frozen=True):
    """IM-4.4: the deadline of `week` is reached; also what Resolve now submits."""

    week: Week
    now: Instant = 0


class PrizeTimeout(Action, frozen=True):
    """IM-8.7: the clock of pick number `turn` (from 0) ran out."""

    turn: Annotated[int, Meta(ge=0, le=100)]


# -- outside facts ------------------------------------------------------------------------------


class SideDay(Action, frozen=True, tag=False):
    """What one date gave one side: q per category (home, travel, host, afield, guest) and type."""

    home: dict[str, int] = {}
    travel: dict[str, int] = {}
    host: dict[str, int] = {}
    afield: dict[str, int] = {}
    guest: dict[str, int] = {}


class RowCounts(Action, frozen=True, tag=False):
    """How many of a side's rows a refresh changed (IM-10 attendance_refreshed)."""

    added: int = 0
    changed: int = 0
    removed: int = 0


class EditNote(Action, frozen=True, tag=False):
    """A GM's edit of attendance for the public log: never a person (IM-10)."""

    kind: Name
    reason: Reason
    sides: tuple[SideNo, ...] = ()
    dates: tuple[IsoDate, ...] = ()


class Attendance(Action, frozen=True):
    """IM-16: the dates that differ, per side, computed from `version` of the book."""

    version: Annotated[int, Meta(ge=0)]
    digest: Annotated[str, Meta(max_length=64)]
    days: dict[IsoDate, dict[str, SideDay]]
    rows: dict[str, RowCounts] = {}
    edits: tuple[EditNote, ...] = ()


# -- the game master (IM-5.5, IM-17) ------------------------------------------------------------


class Publish(Action, frozen=True):
    """IM-4: DRAFT to SCHEDULED; the map becomes public and settings freeze."""

    now: Instant = 0


class Reseed(Action, frozen=True):
    """IM-3.6: another map for a draft; the new seed is derived, never sent."""


class AssignSites(Action, frozen=True):
    """IM-3.3: base sites by hand instead of by lot; one per side, an empty list: by lot again."""

    sites: Annotated[tuple[Annotated[int, Meta(ge=0, le=11)], ...], Meta(max_length=12)]


class EditSide(Action, frozen=True):
    """IM-3.2, IM-4: name and ORK parks of a side, before the season starts."""

    side: SideNo
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    parks: Annotated[tuple[OrkId, ...], Meta(max_length=40)]
    reason: Reason = ""


class ChangeSettings(Action, frozen=True):
    """IM-3.1: settings as JSON text; all in DRAFT, later only the live ones (logged, public)."""

    changes: Annotated[dict[str, int | str | bool | list[int]], Meta(max_length=40)]
    reason: Reason = ""


class GrantMoves(Action, frozen=True):
    """IM-5.5: the Emperor's bonus moves; negative to correct."""

    side: SideNo
    n: Annotated[int, Meta(ge=-1000, le=1000, title="Moves")]
    reason: Reason = ""


class GrantResources(Action, frozen=True):
    """IM-5.5: q (quarter points) of one type, S, R, M or U; may drive a balance below 0."""

    side: SideNo
    kind: Annotated[str, Meta(pattern=r"^[SRMU]\Z", title="Type")]
    q: Annotated[Count, Meta(title="Quarter points", description="4 = 1.00")]
    reason: Reason = ""


class GrantSupplies(Action, frozen=True):
    """IM-5.5: Building Supplies; negative to correct."""

    side: SideNo
    n: Annotated[Count, Meta(title="Supplies")]
    reason: Reason = ""


class AdjustPoints(Action, frozen=True):
    """IM-5.5: Victory Points; the only way they decrease (IM-8.4)."""

    side: SideNo
    n: Annotated[Count, Meta(title="Points")]
    reason: Reason = ""


class SetTile(Action, frozen=True):
    """IM-5.5: repair of the board; without `side` the tile is nobody's again."""

    tile: Name
    side: SideNo | UnsetType = UNSET
    reason: Reason = ""


class SetFort(Action, frozen=True):
    """IM-5.5: repair of the board; without `fort` the corner is empty again."""

    corner: Name
    fort: Name | UnsetType = UNSET
    reason: Reason = ""


class SetGeneral(Action, frozen=True):
    """IM-8.9: the office changed hands (the appointment is the host's companion row)."""

    side: SideNo
    reason: Reason = ""


class SetDeputies(Action, frozen=True):
    """IM-8.9: the deputies changed (the appointments are the host's companion rows)."""

    side: SideNo
    reason: Reason = ""


class Withdraw(Action, frozen=True):
    """IM-8.8: the side leaves; its queue is void, its tiles stay."""

    side: SideNo
    reason: Reason = ""
    now: Instant = 0


class Hold(Action, frozen=True):
    """IM-4.5: move this week's deadline to a later instant."""

    until: Instant
    reason: Reason = ""
    now: Instant = 0


class Release(Action, frozen=True):
    """IM-4.5: an instant from max(now, nominal deadline) to the held one."""

    until: Instant
    reason: Reason = ""
    now: Instant = 0


class UndoResolution(Action, frozen=True):
    """IM-17.2: take the latest resolution back; state REVIEW."""

    reason: Reason = ""
    now: Instant = 0


class Reopen(Action, frozen=True):
    """IM-17.3: in REVIEW, let orders change again until an instant."""

    until: Instant
    reason: Reason = ""
    now: Instant = 0


class Rerun(Action, frozen=True):
    """IM-17.3: resolve the undone week again; also the clock's action at review_until."""

    week: Week | UnsetType = UNSET
    reason: Reason = ""
    now: Instant = 0


class InspectOrders(Action, frozen=True):
    """IM-6.4: a blind GM opens a side's orders; leaves the public event orders_inspected."""

    side: SideNo
    reason: Reason = ""


class Seat(Action, frozen=True):
    """IM-8.10: seat the bot for a side (`bot`) or hand it back to its park (`park`); public."""

    seat: SideNo
    kind: Annotated[str, Meta(pattern=r"^(bot|park)\Z")]
    reason: Reason = ""


class SetSeasonEnd(Action, frozen=True):
    """IM-3.1: `weeks` resolutions in all, or the last nominal deadline at most `date`."""

    weeks: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    date: IsoDate | UnsetType = UNSET
    reason: Reason = ""


class Prize(Action, frozen=True, tag=False):
    """A prize of the GM's public, ordered list."""

    id: PrizeId
    title: Annotated[str, Meta(min_length=1, max_length=200)]


class SetPrizes(Action, frozen=True):
    """IM-8.7: the whole list, in the GM's order."""

    prizes: Annotated[tuple[Prize, ...], Meta(max_length=40)]
    reason: Reason = ""


class CancelSeason(Action, frozen=True):
    """IM-4: stop the season for good; the reason is public."""

    reason: Reason = ""


SideAction = (
    SubmitCapture
    | SubmitBuild
    | CancelOrder
    | ReplaceOrder
    | ReorderOrders
    | PickPrize
    | SetPrizeWishes
)
ClockAction = Start | Resolve | PrizeTimeout | Rerun
FeedAction = Attendance
MasterAction = (
    Publish
    | Reseed
    | AssignSites
    | EditSide
    | ChangeSettings
    | GrantMoves
    | GrantResources
    | GrantSupplies
    | AdjustPoints
    | SetTile
    | SetFort
    | SetGeneral
    | SetDeputies
    | Withdraw
    | Hold
    | Release
    | UndoResolution
    | Reopen
    | Rerun
    | InspectOrders
    | Seat
    | SetSeasonEnd
    | SetPrizes
    | CancelSeason
)
AnyAction = SideAction | ClockAction | FeedAction | MasterAction
