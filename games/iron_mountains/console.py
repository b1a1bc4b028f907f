"""What a game master may see, and what his or the clock's actions would do (IM-6.4, IM-17.1)."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.protocol import PUBLIC, Actor, Refusal, Step
from games.engine.protocol import Seat as SeatActor

from . import actions as act
from .board import amounts, award_range, board_of, cells_of, land_of, land_with
from .rules import submission
from .rules.deadlines import season_end
from .rules.funding import desk_of, risks, spendable
from .rules.prizes import free_prizes, picker
from .rules.queue import order_text
from .rules.resolution import Plan, plan
from .rules.scoring import weekly_points
from .state import DRAFT, Season, Side
from .visibility import visible

Facts = dict[str, Any]

VEILED = (
    act.Reseed
    | act.AssignSites
    | act.Start
    | act.PrizeTimeout
    | act.PickPrize
    | act.SetPrizeWishes
    | act.SetPrizes
)


def console(state: Season, *, blind: bool) -> Facts:
    """IM-6.4: stocks and counts of orders; the orders themselves only to a GM who is not blind."""
    facts: Facts = {
        "phase": state.phase,
        "week": state.week,
        "end": season_end(state),
        "deadline": state.deadline,
        "nominal": state.nominal,
        "reopened": state.reopened,
        "review_until": state.review_until,
        "can_undo": bool(state.past) and not state.taken,
        "book": state.book,
        "blind": blind,
        "sides": {
            str(number): _side(state, number, blind=blind) for number in range(len(state.sides))
        },
        "prizes": [
            {"id": prize.id, "title": prize.title, "taken": taken.side if taken else None}
            for prize in state.prizes
            for taken in [state.taken.get(prize.id)]
        ],
        "turn": picker(state),
    }
    if state.phase == DRAFT:  # IM-3.6: only the GM sees the map of a draft
        facts["map"] = cells_of(state)
    return facts


def _side(state: Season, number: int, *, blind: bool) -> Facts:
    side = state.sides[number]
    facts: Facts = {
        "name": side.name,
        "kind": side.kind,
        "site": side.site,
        "parks": list(side.parks),
        "points": side.points,
        "withdrawn": side.withdrawn,
        "stocks": _stocks(state, side),
        "orders": len(side.orders),
        "at_risk": len(risks(state, number)),
    }
    if not blind:
        desk = desk_of(state, number)
        found = risks(state, number)
        facts["queue"] = [
            {"id": order.id, **order_text(desk, order), "risk": found.get(order.id, "")}
            for order in side.orders
        ]
    return facts


def _stocks(state: Season, side: Side) -> dict[str, int]:
    funds = dict(zip("SRMU", spendable(state, side), strict=True))
    return {**funds, "supplies": side.supplies, "moves": side.moves}


def dry_run(state: Season, actor: Actor, action: Any, *, blind: bool) -> Facts | Refusal:
    """IM-17.1: changes nothing and draws nothing; chance stands as odds and ranges."""
    if isinstance(action, act.Resolve | act.Rerun):
        refusal = submission.refused(state, actor, action)
        # looking ahead is the purpose: neither a missing reason nor an early hour is in its way
        if refusal and refusal.code != "im.reason_required":
            return refusal
        return week_ahead(state, blind=blind)
    step = submission.apply(state, actor, action)
    if isinstance(step, Refusal):
        return step
    if isinstance(action, VEILED):
        return _certain(state, action)
    return _changes(state, actor, step, blind=blind)


def _certain(state: Season, action: Any) -> Facts:
    """Actions with a drawn result, or one that wish lists decide: only what is certain (IM-6)."""
    facts: Facts = {"kind": str(action.__struct_config__.tag)}
    side = picker(state)
    if isinstance(action, act.PrizeTimeout) and side is not None:
        facts |= {"side": side, "prize": free_prizes(state)[0]}
    if isinstance(action, act.PickPrize):
        facts |= {"side": side, "prize": action.prize}
    if isinstance(action, act.SetPrizes):
        facts["prizes"] = [prize.id for prize in action.prizes]
    return facts


def _changes(state: Season, actor: Actor, step: Step, *, blind: bool) -> Facts:
    """What everybody would be told, and how the sides' stocks and risks would move."""
    new: Season = step.state
    stream = f"seat:{actor.number}" if isinstance(actor, SeatActor) else PUBLIC
    shown = [event for event in step.events if visible(event, stream) is not None]
    facts: Facts = {"kind": "change", "events": codec.to_builtins(shown), "sides": {}}
    own = actor.number if isinstance(actor, SeatActor) else None
    for number, (old, side) in enumerate(zip(state.sides, new.sides, strict=True)):
        if own not in {None, number}:
            continue
        before, after = _totals(state, old), _totals(new, side)
        risk = risks(new, number)
        entry: Facts = {"before": before, "after": after, "at_risk": len(risk)}
        if own is not None or not blind:
            entry["risk"] = {str(order): why for order, why in risk.items()}
        if before != after or len(risk) != len(risks(state, number)):
            facts["sides"][str(number)] = entry
    return facts


