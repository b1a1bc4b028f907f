"""Lantern: a tiny title for tests of the host. Each round every seat secretly lights 0 to 9 lamps.

The clock ends a round; brightest wins a point; three rounds. Who lit none twice running is absent.
`known` says who may know that a seat is asked. It can be told to fail: lamp 7 raises
in `apply`, lamp 8 raises in the seat's view, and option `broken` makes the clock's action raise.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from games.engine import chance
from games.engine.protocol import (
    CLOCK,
    FEED,
    GM,
    UNSET,
    Action,
    Channel,
    Decision,
    Due,
    Event,
    Form,
    GmAction,
    Legal,
    Meta,
    Missed,
    Opened,
    Outcome,
    Placing,
    Refusal,
    Seat,
    State,
    Step,
    TitleMeta,
    UnsetType,
    View,
    replace,
)
from tests.hosting import lantern_talk as talk


class Options(msgspec.Struct, frozen=True):
    seconds: Annotated[int, Meta(ge=1, title="Seconds a round")] = 60
    late: bool = False
    broken: bool = False
    rounds: int = 3
    known: str = "self"
    talk: bool = False
    timezone: str = "UTC"
    opens: int = -1  # events up to which the end opens the seats; -1: all


class Light(Action, frozen=True):
    lamps: Annotated[int, Meta(ge=0, le=9)]
    round: int = 0


class EndRound(Action, frozen=True):
    round: int
    now: int = 0


class Gift(Action, frozen=True):
    seat: Annotated[int, Meta(ge=0, le=3, title="Seat")]
    points: Annotated[int, Meta(ge=-9, le=9, title="Points")]
    reason: Annotated[str, Meta(max_length=200)] = ""


class Resign(Action, frozen=True):
    pass


class GiveSeat(Action, frozen=True, tag="seat"):
    seat: Annotated[int, Meta(ge=0, le=3, title="Seat")]
    kind: Annotated[str, Meta(pattern="^(human|bot)$", title="Played by")]


class Abort(Action, frozen=True):
    reason: Annotated[str, Meta(max_length=200)] = ""


class Weather(Action, frozen=True):
    version: int
    wind: int


class Lit(Event, frozen=True):
    seat: int
    lamps: int


class RoundEnded(Event, frozen=True):
    round: int
    winner: int


class Given(Event, frozen=True):
    seat: int
    points: int
    reason: str


class SeatGiven(Event, frozen=True):
    seat: int
    kind: str


class Stopped(Event, frozen=True):
    reason: str


class Blown(Event, frozen=True):
    wind: int


class Lanterns(State, frozen=True):
    schema: int
    seed: str
    options: Options
    names: tuple[str, ...]
    round: int = 1
    lamps: dict[str, int] = {}
    points: tuple[int, ...] = ()
    wind: int = 0
    book: int = 0
    kinds: dict[str, str] = {}
    idle: dict[str, int] = {}
    stopped: bool = False


class Public(View, frozen=True):
    round: int
    points: dict[str, int]
    wind: int
    phase: str


class Private(View, frozen=True):
    prompt: str
    prompt_params: dict[str, int]
    pending: list[str]
    lamps: int | UnsetType = UNSET


class LanternRules:
    meta = TitleMeta(
        slug="lantern",
        name="Lantern",
        prefix="LA",
        seats=(2, 4),
        options=Options,
        version=1,
        gm_actions=(
            GmAction(Gift, "Give points", "Adds to a seat's points."),
            GmAction(GiveSeat, "Who plays a seat", "A person or the bot."),
        ),
        phase_events=frozenset({"given"}),
        group_size=4,
    )
    schema = 1
    State = Lanterns
    Action = Light | EndRound | Gift | Weather | Resign | GiveSeat | Abort
    Event = Lit | RoundEnded | Given | Blown | SeatGiven | Stopped
    secret_actions: frozenset[str] = frozenset()

    def new(self, options: Options, seats: Any, seed: str) -> Lanterns:
        return Lanterns(1, seed, options, tuple(s.name for s in seats), points=(0,) * len(seats))

    def opening(self, state: Lanterns) -> tuple[Any, ...]:
        """Nothing is told of the setup."""
        return ()

    def upgrade(self, raw: dict[str, Any]) -> dict[str, Any]:
        return {**raw, "schema": 1}

    def pending(self, state: Lanterns) -> tuple[Decision, ...]:
        if self._over(state):
            return ()
        return tuple(
            Decision(k, "light", secret=True, revisable=True, known_to=state.options.known)
            for k in range(len(state.points))
            if str(k) not in state.lamps
        )

    def _over(self, state: Lanterns) -> bool:
        return state.stopped or state.round > state.options.rounds

    def legal(self, state: Lanterns, actor: Any) -> Legal:
        seats = list(range(len(state.points)))
        if actor == GM and not self._over(state):
            gift = Form("gift", {"seat": seats, "points": {"min": -9, "max": 9}})
            return Legal((), (gift, Form("seat", {"seat": seats, "kind": ["human", "bot"]})))
        if self._over(state) or not isinstance(actor, Seat):
            return Legal()
        form = Form("light", {"lamps": {"min": 0, "max": 9}})
        return Legal(tuple(Light(n, state.round) for n in range(7)), (form,))

    def apply(self, state: Lanterns, actor: Any, action: Any) -> Step | Refusal:
        match action:
            case Light() if isinstance(actor, Seat):
                return self._light(state, actor.number, action)
            case EndRound() if actor == CLOCK:
                return self._end(state, action)
            case Resign() if isinstance(actor, Seat):
                return self._give(state, GiveSeat(actor.number, "bot"))
            case GiveSeat() if actor == GM:
                return self._give(state, action)
            case Abort() if actor == GM:
                return Step(replace(state, stopped=True), (Stopped(action.reason),))
            case Gift() if actor == GM:
                points = list(state.points)
                points[action.seat] += action.points
                event = Given(action.seat, action.points, action.reason)
                touches = frozenset({"public"})
                return Step(replace(state, points=tuple(points)), (event,), touches)
            case Weather() if actor == FEED:
                if action.version < state.book:
                    return Refusal("la.stale_book")
                return Step(
                    replace(state, wind=action.wind, book=action.version),
                    (Blown(action.wind),),
                    frozenset({"public"}),
                )
        return Refusal("la.role")

    def _give(self, state: Lanterns, action: GiveSeat) -> Step | Refusal:
        if self._over(state):
            return Refusal("la.over")
        kinds = {**state.kinds, str(action.seat): action.kind}
        event = SeatGiven(action.seat, action.kind)
        return Step(replace(state, kinds=kinds), (event,), frozenset({"public"}))

    def _light(self, state: Lanterns, seat: int, action: Light) -> Step | Refusal:
        if self._over(state):
            return Refusal("la.over")
        if action.round and action.round != state.round:
            return Refusal("la.stale_round", {"round": state.round})
        if action.lamps == 7:
            raise RuntimeError("lamp seven is cracked")
        lamps = {**state.lamps, str(seat): action.lamps}
        touches = frozenset({f"seat:{seat}"})
        return Step(replace(state, lamps=lamps), (Lit(seat, action.lamps),), touches)

    def _end(self, state: Lanterns, action: EndRound) -> Step | Refusal:
        if action.round != state.round:
            return Refusal("la.already_resolved")
        if state.options.broken:
            raise RuntimeError("the clock is broken")
        brightest = max(state.lamps.values(), default=0)
        tied = [k for k in range(len(state.points)) if state.lamps.get(str(k), 0) == brightest]
        winner = tied[chance.draw(state.seed, len(tied), "round", state.round)]
        points = tuple(p + (k == winner) for k, p in enumerate(state.points))
        numbers = [str(k) for k in range(len(points))]
        idle = {k: 0 if k in state.lamps else state.idle.get(k, 0) + 1 for k in numbers}
        after = replace(state, lamps={}, points=points, round=state.round + 1, idle=idle)
        return Step(after, (RoundEnded(state.round, winner),))

    def default(self, state: Lanterns, seat: int) -> None:
        return None

    def deadline(self, state: Lanterns, clock: dict[str, int]) -> Due | None:
        if self._over(state):
            return None
        seconds = clock.get("round", state.options.seconds)
        late = "la.late" if state.options.late else None
        return Due(f"round:{state.round}", EndRound(state.round), seconds=seconds, late=late)

    def feed(self, state: Lanterns, book: Any) -> Weather | None:
        wind = len(book.rows)
        return None if wind == state.wind else Weather(book.version, wind)

    def ledger(self, state: Lanterns, book: Any) -> dict[int, str]:
        return {}

    def book_version(self, state: Lanterns) -> int:
        return state.book

    def parks_of(self, state: Lanterns, seat: int) -> tuple[int, ...]:
        return ()

    def feed_preview(self, state: Lanterns, book: Any) -> dict[int, dict[str, tuple[int, int]]]:
        return {}

    def public(self, state: Lanterns) -> Public:
        points = {str(k): p for k, p in enumerate(state.points)}
        phase = "over" if self._over(state) else "round"
        return Public(state.round, points, state.wind, phase)

    def team(self, state: Lanterns, seat: int) -> None:
        return None

    def private(self, state: Lanterns, seat: int) -> Private:
        lamps = state.lamps.get(str(seat), UNSET)
        if lamps == 8:
            raise RuntimeError("lamp eight blinds the view")
        pending = [] if self._over(state) or lamps is not UNSET else ["light"]
        return Private("light", {"round": state.round}, pending, lamps)

    def visible(self, event: Any, stream: str) -> Any | None:
        if isinstance(event, Lit):
            return event if stream == f"seat:{event.seat}" else None
        return event if stream == "public" else None

    def preview(self, views: Any, seat: int, draft: Any) -> dict[str, Any] | Refusal:
        if draft.lamps == 9:
            return Refusal("la.too_bright", {"most": 8})
        return {"lamps": draft.lamps, "seat": seat}

    def console(self, state: Lanterns, *, blind: bool) -> dict[str, Any]:
        return {"lit": len(state.lamps)} if blind else {"lamps": dict(state.lamps)}

    def dry_run(
        self, state: Lanterns, actor: Any, action: Any, *, blind: bool
    ) -> dict[str, Any] | Refusal:
        if isinstance(action, Gift):
            return {"points": state.points[action.seat] + action.points}
        return {"seats": len(state.lamps)}

    def opened(self, state: Lanterns) -> Opened:
        upto = None if state.options.opens < 0 else state.options.opens
        return Opened({f"seat:{k}": upto for k in range(len(state.points))}, frozenset({"pending"}))

    def channels(self, state: Lanterns) -> tuple[Channel, ...]:
        return talk.channels(state) if state.options.talk else ()

    def may_talk(self, state: Lanterns, seats: tuple[int, ...]) -> tuple[int, ...] | str:
        return talk.may_talk(state, seats)

    def bot(self, views: Any, legal: Legal, seat: int, seed: str) -> Light | None:
        if not views.private.pending:
            return None
        return Light(chance.draw(seed, 7, "bot"), views.public.round)

    def outcome(self, state: Lanterns) -> Outcome | None:
        if not self._over(state):
            return None
        if state.stopped:
            return Outcome("cancelled")
        order = sorted(range(len(state.points)), key=lambda k: -state.points[k])
        return Outcome(
            "rounds",
            tuple(
                Placing(
                    k, 1 + sum(state.points[j] > state.points[k] for j in order), state.points[k]
                )
                for k in order
            ),
        )

    def describe(self, action: Any) -> str:
        return f"{type(action).__name__}"

    def notices(self, before: Any, after: Any, events: Any) -> tuple[Any, ...]:
        return ()

    def reminders(self, state: Any, seconds_left: int) -> tuple[Any, ...]:
        return ()

    def revealed_seed(self, state: Lanterns) -> str:
        return state.seed if self._over(state) else ""

    def original_seed(self, state: Lanterns) -> str:
        return state.seed

    def check_draws(self, seed: str, entries: Any) -> tuple[str, ...]:
        faults = []
        for entry in entries:
            for event in entry["events"]:
                if event["type"] == "round_ended" and not 0 <= event["winner"] < 4:
                    faults.append("winner")
        return tuple(faults)

    def statistics(self, entries: Any) -> dict[str, Any]:
        events = [event for entry in entries for event in entry["events"]]
        return {"rounds": sum(event["type"] == "round_ended" for event in events)}

    def missed_turns(self, entries: Any) -> tuple[Missed, ...]:
        found, lit = [], set[int]()
        for entry in entries:
            for event in entry["events"]:
                if event["type"] == "lit":
                    lit.add(event["seat"])
                elif event["type"] == "round_ended":
                    seats = range(len(entries[0]["action"]["seats"]))
                    key = f"round:{event['round']}"
                    found += [Missed(k, key, entry["seq"]) for k in seats if k not in lit]
                    lit.clear()
        return tuple(found)

    def absent(self, state: Lanterns) -> tuple[int, ...]:
        return tuple(int(k) for k, times in state.idle.items() if times > 1)


rules = LanternRules()
