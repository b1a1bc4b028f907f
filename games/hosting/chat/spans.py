"""CHAT-3, CHAT-5: arithmetic of read windows.

A reader's spans are the runs of message numbers he may read, in order and apart; `None` ends an
open one. What he sees is numbered from 1 through his spans, so that no number tells of others.
"""

from __future__ import annotations

from collections.abc import Iterable

Span = tuple[int, int | None]
Spans = tuple[Span, ...]


def merge(spans: Iterable[Span]) -> Spans:
    """The same runs in order, joined where they touch."""
    out: list[Span] = []
    for first, last in sorted(spans, key=lambda span: span[0]):
        if not out:
            out.append((first, last))
            continue
        start, end = out[-1]
        if end is None:
            break
        if first > end + 1:
            out.append((first, last))
        elif last is None or last > end:
            out[-1] = (start, last)
    return tuple(out)


def clipped(spans: Spans, upto: int) -> Spans:
    """What the spans hold of the messages up to one."""
    return tuple(
        (first, upto if last is None or last > upto else last)
        for first, last in spans
        if first <= upto
    )


def count(spans: Spans, upto: int) -> int:
    """How many messages up to one a reader may read."""
    return sum(end - first + 1 for first, end in clipped(spans, upto) if end is not None)


def holds(spans: Spans, n: int) -> bool:
    """Whether a reader may read message `n`."""
    return any(first <= n and (last is None or n <= last) for first, last in spans)


def is_open(spans: Spans) -> bool:
    """Whether a reader reads what comes next."""
    return bool(spans) and spans[-1][1] is None


def within(spans: Spans, number: int, last: int) -> int:
    """The room's own number of what a reader counts as `number`; the nearest it has."""
    left = number
    found = 0
    for first, end in clipped(spans, last):
        assert end is not None
        size = end - first + 1
        if left <= 0:
            break
        found = first + min(left, size) - 1
        left -= size
    return found


def between(spans: Spans, low: int, high: int) -> list[tuple[int, int]]:
    """The runs of the room's numbers that a reader counts as `low` to `high`."""
    out: list[tuple[int, int]] = []
    before = 0
    for first, last in spans:
        size = high - before if last is None else last - first + 1
        start, stop = max(low, before + 1), min(high, before + size)
        if start <= stop:
            out.append((first + start - before - 1, first + stop - before - 1))
        before += size
        if before >= high:
            break
    return out
