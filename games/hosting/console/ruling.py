"""Looking ahead and carrying out: what the console does with an action once it is known.

`look_ahead` asks the rules' dry run; `carry_out` opens the door with one audit row beside the
change, whose before and after are the facts a blind GM may see, so that the audit log tells no
secrets (R-9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import structlog
from django.http import HttpRequest

from accounts.auditing import audit, audit_entry
from games.engine import codec
from games.engine.protocol import GM, Actor, Refusal, replace
from games.hosting import asking, clocks
from games.hosting.console.facts import differing
from games.hosting.console.guards import Standing
from games.hosting.intents import Answer, Intent, new_incident
from games.hosting.models import Game
from games.hosting.services import commit
from games.registry import rules_of

log = structlog.get_logger(__name__)

TRIES = 5
UNTOLD = frozenset({"now", "type", "reason"})


@dataclass(frozen=True, slots=True)
class Ruling:
    """A typed action with its actor, for one game."""

    game: Game
    action: Any
    actor: Actor = GM

    @property
    def kind(self) -> str:
        """The action's tag."""
        return str(self.action.__struct_config__.tag)


def typed(game: Game, raw: dict[str, Any]) -> Any:
    """The typed action, or `BadInput`."""
    return codec.convert(raw, rules_of(game.title).Action)


def look_ahead(
    request: HttpRequest, ruling: Ruling, standing: Standing
) -> dict[str, Any] | Refusal | str:
    """IM-17.1: what the action would do, a refusal, or the incident of rules that failed.

    An unblinded look ahead shows orders, so it leaves an audit row of its own (R-9).
    """
    game, state = asking.load(ruling.game.pk)
    action = _stamped(ruling.action)
    try:
        found = rules_of(game.title).dry_run(state, ruling.actor, action, blind=standing.blind)
    except Exception as error:  # a title's bug stops nobody from reading the page
        incident = new_incident()
        log.error("dry run failed", incident=incident, game=game.code, error=type(error).__name__)
        return incident
    if not standing.blind and isinstance(found, dict):
        audit(
            by=request.user.pk,
            what="game.looked_ahead",
            target="game",
            target_id=game.pk,
            after={"action": told(ruling.action)},
            request=request,
        )
    return found if isinstance(found, Refusal) else codec.to_builtins(found)


def carry_out(
    request: HttpRequest,
    ruling: Ruling,
    *,
    what: str = "",
    reason: str = "",
    plan: Iterable[Callable[[], Any]] = (),
    token: str | None = None,
) -> Answer:
    """Submit the action with its companions and its audit row, all in one transaction.

    The audit row says what this very change moved, so a game that moved meanwhile is looked at
    again; the action itself is judged by the rules, whatever moved.
    """
    companions = tuple(plan)
    answer = Answer.refused("stale_seq")
    for _ in range(TRIES):
        game, state = asking.load(ruling.game.pk)
        before, after = effect(game, state, ruling)
        row = audit_entry(
            by=request.user.pk,
            what=what or f"game.{ruling.kind}",
            target="game",
            target_id=game.pk,
            before=before,
            after={"action": told(ruling.action), **after},
            reason=reason,
            request=request,
        )
        answer = commit(
            [
                Intent(
                    game.pk,
                    ruling.actor,
                    ruling.action,
                    by=request.user.pk,
                    client_id=token,
                    expect=game.seq,
                    also=(row, *companions),
                )
            ]
        )[0]
        if answer.code != "stale_seq":
            break
    return answer


def effect(game: Game, state: Any, ruling: Ruling) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the action changes of the facts a blind GM sees; nothing where it would fail."""
    rules = rules_of(game.title)
    try:
        step = rules.apply(state, ruling.actor, _stamped(ruling.action))
        if isinstance(step, Refusal):
            return {}, {}
        return differing(
            codec.to_builtins(rules.console(state, blind=True)),
            codec.to_builtins(rules.console(step.state, blind=True)),
        )
    except Exception as error:  # the door meets the same bug and sets the game aside
        log.warning("effect unknown", game=game.code, error=type(error).__name__)
        return {}, {}


def told(action: Any) -> dict[str, Any]:
    """An action as the audit log keeps it."""
    raw: dict[str, Any] = codec.to_builtins(action)
    kept = {key: value for key, value in raw.items() if key not in UNTOLD}
    return {"kind": raw.get("type", ""), **kept}


def _stamped(action: Any) -> Any:
    """The action with the time the door would give it."""
    if "now" in type(action).__struct_fields__:
        return replace(action, now=int(clocks.now().timestamp()))
    return action
