"""What each stream of a season shows (IM-6): public, team:k (members), seat:k (who orders).

Amounts are q (quarter points) unless a field says supplies, moves or points. Maps are keyed by id;
an absent field is `UNSET`. A fact stands in one stream only: with `open_stocks` the stocks stand in
public and not in team, with `members_see_orders` the orders stand in team and not in seat.
"""

from __future__ import annotations

from games.engine.protocol import UNSET, UnsetType, View

Amounts = dict[str, int]  # S, R, M, U → q


class TileView(View, frozen=True):
    """A tile. `kind`: terrain, base, ruin or temple. `price`: q to capture it now; `cost` fixes the
    types of an unowned standard tile. `award`: supplies [least, most] to the captor. `points`: a
    week for its owner. `since`: week of the last change of owner; `contested`: week of the last
    contest."""

    kind: str
    price: int | UnsetType = UNSET  # absent on bases
    cost: Amounts | UnsetType = UNSET
    award: list[int] | UnsetType = UNSET
    site: int | UnsetType = UNSET  # base of side
    owner: int | UnsetType = UNSET
    since: int | UnsetType = UNSET
    contested: int | UnsetType = UNSET
    points: int = 1


class Stocks(View, frozen=True):
    """What a side has: spendable q per type, supplies, moves."""

    S: int
    R: int
    M: int
    U: int
    supplies: int
    moves: int


class SideView(View, frozen=True):
    """A side as everybody sees it. `history`: total points after each resolution."""

    name: str
    site: int
    base: str
    points: int
    last: int  # points of the last week
    tiles: int
    palisades: int
    towers: int
    castles: int
    place: int
    history: list[int]
    parks: list[int]
    bot: bool | UnsetType = UNSET
    withdrawn: int | UnsetType = UNSET  # week of withdrawal
    stocks: Stocks | UnsetType = UNSET  # open_stocks, and all after CLOSED
    gains: dict[str, int] | UnsetType = UNSET  # after CLOSED: weekend → q in all


class PrizeView(View, frozen=True):
    """A prize; `taken`: side that picked it, `how`: pick, wishes or clock."""

    title: str
    taken: int | UnsetType = UNSET
    how: str | UnsetType = UNSET


class PublicView(View, frozen=True):
    """Everybody's view. Instants are unix seconds; `phase` is the state of IM-4 in lower case.

    `calendar`: the nominal deadlines still to come, this week's first. `tie_breaks`: the steps used
    for the placement, in order.
    """

    phase: str
    week: int
    timezone: str
    start_at: int
    end: dict[str, int | str]  # {"weeks": n} or {"date": iso}
    seed_hash: str
    settings: dict[str, int | str | bool | list[int]]
    sides: dict[str, SideView]
    standings: list[str]
    tie_breaks: list[str]
    radius: int | UnsetType = UNSET  # absent while a draft
    tiles: dict[str, TileView] | UnsetType = UNSET
    forts: dict[str, str] | UnsetType = UNSET
    deadline: int | UnsetType = UNSET
    nominal: int | UnsetType = UNSET  # differs from deadline while held
    reopened: bool | UnsetType = UNSET
    review_until: int | UnsetType = UNSET  # in REVIEW: when the week is resolved again
    calendar: list[int] | UnsetType = UNSET
    seed: str | UnsetType = UNSET  # after CLOSED
    prizes: dict[str, PrizeView] | UnsetType = UNSET
    prize_order: list[str] | UnsetType = UNSET
    turn: int | UnsetType = UNSET  # side that picks
    picks: list[int] | UnsetType = UNSET  # order of picking
    reason: str | UnsetType = UNSET  # of a cancellation


class OrderView(View, frozen=True):
    """A queued order. `kind` capture: tile, price, payment; build: corner, fort, price in supplies.

    `risk`: the outcome it would have now if that is a failure; `short`: what is missing per type.
    """

    kind: str
    price: int
    tile: str | UnsetType = UNSET
    payment: Amounts | UnsetType = UNSET
    corner: str | UnsetType = UNSET
    fort: str | UnsetType = UNSET
    gain: int | UnsetType = UNSET  # points a week
    risk: str | UnsetType = UNSET
    short: Amounts | UnsetType = UNSET  # keys S R M U, supplies, moves


class WeekendView(View, frozen=True):
    """Gains of a weekend (keyed by its Saturday): category → type → q; `limit`: HOME q used."""

    gains: dict[str, Amounts]
    limit: int
    incoming: bool | UnsetType = UNSET  # dated on or after this week's deadline's date


class QueueView(View, frozen=True):
    """The orders: `list` gives the funding order; reserved and what is left of the stocks."""

    orders: dict[str, OrderView]
    list: list[str]
    reserved: Stocks
    available: Stocks


class TeamView(View, frozen=True):
    """What the members of a side see; `spent` and `granted` are q per type since the start."""

    weekends: dict[str, WeekendView]
    cap: int
    granted: Amounts
    spent: Amounts
    stocks: Stocks | UnsetType = UNSET  # absent with open_stocks
    incoming: Amounts | UnsetType = UNSET
    queue: QueueView | UnsetType = UNSET  # members_see_orders


class TargetView(View, frozen=True):
    """A tile next to own land. `pay`: the fixed or suggested payment; `short`: what is missing
    (q per type, `any` for a free choice, `moves`); `gain`: points a week as things stand."""

    gain: int
    free: bool  # any mix pays
    pay: Amounts | UnsetType = UNSET
    short: Amounts | UnsetType = UNSET
    loses: int | UnsetType = UNSET  # supplies its owner would lose
    queued: int | UnsetType = UNSET  # order id


class FortOption(View, frozen=True):
    """A fortification that a corner takes: price in supplies, points a week gained."""

    price: int
    gain: int
    short: int | UnsetType = UNSET


class CornerView(View, frozen=True):
    """A corner next to own land: what may be built, and points a week for each other owner."""

    options: dict[str, FortOption]
    others: dict[str, dict[str, int]] | UnsetType = UNSET  # fort → side → points
    queued: int | UnsetType = UNSET


class PrivateView(View, frozen=True):
    """What those who order for a side see. `prompt`: text key and parameters; `pending`: decision
    kinds owed; `targets` and `corners`: everything that IM-5.2 and IM-5.3 accept in principle."""

    prompt: str
    prompt_params: dict[str, int | str]
    pending: list[str]
    can_order: bool
    targets: dict[str, TargetView]
    corners: dict[str, CornerView]
    wishes: list[str]
    queue: QueueView | UnsetType = UNSET  # absent with members_see_orders
