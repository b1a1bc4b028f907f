"""CHAT-3, CHAT-5: windows as arithmetic, against a list of every message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.hosting.chat import spans

LAST = 30
window = st.tuples(st.integers(1, LAST), st.none() | st.integers(1, LAST)).filter(
    lambda w: w[1] is None or w[0] <= w[1]
)
windows = st.lists(window, max_size=6)


def held(given_windows: list[tuple[int, int | None]]) -> list[int]:
    """Every message number some window holds, one by one."""
    return [
        n
        for n in range(1, LAST + 1)
        if any(first <= n and (last is None or n <= last) for first, last in given_windows)
    ]


@given(windows)
def test_chat_3_merged_windows_hold_the_same_messages(some: list[tuple[int, int | None]]) -> None:
    merged = spans.merge(some)
    assert [n for n in range(1, LAST + 1) if spans.holds(merged, n)] == held(some)
    ends = [(first, last or LAST + 9) for first, last in merged]
    assert all(a[1] + 1 < b[0] for a, b in zip(ends, ends[1:], strict=False))


@given(windows, st.integers(0, LAST))
def test_chat_5_numbers_count_only_what_the_windows_hold(
    some: list[tuple[int, int | None]], upto: int
) -> None:
    merged = spans.merge(some)
    assert spans.count(merged, upto) == len([n for n in held(some) if n <= upto])


@given(windows)
def test_chat_5_a_readers_number_leads_back_to_the_message(
    some: list[tuple[int, int | None]],
) -> None:
    merged = spans.merge(some)
    for number, n in enumerate(held(some), start=1):
        assert spans.within(merged, number, LAST) == n
        assert spans.count(merged, n) == number


@given(windows, st.integers(1, LAST), st.integers(0, 10))
def test_chat_5_a_page_holds_just_the_numbers_asked_for(
    some: list[tuple[int, int | None]], low: int, size: int
) -> None:
    merged = spans.clipped(spans.merge(some), LAST)
    runs = spans.between(merged, low, low + size)
    assert [n for a, b in runs for n in range(a, b + 1)] == held(some)[low - 1 : low + size]


@given(windows)
def test_chat_3_a_reader_reads_on_where_his_last_window_is_open(
    some: list[tuple[int, int | None]],
) -> None:
    merged = spans.merge(some)
    assert spans.is_open(merged) == any(last is None for _, last in some)
    assert spans.holds(merged, 10_000) == spans.is_open(merged)
