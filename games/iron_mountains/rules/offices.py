"""Sides that leave or change hands, looks at orders, the end by decree (IM-5.5, IM-6.4, IM-8)."""

from __future__ import annotations

from games.engine.protocol import PUBLIC, Event, Step, replace
from games.iron_mountains import schedule
from games.iron_mountains.actions import (
    CancelSeason,
    InspectOrders,
    SetDeputies,
    SetGeneral,
    Withdraw,
)
from games.iron_mountains.actions import Seat as SeatBot
from games.iron_mountains.data import VOID
from games.iron_mountains.events import (
    BotSeated,
    GeneralChanged,
    OrderCancelled,
    OrdersInspected,
    SeasonCancelled,
    SideWithdrawn,
)
from games.iron_mountains.settings import first_attendance
from games.iron_mountains.state import CANCELLED, Season, with_side

ONLY_PUBLIC = frozenset({PUBLIC})


def withdraw(state: Season, action: Withdraw) -> Step:
    """IM-8.8: the queue is void, the tiles stay, the parks lie outside from now on; the season goes
    on, be it with one side (IM-8.11)."""
    side = state.sides[action.side]
    options = state.options
    if options.rounds_minutes or options.attendance_source == "simulated":  # virtual dates, IM-3.8
        left_on = schedule.plus_days(first_attendance(options), 7 * state.week)
    else:
        left_on = schedule.local_date(options.timezone, action.now)
    gone = replace(side, orders=(), withdrawn=state.week, left_on=left_on, left_points=side.points)
    members = state.options.members_see_orders
    events: list[Event] = [SideWithdrawn(action.side, state.week, action.reason)]
    events.extend(OrderCancelled(action.side, order.id, members, VOID) for order in side.orders)
    return Step(with_side(state, action.side, gone), tuple(events))


def set_general(state: Season, action: SetGeneral) -> Step:
    """IM-8.9: authority passes at once; the queue belongs to the side and stays."""
    return Step(state, (GeneralChanged(action.side, "general"),), ONLY_PUBLIC)


def set_deputies(state: Season, action: SetDeputies) -> Step:
    """IM-8.9: as for the general."""
    return Step(state, (GeneralChanged(action.side, "deputies"),), ONLY_PUBLIC)


def seat_bot(state: Season, action: SeatBot) -> Step:
    """IM-8.10, IM-14.3: only the GM seats the bot for a side, and everybody sees it."""
    side = replace(state.sides[action.seat], kind=action.kind)
    event = BotSeated(action.seat, action.kind, action.reason)
    return Step(with_side(state, action.seat, side), (event,), ONLY_PUBLIC)


def inspect_orders(state: Season, action: InspectOrders) -> Step:
    """IM-6.4: a blind GM who opens a side's orders leaves a public trace."""
    return Step(state, (OrdersInspected(action.side, action.reason),), ONLY_PUBLIC)


def cancel_season(state: Season, action: CancelSeason) -> Step:
    """IM-4: the GM stops the season; the reason is public."""
    return Step(
        replace(state, phase=CANCELLED, reason=action.reason), (SeasonCancelled(action.reason),)
    )
