"""Stewards: the reference game of comparisons, the same rules as on the peer's side.

Six seats, secret simultaneous orders, then secret simultaneous bids, for ever. It exists to load a
host the way a real title does: 10 kB of state, an 8 kB public view, ten small updates in twelve.
After 1,200 moves of the script every implementation prints the digest `89812933a0fe6e3c`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Literal

import msgspec

from games.engine.protocol import (
    PUBLIC,
    UNSET,
    Action,
    Channel,
    Decision,
    Event,
    Form,
    Legal,
    Meta,
    Opened,
    Outcome,
    Part,
    Refusal,
    Seat,
    State,
    Step,
    TitleMeta,
    UnsetType,
    View,
    Views,
    replace,
    seat_stream,
)

KINDS = ("levy", "march", "fortify", "tax")
TERRAIN = ("plain", "hills", "forest", "marsh")
REGIONS, DECK, HAND, NOTES, CAP, HALF_PERIOD = 48, 60, 5, 24, 99, 2_147_483_647


class Options(msgspec.Struct, frozen=True):
    """Nothing can be chosen."""


class Order(Part, frozen=True):
    """One of a seat's three secret orders."""

    kind: Literal["levy", "march", "fortify", "tax"]
    region: Annotated[str, Meta(max_length=3)]
    amount: Annotated[int, Meta(ge=1, le=9)]


class Orders(Action, frozen=True):
    """A seat's orders of this round."""

    orders: Annotated[tuple[Order, ...], Meta(min_length=3, max_length=3)]


class Bid(Action, frozen=True):
    """A seat's bid of this round."""

    amount: Annotated[int, Meta(ge=0, le=CAP)]


class Resolved(Event, frozen=True):
    """A stage was resolved."""

    round: int
    stage: str


class Region(Part, frozen=True):
    """A region; `adj` names three others."""

    name: str
    terrain: str
    owner: int
    troops: int
    walls: int
    income: int
    adj: tuple[str, ...]


class Card(Part, frozen=True):
    """A card."""

    id: str
    kind: str
    value: int


class Tracks(Part, frozen=True):
    """Four standings."""

    senate: int = 0
    army: int = 0
    people: int = 0
    gods: int = 0


class Steward(Part, frozen=True):
    """A seat with its secret hand."""

    name: str
    gold: int
    prestige: int
    hand: tuple[Card, ...]
    ready: bool = False
    tracks: Tracks = Tracks()


class Note(Part, frozen=True):
    """A line of the public log."""

    round: int
    seat: int
    text: str
    n: int


class Realm(State, frozen=True):
    """Everything, the generator's state included."""

    schema: int
    round: int
    stage: str
    rng: int
    regions: dict[str, Region]
    seats: tuple[Steward, ...]
    orders: dict[str, tuple[Order, ...]]
    bids: dict[str, int]
    deck: tuple[Card, ...]
    log: dict[str, Note]
    notes: int
    moves: int = 0


class StewardView(View, frozen=True):
    """A seat as everybody sees it."""

    name: str
    gold: int
    prestige: int
    hand_n: int
    ready: bool
    tracks: Tracks


class PublicView(View, frozen=True):
    """The spectator's view; `moves` counts what was accepted: one update may hold several."""

    moves: int
    round: int
    stage: str
    regions: dict[str, Region]
    seats: dict[str, StewardView]
    deck_n: int
    log: dict[str, Note]


class PrivateView(View, frozen=True):
    """A seat's own secrets."""

    prompt: str
    prompt_params: dict[str, int]
    pending: list[str]
    hand: list[Card]
    orders: list[Order] | UnsetType = UNSET
    bid: int | UnsetType = UNSET


