"""The body of the door: one transaction that judges a batch of intents and writes what they did.

Nothing leaves here before the transaction is committed (architecture.md section 6).
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction

from games.engine import codec
from games.engine.protocol import FEED, GM, Actor, Refusal, Seat, replace
from games.hosting import changes, clocks, rights, statements, substitutes
from games.hosting.intents import HOST, Answer, Intent, Shown, new_incident
from games.hosting.models import Game, Status
from games.hosting.working import RulesFailed, Working

log = structlog.get_logger(__name__)


def attempt(intents: list[Intent]) -> tuple[list[Answer], list[Shown]]:
    """Judge the batch in one durable transaction; raises when it cannot be written."""
    with transaction.atomic(durable=True):
        working = {pk: Working.open(pk) for pk in sorted({i.game for i in intents})}
        at = clocks.now()
        batch = Batch(working, at, intents)
        answers = [batch.judge(intent) for intent in intents]
        for work in working.values():
            if work is not None:
                work.close(at)
    shown = [work.remember() for work in working.values() if work is not None and work.moved]
    return answers, shown


class Batch:
    """The intents of one transaction, judged in order."""

    def __init__(
        self, working: dict[int, Working | None], at: datetime, intents: list[Intent]
    ) -> None:
        self.working = working
        self.at = at
        self.masters = rights.masters_of(i.by for i in intents if not isinstance(i.actor, Seat))
        self.earlier = statements.first_answers(
            (i.game, i.by, i.client_id)
            for i in intents
            if i.client_id is not None and i.by is not None
        )

    def judge(self, intent: Intent) -> Answer:
        """The answer to one intent; a refusal has written nothing."""
        work = self.working[intent.game]
        if work is None:
            return Answer.refused("not_found")
        if first := self._first_answer(work, intent):
            return first
        refused = self._without_right(work, intent) or self._not_now(work, intent)
        if refused is not None:
            return refused
        if intent.host:
            return self._host(work, intent)
        action = self._action(work, intent)
        if isinstance(action, Answer):
            return action
        return self._apply(work, intent, action)

    def _first_answer(self, work: Working, intent: Intent) -> Answer | None:
        """A client id that was accepted before gets its first answer, whatever has changed."""
        if intent.client_id is None or intent.by is None:
            return None
        known = self.earlier.get((intent.game, intent.by, intent.client_id))
        if known is None:
            return None
        action, answer = known
        if _body(typed(work, intent.action)) != _body(codec.load(action)):
            return Answer.refused("id_reused")
        return Answer(ok=True, receipt=codec.load(answer))

    def _without_right(self, work: Working, intent: Intent) -> Answer | None:
        """R-7: the rights of this moment."""
        if intent.by is None or intent.host in changes.OF_ANYBODY:
            return None
        if not isinstance(intent.actor, Seat):
            return None if intent.by in self.masters else Answer.refused("not_yours")
        number = intent.actor.number
        if intent.by not in work.rights(self.at).acting.get(number, frozenset()):
            return Answer.refused("not_yours")
        if not intent.host and substitutes.is_bot_run(work, number):
            return Answer.refused("table.bot_plays")
        return None

    def _not_now(self, work: Working, intent: Intent) -> Answer | None:
        """What the host itself refuses: a stale expectation, a game that stands still."""
        if intent.expect is not None and intent.expect != work.seq_at_open:
            return Answer.refused("stale_seq")
        if intent.host:
            return None
        status = work.game.status
        if status == Status.NEEDS_GM and intent.actor != GM:
            return Answer.refused("not_now")
        if work.game.paused_at and intent.actor not in (GM, FEED):
            return Answer.refused("not_now")
        if isinstance(intent.actor, Seat) or intent.actor == GM:
            return self._late(work)
        return None

    def _late(self, work: Working) -> Answer | None:
        """A due game lets its clock act first, or refuses with the title's late code (IM-4.3)."""
        due, due_at = work.due, work.due_at
        while due is not None and due_at is not None and due_at <= self.at:
            if due.late:
                return Answer.refused(due.late)
            before = work.seq
            self._run_clock(work)
            if work.seq == before or work.game.status != Status.RUNNING:
                return Answer.refused("not_now")
            due, due_at = work.due, work.due_at
        return None

    def _run_clock(self, work: Working) -> Answer:
        """Submit the clock's own action inside this batch."""
        due = work.due
        assert due is not None
        from games.engine.protocol import CLOCK

        intent = Intent(game=work.game.pk, actor=CLOCK, action=due.action)
        return self._apply(work, intent, due.action)

    def _action(self, work: Working, intent: Intent) -> Any:
        """The typed action of an intent, or the refusal of what cannot be one."""
        action = intent.action
        if action is None:
            if work.due is None or work.due_at is None or work.due_at > self.at:
                return Answer.refused("not_due")
            return work.due.action
        return typed(work, action)

    def _apply(self, work: Working, intent: Intent, action: Any) -> Answer:
        """Ask the rules, and take what they say into the working game."""
        if "now" in type(action).__struct_fields__:
            action = replace(action, now=int(self.at.timestamp()))
        actor = intent.actor
        assert actor is not None
        try:
            step = work.rules.apply(work.state, actor, action)
            if isinstance(step, Refusal):
                return Answer.of(step)
            receipt = self._receipt(work, action)
            work.take(step, at=self.at, intent=intent, action=action, receipt=receipt)
        except Exception as error:
            return self._failed(work, actor, error)
        _companions(intent)
        if intent.also:
            work.table_changed()
        tag = type(action).__struct_config__.tag
        if tag == "resign" and isinstance(actor, Seat):
            substitutes.resigned(work, actor.number, self.at)
        elif tag == "seat":
            work.game.vote = None  # those who were asked are others now
        if intent.client_id is not None and intent.by is not None:
            key = (intent.game, intent.by, intent.client_id)
            self.earlier[key] = (work.entries[-1].action, work.entries[-1].answer)
        return Answer(ok=True, receipt=receipt)

    def rule(self, work: Working, intent: Intent, raw: dict[str, Any]) -> Answer:
        """A GM action that the host itself submits inside this batch, the clock's first."""
        late = self._late(work)
        if late is not None:
            return late
        action = typed(work, raw)
        return action if isinstance(action, Answer) else self._apply(work, intent, action)

    def _receipt(self, work: Working, action: Any) -> dict[str, Any]:
        return {
            "id": secrets.token_hex(8),
            "text": work.rules.describe(action),
            "at": int(self.at.timestamp()),
        }

    def _failed(self, work: Working, actor: Actor, error: Exception) -> Answer:
        """A rules bug drops that intent alone; only a seat's leaves the game running."""
        incident = new_incident()
        log.error(
            "rules failed", incident=incident, game=work.game.code, error=type(error).__name__
        )
        if not isinstance(actor, Seat):
            work.set_aside(self.at, incident)
        work.problems.append(incident)
        return Answer.refused("server_error", incident=incident)

    def _host(self, work: Working, intent: Intent) -> Answer:
        """The host's own changes (`games.hosting.changes`), each an entry of the log."""
        done = changes.make(self, work, intent)
        if not done.ok:
            return done
        _companions(intent)
        work.table_changed()
        noted = {"type": f"host.{intent.host}", "note": intent.note, **done.params}
        work.append(at=self.at, by=intent.by, actor=HOST, action=codec.encode(noted).decode())
        return Answer(ok=True, params=done.params)


def _companions(intent: Intent) -> None:
    """Save what belongs to the same change: audit row, appointment, import."""
    for companion in intent.also:
        if callable(companion):
            companion()
        else:
            companion.save()


def typed(work: Working, action: Any) -> Any:
    """The typed action of what came from outside, or the refusal of what cannot be one."""
    if not isinstance(action, dict):
        return action
    try:
        return codec.convert(action, work.rules.Action)
    except codec.BadInput as error:
        is_unknown = "Invalid value" in str(error) and "$.type" in str(error)
        return Answer.refused("unknown_action" if is_unknown else "bad_frame", detail=str(error))


def _body(action: Any) -> dict[str, Any]:
    """An action as it is compared with an earlier one: without the time it was stamped with."""
    if isinstance(action, Answer):
        return {"refused": action.code}
    raw = codec.load(codec.encode(action))  # as it is stored: a tuple is a list there
    return {key: value for key, value in raw.items() if key != "now"}


__all__ = ["Game", "RulesFailed", "attempt"]
