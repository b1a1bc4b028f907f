"""Balances, reservations, and which orders of a queue can be paid (IM-4.10, IM-4.11, IM-16.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.protocol import Event
from games.iron_mountains import schedule
from games.iron_mountains.board import Land, land_of
from games.iron_mountains.data import (
    CORNER_LOST,
    COST_CHANGED,
    INELIGIBLE,
    NO_MOVE,
    NOT_HIGHER,
    TYPES,
    UNFUNDED,
)
from games.iron_mountains.events import OrderAtRisk, OrderSafeAgain
from games.iron_mountains.settings import first_attendance
from games.iron_mountains.state import CAPTURE, ORDERS, REVIEW, DayGains, Four, Order, Season, Side


class Purse(NamedTuple):
    """What a side can spend: q per type, moves, supplies."""

    funds: Four
    moves: int
    supplies: int


class Desk(NamedTuple):
    """One side's queue with its land and its whole stocks: all that its orders are judged on."""

    land: Land
    side: int
    purse: Purse
    orders: tuple[Order, ...]


def by_type(day: DayGains) -> Four:
    """The gains of one date per type, over all categories."""
    return (sum(day[0::4]), sum(day[1::4]), sum(day[2::4]), sum(day[3::4]))


def funds_date(state: Season) -> str:
    """IM-4.10: rows dated before this date count for the open week; IM-4.2 for rounds."""
    options = state.options
    if options.rounds_minutes:
        return schedule.plus_days(first_attendance(options), 7 * max(1, state.week))
    return schedule.local_date(options.timezone, state.deadline)


def gained(side: Side, *, before: str = "", since: str = "") -> Four:
    """IM-16.12: gains of the dates before one date, or from one on."""
    s = r = m = u = 0
    for day, flat in side.days.items():
        if (not before or day < before) and day >= since:
            more = by_type(flat)
            s, r, m, u = s + more[0], r + more[1], m + more[2], u + more[3]
    return (s, r, m, u)


def spendable(state: Season, side: Side) -> Four:
    """IM-4.10: gains + grants − spent; negative through corrections only (IM-16.13)."""
    gains = gained(side, before=funds_date(state))
    return plus(minus(gains, side.spent), side.granted)


def plus(a: Four, b: Four) -> Four:
    """The sum of two amounts."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def minus(a: Four, b: Four) -> Four:
    """The difference of two amounts."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


def desk_of(state: Season, number: int, *, land: Land | None = None) -> Desk:
    """The desk of a side as the state has it."""
    side = state.sides[number]
    purse = Purse(spendable(state, side), side.moves, side.supplies)
    return Desk(land or land_of(state), number, purse, side.orders)


def price_of(land: Land, order: Order) -> int:
    """q of a capture, supplies of a build, as the board stands."""
    if order.kind == CAPTURE:
        return sum(order.payment)
    return land.fort_price(order.place, order.fort)


def reserved(desk: Desk) -> Purse:
    """IM-5.2, IM-5.3.1: what the queue holds back."""
    s = r = m = u = moves = supplies = 0
    for order in desk.orders:
        if order.kind == CAPTURE:
            pay = order.payment
            s, r, m, u = s + pay[0], r + pay[1], m + pay[2], u + pay[3]
            moves += 1
        else:
            supplies += max(0, desk.land.fort_price(order.place, order.fort))
    return Purse((s, r, m, u), moves, supplies)


def available(desk: Desk) -> Purse:
    """IM-5.2: available = spendable − reserved."""
    held = reserved(desk)
    purse = desk.purse
    return Purse(
        minus(purse.funds, held.funds), purse.moves - held.moves, purse.supplies - held.supplies
    )


def walk(desk: Desk) -> Iterator[tuple[Order, str, Purse]]:
    """IM-4.11: each order once, in queue order: why it fails, or nothing, and what was left for it.

    A standing order takes its share before the next one is looked at; a failed one takes nothing.
    """
    purse = desk.purse
    for order in desk.orders:
        if order.kind == CAPTURE:
            fault = _capture_fault(desk, order, purse)
            yield order, fault, purse
            if not fault:
                left = minus(purse.funds, order.payment)
                purse = Purse(left, purse.moves - 1, purse.supplies)
        else:
            fault = _build_fault(desk, order, purse)
            yield order, fault, purse
            if not fault:
                price = desk.land.fort_price(order.place, order.fort)
                purse = Purse(purse.funds, purse.moves, purse.supplies - price)


def judge(desk: Desk) -> tuple[str, ...]:
    """IM-4.11: the fault of each order in queue order; empty where it stands."""
    return tuple(fault for _, fault, _ in walk(desk))


def missing(land: Land, order: Order, left: Purse) -> dict[str, int]:
    """What an order lacks of what was left for it."""
    if order.kind == CAPTURE:
        short = shortfall(left.funds, order.payment)
        return {**short, "moves": 1} if left.moves < 1 else short
    lack = land.fort_price(order.place, order.fort) - left.supplies
    return {"supplies": lack} if lack > 0 else {}


def shortfall(funds: Four, payment: Four) -> dict[str, int]:
    """IM-5.2.2: what is missing per type; a type that pays nothing never blocks."""
    return {
        kind: pay - have
        for kind, pay, have in zip(TYPES, payment, funds, strict=True)
        if pay > 0 and pay > have
    }


def _capture_fault(desk: Desk, order: Order, left: Purse) -> str:
    land, tile = desk.land, order.place
    owned = land.owners.get(tile) == desk.side
    if tile in land.bases or owned or not land.is_adjacent(tile, desk.side):
        return INELIGIBLE
    fixed = land.fixed_cost(tile)
    if fixed != order.payment if fixed else sum(order.payment) != land.price(tile):
        return COST_CHANGED
    if left.moves < 1:
        return NO_MOVE
    return UNFUNDED if shortfall(left.funds, order.payment) else ""


def _build_fault(desk: Desk, order: Order, left: Purse) -> str:
    land, corner = desk.land, order.place
    if not land.touches(corner, desk.side):
        return CORNER_LOST
    if not land.is_higher(corner, order.fort):
        return NOT_HIGHER
    return UNFUNDED if land.fort_price(corner, order.fort) > left.supplies else ""


def risks(state: Season, number: int) -> dict[int, str]:
    """IM-5.4.1: the orders of a side that would fail as things stand, with the reason."""
    side = state.sides[number]
    if not side.orders or state.phase not in {ORDERS, REVIEW}:
        return {}
    faults = judge(desk_of(state, number))
    return {order.id: fault for order, fault in zip(side.orders, faults, strict=True) if fault}


def risk_events(old: Season, new: Season, sides: tuple[int, ...] | None = None) -> list[Event]:
    """IM-5.4.1: who must be told that an order is at risk, or safe again."""
    events: list[Event] = []
    members = new.options.members_see_orders
    for number in sides if sides is not None else range(len(new.sides)):
        if not (old.sides[number].orders and new.sides[number].orders):
            before: dict[int, str] = {}
        else:
            before = risks(old, number)
        now = risks(new, number)
        for order in new.sides[number].orders:
            if now.get(order.id) == before.get(order.id):
                continue
            if order.id in now:
                events.append(OrderAtRisk(number, order.id, now[order.id], members))
            else:
                events.append(OrderSafeAgain(number, order.id, members))
    return events
