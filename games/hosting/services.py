"""The door and what opens it: `submit` and `commit`, and the host's own operations.

Whatever changes a game comes through here (architecture.md section 6): a general's order, the
clock, new attendance, a GM's ruling, a bot. `commit` takes a batch, `submit` a batch of one.
"""

from __future__ import annotations

from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError

from games.engine.protocol import CLOCK, Actor, Seat
from games.hosting import bus, cache
from games.hosting.commit import attempt
from games.hosting.intents import Answer, Companion, Intent, Shown, new_incident
from games.hosting.models import Game
from games.hosting.working import RulesFailed

log = structlog.get_logger(__name__)


def submit(
    game_id: int,
    actor: Actor,
    action: Any,
    *,
    by: int | None = None,
    client_id: str | None = None,
    expect: int | None = None,
    also: tuple[Companion, ...] = (),
) -> Answer:
    """One action for one game; the answer says whether it was accepted."""
    return commit([Intent(game_id, actor, action, by, client_id, expect, also)])[0]


def commit(intents: list[Intent]) -> list[Answer]:
    """Judge a batch, write it, show it: nothing is shown before its commit.

    If a view or the commit fails, nothing is shown, the cached states are dropped and the intents
    run one by one once; what fails again is refused.
    """
    try:
        answers, shown = attempt(intents)
    except Exception as error:
        _forget(intents, error)
        if len(intents) == 1:
            return [_refuse(intents[0], error)]
        return [_alone(intent) for intent in intents]
    _show(shown)
    return answers


def _alone(intent: Intent) -> Answer:
    try:
        answers, shown = attempt([intent])
    except Exception as error:
        _forget([intent], error)
        return _refuse(intent, error)
    _show(shown)
    return answers[0]


def _forget(intents: list[Intent], error: Exception) -> None:
    cache.drop(*{intent.game for intent in intents})
    log.error("commit failed", error=type(error).__name__, games=len({i.game for i in intents}))


def _refuse(intent: Intent, error: Exception) -> Answer:
    """What could not be written is refused; a title's failure sets the game aside (R-10)."""
    incident = new_incident()
    log.error("intent dropped", incident=incident, error=type(error).__name__)
    if isinstance(error, RulesFailed) and not isinstance(intent.actor, Seat) and not intent.host:
        set_aside(intent.game, incident)
    if isinstance(error, DatabaseError):
        return Answer.refused("unavailable", incident=incident)
    return Answer.refused("server_error", incident=incident)


def set_aside(game_id: int, incident: str) -> Answer:
    """Stop a game whose rules failed outside a seat's action; the GM is told and may retry.

    Its views may be what failed, so only the row changes: no log entry, no update.
    """
    changed = Game.objects.filter(pk=game_id, status="running").update(
        status="needs_gm", problem=incident, due_at=None
    )
    cache.drop(game_id)
    from games.hosting.outbox import tell_masters

    if changed:
        tell_masters(game_id, "needs_gm", key=incident, params={"incident": incident})
    return Answer(ok=bool(changed))


def _show(shown: list[Shown]) -> None:
    """After the commit: the bus, then whoever waits for a nudge; best effort, never in the way."""
    for item in shown:
        bus.publish(item)
    if any(item.wakes for item in shown):
        bus.nudge()


def run_due(game_id: int, *, expect: int | None = None) -> Answer:
    """Let the clock do what it is due to do, once: for the seq it was picked at (R-2)."""
    return commit([Intent(game_id, CLOCK, None, expect=expect)])[0]


def resolve_now(game_id: int, action: Any, *, by: int, also: tuple[Companion, ...] = ()) -> Answer:
    """IM-4.4: the console's button submits the clock's own action, as it stood on the page."""
    return commit([Intent(game_id, CLOCK, action, by=by, also=also)])[0]


def host_change(
    game_id: int,
    kind: str,
    *,
    by: int | None = None,
    note: str = "",
    also: tuple[Any, ...] = (),
    **facts: Any,
) -> Answer:
    """Pause, resume, extend, retry, or show a changed table; `also` as in `submit`."""
    intent = Intent(game_id, None, by=by, host=kind, note=note, also=also, facts=facts)
    return commit([intent])[0]


def is_embedded() -> bool:
    """Whether everything runs in this one process, without Redis."""
    return not settings.REDIS_URL
