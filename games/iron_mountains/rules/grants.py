"""Grants and board repair by the game master (IM-5.5): public, with a reason (IM-17.6)."""

from __future__ import annotations

from games.engine.protocol import (
    PUBLIC,
    Event,
    Refusal,
    Step,
    replace,
    seat_stream,
    team_stream,
)
from games.iron_mountains.actions import (
    AdjustPoints,
    GrantMoves,
    GrantResources,
    GrantSupplies,
    SetFort,
    SetTile,
)
from games.iron_mountains.board import board_of
from games.iron_mountains.data import FORT_LEVEL, TYPES
from games.iron_mountains.events import (
    FortSet,
    MovesGranted,
    PointsAdjusted,
    ResourcesGranted,
    SuppliesGranted,
    TileSet,
)
from games.iron_mountains.state import Season, Side, with_side

from .funding import plus, risk_events

NEGATIVE = Refusal("im.negative_stock")  # compared with the whole stock, reserved or not


def grant_moves(state: Season, action: GrantMoves) -> Step | Refusal:
    """IM-5.5: the Emperor's bonus moves."""
    side = state.sides[action.side]
    if side.moves + action.n < 0:
        return NEGATIVE
    side = replace(side, moves=side.moves + action.n, moves_granted=side.moves_granted + action.n)
    event = MovesGranted(action.side, action.n, action.reason)
    return _granted(state, action.side, side, event)


def grant_resources(state: Season, action: GrantResources) -> Step:
    """IM-5.5: q of one type; may drive the balance below 0."""
    side = state.sides[action.side]
    s, r, m, u = (action.q if kind == action.kind else 0 for kind in TYPES)
    side = replace(side, granted=plus(side.granted, (s, r, m, u)))
    event = ResourcesGranted(action.side, action.kind, action.q, action.reason)
    return _granted(state, action.side, side, event)


def grant_supplies(state: Season, action: GrantSupplies) -> Step | Refusal:
    """IM-5.5: Building Supplies."""
    side = state.sides[action.side]
    if side.supplies + action.n < 0:
        return NEGATIVE
    side = replace(
        side,
        supplies=side.supplies + action.n,
        supplies_granted=side.supplies_granted + action.n,
    )
    event = SuppliesGranted(action.side, action.n, action.reason)
    return _granted(state, action.side, side, event)


def adjust_points(state: Season, action: AdjustPoints) -> Step | Refusal:
    """IM-5.5, IM-8.4: the only way points decrease."""
    side = state.sides[action.side]
    if side.points + action.n < 0:
        return NEGATIVE
    side = replace(
        side, points=side.points + action.n, points_adjusted=side.points_adjusted + action.n
    )
    event = PointsAdjusted(action.side, action.n, action.reason)
    return _granted(state, action.side, side, event)


def _granted(state: Season, number: int, side: Side, event: Event) -> Step:
    new = with_side(state, number, side)
    touches = frozenset({PUBLIC, team_stream(number), seat_stream(number)})
    return Step(new, (event, *risk_events(state, new, (number,))), touches)


def set_tile(state: Season, action: SetTile) -> Step | Refusal:
    """IM-5.5: a tile to a side, or nobody's again; every queue is forecast anew."""
    board = board_of(state)
    if action.tile not in board.kinds:
        return Refusal("im.unknown_tile")
    if action.tile in board.bases:
        return Refusal("im.tile_base")
    owners = {tile: owner for tile, owner in state.owners.items() if tile != action.tile}
    if isinstance(action.side, int):
        if action.side >= len(state.sides):
            return Refusal("im.unknown_side")
        owners[action.tile] = action.side
    since = state.since
    if owners.get(action.tile) != state.owners.get(action.tile):
        since = {**since, action.tile: state.week}
    new = replace(state, owners=owners, since=since, board_edits=state.board_edits + 1)
    event = TileSet(action.tile, action.reason, action.side)
    return Step(new, (event, *risk_events(state, new)))


def set_fort(state: Season, action: SetFort) -> Step | Refusal:
    """IM-5.5: a fortification on a corner, or none; every queue is forecast anew."""
    if action.corner not in board_of(state).grid.corner_tiles:
        return Refusal("im.unknown_corner")
    forts = {corner: fort for corner, fort in state.forts.items() if corner != action.corner}
    if isinstance(action.fort, str):
        if action.fort not in FORT_LEVEL:
            return Refusal("im.unknown_fort")
        forts[action.corner] = action.fort
    new = replace(state, forts=forts, board_edits=state.board_edits + 1)
    event = FortSet(action.corner, action.reason, action.fort)
    return Step(new, (event, *risk_events(state, new)))
