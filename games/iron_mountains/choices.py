"""What an actor may do now: `legal`, `pending`, `default`, `outcome` (IM-5.4.2, IM-4.8)."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.protocol import (
    CLOCK,
    GM,
    UNSET,
    Action,
    Actor,
    Decision,
    Form,
    Legal,
    Outcome,
    Placing,
    Seat,
)

from . import actions as act
from . import schedule
from .board import board_of
from .data import BASE_SITES, FORTS, TYPES
from .phases import GM_ACTIONS, PERMITS
from .rules.deadlines import due
from .rules.funding import available, desk_of
from .rules.prizes import free_prizes, picker
from .rules.scoring import tie_values
from .settings import LIVE
from .side_view import affordable_count, can_order, corners_of, pending_kinds, targets_of
from .state import CANCELLED, CLOSED, DRAFT, Season
from .views import CornerView, TargetView


def pending(state: Season) -> tuple[Decision, ...]:
    """IM-4.8: nothing is required in a week; what an empty queue owes is its side's secret."""
    turn = picker(state)
    if turn is not None:
        return (Decision(turn, "prize", secret=False, revisable=False, known_to="all"),)
    found = []
    for number in range(len(state.sides)):
        if not can_order(state, number) or state.sides[number].orders:
            continue
        targets, corners = _offers(state, number)
        if pending_kinds(state, number, affordable_count(targets, corners)):
            found.append(Decision(number, "orders", secret=True, revisable=True))
    return tuple(found)


def _offers(state: Season, number: int) -> tuple[dict[str, TargetView], dict[str, CornerView]]:
    desk = desk_of(state, number)
    left = available(desk)
    return targets_of(desk, left), corners_of(desk, left)


def default(state: Season, seat: int) -> Action | None:
    """IM-4.8: an absent general's queue stands as it is; IM-8.7: the first free prize."""
    if picker(state) == seat:
        return act.PickPrize(free_prizes(state)[0])
    return None


def legal(state: Season, actor: Actor) -> Legal:
    """IM-5.4.2 for a side; the game master's own actions; for the clock what is due."""
    if isinstance(actor, Seat):
        return _side(state, actor.number) if actor.number < len(state.sides) else Legal()
    if actor == GM:
        return Legal(forms=tuple(_master(state)))
    next_due = due(state) if actor == CLOCK else None
    return Legal((next_due.action,)) if next_due else Legal()


def _side(state: Season, number: int) -> Legal:
    side = state.sides[number]
    if picker(state) == number:
        picks = tuple(act.PickPrize(prize) for prize in free_prizes(state))
        return Legal(picks, (_wishes(state),))
    if not can_order(state, number):
        open_wishes = state.phase == "prizes" and not side.withdrawn and state.prizes
        return Legal(forms=(_wishes(state),)) if open_wishes else Legal()
    targets, corners = _offers(state, number)
    week = state.week
    actions: list[Action] = [
        act.SubmitCapture(week, tile, {**target.pay} if target.pay else UNSET)
        for tile, target in targets.items()
        if target.short is UNSET and target.queued is UNSET
    ]
    actions.extend(
        act.SubmitBuild(week, corner, fort)
        for corner, view in corners.items()
        if view.queued is UNSET
        for fort, option in view.options.items()
        if option.short is UNSET
    )
    actions.extend(act.CancelOrder(week, order.id) for order in side.orders)
    forms = [_captures(targets, week), _builds(corners, week)]
    if side.orders:
        ids = [order.id for order in side.orders]
        forms.append(Form("replace_order", {"week": [week], "order": ids}))
        forms.append(Form("reorder_orders", {"week": [week], "orders": ids}))
    if state.prizes:
        forms.append(_wishes(state))
    return Legal(tuple(actions), tuple(forms))


def _captures(targets: dict[str, TargetView], week: int) -> Form:
    """IM-5.4.2: every capturable tile, with its payment or the shortfall per type."""
    return Form(
        "submit_capture",
        {"week": [week], "tile": list(targets)},
        {tile: codec.to_builtins(target) for tile, target in targets.items()},
    )


def _builds(corners: dict[str, CornerView], week: int) -> Form:
    """IM-5.4.2: every corner and type that IM-5.3 accepts in principle, affordable or not."""
    return Form(
        "submit_build",
        {"week": [week], "corner": list(corners), "fort": list(FORTS)},
        {corner: codec.to_builtins(view) for corner, view in corners.items()},
    )


def _wishes(state: Season) -> Form:
    return Form("set_prize_wishes", {"prizes": [prize.id for prize in state.prizes]})


def _master(state: Season) -> list[Form]:
    """IM-5.5: the GM actions of this state, each with its candidates."""
    found = []
    for kind in GM_ACTIONS:
        if state.phase in PERMITS[kind].phases and _is_open(state, kind):
            fields = _fields(state).get(kind, {})
            found.append(Form(str(kind.__struct_config__.tag), fields))
    return found


def _is_open(state: Season, kind: type[Action]) -> bool:
    """What the phase alone does not say."""
    if kind is act.UndoResolution:
        return bool(state.past) and not state.taken
    if kind is act.Release:
        return state.deadline > state.nominal
    if kind is act.SetPrizes:
        return not state.taken
    return True


def _fields(state: Season) -> dict[type[Action], dict[str, Any]]:
    everyone = list(range(len(state.sides)))
    active = [number for number in everyone if not state.sides[number].withdrawn]
    board = board_of(state)
    count = {"min": -100_000, "max": 100_000}
    latest = state.nominal + state.options.hold_max_days * schedule.DAY
    live = sorted(codec.to_builtins(state.options) if state.phase == DRAFT else LIVE)
    return {
        act.EditSide: {"side": everyone},
        act.ChangeSettings: {"changes": live},
        act.GrantMoves: {"side": active, "n": {"min": -1000, "max": 1000}},
        act.GrantResources: {"side": everyone, "kind": list(TYPES), "q": count},
        act.GrantSupplies: {"side": everyone, "n": count},
        act.AdjustPoints: {"side": everyone, "n": count},
        act.SetTile: {
            "tile": [tile for tile in board.kinds if tile not in board.bases],
            "side": everyone,
        },
        act.SetFort: {"corner": list(board.grid.corners), "fort": list(FORTS)},
        act.SetGeneral: {"side": everyone},
        act.SetDeputies: {"side": everyone},
        act.Withdraw: {"side": active},
        act.Hold: {"until": {"min": state.deadline + 1, "max": latest}},
        act.Release: {"until": {"min": state.nominal, "max": state.deadline}},
        act.Reopen: {"until": {"min": 0, "max": state.review_until}},
        act.Rerun: {"week": [state.week]},
        act.InspectOrders: {"side": everyone},
        act.Seat: {"seat": active, "kind": ["bot", "park"]},
        act.SetSeasonEnd: {"weeks": {"min": max(1, state.week), "max": 1000}},
        act.SetPrizes: {"prizes": [prize.id for prize in state.prizes]},
        act.AssignSites: {"sites": list(range(6 * len(BASE_SITES[state.radius])))},
    }


def outcome(state: Season) -> Outcome | None:
    """IM-8.5: the final placement, once everything is over."""
    if state.phase == CANCELLED:
        return Outcome("cancelled")
    if state.phase != CLOSED:
        return None
    ties = tie_values(state)
    placings = tuple(
        Placing(number, place, state.sides[number].points, won=place == 1, ties=ties[number])
        for place, number in enumerate(state.standings, start=1)
    )
    return Outcome("season_over", placings)
