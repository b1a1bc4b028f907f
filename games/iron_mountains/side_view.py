"""The views of a side: `team` for its members, `private` for those who order for it (IM-6)."""

from __future__ import annotations

from functools import lru_cache

from games.engine.protocol import UNSET, Refusal

from . import schedule
from .board import amounts, is_above, raise_points, raise_price
from .data import CATEGORIES, FORTS, OWNED_LOSS
from .public_view import stocks, stocks_are_public
from .rules.capture import suggest
from .rules.funding import (
    Desk,
    Purse,
    available,
    desk_of,
    funds_date,
    gained,
    missing,
    price_of,
    reserved,
    shortfall,
    walk,
)
from .rules.prizes import free_prizes, picker
from .state import (
    BUILD,
    CANCELLED,
    CAPTURE,
    CLOSED,
    DRAFT,
    ORDERS,
    REVIEW,
    SCHEDULED,
    Four,
    Order,
    Season,
    Side,
)
from .views import (
    CornerView,
    FortOption,
    OrderView,
    PrivateView,
    QueueView,
    Stocks,
    TargetView,
    TeamView,
    WeekendView,
)


def team(state: Season, number: int) -> TeamView:
    """IM-6: what the members of a side see: stocks, gains, and the queue if they may."""
    side = state.sides[number]
    cutoff = funds_date(state)
    coming = gained(side, since=cutoff)
    return TeamView(
        weekends=_weekends(side, cutoff),
        cap=state.options.home_cap_q,
        granted=amounts(side.granted),
        spent=amounts(side.spent),
        stocks=UNSET if stocks_are_public(state) else stocks(state, side),
        incoming=amounts(coming) if any(coming) else UNSET,
        queue=queue_view(desk_of(state, number)) if state.options.members_see_orders else UNSET,
    )


def _weekends(side: Side, cutoff: str) -> dict[str, WeekendView]:
    """IM-13.3: gains by weekend, category and type; IM-16.12: what is still incoming."""
    sums: dict[str, list[int]] = {}
    coming: set[str] = set()
    for day, flat in side.days.items():
        saturday = schedule.saturday_of(day)
        total = sums.setdefault(saturday, [0] * len(flat))
        for at, q in enumerate(flat):
            total[at] += q
        if day >= cutoff:
            coming.add(saturday)
    views = {}
    for saturday, total in sums.items():
        gains = {
            name: amounts(total[4 * at : 4 * at + 4])
            for at, name in enumerate(CATEGORIES)
            if any(total[4 * at : 4 * at + 4])
        }
        incoming = True if saturday in coming else UNSET
        views[saturday] = WeekendView(gains, sum(total[:4]), incoming)
    return views


def queue_view(desk: Desk) -> QueueView:
    """IM-5.2, IM-5.4.1: the orders with their risks, what they hold back, what is left."""
    orders = {}
    for order, fault, left in walk(desk):
        orders[str(order.id)] = _order_view(desk, order, fault, left)
    return QueueView(
        orders,
        [str(order.id) for order in desk.orders],
        _as_stocks(reserved(desk)),
        _as_stocks(available(desk)),
    )


def _as_stocks(purse: Purse) -> Stocks:
    return Stocks(*purse.funds, purse.supplies, purse.moves)


def _order_view(desk: Desk, order: Order, fault: str, left: Purse) -> OrderView:
    land = desk.land
    short = missing(land, order, left) if fault else {}
    if order.kind == CAPTURE:
        return OrderView(
            kind=CAPTURE,
            price=price_of(land, order),
            tile=order.place,
            payment=amounts(order.payment),
            gain=land.capture_gain(order.place, desk.side),
            risk=fault or UNSET,
            short=short or UNSET,
        )
    return OrderView(
        kind=BUILD,
        price=price_of(land, order),
        corner=order.place,
        fort=order.fort,
        gain=land.build_gains(order.place, order.fort).get(desk.side, 0),
        risk=fault or UNSET,
        short=short or UNSET,
    )


def can_order(state: Season, number: int) -> bool:
    """IM-4: may the side's queue change now, as far as the rules know (no clock)?"""
    if state.sides[number].withdrawn:
        return False
    return state.phase == ORDERS or (state.phase == REVIEW and state.reopened)


def private(state: Season, number: int) -> PrivateView:
    """IM-6: what those who order for a side see; nothing of it depends on another's secrets."""
    side = state.sides[number]
    desk = desk_of(state, number)
    ordering = can_order(state, number)
    left = available(desk)
    targets = targets_of(desk, left) if ordering else {}
    corners = corners_of(desk, left) if ordering else {}
    affordable = affordable_count(targets, corners)
    prompt, params = _prompt(state, number, affordable)
    return PrivateView(
        prompt=prompt,
        prompt_params=params,
        pending=pending_kinds(state, number, affordable),
        can_order=ordering,
        targets=targets,
        corners=corners,
        wishes=list(side.wishes),
        queue=UNSET if state.options.members_see_orders else queue_view(desk),
    )


