"""JSON merge patches (RFC 7396) between two views; twin of `static/js/patch.js`.

Views are maps keyed by id without nulls, so the standard merge patch says everything: a key with
null is gone, a list is replaced whole.
"""

from __future__ import annotations

from typing import Any

import msgspec

Json = Any


def fields(view: Any) -> dict[str, Any]:
    """A typed view as a map of the fields that are set; what they hold stays typed."""
    found = {name: getattr(view, name) for name in view.__struct_fields__}
    return {name: value for name, value in found.items() if value is not msgspec.UNSET}


def diff(old: dict[str, Json], new: dict[str, Json]) -> dict[str, Json]:
    """The merge patch that turns `old` into `new`; empty when they are equal.

    Values may be typed: a Struct counts as the map of its set fields. Most of a view is the very
    same object as before, so that comparing costs little, and only what changed is ever encoded.
    """
    patch: dict[str, Json] = {}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
            continue
        before = old[key]
        if before is value:
            continue
        changed = _changed(before, value)
        if changed is not _SAME:
            patch[key] = changed
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


_SAME = object()


def _changed(before: Json, value: Json) -> Json:
    """What stands in the patch for a value, or `_SAME`."""
    if isinstance(before, dict) and isinstance(value, dict):
        return diff(before, value) or _SAME
    if isinstance(value, msgspec.Struct) and type(before) is type(value):
        return _changed_fields(before, value) or _SAME
    return _SAME if before == value else value


def _changed_fields(before: Any, value: Any) -> dict[str, Json]:
    """The patch between two Structs of one type; a field that is not set any more is deleted."""
    patch: dict[str, Json] = {}
    for name in value.__struct_fields__:
        old, new = getattr(before, name), getattr(value, name)
        if old is new:
            continue
        if new is msgspec.UNSET:
            patch[name] = None
        elif old is msgspec.UNSET:
            patch[name] = new
        elif (changed := _changed(old, new)) is not _SAME:
            patch[name] = changed
    return patch


def merge(target: Json, patch: Json) -> Json:
    """Apply a merge patch; the input is left alone and unchanged branches are shared."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = merge(out.get(key), value)
    return out
