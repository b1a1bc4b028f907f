"""Stewards: the reference game of comparisons, the same rules as on the peer's side.

Six seats, secret simultaneous orders, then secret simultaneous bids, for ever. It exists to load a
host the way a real title does: 10 kB of state, an 8 kB public view, ten small updates in twelve.
After 1,200 moves of the script every implementation prints the digest `89812933a0fe6e3c`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from games.engine.protocol import (
    PUBLIC,
    UNSET,
    Channel,
    Decision,
    Form,
    Legal,
    Opened,
    Outcome,
    Refusal,
    Seat,
    Step,
    TitleMeta,
    Views,
    replace,
    seat_stream,
)
from tools.bench.steward_parts import (
    CAP,
    DECK,
    HAND,
    KINDS,
    REGIONS,
    TERRAIN,
    Bid,
    Card,
    Options,
    Order,
    Orders,
    PrivateView,
    PublicView,
    Realm,
    Region,
    Resolved,
    Steward,
    StewardView,
)
from tools.bench.steward_rounds import Play, resolve_bids, resolve_orders


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
