"""Merge patches of plain and of typed views."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.engine import codec
from games.engine.patch import diff, fields, merge

leaves = st.integers() | st.text(max_size=4) | st.booleans() | st.lists(st.integers(), max_size=3)
views = st.recursive(
    leaves, lambda part: st.dictionaries(st.text(max_size=3), part, max_size=4), max_leaves=12
)
maps = st.dictionaries(st.text(max_size=3), views, max_size=5)


class Tile(msgspec.Struct, frozen=True):
    kind: str
    owner: int | msgspec.UnsetType = msgspec.UNSET


class Side(msgspec.Struct, frozen=True):
    name: str
    tiles: dict[str, Tile]
    history: list[int]


owners = st.integers(0, 2) | st.just(msgspec.UNSET)
tiles = st.dictionaries(st.sampled_from("abcd"), st.builds(Tile, st.sampled_from("xy"), owners))
sides = st.builds(Side, st.text(max_size=2), tiles, st.lists(st.integers(0, 3), max_size=3))


@given(maps, maps)
def test_old_view_and_patch_give_the_new_view(old, new):
    assert merge(old, diff(old, new)) == new


@given(sides, sides)
def test_typed_views_give_the_patch_of_their_plain_form(old, new):
    patch = msgspec.json.decode(codec.dump(diff(fields(old), fields(new))))
    assert patch == diff(codec.to_builtins(old), codec.to_builtins(new))
    assert merge(codec.to_builtins(old), patch) == codec.to_builtins(new)


def test_a_field_that_is_not_set_any_more_is_deleted():
    old, new = {"t": Tile("x", 1)}, {"t": Tile("x")}
    assert diff(old, new) == {"t": {"owner": None}}


def test_unchanged_branches_are_not_in_the_patch():
    tile = Tile("x", 1)
    assert diff({"a": tile, "b": 1}, {"a": tile, "b": 2}) == {"b": 2}
