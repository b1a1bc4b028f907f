"""Who sees which event, and what opens after the end (IM-6, IM-10)."""

from __future__ import annotations

from games.engine.protocol import (
    PUBLIC,
    Event,
    Opened,
    replace,
    seat_stream,
    team_stream,
)

from . import events as ev
from .state import CLOSED, Season

# IM-6: prize wishes, and others' gains by category: of those the weekends' totals are public
CLOSED_FOR_GOOD = frozenset({"wishes", "weekends"})

OWN_ORDERS = (
    ev.OrderQueued
    | ev.OrderCancelled
    | ev.OrdersReordered
    | ev.OrderAtRisk
    | ev.OrderSafeAgain
    | ev.OrderResult
)
OWN_SIDE = ev.AttendanceRefreshed | ev.SuppliesChanged
# a resolution has hundreds of events for thirteen streams, and most are public: one look tells
NOT_PUBLIC = frozenset(
    kind
    for kind in ev.AnyEvent.__args__
    if issubclass(kind, (*OWN_ORDERS.__args__, *OWN_SIDE.__args__, ev.ResolutionRecord))
)


def visible(event: Event, stream: str) -> Event | None:
    """IM-10: the event as a stream shows it, or nothing.

    Letters of IM-10: G in seat:k (team:k with members_see_orders), S in team:k, all else public;
    the record of a resolution stands in the log alone (IM-4.19).
    """
    if type(event) not in NOT_PUBLIC:
        return event if stream == PUBLIC else None
    if isinstance(event, OWN_ORDERS):
        at = team_stream(event.side) if event.members else seat_stream(event.side)
        return replace(event, members=False) if stream == at else None
    if isinstance(event, OWN_SIDE):
        return event if stream == team_stream(event.side) else None
    return None


def opened(state: Season) -> Opened:
    """IM-6.5: after CLOSED everything may be replayed but prize wishes, private for ever, and
    the gains by category, of which others see totals alone."""
    if state.phase != CLOSED:
        return Opened()
    seats = range(len(state.sides))
    streams: dict[str, int | None] = {team_stream(k): None for k in seats}
    streams.update({seat_stream(k): None for k in seats})
    return Opened(streams, CLOSED_FOR_GOOD)
