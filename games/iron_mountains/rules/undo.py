"""Undo of the latest resolution, review and reopening (IM-17.2, IM-17.3).

Draws are keyed, so running the week again without changes gives the same result (IM-17.4).
"""

from __future__ import annotations

from games.engine.protocol import Event, Refusal, Step, replace
from games.iron_mountains.actions import Reopen, UndoResolution
from games.iron_mountains.data import REVIEW_SECONDS, UNDONE
from games.iron_mountains.events import OrderCancelled, ResolutionUndone, WeekReopened
from games.iron_mountains.state import REVIEW, Before, Season, Side, SideBefore

from .funding import risk_events


def undo_resolution(state: Season, action: UndoResolution) -> Step | Refusal:
    """IM-17.2: board and stocks as before, later grants on top, the week's orders come back.

    That no prize was picked yet is a common refusal (IM-5.1).
    """
    if not state.past:
        return Refusal("im.nothing_to_undo")
    before = state.past[-1]
    sides = tuple(_restored(side, old) for side, old in zip(state.sides, before.sides, strict=True))
    negative = any(min(side.moves, side.supplies, side.points) < 0 for side in sides)
    if negative or state.board_edits != before.board_edits:
        return Refusal("im.undo_blocked")
    until = action.now + REVIEW_SECONDS
    new = replace(
        _board_before(state, before),
        sides=sides,
        phase=REVIEW,
        week=before.week,
        deadline=before.deadline,
        nominal=before.nominal,
        past=state.past[:-1],
        reopened=False,
        review_until=until,
        standings=(),
        tie_breaks=(),
        picks=(),
        turn=0,
    )
    events = [ResolutionUndone(before.week, until, action.reason), *_cancelled(state)]
    return Step(new, (*events, *risk_events(state, new)))


def _restored(side: Side, old: SideBefore) -> Side:
    """IM-17.2: a side as it was, with the GM's grants since applied again on top."""
    return replace(
        side,
        moves=old.moves + side.moves_granted - old.moves_granted,
        supplies=old.supplies + side.supplies_granted - old.supplies_granted,
        points=old.points + side.points_adjusted - old.points_adjusted,
        last=old.last,
        history=side.history[:-1],
        spent=old.spent,
        orders=() if side.withdrawn else old.orders,
    )


def _board_before(state: Season, before: Before) -> Season:
    owners, forts = dict(state.owners), dict(state.forts)
    since, contested = dict(state.since), dict(state.contested)
    for tile, old in before.tiles.items():
        _put(owners, tile, old.owner, none=-1)
        _put(since, tile, old.since, none=0)
        _put(contested, tile, old.contested, none=0)
    for corner, fort in before.forts.items():
        if fort:
            forts[corner] = fort
        else:
            forts.pop(corner, None)
    return replace(state, owners=owners, forts=forts, since=since, contested=contested)


def _put(values: dict[str, int], key: str, value: int, *, none: int) -> None:
    if value == none:
        values.pop(key, None)
    else:
        values[key] = value


def _cancelled(state: Season) -> list[Event]:
    """IM-17.2: orders queued since are cancelled, and their general is told."""
    members = state.options.members_see_orders
    return [
        OrderCancelled(number, order.id, members, UNDONE)
        for number, side in enumerate(state.sides)
        for order in side.orders
    ]


def reopen(state: Season, action: Reopen) -> Step | Refusal:
    """IM-17.3: orders may change again until an instant, which becomes the deadline."""
    if not action.now < action.until <= state.review_until:
        limits = {"from": action.now + 1, "to": state.review_until}
        return Refusal("im.hold_too_long", limits)
    new = replace(state, deadline=action.until, reopened=True)
    event = WeekReopened(state.week, action.until, action.reason)
    return Step(new, (event, *risk_events(state, new)))
