"""The title as hosting sees it: every call of the contract (games/engine/protocol.py)."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.protocol import (
    CLOCK,
    GM,
    Actor,
    Channel,
    ClockPreset,
    Decision,
    Due,
    Form,
    GmAction,
    Hint,
    Legal,
    Missed,
    Opened,
    Outcome,
    Placing,
    Refusal,
    SeatSetup,
    Step,
    TitleMeta,
    Views,
    seat_stream,
)
from games.engine.protocol import Action as BaseAction
from games.engine.protocol import Seat as SeatActor

from . import actions as act
from . import bot as bots
from . import events, phases, views
from .data import ABORTED, LARGEST, PREFIX, ROUND_SECONDS, RUNNING, SEATS
from .rules import naming, rounds
from .settings import Settings
from .state import SCHEMA, Match, Place

META = TitleMeta(
    slug="blank-title",
    name="Blank Title",
    prefix=PREFIX,
    seats=SEATS,
    options=Settings,
    version=1,
    gm_actions=(
        GmAction(act.Seat, "Seat or unseat the bot", "Publicly noted.", "seats"),
        GmAction(act.Abort, "Stop the game", "Stops it for good.", "game", grave=True),
    ),
    clocks=(ClockPreset("hour", "One hour a round", {"round": ROUND_SECONDS}),),
)


class BlankTitle:
    """Satisfies `games.engine.protocol.Rules`; holds nothing."""

    meta = META
    schema = SCHEMA
    State = Match
    Action = act.AnyAction
    Event = events.AnyEvent
    secret_actions: frozenset[str] = frozenset()

    def new(self, options: Settings, seats: tuple[SeatSetup, ...], seed: str) -> Match:
        """The first state."""
        places = tuple(Place(s.name, "bot" if s.kind == "bot" else "human") for s in seats)
        return Match(SCHEMA, seed, options, places)

    def opening(self, state: Match) -> tuple[Any, ...]:
        """The first round needs no event of its own."""
        return ()

    def upgrade(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Stored state of an older schema to the present one."""
        return raw

    def pending(self, state: Match) -> tuple[Decision, ...]:
        """Decisions owed."""
        return phases.pending(state)

    def legal(self, state: Match, actor: Actor) -> Legal:
        """Whole actions, and forms where listing them is pointless."""
        if actor == CLOCK:
            due = phases.deadline(state, {})
            return Legal((due.action,)) if due else Legal()
        if not isinstance(actor, SeatActor) or naming.refused(state, actor.number):
            return Legal()
        numbers = tuple(act.Name(state.round, n) for n in range(LARGEST + 1))
        form = Form("name", {"round": [state.round], "number": {"min": 0, "max": LARGEST}})
        return Legal((*numbers, act.Resign()), (form,))

    def apply(self, state: Match, actor: Actor, action: Any) -> Step | Refusal:
        """Who may do what; the topics say what it does."""
        match action:
            case act.EndRound() if actor == CLOCK:
                return rounds.end_round(state, action)
            case act.Seat() if actor == GM:
                return rounds.seat(state, action)
            case act.Abort() if actor == GM:
                return rounds.abort(state, action)
        if not isinstance(actor, SeatActor):
            return Refusal("bt.role")
        refusal = naming.refused(state, actor.number)
        if refusal is not None:
            return refusal
        match action:
            case act.Name():
                return naming.name(state, actor.number, action)
            case act.Resign():
                return naming.resign(state, actor.number)
        return Refusal("bt.role")

    def default(self, state: Match, seat: int) -> BaseAction | None:
        """What happens for a seat when the clock runs out."""
        return phases.default(state, seat)

    def deadline(self, state: Match, clock: dict[str, int]) -> Due | None:
        """The next thing the clock does."""
        return phases.deadline(state, clock)

    def feed(self, state: Match, book: Any) -> BaseAction | None:
        """No outside facts."""
        return None

    def ledger(self, state: Match, book: Any) -> dict[str, Any]:
        """No outside facts."""
        return {}

    def book_version(self, state: Match) -> int:
        """No outside facts."""
        return 0

    def parks_of(self, state: Match, seat: int) -> tuple[int, ...]:
        """No outside facts."""
        return ()

    def feed_preview(self, state: Match, book: Any) -> dict[int, dict[str, tuple[int, int]]]:
        """No outside facts."""
        return {}

    def public(self, state: Match) -> views.PublicView:
        """Everybody's view."""
        return views.public(state)

    def team(self, state: Match, seat: int) -> None:
        """This title has no team streams."""
        return None

    def private(self, state: Match, seat: int) -> views.PrivateView:
        """A seat's own view."""
        return views.private(state, seat)

    def visible(self, event: Any, stream: str) -> Any | None:
        """The event as a stream shows it."""
        return events.visible(event, stream)

    def preview(self, views: Views, seat: int, draft: Any) -> dict[str, Any] | Refusal:
        """What an unsent draft would do, from the seat's own views."""
        return codec.to_builtins(draft) if isinstance(draft, act.Name) else Refusal("bt.role")

    def console(self, state: Match, *, blind: bool) -> dict[str, Any]:
        """What a GM may see; a blind one learns only who is ready."""
        return {
            place.name: (place.named is not None) if blind else place.named for place in state.seats
        }

    def dry_run(
        self, state: Match, actor: Actor, action: Any, *, blind: bool
    ) -> dict[str, Any] | Refusal:
        """What an action would do; a draw that is still to come is not foretold."""
        if isinstance(action, act.EndRound):
            return {"round": state.round, "ready": len(state.seats) - len(self.pending(state))}
        step = self.apply(state, actor, action)
        if isinstance(step, Refusal):
            return step
        return {"phase": step.state.phase}

    def opened(self, state: Match) -> Opened:
        """After the end everybody may replay every seat."""
        return Opened({seat_stream(k): None for k in range(len(state.seats))})

    def channels(self, state: Match) -> tuple[Channel, ...]:
        """No chat."""
        return ()

    def may_talk(self, state: Match, seats: tuple[int, ...]) -> tuple[int, ...] | str:
        """No chat."""
        return ()

    def bot(self, views: Views, legal: Legal, seat: int, seed: str) -> BaseAction | None:
        """An action from that seat's views only."""
        return bots.choose(views, seat, seed)

    def outcome(self, state: Match) -> Outcome | None:
        """BT-2.3: the standings, or none while the game runs."""
        if state.phase == RUNNING:
            return None
        points = [place.points for place in state.seats]
        best = max(points)
        is_over = state.phase != ABORTED
        placings = [
            Placing(k, 1 + sum(other > own for other in points), own, won=is_over and own == best)
            for k, own in enumerate(points)
        ]
        reason = "rounds" if is_over else "cancelled"
        return Outcome(reason, tuple(sorted(placings, key=lambda p: (p.place, p.seat))))

    def describe(self, action: Any) -> str:
        """One plain line for the receipt."""
        match action:
            case act.Name():
                return f"Round {action.round}: number {action.number}"
            case act.Resign():
                return "Resigned"
        return type(action).__name__

    def notices(self, before: Match, after: Match, events: tuple[Any, ...]) -> tuple[Hint, ...]:
        """A new round is everybody's turn."""
        if after.round == before.round or after.phase != RUNNING:
            return ()
        key = f"round:{after.round}"
        return tuple(Hint("your_turn", key, decision.seat) for decision in self.pending(after))

    def reminders(self, state: Match, seconds_left: int) -> tuple[Hint, ...]:
        """None."""
        return ()

    def revealed_seed(self, state: Match) -> str:
        """The seed, once the game is over."""
        return "" if state.phase == RUNNING else state.seed

    def original_seed(self, state: Match) -> str:
        """The seed a game was made with."""
        return state.seed

    def check_draws(self, seed: str, entries: Any) -> tuple[str, ...]:
        """BT-2.2: every draw that decided a round falls as it fell."""
        faults = []
        for entry in entries:
            for raw in entry["events"]:
                if raw["type"] != "round_ended" or not raw["tied"]:
                    continue
                if rounds.winner_of(seed, raw["round"], raw["tied"]) != raw["winner"]:
                    faults.append(f"round {raw['round']}: the draw falls otherwise")
        return tuple(faults)

    def statistics(self, entries: Any) -> dict[str, Any]:
        """Figures for the results page."""
        return {"rounds": sum(e["type"] == "round_ended" for x in entries for e in x["events"])}

    def missed_turns(self, entries: Any) -> tuple[Missed, ...]:
        """BT-2.1: who had named no number when the clock ran out."""
        return tuple(
            Missed(seat, f"round:{event['round']}", entry["seq"])
            for entry in entries
            for event in entry["events"]
            if event["type"] == "round_ended"
            for seat in event["missed"]
        )

    def absent(self, state: Match) -> tuple[int, ...]:
        """Nobody counts as absent."""
        return ()


rules = BlankTitle()
