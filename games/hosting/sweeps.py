"""What the tick does besides the clock: pairs of "which need it" and "do it for one".

An app registers its pair when it is ready; every pair is idempotent against the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Waiting = Callable[[], Iterable[int]]
Work = Callable[[int], object]

_sweeps: list[tuple[Waiting, Work]] = []


def register(waiting: Waiting, work: Work) -> None:
    """Let the tick call `work(id)` for every id that `waiting()` names."""
    if (waiting, work) not in _sweeps:
        _sweeps.append((waiting, work))


def all_of_them() -> tuple[tuple[Waiting, Work], ...]:
    """The registered pairs."""
    return tuple(_sweeps)
