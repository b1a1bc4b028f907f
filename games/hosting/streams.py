"""Views of the streams, their patches, and who may follow them.

Filter first, diff second: a patch is only ever made from two views that were filtered already.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine import codec
from games.engine.patch import diff, fields
from games.engine.protocol import PUBLIC, Rules, parse_stream, seat_stream, team_stream

KEYFRAME_EVERY = 64
HOST_KEYS = ("clock", "table")

Json = dict[str, Any]


def names(rules: Rules, seats: int) -> tuple[str, ...]:
    """Every stream of a game with so many seats."""
    teams = [team_stream(k) for k in range(seats)] if rules.meta.has_team_streams else []
    return (PUBLIC, *teams, *(seat_stream(k) for k in range(seats)))


def view(rules: Rules, state: Any, stream: str, host: Json) -> Json:
    """What a stream shows of a state: its fields, their values typed as the title made them.

    The host's part joins the public view. Encoding makes JSON of it; `plain` makes builtins.
    """
    kind, seat = parse_stream(stream)
    if kind == PUBLIC:
        return {**fields(rules.public(state)), **host}
    typed = rules.team(state, seat) if kind == "team" else rules.private(state, seat)
    return fields(typed) if typed is not None else {}


def plain(shown: Json) -> Json:
    """A view as builtins, for pages."""
    found: Json = codec.to_builtins(shown)
    return found


def events_for(rules: Rules, events: Iterable[Any], stream: str) -> list[Any]:
    """The events as a stream shows them: whole, blunted, or not at all."""
    shown = (rules.visible(event, stream) for event in events)
    return [codec.to_builtins(event) for event in shown if event is not None]


def change(old: Json | None, new: Json) -> Json:
    """The patch from one view to the next."""
    return diff(old or {}, new)


def audience(acts_for: Iterable[int], belongs_to: Iterable[int], *, teams: bool) -> frozenset[str]:
    """The streams a person may follow: the public one, those of his teams, those of his seats."""
    acting = set(acts_for)
    followed = {PUBLIC, *(seat_stream(k) for k in acting)}
    if teams:
        followed |= {team_stream(k) for k in acting | set(belongs_to)}
    return frozenset(followed)
