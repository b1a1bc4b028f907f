"""Items as multisets of kinds, and what a set of them is worth (PR-2.6, PR-2.7, PR-5.21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.purple_robes.data import (
    GENERAL,
    KIND_OF,
    KIND_ORDER,
    KINDS,
    MONKEY,
    PAIR_BONUS,
)
from games.purple_robes.state import Hand


def in_order(kinds: Iterable[str]) -> tuple[str, ...]:
    """PR-2.6: in kind order."""
    return tuple(sorted(kinds, key=KIND_ORDER.__getitem__))


def listed(hand: Mapping[str, int]) -> tuple[str, ...]:
    """A holding card by card, in kind order."""
    return tuple(kind.id for kind in KINDS for _ in range(hand.get(kind.id, 0)))


def lacking(hand: Mapping[str, int], kinds: Iterable[str]) -> str:
    """The first kind of which more is named than held; empty when all is there."""
    for kind, count in Counter(kinds).items():
        if hand.get(kind, 0) < count:
            return kind
    return ""


def with_items(hand: Hand, kinds: Iterable[str]) -> Hand:
    """PR-5.18: a holding with more cards in it; there is no limit to it."""
    found = dict(hand)
    for kind in kinds:
        found[kind] = found.get(kind, 0) + 1
    return found


def without_items(hand: Hand, kinds: Iterable[str]) -> Hand:
    """PR-2.6: a holding less cards that it has."""
    found = dict(hand)
    for kind in kinds:
        found[kind] -= 1
        if not found[kind]:
            del found[kind]
    return found


class Combination(NamedTuple):
    """How a set of items counts: pairs of a bribe and a threat, single ones, high ones."""

    pairs: tuple[tuple[str, str], ...]
    singles: tuple[str, ...]
    high: tuple[str, ...]


def speciality(kind: str) -> tuple[int, int]:
    """Specific items first, then general ones, monkeys last; among equals in kind order."""
    rank = {GENERAL: 1, MONKEY: 2}.get(KIND_OF[kind].group, 0)
    return rank, KIND_ORDER[kind]


def combine(kinds: Iterable[str]) -> Combination:
    """PR-5.21: single bribes and threats pair freely, items of 2 and 3 never combine."""
    kinds = sorted(kinds, key=speciality)
    bribes = [kind for kind in kinds if KIND_OF[kind].value == 1]
    threats = [kind for kind in kinds if KIND_OF[kind].value == -1]
    high = [kind for kind in kinds if abs(KIND_OF[kind].value) > 1]
    paired = min(len(bribes), len(threats))
    return Combination(
        tuple(zip(bribes[:paired], threats[:paired], strict=True)),
        (*bribes[paired:], *threats[paired:]),
        tuple(sorted(high, key=lambda kind: (-abs(KIND_OF[kind].value), KIND_ORDER[kind]))),
    )


def value_of(kinds: Iterable[str]) -> int:
    """PR-5.21: p + m + 2·min(p, m) + H."""
    bribes = threats = high = 0
    for kind in kinds:
        match KIND_OF[kind].value:
            case 1:
                bribes += 1
            case -1:
                threats += 1
            case value:
                high += abs(value)
    return bribes + threats + PAIR_BONUS * min(bribes, threats) + high


def face_value(kinds: Iterable[str]) -> int:
    """The sum of the absolute values, nothing combined (PR-14.2, PR-14.3)."""
    return sum(abs(KIND_OF[kind].value) for kind in kinds)
