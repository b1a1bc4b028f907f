"""Keyed draws (IM-2.6)."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from games.engine import chance


def test_im_2_6_1_a_draw_is_the_first_eight_bytes_of_the_hash():
    digest = hashlib.sha256(b"demo|flip|3|0|5|0").digest()
    assert chance.draw("demo", 7, "flip", 3, 0, 5) == int.from_bytes(digest[:8], "big") % 7


def test_im_2_6_1_one_outcome_needs_no_hash_and_none_is_an_error():
    assert chance.draw("demo", 1, "x") == 0
    with pytest.raises(ValueError, match="at least one"):
        chance.draw("demo", 0, "x")


def test_im_2_6_1_a_value_in_the_odd_rest_moves_the_counter_on():
    n = 2**63 + 1  # almost every second value is rejected
    key = next(k for k in range(50) if _value(k, 0) >= n)
    counter = next(c for c in range(50) if _value(key, c) < n)
    assert chance.draw("demo", n, "big", key) == _value(key, counter)


def _value(key, counter):
    digest = hashlib.sha256(f"demo|big|{key}|{counter}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def test_im_2_6_2_shuffle_swaps_from_the_end():
    items = list("abcde")
    expected = list(items)
    for i in range(4, 0, -1):
        j = chance.draw("demo", i + 1, "key", i)
        expected[i], expected[j] = expected[j], expected[i]
    assert chance.shuffle("demo", items, "key") == expected
    assert items == list("abcde")


def test_im_2_6_3_draws_are_keyed_not_consumed():
    first = [chance.draw("s", 6, "a", n) for n in range(9)]
    assert [chance.draw("s", 6, "a", n) for n in reversed(range(9))] == first[::-1]


def test_im_2_6_4_commitment_hashes_prefix_and_seed():
    expected = hashlib.sha256(b"im-commit|demo").hexdigest()
    assert chance.commitment("demo", "im") == chance.commitment("demo", "IM") == expected


def test_im_9_draws_are_uniform():
    counts = Counter(chance.draw("demo", 3, "supply", 1, n, 0) for n in range(3000))
    assert all(900 < counts[value] < 1100 for value in range(3))
    orders = Counter(tuple(chance.shuffle("demo", "abc", n)) for n in range(3000))
    assert len(orders) == 6 and all(400 < count < 600 for count in orders.values())


def test_im_3_6_a_reseed_is_derived_and_new():
    seeds = {chance.reseeded("a" * 32, attempt) for attempt in range(20)}
    assert len(seeds) == 20 and all(len(seed) == 32 for seed in seeds)
