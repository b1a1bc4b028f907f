"""Decoded states of this process, so that a live game is not decoded for every action."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

KEPT = 256
IDLE_SECONDS = 60.0  # a game nobody has looked at for so long is decoded again


@dataclass(slots=True)
class Decoded:
    """A state at its log seq, and the views already computed from it; `used`: when it was last."""

    seq: int
    state: Any
    views: dict[str, dict[str, Any]] = field(default_factory=dict)
    used: float = field(default_factory=time.monotonic)


_lock = Lock()
_states: OrderedDict[int, Decoded] = OrderedDict()


def get(game_id: int, seq: int) -> Decoded | None:
    """The decoded state of exactly this seq, or nothing."""
    with _lock:
        found = _states.get(game_id)
        if found is None or found.seq != seq:
            return None
        found.used = time.monotonic()
        _states.move_to_end(game_id)
        return found


def put(game_id: int, decoded: Decoded) -> None:
    """Remember a committed state; never an older one than is known."""
    with _lock:
        known = _states.get(game_id)
        if known is not None and known.seq > decoded.seq:
            return
        _states[game_id] = decoded
        _states.move_to_end(game_id)
        while len(_states) > KEPT or _is_idle(next(iter(_states.values()))):
            _states.popitem(last=False)


def _is_idle(decoded: Decoded) -> bool:
    return time.monotonic() - decoded.used > IDLE_SECONDS


def drop(*game_ids: int) -> None:
    """Forget games whose commit failed."""
    with _lock:
        for game_id in game_ids:
            _states.pop(game_id, None)


def clear() -> None:
    """Forget everything (tests)."""
    with _lock:
        _states.clear()
