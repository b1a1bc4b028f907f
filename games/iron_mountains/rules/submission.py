"""Judging what is submitted: the common refusals in their order, then the topic's own (IM-5.1)."""

from __future__ import annotations

from games.engine.protocol import GM, Actor, Refusal, Step
from games.engine.protocol import Seat as SeatActor
from games.iron_mountains import actions as act
from games.iron_mountains.phases import DRAFT_WITHOUT_REASON, PERMITS, SEAT
from games.iron_mountains.state import DRAFT, ORDERS, REVIEW, Season

from . import deadlines, feeding, grants, offices, prizes, queue, settlement, setup, undo


def apply(state: Season, actor: Actor, action: act.AnyAction) -> Step | Refusal:
    """IM-5.1: a refused action changes nothing; an accepted one makes the next season."""
    refusal = refused(state, actor, action)
    if refusal:
        return refusal
    if isinstance(actor, SeatActor):
        return _side(state, actor.number, action)
    if actor == GM:
        return _master(state, action)
    return _host(state, action)


def refused(state: Season, actor: Actor, action: act.AnyAction) -> Refusal | None:
    """IM-5.1: E_ROLE, E_CAMPAIGN_STATE, E_WEEK_LOCKED, E_STALE_WEEK, E_WITHDRAWN, then reasons."""
    permit = PERMITS[type(action)]
    seat = actor.number if isinstance(actor, SeatActor) else None
    kind = SEAT if isinstance(actor, SeatActor) else actor.value
    if kind not in permit.actors or (seat is not None and not 0 <= seat < len(state.sides)):
        return Refusal("im.role")
    if isinstance(action, act.Resolve) and _is_resolved(state, action.week):
        return Refusal("im.already_resolved")
    picked = isinstance(action, act.UndoResolution) and bool(state.taken)  # IM-17.2
    if state.phase not in permit.phases or picked:
        return Refusal("im.campaign_state", {"phase": state.phase})
    if _is_locked(state, actor, action):
        return Refusal("im.week_locked")
    week = getattr(action, "week", state.week)
    if isinstance(week, int) and week != state.week:
        return Refusal("im.stale_week", {"week": state.week})
    return _refused_side(state, actor, action)


def _is_resolved(state: Season, week: int) -> bool:
    """IM-4.4: a second attempt at a week is a no-op that says so."""
    return 0 < week <= len(state.past)


def _is_locked(state: Season, actor: Actor, action: act.AnyAction) -> bool:
    """IM-4.3, IM-17.3: after the deadline, or in a review that is not reopened."""
    if isinstance(action, act.Resolve | act.Rerun | act.Attendance):
        return False
    if isinstance(actor, SeatActor) and state.phase == REVIEW and not state.reopened:
        return True
    open_week = state.phase == ORDERS or (state.phase == REVIEW and state.reopened)
    return open_week and getattr(action, "now", 0) >= state.deadline


def _refused_side(state: Season, actor: Actor, action: act.AnyAction) -> Refusal | None:
    """E_WITHDRAWN of the acting side or of the one a GM acts on, and E_REASON_REQUIRED."""
    if isinstance(actor, SeatActor):
        return Refusal("im.withdrawn") if state.sides[actor.number].withdrawn else None
    if actor != GM:
        return None
    number = action.seat if isinstance(action, act.Seat) else getattr(action, "side", None)
    if isinstance(number, int) and not isinstance(action, act.SetTile):
        if number >= len(state.sides):
            return Refusal("im.unknown_side")
        leaves = isinstance(action, act.Withdraw | act.Seat | act.GrantMoves)
        if leaves and state.sides[number].withdrawn:
            return Refusal("im.withdrawn")
    needed = PERMITS[type(action)].reason
    if state.phase == DRAFT and type(action) in DRAFT_WITHOUT_REASON:
        needed = False
    if needed and not str(getattr(action, "reason", "")).strip():
        return Refusal("im.reason_required")
    return None


def _side(state: Season, side: int, action: act.AnyAction) -> Step | Refusal:
    match action:
        case act.SubmitCapture():
            return queue.submit_capture(state, side, action)
        case act.SubmitBuild():
            return queue.submit_build(state, side, action)
        case act.CancelOrder():
            return queue.cancel_order(state, side, action)
        case act.ReplaceOrder():
            return queue.replace_order(state, side, action)
        case act.ReorderOrders():
            return queue.reorder_orders(state, side, action)
        case act.PickPrize():
            return prizes.pick_prize(state, side, action)
        case act.SetPrizeWishes():
            return prizes.set_prize_wishes(state, side, action)
    raise AssertionError(type(action).__name__)


def _host(state: Season, action: act.AnyAction) -> Step | Refusal:
    """What the clock and the attendance feed submit."""
    match action:
        case act.Start():
            return setup.start(state, action)
        case act.Resolve():
            return settlement.resolve(state, action)
        case act.PrizeTimeout():
            return prizes.prize_timeout(state, action)
        case act.Rerun():
            return settlement.rerun(state, action, by_clock=True)
        case act.Attendance():
            return feeding.take(state, action)
    raise AssertionError(type(action).__name__)


def _master(state: Season, action: act.AnyAction) -> Step | Refusal:
    """IM-5.5: what the game master submits."""
    match action:
        case act.Resolve():
            return settlement.resolve(state, action)
        case act.Rerun():
            return settlement.rerun(state, action, by_clock=False)
        case act.UndoResolution():
            return undo.undo_resolution(state, action)
        case act.Reopen():
            return undo.reopen(state, action)
        case act.Hold():
            return deadlines.hold(state, action)
        case act.Release():
            return deadlines.release(state, action)
        case act.SetSeasonEnd():
            return deadlines.set_season_end(state, action)
        case act.SetPrizes():
            return prizes.set_prizes(state, action)
    return _repair(state, action) or _office(state, action) or _draft(state, action)


def _repair(state: Season, action: act.AnyAction) -> Step | Refusal | None:
    match action:
        case act.GrantMoves():
            return grants.grant_moves(state, action)
        case act.GrantResources():
            return grants.grant_resources(state, action)
        case act.GrantSupplies():
            return grants.grant_supplies(state, action)
        case act.AdjustPoints():
            return grants.adjust_points(state, action)
        case act.SetTile():
            return grants.set_tile(state, action)
        case act.SetFort():
            return grants.set_fort(state, action)
    return None


def _office(state: Season, action: act.AnyAction) -> Step | Refusal | None:
    match action:
        case act.Withdraw():
            return offices.withdraw(state, action)
        case act.SetGeneral():
            return offices.set_general(state, action)
        case act.SetDeputies():
            return offices.set_deputies(state, action)
        case act.Seat():
            return offices.seat_bot(state, action)
        case act.InspectOrders():
            return offices.inspect_orders(state, action)
        case act.CancelSeason():
            return offices.cancel_season(state, action)
    return None


def _draft(state: Season, action: act.AnyAction) -> Step | Refusal:
    match action:
        case act.Publish():
            return setup.publish(state, action)
        case act.Reseed():
            return setup.reseed(state)
        case act.AssignSites():
            return setup.assign_sites(state, action)
        case act.EditSide():
            return setup.edit_side(state, action)
        case act.ChangeSettings():
            return setup.change_settings(state, action)
    raise AssertionError(type(action).__name__)
