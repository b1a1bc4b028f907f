"""What each stream shows (PR-6.5): public, and seat:k. Nothing else of the state leaves it.

Maps by seat have the seat's number (from 0) as key. Holdings map a kind id to its count; kinds with
none are left out. `decision.weights` and the lists of members are in board order (PR-2.5).
"""

from __future__ import annotations

from games.engine.protocol import UNSET, UnsetType, View

Holding = dict[str, int]


class MemberView(View, frozen=True):
    """A court member. `needs`: strength a challenger needs (PR-5.24)."""

    amount: int
    needs: int
    controller: int | UnsetType = UNSET


class QueueView(View, frozen=True):
    """A queue (PR-5.11): the marker lying there, its items in kind order."""

    marker: int
    items: list[str]


class DecisionView(View, frozen=True):
    """A decision of the agenda; `kind` is the type id (FIN), `weights` in board order."""

    id: str
    kind: str
    title: str
    a: str
    b: str
    weights: list[int]


class CastingView(View, frozen=True):
    """How a cycle's casting ended; no `winner` in a deadlock. `leads`: seats that led (PR-8.1)."""

    a: int
    b: int
    winner: str | UnsetType = UNSET
    leads: list[int] = []


class ChangeView(View, frozen=True):
    """What a member was before the window that resolved last changed it."""

    amount: int
    controller: int | UnsetType = UNSET


class PublicView(View, frozen=True):
    """Everybody's view. `state`: bid, influence, cast or finished.

    `agenda`: cycle → the decisions one may know (PR-6.2); `castings`: cycle → result;
    `score_lines`: seat → cycle → line → points; `changed`: members the last window changed;
    `order_status`: seat → pending, submitted or auto (empty when finished); `ballot`: seat → number
    of votes it holds for the decision of this cycle (PR-2.8).
    """

    turn: int
    state: str
    cycle: int
    round: int
    options: dict[str, int | str | bool]
    seed_hash: str
    agenda: dict[str, DecisionView]
    members: dict[str, MemberView]
    hands: dict[str, Holding]
    usable: dict[str, list[int]]
    locked: dict[str, list[int]]
    queues: list[QueueView]
    box: list[int]
    draw_count: int
    discard: Holding
    scores: dict[str, int]
    score_lines: dict[str, dict[str, dict[str, int]]]
    sole_leads: dict[str, int]
    order_status: dict[str, str]
    ballot: dict[str, int]
    castings: dict[str, CastingView]
    changed: dict[str, ChangeView]
    decision: str | UnsetType = UNSET  # id of the decision of this cycle
    passed: list[int] | UnsetType = UNSET  # passed for the phase (PR-5.33)
    absent: list[int] | UnsetType = UNSET
    retired: list[int] | UnsetType = UNSET
    bots: list[int] | UnsetType = UNSET
    places: dict[str, int] | UnsetType = UNSET  # after the end
    reason: str | UnsetType = UNSET  # finished or abandoned
    seed: str | UnsetType = UNSET  # after the end


class TheftView(View, frozen=True):
    """PR-5.13."""

    queue: int
    kind: str


class AttemptView(View, frozen=True):
    """PR-5.20."""

    target: str
    items: list[str]


class TradeView(View, frozen=True):
    """PR-5.29."""

    partner: int
    give: list[str]
    get: list[str]


class OrderView(View, frozen=True):
    """The own order of this window, submitted, automatic or by default. `type`: the action's."""

    type: str
    auto: bool = False
    marker: int | UnsetType = UNSET
    ranking: list[int] | UnsetType = UNSET
    monkey: TheftView | UnsetType = UNSET
    attempt: AttemptView | UnsetType = UNSET
    trade: TradeView | UnsetType = UNSET
    votes: dict[str, str] | UnsetType = UNSET


class TargetView(View, frozen=True):
    """What can be done to a member (PR-5.3). `kinds`: held kinds that work on it, with counts.

    `support` of the seat for it (PR-5.22), from `sources`: member → what it adds.
    """

    kinds: Holding
    support: int
    sources: dict[str, int]


class LegalView(View, frozen=True):
    """PR-5.3, by the state; the parts that do not fit the state are absent.

    bid: `markers` usable, `steal` queue → kinds (only with a monkey). influence: `targets` (all 21)
    and `partners`. cast: `votes`, member → weight. `recall`: the order may be taken back now.
    """

    markers: list[int] | UnsetType = UNSET
    steal: dict[str, list[str]] | UnsetType = UNSET
    targets: dict[str, TargetView] | UnsetType = UNSET
    partners: list[int] | UnsetType = UNSET
    votes: dict[str, int] | UnsetType = UNSET
    recall: bool | UnsetType = UNSET
    back: bool | UnsetType = UNSET


class TradeNote(View, frozen=True):
    """A failed trade one may know (PR-6.2). `how`: own (own order) or offered (by `other`).

    `give` and `get` from the reader's side. Reason no_match or lacking.
    """

    turn: int
    how: str
    other: int
    give: list[str]
    get: list[str]
    reason: str


class PrivateView(View, frozen=True):
    """A seat's own. `prompt`: key in texts.json; `pending`: what the seat owes (bid, influence,
    cast, or nothing); `default`: what happens if it does nothing; `my_trade_notes`: newest last,
    of the latest influencing phase."""

    prompt: str
    prompt_params: dict[str, int | str]
    pending: list[str]
    my_trade_notes: list[TradeNote]
    my_order: OrderView | UnsetType = UNSET
    my_legal: LegalView | UnsetType = UNSET
    default: OrderView | UnsetType = UNSET
