"""What the host itself changes in a game, by kind; each accepted change is an entry of its log.

Kinds of a GM: pause, resume, extend, shorten, retry, set_aside, table. Kinds of people at a table:
propose, answer, take (`voting`), offer, bot (`substitutes`). `away` and `expire` are
the tick's (`vacations`, `expiring`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.hosting import pausing, substitutes, voting
from games.hosting.intents import Answer, Intent
from games.hosting.models import Status

if TYPE_CHECKING:
    from games.hosting.commit import Batch
    from games.hosting.working import Working

Change = Callable[["Batch", "Working", Intent], Answer]


def make(batch: Batch, work: Working, intent: Intent) -> Answer:
    """Make a change; the params of a good answer are the facts that its log entry keeps."""
    change = KINDS.get(intent.host)
    return change(batch, work, intent) if change else Answer.refused("not_now")


def _said(code: str, **facts: object) -> Answer:
    return Answer.refused(code) if code else Answer(ok=True, params=dict(facts))


def _pause(batch: Batch, work: Working, intent: Intent) -> Answer:
    return _said(pausing.pause(work, batch.at))


def _resume(batch: Batch, work: Working, intent: Intent) -> Answer:
    return _said(pausing.resume(work, batch.at))


def _extend(batch: Batch, work: Working, intent: Intent) -> Answer:
    seconds = int(intent.facts.get("seconds", 0))
    return _said(pausing.extend(work, batch.at, seconds), seconds=seconds)


def _shorten(batch: Batch, work: Working, intent: Intent) -> Answer:
    return _said(pausing.shorten(work, batch.at))


def _retry(batch: Batch, work: Working, intent: Intent) -> Answer:
    """R-10: the GM lets a game go on that was set aside."""
    if work.game.status != Status.NEEDS_GM:
        return Answer.refused("not_now")
    work.game.status, work.game.problem = Status.RUNNING, ""
    work.start_clock(batch.at)
    return Answer(ok=True)


def _set_aside(batch: Batch, work: Working, intent: Intent) -> Answer:
    work.game.status, work.game.problem = Status.NEEDS_GM, intent.note
    work.stop_clock()
    return Answer(ok=True)


def _table(batch: Batch, work: Working, intent: Intent) -> Answer:
    """Seats, names or visibility changed by a companion: the table is shown anew."""
    return Answer(ok=True)


KINDS: dict[str, Change] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "shorten": _shorten,
    "retry": _retry,
    "set_aside": _set_aside,
    "table": _table,
    "propose": voting.propose,
    "answer": voting.answer,
    "take": voting.ask_for_seat,
    "offer": substitutes.offer,
    "bot": substitutes.bot,
    "away": substitutes.away,
    "expire": voting.drop,
}
OF_SEATS = frozenset({"propose", "answer", "offer", "bot"})
OF_ANYBODY = frozenset({"take"})
