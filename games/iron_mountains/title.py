"""The title as hosting sees it: every call of the contract, answered by its module."""

from __future__ import annotations

from typing import Any

from games.engine import protocol
from games.engine.protocol import (
    Actor,
    Book,
    Channel,
    Decision,
    Due,
    Hint,
    Legal,
    Opened,
    Outcome,
    Refusal,
    SeatSetup,
    Step,
    Views,
)

from . import bot as bots
from . import choices, console, drafts, hints, proofs, statistics, talk, upgrades, visibility
from .actions import AnyAction
from .describe import describe
from .events import AnyEvent
from .meta import META
from .public_view import public
from .rules import deadlines, feeding, setup, submission
from .settings import Settings
from .side_view import private, team
from .state import SCHEMA, Season
from .views import PrivateView, PublicView, TeamView


class IronMountains:
    """Satisfies `games.engine.protocol.Rules`; holds nothing."""

    meta = META
    schema = SCHEMA
    State: type[protocol.State] = Season
    Action = AnyAction
    Event = AnyEvent
    secret_actions = proofs.SECRET_ACTIONS

    def new(self, options: Settings, seats: tuple[SeatSetup, ...], seed: str) -> Season:
        """IM-3: a draft."""
        return setup.new(options, seats, seed)

    def opening(self, state: Season) -> tuple[AnyEvent, ...]:
        """IM-3.1: a draft is the game master's alone, so that there is nothing to tell yet."""
        return ()

    def upgrade(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Stored state of an older schema to the present one."""
        return upgrades.upgrade(raw)

    def pending(self, state: Season) -> tuple[Decision, ...]:
        """Decisions owed."""
        return choices.pending(state)

    def legal(self, state: Season, actor: Actor) -> Legal:
        """IM-5.4.2."""
        return choices.legal(state, actor)

    def apply(self, state: Season, actor: Actor, action: Any) -> Step | Refusal:
        """IM-5.1."""
        return submission.apply(state, actor, action)

    def default(self, state: Season, seat: int) -> protocol.Action | None:
        """IM-4.8."""
        return choices.default(state, seat)

    def deadline(self, state: Season, clock: dict[str, int]) -> Due | None:
        """IM-4.2 to IM-4.6: a season holds its own instants, so the preset's windows are empty."""
        return deadlines.due(state)

    def feed(self, state: Season, book: Book) -> protocol.Action | None:
        """IM-16."""
        return feeding.feed(state, book)

    def ledger(self, state: Season, book: Book) -> dict[str, dict[str, Any]]:
        """IM-13.3."""
        return feeding.ledger(state, book)

    def book_version(self, state: Season) -> int:
        """The version of the book that was fed last."""
        return state.book

    def parks_of(self, state: Season, seat: int) -> tuple[int, ...]:
        """IM-3.2: the ORK parks of a side."""
        return state.sides[seat].parks

    def feed_preview(self, state: Season, book: Book) -> dict[int, dict[str, tuple[int, int]]]:
        """IM-13.6: what a book would change, before it is applied."""
        return feeding.feed_preview(state, book)

    def public(self, state: Season) -> PublicView:
        """IM-6."""
        return public(state)

    def team(self, state: Season, seat: int) -> TeamView | None:
        """IM-6."""
        return team(state, seat)

    def private(self, state: Season, seat: int) -> PrivateView:
        """IM-6."""
        return private(state, seat)

    def visible(self, event: Any, stream: str) -> Any | None:
        """IM-10."""
        return visibility.visible(event, stream)

    def preview(self, views: Views, seat: int, draft: Any) -> dict[str, Any] | Refusal:
        """IM-17.1."""
        return drafts.preview(views, seat, draft)

    def console(self, state: Season, *, blind: bool) -> dict[str, Any]:
        """IM-6.4."""
        return console.console(state, blind=blind)

    def dry_run(
        self, state: Season, actor: Actor, action: Any, *, blind: bool
    ) -> dict[str, Any] | Refusal:
        """IM-17.1."""
        return console.dry_run(state, actor, action, blind=blind)

    def opened(self, state: Season) -> Opened:
        """IM-6.5."""
        return visibility.opened(state)

    def channels(self, state: Season) -> tuple[Channel, ...]:
        """IM-7.1."""
        return talk.channels(state)

    def may_talk(self, state: Season, seats: tuple[int, ...]) -> tuple[int, ...] | str:
        """IM-7.1."""
        return talk.may_talk(state, seats)

    def bot(self, views: Views, legal: Legal, seat: int, seed: str) -> protocol.Action | None:
        """IM-14."""
        return bots.choose(views, legal, seat)

    def outcome(self, state: Season) -> Outcome | None:
        """IM-8.5."""
        return choices.outcome(state)

    def describe(self, action: Any) -> str:
        """A receipt's line."""
        return describe(action)

    def notices(self, before: Season, after: Season, events: tuple[Any, ...]) -> tuple[Hint, ...]:
        """IM-13.8."""
        return hints.notices(before, after, events)

    def reminders(self, state: Season, seconds_left: int) -> tuple[Hint, ...]:
        """IM-13.8."""
        return hints.reminders(state, seconds_left)

    def revealed_seed(self, state: Season) -> str:
        """IM-2.6.4."""
        return proofs.revealed_seed(state)

    def original_seed(self, state: Season) -> str:
        """IM-3.6."""
        return proofs.original_seed(state)

    def check_draws(self, seed: str, entries: Any) -> tuple[str, ...]:
        """IM-2.6.4."""
        return proofs.check_draws(seed, entries)

    def statistics(self, entries: Any) -> dict[str, Any]:
        """IM-15."""
        return statistics.figures(entries)

    def missed_turns(self, entries: Any) -> tuple[protocol.Missed, ...]:
        """IM-4.3: a week without orders is a choice, not a turn that was missed."""
        return ()

    def absent(self, state: Season) -> tuple[int, ...]:
        """IM-8.10: a side's deputies act for it; nobody counts as absent."""
        return ()


rules: protocol.Rules = IronMountains()
