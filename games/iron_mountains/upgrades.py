"""Stored seasons of older rules to the present schema: one pure step per schema number."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from .state import SCHEMA

Step = Callable[[dict[str, Any]], dict[str, Any]]

# schema → the step to the next one; a stored sample of each lies with the tests
STEPS: MappingProxyType[int, Step] = MappingProxyType({})


def upgrade(raw: dict[str, Any]) -> dict[str, Any]:
    """The state as builtins in the present schema; an unknown schema is an error that says so."""
    schema = raw.get("schema")
    if not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        raise ValueError(f"unknown schema {schema!r}: these rules read 1 to {SCHEMA}")
    while schema < SCHEMA:
        raw = STEPS[schema](raw)
        schema = raw["schema"]
    return raw
