"""The contract between hosting and a title's rules package (docs/architecture.md section 5).

A rules package exports one object `rules` that satisfies `Rules`. Everything it does is a pure
function of its arguments: same input, same output, nothing changed in place.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec
from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import replace

from games.engine.actors import (
    CLOCK,
    FEED,
    GM,
    PUBLIC,
    Actor,
    Office,
    Seat,
    actor_key,
    parse_actor,
    parse_stream,
    seat_stream,
    team_stream,
)
from games.engine.bases import Action, Event, Part, State, View
from games.engine.books import AttendanceRow, Book, Edit, RowChange
from games.engine.titles import ClockPreset, GmAction, TitleMeta

__all__ = [
    "CLOCK",
    "FEED",
    "GM",
    "PUBLIC",
    "UNSET",
    "Action",
    "Actor",
    "AttendanceRow",
    "Book",
    "Channel",
    "ClockPreset",
    "Credit",
    "Decision",
    "Due",
    "Edit",
    "Event",
    "Form",
    "GmAction",
    "Hint",
    "Legal",
    "Meta",
    "Missed",
    "Office",
    "Opened",
    "Outcome",
    "Part",
    "Placing",
    "Refusal",
    "RowChange",
    "Rules",
    "Seat",
    "SeatSetup",
    "State",
    "Step",
    "TitleMeta",
    "UnsetType",
    "View",
    "Views",
    "actor_key",
    "field",
    "parse_actor",
    "parse_stream",
    "replace",
    "seat_stream",
    "team_stream",
]


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """A refused action: a stable code such as `im.not_adjacent` and facts the actor may know."""

    code: str
    params: dict[str, Any] = {}


class Hint(msgspec.Struct, frozen=True, gc=False):
    """A notice to be told once per recipient, `kind` and `key`; `to` is seat, team or gm.

    Built only from what that audience's streams show. `words`: its key in the title's texts where
    that is not the kind.
    """

    kind: str
    key: str
    seat: int = -1
    to: str = "seat"
    params: dict[str, Any] = {}
    words: str = ""


class Credit(msgspec.Struct, frozen=True, gc=False):
    """A league ledger entry of a seat, written in the same transaction."""

    seat: int
    amount: int
    reason: str


class Step(msgspec.Struct, frozen=True, gc=False):
    """What an accepted action did.

    `touches`: streams that may have moved, None for all; no other stream's view may change.
    """

    state: Any
    events: tuple[Event, ...] = ()
    touches: frozenset[str] | None = None
    credits: tuple[Credit, ...] = ()


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a seat owes now. `known_to`: who may know that it is asked (all, count, self)."""

    seat: int
    kind: str
    secret: bool
    revisable: bool
    known_to: str = "self"


class Form(msgspec.Struct, frozen=True, gc=False):
    """An action kind that is legal now, with what its fields may hold.

    `fields` maps a field to a list of candidates or to `{"min": a, "max": b}`; `about` says what
    the actor may know of each candidate.
    """

    kind: str
    fields: dict[str, Any] = {}
    about: dict[str, Any] = {}


class Legal(msgspec.Struct, frozen=True, gc=False):
    """What an actor may do now: whole actions, and forms where listing them is pointless."""

    actions: tuple[Action, ...] = ()
    forms: tuple[Form, ...] = ()


class Due(msgspec.Struct, frozen=True, gc=False):
    """The next thing the clock does.

    Either `instant` (unix seconds) or `seconds` from the commit that first showed `key`. With
    `late` (a refusal code) seat and GM actions are refused from that instant until it has run;
    without it the door lets the clock act first.
    """

    key: str
    action: Action
    seconds: int | None = None
    instant: int | None = None
    late: str | None = None


class Placing(msgspec.Struct, frozen=True, gc=False):
    """A seat's place at the end (1 is best, equal places possible), with its score.

    `ties`: the values that decide between equal scores, in the order they are compared; their
    words stand in the title's texts under `statistics`.
    """

    seat: int
    place: int
    score: int
    won: bool = False
    ties: dict[str, int] = {}