def affordable_count(targets: dict[str, TargetView], corners: dict[str, CornerView]) -> int:
    """How many tiles and corners could be ordered with what is left."""
    tiles = sum(t.short is UNSET and t.queued is UNSET for t in targets.values())
    builds = sum(
        corner.queued is UNSET and any(o.short is UNSET for o in corner.options.values())
        for corner in corners.values()
    )
    return tiles + builds


def pending_kinds(state: Season, number: int, affordable: int) -> list[str]:
    """IM-4.8, IM-13.8: nothing is ever required; an empty queue with means is worth a nudge."""
    if picker(state) == number:
        return ["prize"]
    if can_order(state, number) and affordable and not state.sides[number].orders:
        return ["orders"]
    return []


def _prompt(state: Season, number: int, affordable: int) -> tuple[str, dict[str, int | str]]:
    side = state.sides[number]
    turn = picker(state)
    if side.withdrawn and state.phase not in {CLOSED, CANCELLED}:
        return "withdrawn", {"week": side.withdrawn}
    match state.phase:
        case "draft" | "scheduled" | "cancelled":
            return {DRAFT: "draft", SCHEDULED: "scheduled", CANCELLED: "cancelled"}[state.phase], {}
        case "prizes" if turn == number:
            return "pick_prize", {"prize": free_prizes(state)[0]}
        case "prizes":
            return "wait_prize", {"side": -1 if turn is None else turn}
        case "closed":
            return "closed", {"place": state.standings.index(number) + 1}
        case "review" if not state.reopened:
            return "review_locked", {"week": state.week}
    params: dict[str, int | str] = {"week": state.week, "affordable": affordable}
    if side.orders:
        params["queued"] = len(side.orders)
        return ("order_more" if affordable else "order_done"), params
    return ("order" if affordable else "nothing_affordable"), params


def targets_of(desk: Desk, left: Purse) -> dict[str, TargetView]:
    """IM-5.4.2: every capturable tile with its payment, or what is missing per type."""
    queued = {order.place: order for order in desk.orders if order.kind == CAPTURE}
    return {
        tile: _target(desk, tile, left, queued.get(tile)) for tile in desk.land.targets(desk.side)
    }


def _target(desk: Desk, tile: str, left: Purse, order: Order | None) -> TargetView:
    land = desk.land
    owned = tile in land.owners
    fixed = land.fixed_cost(tile)
    gain = land.capture_gain(tile, desk.side)
    if order is not None:
        return _queued_target(gain, fixed is None, order.payment, owned, order.id)
    price = 0 if fixed else land.price(tile)
    return _open_target(gain, fixed, price, left.funds, left.moves >= 1, owned)


@lru_cache(maxsize=4096)
def _queued_target(gain: int, free: bool, pay: Four, owned: bool, order: int) -> TargetView:  # noqa: FBT001
    return TargetView(
        gain=gain,
        free=free,
        pay=amounts(pay) if pay else UNSET,
        loses=OWNED_LOSS if owned else UNSET,
        queued=order,
    )


@lru_cache(maxsize=16_384)
def _open_target(  # noqa: PLR0913 (one argument a fact)
    gain: int, fixed: Four | None, price: int, funds: Four, can_move: bool, owned: bool
) -> TargetView:
    """A tile that is not queued; many look alike to a side, so the views are shared."""
    pay, short = fixed, dict[str, int]()
    if fixed is None:
        mix = suggest(funds, price)
        if isinstance(mix, Refusal):
            short = dict(mix.params["short"])
        else:
            pay = mix
    else:
        short = shortfall(funds, fixed)
    if not can_move:
        short["moves"] = 1
    return TargetView(
        gain=gain,
        free=fixed is None,
        pay=amounts(pay) if pay else UNSET,
        short=short or UNSET,
        loses=OWNED_LOSS if owned else UNSET,
    )


def corners_of(desk: Desk, left: Purse) -> dict[str, CornerView]:
    """IM-5.4.2: every corner and type that IM-5.3 would accept in principle."""
    queued = {order.place: order.id for order in desk.orders if order.kind == BUILD}
    land = desk.land
    views: dict[str, CornerView] = {}
    for corner in land.corners(desk.side):
        view = _corner(
            land.forts.get(corner),
            tuple(land.holders(corner).items()),
            desk.side,
            left.supplies,
            queued.get(corner),
            land.full_price,
            land.per_corner,
        )
        if view.options:
            views[corner] = view
    return views


@lru_cache(maxsize=16_384)
def _corner(  # noqa: PLR0913 (one argument a fact)
    standing: str | None,
    holders: tuple[tuple[int, int], ...],
    side: int,
    supplies: int,
    order: int | None,
    full_price: bool,
    per_corner: bool,
) -> CornerView:
    """A corner as one side sees it; many look alike, so the views are shared."""
    options, others = {}, {}
    for fort in FORTS:
        if not is_above(standing, fort):
            continue
        price = raise_price(standing, fort, full_price=full_price)
        more = raise_points(standing, fort)
        gains = {owner: more if per_corner else more * tiles for owner, tiles in holders}
        short = price - supplies if order is None and price > supplies else UNSET
        options[fort] = FortOption(price, gains.pop(side, 0), short)
        if gains:
            others[fort] = {str(owner): points for owner, points in gains.items()}
    return CornerView(options, others or UNSET, UNSET if order is None else order)
