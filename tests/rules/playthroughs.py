"""Recorded games: made by `tools/regen_playthroughs.py`, replayed by `test_playthroughs.py`.

A recording holds its setup and, per entry, the actor, the action, how many actions were legal for
all seats together before it, and a digest of the events and the state after it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.engine import codec
from games.engine.protocol import Seat, actor_key, parse_actor

from .titles import hooks, named

FOLDER = Path(__file__).resolve().parents[1] / "playthroughs"


def folder(slug: str) -> Path:
    """Where a title's recordings lie."""
    return FOLDER / slug.replace("-", "_")


def count_legal(slug: str, state: Any) -> int:
    """How many whole actions all seats may choose from."""
    return sum(
        len(named(slug).legal(state, Seat(seat)).actions) for seat in hooks(slug).seats(state)
    )


def mark(step: Any) -> str:
    """A short digest of what an action did."""
    return codec.digest(codec.encode([step.state, list(step.events)]))[:16]


def record(slug: str, name: str) -> dict[str, Any]:
    """Play a recording's moves and note what they do."""
    rules, part = named(slug), hooks(slug)
    moves = part.RECORDINGS[name]()
    head = next(moves)
    state = part.recorded_start(head)
    entries = []
    move = moves.send(state)
    while True:
        actor, action = move
        legal = count_legal(slug, state)
        step = rules.apply(state, actor, action)
        state = step.state
        entries.append([actor_key(actor), codec.to_builtins(action), legal, mark(step)])
        try:
            move = moves.send(state)
        except StopIteration:
            break
    outcome = json.loads(codec.encode(rules.outcome(state)))
    return {"head": head, "entries": entries, "outcome": outcome}


def replay(slug: str, recording: dict[str, Any]) -> Any:
    """The state after a recording, every entry compared on the way."""
    rules, part = named(slug), hooks(slug)
    state = part.recorded_start(recording["head"])
    for number, (actor, action, legal, expected) in enumerate(recording["entries"]):
        assert count_legal(slug, state) == legal, f"entry {number}: other legal actions"
        step = rules.apply(state, parse_actor(actor), codec.convert(action, rules.Action))
        assert mark(step) == expected, f"entry {number}: {action['type']} does something else"
        state = step.state
    return state


def text_of(recording: dict[str, Any]) -> str:
    """One line an entry, so that a difference can be read."""
    lines = ",\n".join(json.dumps(entry, sort_keys=True) for entry in recording["entries"])
    head = json.dumps(recording["head"], sort_keys=True)
    outcome = json.dumps(recording["outcome"], sort_keys=True)
    return f'{{"head": {head},\n"outcome": {outcome},\n"entries": [\n{lines}\n]}}\n'
