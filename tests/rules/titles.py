"""Each registered title with its hooks: `tests/rules/<title>/hooks.py` plugs into the suites.

A hooks module offers `SETUPS` (name → first state), `play(state, random)` (one random legal step as
actor and action, None when over), `twins(state, random)` (pairs that differ only in what a stream
must not see), and `check(state)` (invariants).
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from games.engine import codec
from games.engine.protocol import PUBLIC, Rules, parse_stream, seat_stream, team_stream
from games.registry import TITLES, rules_of

# the project's own titles: tests of the host register theirs in the same process
SLUGS = tuple(slug for slug, target in TITLES.items() if target.startswith("games."))


def hooks(slug: str) -> ModuleType:
    """The title's own part of the suites."""
    return import_module(f".{slug.replace('-', '_')}.hooks", __package__)


def cases() -> list[tuple[str, str]]:
    """Every title with every one of its setups."""
    return [(slug, name) for slug in SLUGS for name in hooks(slug).SETUPS]


def package(slug: str) -> Path:
    """The title's folder."""
    name = TITLES[slug].partition(":")[0]
    return Path(str(import_module(name).__file__)).parent


def streams(rules: Rules, state: Any) -> tuple[str, ...]:
    """Every stream of this game."""
    count = len(state.sides) if hasattr(state, "sides") else len(state.seats)
    teams = [team_stream(k) for k in range(count)] if rules.meta.has_team_streams else []
    return (PUBLIC, *teams, *(seat_stream(k) for k in range(count)))


def view(rules: Rules, state: Any, stream: str) -> Any:
    """A stream's view as builtins."""
    kind, seat = parse_stream(stream)
    if kind == PUBLIC:
        return codec.to_builtins(rules.public(state))
    typed = rules.team(state, seat) if kind == "team" else rules.private(state, seat)
    return {} if typed is None else codec.to_builtins(typed)


def views(rules: Rules, state: Any) -> dict[str, Any]:
    """Every stream's view."""
    return {stream: view(rules, state, stream) for stream in streams(rules, state)}


def shown(rules: Rules, events: Any, stream: str) -> list[Any]:
    """The events as a stream shows them."""
    seen = (rules.visible(event, stream) for event in events)
    return [codec.to_builtins(event) for event in seen if event is not None]


def named(slug: str) -> Rules:
    """The rules of a title."""
    return rules_of(slug)
