"""The one source of chance (PR-9.1): handed explicitly to whatever draws.

Who makes a step makes a source from the state, lets the rules draw, and stores its `count`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from games.engine import chance

T = TypeVar("T")


class Draws(Protocol):
    """Draws in sequence; `count` is the number of the next one."""

    count: int

    def below(self, n: int) -> int:
        """Uniform on 0 … n-1."""

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in another order; the top of a pile is its last."""


class Seeded:
    """PR-9.1: keyed draws of IM-2.6 with the running number as the key."""

    def __init__(self, seed: str, count: int = 0) -> None:
        self._seed = seed
        self.count = count

    def below(self, n: int) -> int:
        """PR-9.1: draw(n, count)."""
        found = chance.draw(self._seed, n, self.count)
        self.count += 1
        return found

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """PR-9.1: shuffle(list, count)."""
        found = chance.shuffle(self._seed, items, self.count)
        self.count += 1
        return found
