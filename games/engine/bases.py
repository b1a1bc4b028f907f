"""What a title's own types are made of: actions, events, states, their parts, views."""

from __future__ import annotations

import re

import msgspec


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Action(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=_snake
):
    """Base of everything that is submitted; the tag `type` is the class name in snake case.

    Every field is bounded by `Meta`. A field named `now` (unix seconds) is filled by the door with
    the time of the commit, whatever was sent: the rules know no clock.
    """


class Event(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=_snake
):
    """Base of a fact that happened; stands whole in the log, blunted by `visible` in streams."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of a game's whole state, secrets included; its text form tells none of them."""

    schema: int

    def __repr__(self) -> str:
        return f"{type(self).__name__}(schema={self.schema})"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of a piece of a state, of its settings or of an action: plain data without a tag."""


class View(msgspec.Struct, frozen=True, gc=False):
    """Base of what a stream shows: no nulls (absent is `UNSET`), maps keyed by id."""
