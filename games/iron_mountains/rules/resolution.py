"""The Saturday resolution (IM-4.10 to IM-4.20): a pure function of state and spendable balances.

Everything is judged on the snapshot: owners and fortifications as they are when it starts.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import chance
from games.engine.hexgrid import corner_key
from games.engine.protocol import Part
from games.iron_mountains.board import Land, board_of
from games.iron_mountains.data import (
    BUILT,
    CAPTURED,
    FORT_LEVEL,
    LOST_FLIP,
    OWNED_AWARD,
    STANDARD_AWARD,
)
from games.iron_mountains.state import CAPTURE, Four, Order, Season

from .funding import desk_of, judge


class Dice:
    """IM-2.6.3, IM-4.19, IM-9: keyed draws that are written down."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.drawn: dict[str, int] = {}

    def draw(self, n: int, *key: str | int) -> int:
        """One keyed draw; a draw with one outcome is none and leaves no note."""
        value = chance.draw(self._seed, n, *key)
        if n > 1:
            self.drawn["|".join(map(str, key))] = value
        return value

    def shuffle(self, items: Sequence[int], *key: str | int) -> list[int]:
        """IM-2.6.2, each of its draws written down."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.draw(i + 1, *key, i)
            out[i], out[j] = out[j], out[i]
        return out


class Claim(Part, frozen=True):
    """A valid order of a side."""

    side: int
    order: Order


class Outcome(Part, frozen=True):
    """What became of an order: what was paid of its reservation, in q or in supplies."""

    side: int
    order: Order
    outcome: str
    paid: Four = (0, 0, 0, 0)
    supplies: int = 0  # awarded for a capture, paid for a build
    price: int = 0  # of a build: what was reserved


class Plan(Part, frozen=True):
    """IM-4.11: the valid orders by tile and corner, and the failed ones."""

    captures: dict[str, tuple[Claim, ...]]
    builds: dict[str, tuple[Claim, ...]]
    failed: tuple[Outcome, ...]


def plan(state: Season, land: Land) -> Plan:
    """IM-4.11: validate and fund every queue; tiles by r, q and corners by letter, r, q (IM-10)."""
    captures: dict[str, list[Claim]] = {}
    builds: dict[str, list[Claim]] = {}
    failed: list[Outcome] = []
    for number, side in enumerate(state.sides):
        if not side.orders:
            continue
        desk = desk_of(state, number, land=land)
        for order, fault in zip(side.orders, judge(desk), strict=True):
            if fault:
                failed.append(Outcome(number, order, fault))
            elif order.kind == CAPTURE:
                captures.setdefault(order.place, []).append(Claim(number, order))
            else:
                builds.setdefault(order.place, []).append(Claim(number, order))
    return Plan(
        {tile: tuple(captures[tile]) for tile in sorted(captures, key=land.order)},
        {corner: tuple(builds[corner]) for corner in sorted(builds, key=corner_key)},
        tuple(failed),
    )


class Built(Part, frozen=True):
    """IM-4.13: what was built on a corner, by whom and who paid how much."""

    fort: str
    paid: dict[int, int]


class Week(Part, frozen=True):
    """Everything a resolution decides, before it is applied."""

    plan: Plan
    winners: dict[str, int]
    built: dict[str, Built]
    outcomes: tuple[Outcome, ...]
    awards: dict[int, dict[str, int]]
    lost: dict[int, int]
    owners: dict[str, int]
    forts: dict[str, str]


def decide(state: Season, land: Land, dice: Dice) -> Week:
    """IM-4.11 to IM-4.15: who gets which tile and what stands where."""
    week = state.week
    planned = plan(state, land)
    winners: dict[str, int] = {}
    for tile, claims in planned.captures.items():
        q, r = land.grid.hexes[tile]
        index = dice.draw(len(claims), "flip", week, q, r)
        winners[tile] = claims[index].side
    built = {
        corner: split(land, corner, claims, dice, week) for corner, claims in planned.builds.items()
    }
    awards = _awards(state, winners, dice)
    return Week(
        planned,
        winners,
        built,
        _outcomes(state, land, planned, winners, built, awards),
        awards,
        _losses(state, winners),
        {**state.owners, **winners},
        {**state.forts, **{corner: done.fort for corner, done in built.items()}},
    )


def split(land: Land, corner: str, claims: tuple[Claim, ...], dice: Dice, week: int) -> Built:
    """IM-4.13: the highest type is built; builders pay in turn, none above its own price."""
    fort = max((claim.order.fort for claim in claims), key=FORT_LEVEL.__getitem__)
    limits = {c.side: land.fort_price(corner, c.order.fort) for c in claims}
    order = list(limits)
    if len(order) > 1:
        letter, r, q = corner_key(corner)
        order = dice.shuffle(order, "split", week, letter, q, r)
    return Built(fort, share(land.fort_price(corner, fort), order, limits))


def share(price: int, order: Sequence[int], limits: dict[int, int]) -> dict[int, int]:
    """IM-4.13: going round, each pays 1 supply at a time until the price is paid."""
    paid = dict.fromkeys(limits, 0)
    left = price
    while left > 0:
        for side in order:
            if left > 0 and paid[side] < limits[side]:
                paid[side] += 1
                left -= 1
    return paid


def _awards(state: Season, winners: dict[str, int], dice: Dice) -> dict[int, dict[str, int]]:
    """IM-4.15: 3 for a tile owned on the snapshot, else temple, ruin or 1 to 3."""
    board = board_of(state)
    awards: dict[int, dict[str, int]] = {}
    for tile, side in winners.items():
        low, high = board.awards[tile]
        if tile in state.owners:
            award = OWNED_AWARD
        elif low == high:
            award = low
        else:
            q, r = board.grid.hexes[tile]
            award = 1 + dice.draw(STANDARD_AWARD, "supply", state.week, q, r)
        awards.setdefault(side, {})[tile] = award
    return awards


def _losses(state: Season, winners: dict[str, int]) -> dict[int, int]:
    """IM-4.15: tiles lost by each owner; 2 supplies each, as far as it has them."""
    lost: dict[int, int] = {}
    for tile in winners:
        owner = state.owners.get(tile)
        if owner is not None:
            lost[owner] = lost.get(owner, 0) + 1
    return lost


def loss_of_flip(payment: Four, percent: int) -> Four:
    """IM-4.12: what a loser loses: the payment less ⌊payment × (100 − percent)/100⌋ per type."""
    s, r, m, u = (pay - pay * (100 - percent) // 100 for pay in payment)
    return (s, r, m, u)


def _outcomes(  # noqa: PLR0913 (one fact each)
    state: Season,
    land: Land,
    planned: Plan,
    winners: dict[str, int],
    built: dict[str, Built],
    awards: dict[int, dict[str, int]],
) -> tuple[Outcome, ...]:
    found: list[Outcome] = []
    percent = state.options.coinflip_loss_percent
    for tile, claims in planned.captures.items():
        for claim in claims:
            pay = claim.order.payment
            if winners[tile] == claim.side:
                award = awards[claim.side][tile]
                found.append(Outcome(claim.side, claim.order, CAPTURED, pay, award))
            else:
                lost = loss_of_flip(pay, percent)
                found.append(Outcome(claim.side, claim.order, LOST_FLIP, lost))
    for corner, claims in planned.builds.items():
        for claim in claims:
            price = land.fort_price(corner, claim.order.fort)
            paid = built[corner].paid[claim.side]
            found.append(Outcome(claim.side, claim.order, BUILT, supplies=paid, price=price))
    return (*found, *planned.failed)
