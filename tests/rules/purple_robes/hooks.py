"""What the common suites need to know of The Court of the Purple Robes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from random import Random
from typing import Any

from games.engine.protocol import CLOCK, FEED, GM, Seat, Views, replace, seat_stream
from games.purple_robes import actions as act
from games.purple_robes import rules
from games.purple_robes.data import (
    ADVISOR_IDS,
    BID,
    BOARD,
    CAST,
    CLAN_IDS,
    INFLUENCE,
    ITEM_SET_COPIES,
    KINDS,
    MONKEY,
)
from games.purple_robes.rules.items import listed
from games.purple_robes.state import PERSON, Court, Note, Order

from .builders import new

END_REASONS = {"finished", "abandoned"}
Move = tuple[Any, Any]

SETUPS: dict[str, Callable[[], Court]] = {
    "four": lambda: new(4),
    "five-recall": lambda: new(5, order_recall=True, agenda="all"),
    "six-quick": lambda: new(6, bid_rounds=2, sticky_pass=True, marker_box="rotate", bots=(5,)),
}


def seats(state: Court) -> range:
    """Seat numbers."""
    return range(state.n)


def secrets(state: Court) -> tuple[str, ...]:
    """What must never be read before the end."""
    return (state.seed,)


def foreign(state: Court) -> list[Move]:
    """Actions by who may not submit them."""
    order = act.Bid(state.turn, state.usable[0][0], tuple(range(1, state.n + 1)))
    return [
        (GM, order),
        (FEED, order),
        (CLOCK, order),
        (Seat(99), order),
        (Seat(0), act.Deadline(state.turn)),
        (CLOCK, act.Deadline(state.turn + 1)),
        (Seat(0), act.Abort()),
        (Seat(0), act.Seat(1, "bot")),
        (GM, act.Seat(99, "bot")),
        (GM, act.Abort()),
        (CLOCK, act.Resign()),
    ]


def play(state: Court, random: Random) -> Move | None:
    """One random step: an order, sometimes the clock, an office, or a recall."""
    if state.is_over:
        return None
    if random.random() < 0.02:
        return CLOCK, act.Deadline(state.turn)
    if random.random() < 0.04:
        move = _office(state, random)
        if move is not None:
            return move
    seat = random.choice(state.owing)
    return Seat(seat), random_order(state, seat, random)


def _office(state: Court, random: Random) -> Move | None:
    seat = random.choice(seats(state))
    actions = [
        action
        for action in rules.legal(state, Seat(seat)).actions
        if isinstance(action, act.Back | act.Recall)
        or (isinstance(action, act.Resign) and random.random() < 0.1)
    ]
    if not actions:
        return GM, act.Seat(seat, random.choice(("human", "bot")))
    return Seat(seat), random.choice(actions)


def random_order(state: Court, seat: int, random: Random) -> Any:
    """Any legal order of the open window."""
    if state.state == BID:
        return _bid(state, seat, random)
    if state.state == CAST:
        held = [m for m in (*ADVISOR_IDS, *CLAN_IDS) if state.members[m].controller == seat]
        votes = {m: random.choice("AB") for m in held if random.random() < 0.9}
        return act.Cast(state.turn, votes)
    return _influence(state, seat, random)


def _bid(state: Court, seat: int, random: Random) -> act.Bid:
    ranking = random.sample(range(1, state.n + 1), state.n)
    full = [number for number in ranking if state.queues[number - 1]]
    theft = None
    if state.hands[seat].get(MONKEY) and full and random.random() < 0.6:
        theft = act.Theft(full[0], random.choice(state.queues[full[0] - 1]))
    return act.Bid(state.turn, random.choice(state.usable[seat]), tuple(ranking), theft)


def _influence(state: Court, seat: int, random: Random) -> act.Influence:
    attempt = trade = None
    if random.random() < 0.5:
        target = random.choice(BOARD)
        kinds = rules.private(state, seat).my_legal.targets[target].kinds
        cards = listed(kinds)
        if cards:
            chosen = random.sample(cards, random.randint(1, len(cards)))
            attempt = act.Attempt(target, tuple(chosen))
    if random.random() < 0.5:
        trade = _trade(state, seat, random)
    return act.Influence(state.turn, attempt, trade)


def _trade(state: Court, seat: int, random: Random) -> act.Trade | None:
    """An offer, often the mirror of one that already waits."""
    for other, order in enumerate(state.orders):
        found = order.action if order is not None else None
        if not isinstance(found, act.Influence) or found.trade is None or other == seat:
            continue
        mirrored = act.Trade(other, found.trade.get, found.trade.give)
        holds = not Counter(mirrored.give) - Counter(state.hands[seat])
        if found.trade.partner == seat and holds and random.random() < 0.8:
            return mirrored
    partner = random.choice([k for k in seats(state) if k != seat])
    mine, theirs = sorted(state.hands[seat]), sorted(state.hands[partner])
    wanted = random.choice(theirs or [kind.id for kind in KINDS])
    given = random.choice(mine)
    return None if given == wanted else act.Trade(partner, (given,), (wanted,))


def twins(state: Court, random: Random) -> Iterator[tuple[Court, Court, frozenset[str]]]:
    """Pairs that differ in a pending order, the draw pile, the future, or a failed trade."""
    if state.is_over:
        return
    yield from _pending_twins(state, random)
    nobody: frozenset[str] = frozenset()
    if len(set(state.draw)) > 1:
        yield state, replace(state, draw=state.draw[1:] + state.draw[:1]), nobody
    if state.cycle < state.n and state.options.agenda == "current":
        last = "D02" if state.agenda[-1] == "D01" else "D01"
        yield state, replace(state, agenda=(*state.agenda[:-1], last)), nobody
    one, two = random.sample(seats(state), 2)
    told = frozenset({seat_stream(one), seat_stream(two)})
    goods = (("gold",), ("threat",))
    failed = (
        Note(one, state.turn, "own", two, *goods, "no_match"),
        Note(two, state.turn, "offered", one, *reversed(goods), "no_match"),
    )
    yield state, replace(state, notes=(*state.notes, *failed)), told


def _pending_twins(state: Court, random: Random) -> Iterator[tuple[Court, Court, frozenset[str]]]:
    """PR-6.3: who has ordered is public, what he ordered is not."""
    if len(state.owing) < 2:
        return
    seat = random.choice(state.owing)
    orders = [random_order(state, seat, random) for _ in range(2)]
    if orders[0] == orders[1]:
        return
    one, two = (
        replace(
            state,
            orders=(*state.orders[:seat], Order(PERSON, order), *state.orders[seat + 1 :]),
        )
        for order in orders
    )
    yield one, two, frozenset({seat_stream(seat)})


def reactions(state: Court, entitled: frozenset[str], random: Random) -> Iterator[Move]:
    """What others may do without the window resolving, and what is refused to them."""
    for seat in seats(state):
        if seat_stream(seat) in entitled:
            continue
        yield Seat(seat), act.Bid(state.turn, 1, (1, 1))
        yield Seat(seat), act.Influence(state.turn, act.Attempt("cl_jade", ("monkey",) * 30))
        yield Seat(seat), act.Recall(state.turn)
        if state.orders[seat] is None and len(state.owing) > 1:
            yield Seat(seat), random_order(replace(state, orders=()), seat, random)
    yield GM, act.Seat(0, "bot")
    yield GM, act.Seat(state.n - 1, "human")


def check(state: Court) -> None:
    """Invariants after every step: conservation of items and markers (PR-3.4, PR-3.6, PR-5.17)."""
    copies = ITEM_SET_COPIES[state.n]
    cards = Counter(state.draw) + Counter(state.discard)
    for part in (*state.hands, *(Counter(queue) for queue in state.queues)):
        cards += Counter(part)
    assert cards == Counter({kind.id: kind.copies * copies for kind in KINDS})
    held = [m for seat in seats(state) for m in (*state.usable[seat], *state.locked[seat])]
    markers = sorted((*held, *state.queue_markers, *state.box))
    assert markers == list(range(1, 5 * state.n + 1))
    for seat in seats(state):
        assert len(state.usable[seat]) + len(state.locked[seat]) == 3
        if state.state == BID and state.round == 1:
            assert len(state.usable[seat]) == 3
    for box in state.members.values():
        assert (box.amount >= 1) == (box.controller is not None)  # PR-5.28
    assert len(state.castings) == state.cycle - (0 if state.reason == "finished" else 1)
    totals = [0] * state.n
    for casting in state.castings:
        for seat, lines in casting.lines.items():
            totals[int(seat)] += sum(lines.values())
    assert tuple(totals) == state.scores
    if not state.is_over:
        assert state.owing  # PR-4.4: a window always waits for somebody
    assert len({state.agenda}) == 1 and len(set(state.agenda)) == state.n


def recorded_start(head: dict[str, Any]) -> Court:
    """The state that a recording begins with."""
    return new(**head)


Recording = Generator[Any, Court, None]


def bot_action(state: Court, seat: int, seed: str = "x") -> Any:
    """What the bot orders for a seat."""
    views = Views(rules.public(state), None, rules.private(state, seat))
    return rules.bot(views, rules.legal(state, Seat(seat)), seat, seed)


def record_finished() -> Recording:
    """Bots, random players and the clock, with every option on."""
    state = yield {
        "n": 4,
        "bots": [0, 1],
        "marker_box": "rotate",
        "order_recall": True,
        "agenda": "all",
    }
    random = Random(3)
    while not state.is_over:
        seat = state.owing[0]
        if seat < 2:
            state = yield Seat(seat), bot_action(state, seat)
        else:
            state = yield play(state, random)


def record_abandoned() -> Recording:
    """Three people resign, the game master ends the rest."""
    state = yield {"n": 4, "bid_rounds": 2, "sticky_pass": True}
    random = Random(8)
    while state.state != INFLUENCE or state.round < 2:
        state = yield Seat(state.owing[0]), random_order(state, state.owing[0], random)
    for seat in (3, 1, 0):
        state = yield Seat(seat), act.Resign()
    yield GM, act.Abort()


RECORDINGS = {"finished": record_finished, "abandoned": record_abandoned}