def _totals(state: Season, side: Side) -> dict[str, int]:
    stocks = _stocks(state, side)
    return {**stocks, "points": side.points, "orders": len(side.orders)}


def week_ahead(state: Season, *, blind: bool) -> Facts:
    """IM-17.1: the resolution as it would be now; with a blind GM counts only."""
    planned = plan(state, land_of(state))
    contested = sum(len(claims) > 1 for claims in planned.captures.values())
    facts: Facts = {
        "kind": "resolution",
        "week": state.week,
        "contested": contested,
        "sides": _counts(state, planned),
    }
    if not blind:
        facts["captures"] = _captures(state, planned)
        facts["builds"] = _builds(state, planned)
        facts["failing"] = [
            {"side": fault.side, "order": fault.order.id, "outcome": fault.outcome}
            for fault in planned.failed
        ]
        facts["points"] = _points(state, planned)
    return facts


def _counts(state: Season, planned: Plan) -> dict[str, dict[str, int]]:
    counts = {str(number): {"valid": 0, "failing": 0} for number in range(len(state.sides))}
    for claims in (*planned.captures.values(), *planned.builds.values()):
        for claim in claims:
            counts[str(claim.side)]["valid"] += 1
    for fault in planned.failed:
        counts[str(fault.side)]["failing"] += 1
    return counts


def _captures(state: Season, planned: Plan) -> list[Facts]:
    """Each tile: who may get it with which odds, and the supplies as a range."""
    board = board_of(state)
    return [
        {
            "tile": tile,
            "sides": [claim.side for claim in claims],
            "odds": f"1/{len(claims)}",
            "payments": [amounts(claim.order.payment) for claim in claims],
            "award": list(award_range(board, tile, state.owners)),
        }
        for tile, claims in planned.captures.items()
    ]


def _builds(state: Season, planned: Plan) -> list[Facts]:
    land = land_of(state)
    return [
        {
            "corner": corner,
            "builders": [claim.side for claim in claims],
            "forts": [claim.order.fort for claim in claims],
            "price": max(land.fort_price(corner, claim.order.fort) for claim in claims),
        }
        for corner, claims in planned.builds.items()
    ]


def _points(state: Season, planned: Plan) -> dict[str, list[int]]:
    """Points of the week per side, least and most: all flips lost, all flips won."""
    forts = dict(state.forts)
    for corner, claims in planned.builds.items():
        prices = {claim.order.fort: land_of(state).fort_price(corner, claim.order.fort)
                  for claim in claims}  # fmt: skip
        forts[corner] = max(prices, key=lambda fort: prices[fort])
    found = {}
    for number, side in enumerate(state.sides):
        if side.withdrawn:
            continue
        ends = []
        for wins in (False, True):
            owners = {
                tile: owner for tile, owner in state.owners.items() if tile not in planned.captures
            }
            for tile, claims in planned.captures.items():
                claimants = [claim.side for claim in claims]
                if claimants == [number] or (wins and number in claimants):
                    owners[tile] = number
            land = land_with(state, owners, forts)
            ends.append(weekly_points(land, number)["total"])
        found[str(number)] = ends
    return found
