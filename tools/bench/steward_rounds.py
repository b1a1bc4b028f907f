"""How a round of the reference game is resolved."""

from __future__ import annotations

from typing import Any

from games.engine.protocol import (
    replace,
)
from tools.bench.steward_parts import (
    CAP,
    HALF_PERIOD,
    NOTES,
    Note,
    Order,
    Realm,
    Region,
)


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
