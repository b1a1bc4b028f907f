"""The bot (PR-14): deterministic from its seed, seat and window; it sees only the seat's view.

Lengths and scores of its games stand in PR-16.1 and PR-16.2; test_seasons.py holds them to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.engine import chance
from games.engine.protocol import Views

from .actions import Attempt, Bid, Cast, Influence, Theft
from .data import (
    ADVISOR_IDS,
    BID,
    CLAN_IDS,
    CLANS_NEEDED,
    CRONIES_OF,
    CRONY_OF,
    INFLUENCE,
    KIND_OF,
    MONKEY,
    A,
    B,
)
from .rules.influence import needed
from .rules.items import face_value, listed, speciality, value_of
from .views import LegalView, PrivateView, PublicView

RICH, POOR = 45, 25  # PR-14.2
LEAST, LEAST_LAST = 9, 5  # PR-14.3
PRIZED = 3


class Dice:
    """PR-14.1: a generator of its own, keyed by seat and window."""

    def __init__(self, seed: str, seat: int, turn: int) -> None:
        self._key = (seed, seat, turn)
        self._count = 0

    def below(self, n: int) -> int:
        """Uniform on 0 … n-1."""
        seed, seat, turn = self._key
        self._count += 1
        return chance.draw(seed, n, "bot", seat, turn, self._count)


def choose(views: Views, seat: int, seed: str) -> Bid | Influence | Cast | None:
    """PR-14.1: it orders at once when asked; it never trades, raises or posts."""
    public: PublicView = views.public
    private: PrivateView = views.private
    if not private.pending:
        return None
    dice = Dice(seed, seat, public.turn)
    if public.state == BID:
        return bid(public, seat)
    if public.state == INFLUENCE:
        return influence(public, private, seat, dice)
    return ballot(public, private, dice)


def bid(public: PublicView, seat: int) -> Bid:
    """PR-14.2: the most worthy queues first, a marker by their worth, a monkey for a ±3."""
    n = len(public.queues)
    worth = [5 * face_value(q.items) + 2 * q.marker // n for q in public.queues]
    ranking = tuple(sorted(range(1, n + 1), key=lambda queue: (-worth[queue - 1], queue)))
    usable = sorted(public.usable[str(seat)])
    best = max(worth)
    marker = usable[len(usable) // 2]
    if best >= RICH:
        marker = usable[-1]
    elif best <= POOR:
        marker = usable[0]
    has_monkey = public.hands[str(seat)].get(MONKEY, 0) > 0
    return Bid(public.turn, marker, ranking, _theft(public) if has_monkey else None)


def _theft(public: PublicView) -> Theft | None:
    """PR-14.2: the first ±3 by queue, then kind."""
    for number, queue in enumerate(public.queues, 1):
        for kind in queue.items:
            if abs(KIND_OF[kind].value) == PRIZED:
                return Theft(number, kind)
    return None


class Plan(NamedTuple):
    """An attempt and its score."""

    score: int
    attempt: Attempt


def influence(public: PublicView, private: PrivateView, seat: int, dice: Dice) -> Influence:
    """PR-14.3: the best plan if it is good enough, else a pass."""
    best: Plan | None = None
    for plan in _plans(public, private, seat, dice):
        if best is None or plan.score > best.score:
            best = plan
    is_last = public.cycle == len(public.scores)
    least = LEAST_LAST if is_last else LEAST
    if best is None or best.score < least:
        return Influence(public.turn)
    return Influence(public.turn, best.attempt)


def _plans(public: PublicView, private: PrivateView, seat: int, dice: Dice) -> Iterator[Plan]:
    legal = private.my_legal
    if not isinstance(legal, LegalView) or not isinstance(legal.targets, dict):
        return
    for member, target in legal.targets.items():
        box = public.members[member]
        if box.controller == seat:
            continue
        goal = needed(box.amount) + 2 - target.support
        items = gather(target.kinds, goal)
        if not items or value_of(items) < goal:
            continue
        score = 10 * benefit(public, seat, member) // face_value(items) + dice.below(4)
        yield Plan(score, Attempt(member, items))


def gather(kinds: Mapping[str, int], goal: int) -> tuple[str, ...]:
    """PR-14.3: pairs while the goal is not reached, then items of 3 and 2, then left singles."""
    held = listed(kinds)
    single = sorted((kind for kind in held if abs(KIND_OF[kind].value) == 1), key=speciality)
    bribes = [kind for kind in single if KIND_OF[kind].value > 0]
    threats = [kind for kind in single if KIND_OF[kind].value < 0]
    paired = min(len(bribes), len(threats))
    high = [kind for kind in held if abs(KIND_OF[kind].value) > 1]
    high.sort(key=lambda kind: -abs(KIND_OF[kind].value))
    steps: list[tuple[str, ...]] = [
        *zip(bribes[:paired], threats[:paired], strict=True),
        *((kind,) for kind in high),
        *((kind,) for kind in (*bribes[paired:], *threats[paired:])),
    ]
    chosen: tuple[str, ...] = ()
    for step in steps:
        if chosen and value_of(chosen) >= goal:
            break
        chosen += step
    return chosen


def benefit(public: PublicView, seat: int, member: str) -> int:
    """PR-14.3: what control of a member is good for."""
    held = {m for m, box in public.members.items() if box.controller == seat}
    if member in ADVISOR_IDS:
        weights = public.agenda[str(public.cycle)].weights
        return 4 * weights[ADVISOR_IDS.index(member)]
    if member in CLAN_IDS:
        clans = sum(clan in held for clan in CLAN_IDS) + 1
        return 4 + (6 if clans == CLANS_NEEDED else 2 if clans < CLANS_NEEDED else 0)
    crony = CRONY_OF[member]
    others = [c.id in held for c in CRONIES_OF[crony.advisor] if c.id != member]
    return 2 * crony.power + (8 if all(others) else 3 if any(others) else 0)


def ballot(public: PublicView, private: PrivateView, dice: Dice) -> Cast:
    """PR-14.4: all members for one option."""
    legal = private.my_legal
    votes = legal.votes if isinstance(legal, LegalView) else {}
    option = (A, B)[dice.below(2)]
    return Cast(public.turn, dict.fromkeys(votes if isinstance(votes, dict) else (), option))
