"""The facts that a game begins with, told with its first state (PR-10)."""

from __future__ import annotations

from games.engine import chance, codec

from . import events as ev
from .data import PREFIX
from .rules.queues import queues_filled
from .rules.windows import cycle_started, window_opened
from .state import Court


def opening(court: Court) -> tuple[ev.AnyEvent, ...]:
    """PR-10.1: the deal, the first decision, the first queues, the first window."""
    started = ev.GameStarted(
        court.turn,
        court.cycle,
        options=codec.to_builtins(court.options),
        seats=court.seats,
        markers={str(seat): markers for seat, markers in enumerate(court.usable)},
        queue_markers=court.queue_markers,
        box=court.box,
        seed_hash=chance.commitment(court.seed, PREFIX),
    )
    filled = queues_filled(court, reshuffled=False)
    return (started, cycle_started(court), filled, window_opened(court))
