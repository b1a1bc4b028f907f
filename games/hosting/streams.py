"""Views of the streams, their patches, and who may follow them.

Filter first, diff second: a patch is only ever made from two views that were filtered already.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine import codec
from games.engine.patch import diff
from games.engine.protocol import PUBLIC, Rules, parse_stream, seat_stream, team_stream

KEYFRAME_EVERY = 64
HOST_KEYS = ("clock", "table")

Json = dict[str, Any]


def names(rules: Rules, seats: int) -> tuple[str, ...]:
    """Every stream of a game with so many seats."""
    teams = [team_stream(k) for k in range(seats)] if rules.meta.has_team_streams else []
    return (PUBLIC, *teams, *(seat_stream(k) for k in range(seats)))


def view(rules: Rules, state: Any, stream: str, host: Json) -> Json:
    """What a stream shows of a state, as builtins; the host's part joins the public view."""
    kind, seat = parse_stream(stream)
    if kind == PUBLIC:
        shown: Json = codec.to_builtins(rules.public(state))
        return {**shown, **host}
    typed = rules.team(state, seat) if kind == "team" else rules.private(state, seat)
    return codec.to_builtins(typed) if typed is not None else {}


def views(rules: Rules, state: Any, streams: Iterable[str], host: Json) -> dict[str, Json]:
    """Several views of one state."""
    return {stream: view(rules, state, stream, host) for stream in streams}


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