class Missed(msgspec.Struct, frozen=True, gc=False):
    """A window in which a seat took its default for want of an order.

    `key` is the window's (that of its `Due`), `seq` the log entry in which the default was taken.
    """

    seat: int
    key: str
    seq: int


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended: a reason key and the placings in order."""

    reason: str
    placings: tuple[Placing, ...] = ()


class Opened(msgspec.Struct, frozen=True, gc=False):
    """What anybody may replay after the end.

    `streams`: stream → how many of the game's events (all of them, in the log's order) it opens up
    to, whole steps only (None: all of it, 0: nothing); `closed`: top-level keys of those views that
    stay closed for good.
    """

    streams: dict[str, int | None] = {}
    closed: frozenset[str] = frozenset()


class Channel(msgspec.Struct, frozen=True, gc=False):
    """A chat room as the rules decide it (CHAT-1).

    `kind` is one of CHAT-2. `readers` and `writers` are audience keys: `public` (everybody, signed
    out too; only as a reader), `signed_in`, `spectators` (signed in, without a seat), `team:k`,
    `seat:k`, `gm`. `lock_reason` says why nobody may write now. `release`: who may read it after
    the end, its `members` or the `public`; `inherits`: whether a substitute reads what the seat
    could read before (CHAT-11). `cards`: types of cards one may post (CHAT-8).
    """

    key: str
    kind: str
    title: str
    readers: tuple[str, ...]
    writers: tuple[str, ...]
    lock_reason: str = ""
    anonymous: bool = False
    release: str = "members"
    inherits: bool = True
    cards: tuple[str, ...] = ()


class Views(msgspec.Struct, frozen=True, gc=False):
    """All that one seat sees: its three streams, typed."""

    public: Any
    team: Any = None
    private: Any = None


class SeatSetup(msgspec.Struct, frozen=True, gc=False):
    """A seat as the game is made: shown name and, where the title uses them, ORK park ids."""

    name: str
    kind: str = "player"  # player, park or bot
    parks: tuple[int, ...] = ()


class Rules(Protocol):
    """What a title's package exports as `rules`."""

    meta: TitleMeta
    schema: int
    State: type[State]
    Action: Any  # union of the title's actions
    Event: Any  # union of the title's events

    def new(self, options: Any, seats: tuple[SeatSetup, ...], seed: str) -> Any: ...

    def upgrade(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Stored state of an older schema, as builtins, to the present one; pure."""

    def opening(self, state: Any) -> tuple[Event, ...]:
        """The facts that the first state is told with, in entry 0 of the log; often none."""

    def pending(self, state: Any) -> tuple[Decision, ...]: ...

    def legal(self, state: Any, actor: Actor) -> Legal: ...

    def apply(self, state: Any, actor: Actor, action: Any) -> Step | Refusal: ...

    def default(self, state: Any, seat: int) -> Action | None:
        """What happens for this seat when the clock runs out; None: nothing (always legal)."""

    def deadline(self, state: Any, clock: dict[str, int]) -> Due | None: ...

    def feed(self, state: Any, book: Book) -> Action | None: ...

    def ledger(self, state: Any, book: Book) -> Any: ...

    def book_version(self, state: Any) -> int:
        """The version of the book that this state was last fed from."""

    def parks_of(self, state: Any, seat: int) -> tuple[int, ...]:
        """The ORK parks whose rows concern a seat."""

    def feed_preview(self, state: Any, book: Book) -> dict[int, dict[str, tuple[int, int]]]:
        """What a book would change: seat → type → (q now, q then)."""

    def public(self, state: Any) -> View: ...

    def team(self, state: Any, seat: int) -> View | None: ...

    def private(self, state: Any, seat: int) -> View: ...

    def visible(self, event: Any, stream: str) -> Any | None: ...

    def preview(self, views: Views, seat: int, draft: Any) -> dict[str, Any] | Refusal: ...

    def console(self, state: Any, *, blind: bool) -> dict[str, Any]: ...

    def dry_run(
        self, state: Any, actor: Actor, action: Any, *, blind: bool
    ) -> dict[str, Any] | Refusal: ...

    def opened(self, state: Any) -> Opened: ...

    def channels(self, state: Any) -> tuple[Channel, ...]: ...

    def may_talk(self, state: Any, seats: tuple[int, ...]) -> tuple[int, ...] | str: ...

    def bot(self, views: Views, legal: Legal, seat: int, seed: str) -> Action | None: ...

    def outcome(self, state: Any) -> Outcome | None: ...

    def describe(self, action: Any) -> str:
        """One plain line for the receipt, from the action alone."""

    def notices(self, before: Any, after: Any, events: tuple[Any, ...]) -> tuple[Hint, ...]:
        """Whom to tell of what these events changed."""

    def reminders(self, state: Any, seconds_left: int) -> tuple[Hint, ...]:
        """Whom to remind so long before the deadline; asked often, told once per key."""

    secret_actions: frozenset[str]  # action types whose content stays secret for good

    def revealed_seed(self, state: Any) -> str:
        """The seed, once the rules have revealed it; empty before."""

    def original_seed(self, state: Any) -> str:
        """The seed a game was made with (a draft may be re-seeded later); for full exports."""

    def check_draws(self, seed: str, entries: Any) -> tuple[str, ...]:
        """Faults in the draws that public log entries (genesis first, as builtins) determine."""

    def statistics(self, entries: Any) -> dict[str, Any]:
        """Figures of a finished game from its log events, for the results page."""

    def missed_turns(self, entries: Any) -> tuple[Missed, ...]:
        """Whose defaults were taken, from the whole log (genesis first, as builtins)."""

    def absent(self, state: Any) -> tuple[int, ...]:
        """Seats that everybody knows to be absent: others may take them if the table agrees."""
