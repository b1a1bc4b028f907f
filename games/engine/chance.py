"""Keyed draws: pure functions of (secret seed, key); nothing is consumed, order cannot matter.

IM-2.6 defines them for every title. A title that draws in sequence puts its running draw number
into the key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

_SPAN = 1 << 64

T = TypeVar("T")


def draw(seed: str, n: int, *key: str | int) -> int:
    """IM-2.6.1: a uniform integer in 0 … n-1 for this seed and key; n = 1 gives 0 unhashed."""
    if n < 1:
        raise ValueError("a draw needs at least one outcome")
    if n == 1:
        return 0
    limit = _SPAN - _SPAN % n
    stem = "|".join([seed, *map(str, key)])
    counter = 0
    while True:
        digest = hashlib.sha256(f"{stem}|{counter}".encode()).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % n
        counter += 1


def shuffle(seed: str, items: Sequence[T], *key: str | int) -> list[T]:
    """IM-2.6.2: a Fisher-Yates shuffle whose step i uses the key extended by i."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = draw(seed, i + 1, *key, i)
        out[i], out[j] = out[j], out[i]
    return out


def commitment(seed: str, prefix: str) -> str:
    """IM-2.6.4: the hash published at the start, `SHA-256(<prefix>-commit|seed)` in hex."""
    return hashlib.sha256(f"{prefix.lower()}-commit|{seed}".encode()).hexdigest()


def reseeded(seed: str, attempt: int) -> str:
    """IM-3.6: the next secret seed of a draft, derived so that no seed ever stands in an action."""
    return hashlib.sha256(f"reseed|{seed}|{attempt}".encode()).hexdigest()[:32]
