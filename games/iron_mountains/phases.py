"""The phase table (IM-4): who may act in each state, what with, and what ends it.

`PERMITS` says of every action who may submit it and in which states (IM-5.1, IM-5.5). LOCKED is
not stored: it is ORDERS, or a reopened REVIEW, at or after its deadline (IM-4.3).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from games.engine.protocol import CLOCK, FEED, GM, Action

from . import actions as act
from .state import CANCELLED, CLOSED, DRAFT, ORDERS, PRIZES, REVIEW, SCHEDULED

SEAT = "seat"


class Phase(NamedTuple):
    """A state of IM-4: who acts, what ends it, what happens when nobody acts."""

    who: str
    leaves: str
    timeout: str


PHASES = MappingProxyType(
    {
        DRAFT: Phase("gm", "publish", "nothing"),
        SCHEDULED: Phase("gm", "start at start_at", "start"),
        ORDERS: Phase("all sides in secret", "resolve at the deadline", "queues as they stand"),
        REVIEW: Phase("gm", "rerun, or review_until", "rerun"),
        PRIZES: Phase("side on turn", "last pick", "first free prize in the GM's order"),
        CLOSED: Phase("nobody", "never", "nothing"),
        CANCELLED: Phase("nobody", "never", "nothing"),
    }
)

OPEN = frozenset({DRAFT, SCHEDULED, ORDERS, REVIEW, PRIZES})  # any time before CLOSED
PLAYED = frozenset({ORDERS, REVIEW})


class Permit(NamedTuple):
    """Who may submit an action, and in which states; `reason`: a GM must give one."""

    actors: frozenset[str]
    phases: frozenset[str]
    reason: bool = False


def _side(*phases: str) -> Permit:
    return Permit(frozenset({SEAT}), frozenset(phases))


def _gm(phases: frozenset[str], *, reason: bool = True) -> Permit:
    return Permit(frozenset({GM}), phases, reason)


PERMITS: MappingProxyType[type[Action], Permit] = MappingProxyType(
    {
        act.SubmitCapture: _side(ORDERS, REVIEW),
        act.SubmitBuild: _side(ORDERS, REVIEW),
        act.CancelOrder: _side(ORDERS, REVIEW),
        act.ReplaceOrder: _side(ORDERS, REVIEW),
        act.ReorderOrders: _side(ORDERS, REVIEW),
        act.SetPrizeWishes: _side(ORDERS, REVIEW, PRIZES),
        act.PickPrize: _side(PRIZES),
        act.Start: Permit(frozenset({CLOCK}), frozenset({SCHEDULED})),
        act.Resolve: Permit(frozenset({CLOCK, GM}), frozenset({ORDERS})),
        act.PrizeTimeout: Permit(frozenset({CLOCK}), frozenset({PRIZES})),
        act.Rerun: Permit(frozenset({CLOCK, GM}), frozenset({REVIEW}), reason=True),
        act.Attendance: Permit(frozenset({FEED}), frozenset({SCHEDULED, ORDERS, REVIEW, PRIZES})),
        act.Publish: _gm(frozenset({DRAFT}), reason=False),
        act.Reseed: _gm(frozenset({DRAFT}), reason=False),
        act.AssignSites: _gm(frozenset({DRAFT}), reason=False),
        act.EditSide: _gm(frozenset({DRAFT, SCHEDULED})),
        act.ChangeSettings: _gm(OPEN),
        act.GrantMoves: _gm(PLAYED),
        act.GrantResources: _gm(PLAYED),
        act.GrantSupplies: _gm(PLAYED),
        act.AdjustPoints: _gm(PLAYED),
        act.SetTile: _gm(PLAYED),
        act.SetFort: _gm(PLAYED),
        act.SetGeneral: _gm(OPEN),
        act.SetDeputies: _gm(OPEN),
        act.Withdraw: _gm(frozenset({ORDERS})),
        act.Hold: _gm(frozenset({ORDERS})),
        act.Release: _gm(frozenset({ORDERS})),
        act.UndoResolution: _gm(frozenset({ORDERS, REVIEW, PRIZES})),
        act.Reopen: _gm(frozenset({REVIEW})),
        act.InspectOrders: _gm(PLAYED),
        act.Seat: _gm(OPEN),
        act.SetSeasonEnd: _gm(frozenset({SCHEDULED, ORDERS, REVIEW})),
        act.SetPrizes: _gm(OPEN),
        act.CancelSeason: _gm(OPEN),
    }
)

# set-up work that needs no reason while only the GM sees the season
DRAFT_WITHOUT_REASON: frozenset[type[Action]] = frozenset({act.EditSide, act.ChangeSettings})

# the console's buttons in their order (IM-5.5, IM-17)
GM_ACTIONS: tuple[type[Action], ...] = (
    act.Publish,
    act.Reseed,
    act.AssignSites,
    act.EditSide,
    act.ChangeSettings,
    act.SetPrizes,
    act.Hold,
    act.Release,
    act.UndoResolution,
    act.Reopen,
    act.Rerun,
    act.SetSeasonEnd,
    act.GrantMoves,
    act.GrantResources,
    act.GrantSupplies,
    act.AdjustPoints,
    act.SetTile,
    act.SetFort,
    act.InspectOrders,
    act.SetGeneral,
    act.SetDeputies,
    act.Seat,
    act.Withdraw,
    act.CancelSeason,
)
