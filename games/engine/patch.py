"""JSON merge patches (RFC 7396) between two views; twin of `static/js/patch.js`.

Views are maps keyed by id without nulls, so the standard merge patch says everything: a key with
null is gone, a list is replaced whole.
"""

from __future__ import annotations

from typing import Any

Json = Any


def diff(old: dict[str, Json], new: dict[str, Json]) -> dict[str, Json]:
    """The merge patch that turns `old` into `new`; empty when they are equal."""
    patch: dict[str, Json] = {}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
            continue
        before = old[key]
        if before is value or before == value:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            patch[key] = diff(before, value)
        else:
            patch[key] = value
    for key in old:
        if key not in new:
            patch[key] = None
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