class Play:
    """A stage being resolved on mutable copies; `realm` freezes them."""

    def __init__(self, state: Realm) -> None:
        self.state = state
        self.rng = state.rng
        self.regions = dict(state.regions)
        self.seats = list(state.seats)
        self.deck = list(state.deck)
        self.log = dict(state.log)
        self.notes = state.notes

    def roll(self, n: int) -> int:
        """The next number below n."""
        self.rng = self.rng * 48271 % HALF_PERIOD
        return self.rng % n

    def note(self, seat: int, text: str, n: int) -> None:
        """One more line of the log, the oldest goes."""
        self.notes += 1
        self.log[f"n{self.notes}"] = Note(self.state.round, seat, text, n)
        self.log.pop(f"n{self.notes - NOTES}", None)

    def change(self, region: str, **values: Any) -> None:
        """A changed region."""
        self.regions[region] = replace(self.regions[region], **values)

    def track(self, seat: int, name: str, more: int, **values: Any) -> None:
        """A changed seat, one of its tracks moved."""
        steward = self.seats[seat]
        tracks = replace(steward.tracks, **{name: clamp(getattr(steward.tracks, name) + more)})
        self.seats[seat] = replace(steward, tracks=tracks, **values)

    def realm(self, **values: Any) -> Realm:
        """The next state."""
        return replace(
            self.state,
            rng=self.rng,
            regions=self.regions,
            seats=tuple(self.seats),
            deck=tuple(self.deck),
            log=self.log,
            notes=self.notes,
            **values,
        )

    def carry_out(self, seat: int, order: Order) -> None:
        """One order of one seat, if the region is still its own."""
        region, steward = self.regions[order.region], self.seats[seat]
        if region.owner != seat:
            return
        match order.kind:
            case "tax":
                self.track(seat, "people", -1, gold=clamp(steward.gold + region.income))
            case "levy" if steward.gold >= order.amount:
                self.change(order.region, troops=clamp(region.troops + order.amount))
                self.track(seat, "army", 1, gold=steward.gold - order.amount)
            case "fortify" if steward.gold >= 2 and region.walls < 9:
                self.change(order.region, walls=region.walls + 1)
                self.track(seat, "senate", 1, gold=steward.gold - 2)
            case "march" if region.troops > 1:
                self.march(seat, order, region)

    def march(self, seat: int, order: Order, region: Region) -> None:
        """Troops go to a neighbour: joined, or fought."""
        at = region.adj[order.amount % 3]
        moved = min(region.troops - 1, order.amount)
        self.change(order.region, troops=region.troops - moved)
        target = self.regions[at]
        if target.owner == seat:
            self.change(at, troops=clamp(target.troops + moved))
            return
        attack = moved + self.roll(6)
        defence = target.troops + target.walls + self.roll(6)
        if attack > defence:
            self.change(at, owner=seat, troops=moved, walls=0)
            steward = self.seats[seat]
            self.seats[seat] = replace(steward, prestige=steward.prestige + 1)
            self.note(seat, "takes " + target.name, attack - defence)
        else:
            self.change(at, troops=max(1, target.troops - (moved >> 1)))
            self.note(seat, "fails at " + target.name, defence - attack)


def clamp(value: int) -> int:
    """Between 0 and 99."""
    return max(0, min(CAP, value))


def resolve_orders(state: Realm) -> Realm:
    """All orders in turn, then incomes; bids are next."""
    play = Play(state)
    for k in range(3):
        for seat in range(len(state.seats)):
            play.carry_out(seat, state.orders[str(seat)][k])
    held = [0] * len(state.seats)
    for region in play.regions.values():
        if region.owner >= 0:
            held[region.owner] += 1
    for seat, steward in enumerate(play.seats):
        gold = clamp(steward.gold + 1 + (held[seat] >> 2))
        play.seats[seat] = replace(steward, gold=gold, ready=False)
    play.note(-1, "orders resolved", state.round)
    return play.realm(stage="bid", orders={})


def resolve_bids(state: Realm) -> Realm:
    """The highest bid pays and changes its lowest card."""
    play = Play(state)
    bids = [min(state.bids[str(k)], steward.gold) for k, steward in enumerate(state.seats)]
    best = bids.index(max(bids))
    winner = play.seats[best]
    card = play.deck.pop(0)
    low = min(range(len(winner.hand)), key=lambda i: winner.hand[i].value)
    play.deck.insert(play.roll(len(play.deck) + 1), winner.hand[low])
    hand = (*winner.hand[:low], *winner.hand[low + 1 :], card)
    play.track(
        best, "gods", 1, gold=winner.gold - bids[best], prestige=winner.prestige + 1, hand=hand
    )
    play.seats = [replace(steward, ready=False) for steward in play.seats]
    play.note(best, "wins the bid", bids[best])
    return play.realm(stage="orders", bids={}, round=state.round + 1)


