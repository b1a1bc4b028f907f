"""What the reference game is made of: orders, realm, views."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.engine.protocol import (
    UNSET,
    Action,
    Event,
    Meta,
    Part,
    State,
    UnsetType,
    View,
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
