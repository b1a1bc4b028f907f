"""Bytes to values: strict, bounded, and the same every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import codec
from games.engine.patch import diff, merge

KEYS = st.text("abc", min_size=1, max_size=2)
VIEWS = st.recursive(
    st.integers() | st.text("xyz", max_size=3) | st.booleans() | st.lists(st.integers()),
    lambda inner: st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"NaN",
        b"1e999",
        b'"\\u0000"',
        b'"\\u009f"',
        b'{"\\u0001": 1}',
        b"9007199254740993",
        b"[" * 40 + b"]" * 40,
        b'"\xff"',
    ],
)
def test_bad_input_is_refused(data):
    with pytest.raises(codec.BadInput):
        codec.load(data)


def test_good_input_passes():
    assert codec.load('{"a": [1, -2.5, "tab\\there", null, true]}') == {
        "a": [1, -2.5, "tab\there", None, True]
    }


def test_stored_form_is_sorted():
    assert codec.encode({"b": 1, "a": {"d": 1, "c": 2}}) == b'{"a":{"c":2,"d":1},"b":1}'


@given(st.dictionaries(KEYS, VIEWS, max_size=4), st.dictionaries(KEYS, VIEWS, max_size=4))
def test_view_and_patch_give_the_next_view(old, new):
    patch = diff(old, new)
    assert merge(old, patch) == new
    assert (patch == {}) == (old == new)