class Stewards:
    """Satisfies `games.engine.protocol.Rules`."""

    meta = TitleMeta(
        slug="stewards", name="Stewards", prefix="st", seats=(2, 6), options=Options, version=1
    )
    schema = 1
    State = Realm
    Action = Orders | Bid
    Event = Resolved
    secret_actions: frozenset[str] = frozenset()

    def new(self, options: Options, seats: Any, seed: str) -> Realm:
        """The first state; the seed is a number so that both sides draw the same."""
        number = int(seed) if seed.isdigit() and len(seed) < 10 else 12345  # noqa: PLR2004
        empty = Realm(1, 1, "orders", number, {}, (), {}, {}, (), {}, 0)
        play = Play(empty)
        count = len(seats)
        for i in range(REGIONS):
            terrain = TERRAIN[play.roll(4)]
            troops, walls, income = 1 + play.roll(5), play.roll(3), 1 + play.roll(4)
            near = tuple(f"r{x % REGIONS:02d}" for x in (i + 1, i + 7, i + REGIONS - 5))
            owner = i % count if i < count * 4 else -1
            play.regions[f"r{i:02d}"] = Region(
                f"Region {i:02d}", terrain, owner, troops, walls, income, near
            )
        cards = [Card(f"c{i:02d}", KINDS[play.roll(4)], 1 + play.roll(9)) for i in range(DECK)]
        for k in range(count):
            hand = tuple(cards[k * HAND : (k + 1) * HAND])
            play.seats.append(Steward(f"Steward {k}", 20, 0, hand))
        play.deck = cards[count * HAND :]
        return play.realm()

    def opening(self, state: Any) -> tuple[Any, ...]:
        """Nothing is told of the setup."""
        return ()

    def upgrade(self, raw: dict[str, Any]) -> dict[str, Any]:
        """There is one schema."""
        return raw

    def pending(self, state: Realm) -> tuple[Decision, ...]:
        """Who has not moved."""
        return tuple(
            Decision(k, state.stage, secret=True, revisable=False, known_to="all")
            for k, steward in enumerate(state.seats)
            if not steward.ready
        )

    def legal(self, state: Realm, actor: Any) -> Legal:
        """Orders or a bid, as forms."""
        if not isinstance(actor, Seat):
            return Legal()
        if state.stage == "bid":
            return Legal(forms=(Form("bid", {"amount": {"min": 0, "max": CAP}}),))
        return Legal(forms=(Form("orders", {"region": list(state.regions)}),))

    def apply(self, state: Realm, actor: Any, action: Any) -> Step | Refusal:
        """A seat's secret move; the sixth resolves the stage."""
        if not isinstance(actor, Seat) or not 0 <= actor.number < len(state.seats):
            return Refusal("st.role")
        key, seat = str(actor.number), actor.number
        if isinstance(action, Orders):
            if state.stage != "orders" or any(o.region not in state.regions for o in action.orders):
                return Refusal("st.bad_stage")
            state = replace(state, orders={**state.orders, key: action.orders})
        else:
            if state.stage != "bid":
                return Refusal("st.bad_stage")
            state = replace(state, bids={**state.bids, key: action.amount})
        seats = list(state.seats)
        seats[seat] = replace(seats[seat], ready=True)
        state = replace(state, seats=tuple(seats), moves=state.moves + 1)
        if not all(steward.ready for steward in seats):
            return Step(state, (), frozenset({PUBLIC, seat_stream(seat)}))
        event = Resolved(state.round, state.stage)
        after = resolve_orders(state) if state.stage == "orders" else resolve_bids(state)
        return Step(after, (event,))

    def default(self, state: Realm, seat: int) -> None:
        """There is no clock."""
        return None

    def deadline(self, state: Realm, clock: dict[str, int]) -> None:
        """There is no clock."""
        return None

    def feed(self, state: Realm, book: Any) -> None:
        """No outside facts."""
        return None

    def ledger(self, state: Realm, book: Any) -> dict[int, str]:
        """No outside facts."""
        return {}

    def book_version(self, state: Realm) -> int:
        """No outside facts."""
        return 0

    def parks_of(self, state: Realm, seat: int) -> tuple[int, ...]:
        """No outside facts."""
        return ()

    def feed_preview(self, state: Realm, book: Any) -> dict[int, dict[str, tuple[int, int]]]:
        """No outside facts."""
        return {}

    def public(self, state: Realm) -> PublicView:
        """Everything but hands, deck, orders and bids."""
        seats = {
            str(k): StewardView(s.name, s.gold, s.prestige, len(s.hand), s.ready, s.tracks)
            for k, s in enumerate(state.seats)
        }
        return PublicView(
            state.moves,
            state.round,
            state.stage,
            state.regions,
            seats,
            len(state.deck),
            state.log,
        )

    def team(self, state: Realm, seat: int) -> None:
        """No team stream."""
        return None

    def private(self, state: Realm, seat: int) -> PrivateView:
        """The hand and what the seat has chosen."""
        steward, key = state.seats[seat], str(seat)
        return PrivateView(
            prompt="wait" if steward.ready else state.stage,
            prompt_params={"round": state.round},
            pending=[] if steward.ready else [state.stage],
            hand=list(steward.hand),
            orders=list(state.orders[key]) if key in state.orders else UNSET,
            bid=state.bids.get(key, UNSET),
        )

    def visible(self, event: Any, stream: str) -> Any | None:
        """The log of the view says it all; events only mark a resolution."""
        return event if stream == PUBLIC else None

    def preview(self, views: Views, seat: int, draft: Any) -> dict[str, Any]:
        """Nothing to foresee."""
        return {}

    def console(self, state: Realm, *, blind: bool) -> dict[str, Any]:
        """Where the game stands."""
        return {"round": state.round, "stage": state.stage}

    def dry_run(self, state: Realm, actor: Any, action: Any, *, blind: bool) -> dict[str, Any]:
        """Nothing to foresee."""
        return {}

    def opened(self, state: Realm) -> Opened:
        """It never ends."""
        return Opened()

    def channels(self, state: Realm) -> tuple[Channel, ...]:
        """No chat."""
        return ()

    def may_talk(self, state: Realm, seats: tuple[int, ...]) -> tuple[int, ...]:
        """No chat."""
        return seats

    def bot(self, views: Views, legal: Legal, seat: int, seed: str) -> Any:
        """The script's move."""
        public: PublicView = views.public
        if not views.private.pending or public.round > BOT_ROUNDS:
            return None
        return scripted(public.round, public.stage, seat)

    def outcome(self, state: Realm) -> Outcome | None:
        """It never ends."""
        return None

    def describe(self, action: Any) -> str:
        """A receipt's line."""
        return type(action).__name__

    def notices(self, before: Realm, after: Realm, events: Any) -> tuple[Any, ...]:
        """None."""
        return ()

    def reminders(self, state: Realm, seconds_left: int) -> tuple[Any, ...]:
        """None."""
        return ()

    def revealed_seed(self, state: Realm) -> str:
        """Nothing is proved here."""
        return ""

    def original_seed(self, state: Realm) -> str:
        """Nothing is proved here."""
        return "12345"

    def check_draws(self, seed: str, entries: Any) -> tuple[str, ...]:
        """Nothing is proved here."""
        return ()

    def statistics(self, entries: Any) -> dict[str, Any]:
        """None."""
        return {}

    def missed_turns(self, entries: Any) -> tuple[Any, ...]:
        """None."""
        return ()

    def absent(self, state: Any) -> tuple[int, ...]:
        """Nobody."""
        return ()


BOT_ROUNDS = 20


def script_orders(number: int, seat: int) -> list[dict[str, Any]]:
    """The script's orders of a round and seat, always accepted."""
    out = []
    for k in range(3):
        x = number * 131 + seat * 17 + k * 7
        region = f"r{(seat + 6 * (x % 8)) % REGIONS:02d}"
        out.append({"kind": KINDS[x % 4], "region": region, "amount": 1 + x % 9})
    return out


def script_bid(number: int, seat: int) -> int:
    """The script's bid of a round and seat."""
    return (number * 7 + seat * 3) % 10


def scripted(number: int, stage: str, seat: int) -> Orders | Bid:
    """The script's move, typed."""
    if stage == "bid":
        return Bid(script_bid(number, seat))
    return Orders(tuple(Order(**order) for order in script_orders(number, seat)))


def digest(state: Realm) -> str:
    """What every implementation prints after the same moves."""
    facts = [
        state.round,
        state.rng,
        [[r.owner, r.troops, r.walls] for r in state.regions.values()],
        [[s.gold, s.prestige, [c.id for c in s.hand]] for s in state.seats],
    ]
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).hexdigest()[:16]


rules = Stewards()
