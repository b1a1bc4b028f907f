"""What an attempt on a court member is worth, and what it needs (PR-5.21 to PR-5.27).

Pure sums on control boxes and items: the resolution, the views, the preview and the bot share them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from games.purple_robes.data import (
    CLAN_SUPPORT_DIVISOR,
    CRONIES_OF,
    CRONY_OF,
    KIND_OF,
    KIND_ORDER,
    TAKEOVER_MARGIN,
    WORKS,
)

from .items import speciality, value_of


class Box(Protocol):
    """A control box, of the state or of a view; nobody controls where it is no seat's number."""

    @property
    def amount(self) -> int:
        """How much control."""

    @property
    def controller(self) -> object:
        """The seat that has it."""


Boxes = Mapping[str, Box]


def sources(boxes: Boxes, seat: int, target: str) -> dict[str, int]:
    """PR-5.22: member → what it adds for a seat that attempts the target."""
    if target in CRONIES_OF:
        held = (c for c in CRONIES_OF[target] if boxes[c.id].controller == seat)
        return {crony.id: crony.power for crony in held}
    crony = CRONY_OF.get(target)
    if crony is None or boxes[crony.clan].controller != seat:
        return {}
    third = boxes[crony.clan].amount // CLAN_SUPPORT_DIVISOR
    return {crony.clan: third} if third else {}


def support(boxes: Boxes, seat: int, target: str) -> int:
    """PR-5.22: Cronies for their Advisor, a third of the Clan for its Cronies."""
    return sum(sources(boxes, seat, target).values())


def strength(boxes: Boxes, seat: int, target: str, items: Iterable[str]) -> int:
    """PR-5.23: item value and support, which is added once and never doubled."""
    return value_of(items) + support(boxes, seat, target)


def needed(amount: int) -> int:
    """PR-5.24: what a challenger needs: 1 for a member nobody controls, else two more."""
    return amount + TAKEOVER_MARGIN if amount else 1


def raised(amount: int, own: int) -> int:
    """PR-5.26, PR-9.3: the amount after its controller attempts the member."""
    return max(own, amount + own // 2)


def least_raise(amount: int) -> int:
    """PR-5.26: the strength from which a raise gains anything."""
    return next(own for own in range(1, amount + 2) if raised(amount, own) > amount)


def works(kind: str, target: str) -> bool:
    """PR-2.7: does an item work on a member?"""
    return kind in WORKS[target]


def usable_on(hand: Mapping[str, int], target: str) -> dict[str, int]:
    """PR-2.7, PR-5.3: the held kinds that work on a member."""
    return {kind: hand[kind] for kind in WORKS[target] if kind in hand}


def strongest(hand: Mapping[str, int], target: str, cards: int) -> tuple[str, ...]:
    """PR-13.4: the most valuable set of so many cards at hand (PR-5.21)."""
    held = [kind for kind in WORKS[target] for _ in range(hand.get(kind, 0))]
    single = sorted((k for k in held if abs(KIND_OF[k].value) == 1), key=speciality)
    high = [kind for kind in held if abs(KIND_OF[kind].value) > 1]
    high.sort(key=lambda kind: (-abs(KIND_OF[kind].value), KIND_ORDER[kind]))
    bribes = [kind for kind in single if KIND_OF[kind].value > 0]
    threats = [kind for kind in single if KIND_OF[kind].value < 0]
    best: tuple[str, ...] = ()
    for count in range(min(cards, len(single)) + 1):
        paired = min(count // 2, len(bribes), len(threats))
        rest = (*bribes[paired:], *threats[paired:])[: count - 2 * paired]
        chosen = (*high[: cards - count], *bribes[:paired], *threats[:paired], *rest)
        if value_of(chosen) > value_of(best):
            best = chosen
    return best
