"""Pausing, extending and taking an extension back: the clock is the host's (GC-15.5, PR-15.6).

While a game is paused its clock stands still and seats are refused with `not_now`; what was left
of the window is left when it goes on. A title that keeps instants of its own (a weekly deadline)
can be paused, but its instants stay and nothing can be added to them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.engine.protocol import Due
from games.hosting.models import Status

if TYPE_CHECKING:
    from games.hosting.working import Working

MOST_SECONDS = 30 * 86_400  # that a window can be extended by, all in all


def pause(work: Working, at: datetime) -> str:
    """Stop the clock; the code of the refusal, or nothing."""
    game = work.game
    if game.status != Status.RUNNING or game.paused_at:
        return "not_now"
    game.paused_at = at
    work.stop_clock()
    return ""


def resume(work: Working, at: datetime) -> str:
    """Go on: the window lasts as much longer as the game stood still in it."""
    game = work.game
    if not game.paused_at:
        return "not_now"
    if game.due_key_at:
        game.due_key_at += at - max(game.paused_at, game.due_key_at)
    game.paused_at = None
    work.start_clock(at)
    return ""


def extend(work: Working, at: datetime, seconds: int) -> str:
    """Add seconds to the present window."""
    code = counted(work, at)
    if code:
        return code
    if not 0 < seconds <= MOST_SECONDS - work.game.due_extra:
        return "table.seconds"
    work.game.due_extra += seconds
    work.start_clock(at)
    return ""


def shorten(work: Working, at: datetime) -> str:
    """Take back what was added to the present window; its end is never before now."""
    code = counted(work, at)
    if code:
        return code
    if not work.game.due_extra:
        return "not_now"
    work.game.due_extra = 0
    work.start_clock(at)
    return ""


def counted(work: Working, at: datetime) -> str:
    """Why the present window cannot be extended: no clock, not its own, or already over."""
    game = work.game
    if game.status != Status.RUNNING:
        return "not_now"
    due: Due | None = work.rules.deadline(work.state, game.clock)
    if due is None or due.seconds is None or game.due_seconds is None:
        return "table.no_clock"
    if work.due_at is not None and work.due_at <= at:
        return "not_now"
    return ""


def left(paused_at: datetime, key_at: datetime | None, seconds: int | None) -> int | None:
    """Seconds that are left of the window of a paused game."""
    if key_at is None or seconds is None:
        return None
    ends = key_at + timedelta(seconds=seconds)
    return max(0, int((ends - max(paused_at, key_at)).total_seconds()))
