"""What the door is asked and what it answers."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from games.engine.protocol import Actor, Refusal

HOST = "host"

Companion = Any  # an unsaved model instance, or a callable without arguments


@dataclass(slots=True)
class Intent:
    """One action for one game.

    `action`: builtins from outside, a typed action, or None for whatever the clock is due to do.
    `by`: the user's number, whose rights are checked. `expect`: the log seq this was made for.
    `also`: companion rows saved in the same transaction. `host`: a change of the host's own part
    (a kind of `games.hosting.changes`) instead of an action of the rules, `facts` what it is about:
    they stand in the log, so they name no person.
    """

    game: int
    actor: Actor | None
    action: Any = None
    by: int | None = None
    client_id: str | None = None
    expect: int | None = None
    also: tuple[Companion, ...] = ()
    host: str = ""
    note: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Answer:
    """What became of an intent; `receipt` (id, text, at) stands only on accepted ones."""

    ok: bool
    code: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    receipt: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def refused(cls, code: str, **params: Any) -> Answer:
        """A refusal of the host."""
        return cls(ok=False, code=code, params=params)

    @classmethod
    def of(cls, refusal: Refusal) -> Answer:
        """A refusal of the rules."""
        return cls(ok=False, code=refusal.code, params=dict(refusal.params))


@dataclass(slots=True)
class Shown:
    """What one commit moved in one game, as the bus carries it.

    `updates`: stream → (seq, frame text without audience facts). `due_in`: seconds until the clock
    acts, None where nothing is due; `bots_in`: until bots have to look. `wakes`: a notice waits, or
    a bot may act at once.
    """

    game: int
    seq: int
    updates: dict[str, tuple[int, str]]
    due_in: float | None = None
    bots_in: float | None = None
    wakes: bool = False


def new_incident() -> str:
    """A random id that a person can quote and the log carries."""
    return secrets.token_hex(6)
