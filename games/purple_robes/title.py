"""The title as hosting sees it: every call of the contract, answered by its module."""

from __future__ import annotations

from typing import Any

from games.engine import protocol
from games.engine.protocol import (
    Actor,
    Channel,
    Decision,
    Due,
    Hint,
    Legal,
    Missed,
    Opened,
    Outcome,
    Refusal,
    SeatSetup,
    Step,
    Views,
)

from . import bot as bots
from . import choices, console, drafts, events, hints, phases, proofs, statistics, talk
from .actions import AnyAction
from .describe import describe
from .meta import META
from .opening import opening
from .public_view import public
from .rules import deal, submission
from .seat_view import private
from .settings import Settings
from .state import SCHEMA, Court
from .views import PrivateView, PublicView


class PurpleRobes:
    """Satisfies `games.engine.protocol.Rules`; holds nothing."""

    meta = META
    schema = SCHEMA
    State: type[protocol.State] = Court
    Action = AnyAction
    Event = events.AnyEvent
    secret_actions = proofs.SECRET_ACTIONS

    def new(self, options: Settings, seats: tuple[SeatSetup, ...], seed: str) -> Court:
        """PR-3."""
        return deal.new(options, seats, seed)

    def opening(self, state: Court) -> tuple[events.AnyEvent, ...]:
        """PR-10.1."""
        return opening(state)

    def upgrade(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Stored state of an older schema to the present one: there is one schema only."""
        return raw

    def pending(self, state: Court) -> tuple[Decision, ...]:
        """PR-4.6."""
        return phases.pending(state)

    def legal(self, state: Court, actor: Actor) -> Legal:
        """PR-5.3."""
        return choices.legal(state, actor)

    def apply(self, state: Court, actor: Actor, action: Any) -> Step | Refusal:
        """PR-5.1."""
        return submission.apply(state, actor, action)

    def default(self, state: Court, seat: int) -> protocol.Action | None:
        """PR-4.2."""
        return phases.default(state, seat)

    def deadline(self, state: Court, clock: dict[str, int]) -> Due | None:
        """PR-4.11."""
        return phases.deadline(state, clock)

    def feed(self, state: Court, book: Any) -> protocol.Action | None:
        """No outside facts."""
        return None

    def ledger(self, state: Court, book: Any) -> dict[str, Any]:
        """No outside facts."""
        return {}

    def book_version(self, state: Court) -> int:
        """No outside facts."""
        return 0

    def parks_of(self, state: Court, seat: int) -> tuple[int, ...]:
        """No outside facts."""
        return ()

    def feed_preview(self, state: Court, book: Any) -> dict[int, dict[str, tuple[int, int]]]:
        """No outside facts."""
        return {}

    def public(self, state: Court) -> PublicView:
        """PR-6.5."""
        return public(state)

    def team(self, state: Court, seat: int) -> None:
        """This title has no team streams."""
        return None

    def private(self, state: Court, seat: int) -> PrivateView:
        """PR-6.5."""
        return private(state, seat)

    def visible(self, event: Any, stream: str) -> Any | None:
        """PR-10."""
        return events.visible(event, stream)

    def preview(self, views: Views, seat: int, draft: Any) -> dict[str, Any] | Refusal:
        """PR-15.1."""
        return drafts.preview(views, seat, draft)

    def console(self, state: Court, *, blind: bool) -> dict[str, Any]:
        """PR-6.4."""
        return console.console(state, blind=blind)

    def dry_run(
        self, state: Court, actor: Actor, action: Any, *, blind: bool
    ) -> dict[str, Any] | Refusal:
        """PR-15.6."""
        return console.dry_run(state, actor, action)

    def opened(self, state: Court) -> Opened:
        """PR-6.6."""
        return talk.opened(state)

    def channels(self, state: Court) -> tuple[Channel, ...]:
        """PR-7.2."""
        return talk.channels(state)

    def may_talk(self, state: Court, seats: tuple[int, ...]) -> tuple[int, ...] | str:
        """PR-7.2."""
        return talk.may_talk(state, seats)

    def bot(self, views: Views, legal: Legal, seat: int, seed: str) -> protocol.Action | None:
        """PR-14."""
        return bots.choose(views, seat, seed)

    def outcome(self, state: Court) -> Outcome | None:
        """PR-8.5."""
        return choices.outcome(state)

    def describe(self, action: Any) -> str:
        """A receipt's line."""
        return describe(action)

    def notices(self, before: Court, after: Court, events: tuple[Any, ...]) -> tuple[Hint, ...]:
        """PR-15.3."""
        return hints.notices(before, after, events)

    def reminders(self, state: Court, seconds_left: int) -> tuple[Hint, ...]:
        """PR-15.3: half the clock and its last tenth are the host's to tell."""
        return ()

    def revealed_seed(self, state: Court) -> str:
        """PR-6.2."""
        return proofs.revealed_seed(state)

    def original_seed(self, state: Court) -> str:
        """PR-9.1."""
        return state.seed

    def check_draws(self, seed: str, entries: Any) -> tuple[str, ...]:
        """PR-9.2."""
        return proofs.check_draws(seed, entries)

    def statistics(self, entries: Any) -> dict[str, Any]:
        """PR-15.5."""
        return statistics.figures(entries)

    def missed_turns(self, entries: Any) -> tuple[Missed, ...]:
        """PR-4.2."""
        return statistics.missed_turns(entries)

    def absent(self, state: Court) -> tuple[int, ...]:
        """PR-4.8."""
        return state.absent


rules: protocol.Rules = PurpleRobes()
