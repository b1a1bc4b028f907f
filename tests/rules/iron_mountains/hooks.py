"""What the common suites need to know of Iron Mountains."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.protocol import CLOCK, FEED, GM, Book, Seat, Step, Views, replace, seat_stream
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.board import board_of
from games.iron_mountains.rules.funding import spendable
from games.iron_mountains.schedule import plus_days
from games.iron_mountains.state import Season

from .builders import REASON, draft, row

Move = tuple[Any, Any]


def _prized(state: Season, count: int) -> Season:
    prizes = tuple(act.Prize(f"p{n}", f"Prize {n}") for n in range(count))
    return rules.apply(state, GM, act.SetPrizes(prizes, REASON)).state


SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"


def _setup(sides: int = 6, prizes: int = 0, **options: Any):
    def make() -> Season:
        return _prized(draft(sides, SEED, **options), prizes)

    return make


def _crowded() -> Season:
    """Sides that stand wall to wall, with means to quarrel: contests, swaps, shared corners."""
    state = _prized(draft(6, SEED, weeks=6, coinflip_loss_percent=50), 4)
    state = rules.apply(state, GM, act.Publish(now=1)).state
    state = rules.apply(state, CLOCK, act.Start(now=state.options.start_at)).state
    random = Random(11)
    owners = dict(state.owners)
    board = board_of(state)
    for tile in board.kinds:
        if tile not in owners and random.random() < 0.6:
            owners[tile] = random.randrange(6)
    sides = tuple(
        replace(side, granted=(200, 200, 200, 200), supplies=60, moves=8) for side in state.sides
    )
    return replace(state, owners=owners, sides=sides)


SETUPS = {
    "crowded": _crowded,
    "classic": _setup(prizes=6, weeks=6),
    "simulated": _setup(attendance_source="simulated", rounds_minutes=10, weeks=5, prizes=3),
    "open": _setup(4, open_stocks=True, members_see_orders=True, weeks=5, prizes=5),
    "two": _setup(2, fort_points="per_corner", upgrade_pricing="full", date="2015-03-01"),
    "grand": _setup(12, attendance_source="simulated", weeks=3, coinflip_loss_percent=33),
}


def seats(state: Season) -> range:
    """Seat numbers."""
    return range(len(state.sides))


def secrets(state: Season) -> tuple[str, ...]:
    """What must never be read before the end."""
    return (state.seed,)


def foreign(state: Season) -> list[Move]:
    """Actions by who may not submit them."""
    order = act.SubmitBuild(0, "N:0,0", "castle")
    return [
        (GM, order),
        (CLOCK, order),
        (FEED, act.Resolve(1)),
        (Seat(0), act.Publish()),
        (Seat(0), act.Resolve(1)),
        (Seat(99), order),
        (GM, act.Start()),
        (CLOCK, act.GrantMoves(0, 1, REASON)),
        (GM, act.Attendance(1, "", {})),
    ]


def play(state: Season, random: Random) -> Move | None:
    """One random step: an order, news from the book, a GM's ruling, or the clock."""
    if state.phase in {"closed", "cancelled"}:
        return None
    if state.phase == "draft":
        return GM, act.Publish(now=state.options.start_at - 5)
    due = rules.deadline(state, {})
    if random.random() > 0.3 / len(state.sides):
        for _ in range(12):
            move = _someone(state, random)
            if move is not None:
                return move
    instant = due.instant or 0
    action = due.action
    late = random.choice((0, 0, 1, 3600, 3 * 86_400))
    return CLOCK, replace(action, now=instant + late) if hasattr(action, "now") else action


def _someone(state: Season, random: Random) -> Move | None:
    if random.random() < 0.04:
        fed = _news(state, random)
        if fed is not None:
            return FEED, fed
    if random.random() < 0.15:
        found = _ruling(state, random)
        if isinstance(rules.apply(state, GM, found), Step):
            return GM, found
    side = random.choice(seats(state))
    actions = list(rules.legal(state, Seat(side)).actions)
    if len(actions) > 40 and random.random() < 0.5:  # towards what others want too
        actions = [a for a in actions if isinstance(a, act.SubmitCapture)][:6] or actions
    actions += _queue_play(state, side, random)
    if state.prizes and not state.sides[side].withdrawn and state.phase in {"orders", "prizes"}:
        wishes = tuple(random.sample([p.id for p in state.prizes], random.randint(0, 2)))
        if random.random() < 0.1:
            return Seat(side), act.SetPrizeWishes(wishes)
    return (Seat(side), random.choice(actions)) if actions else None


def _queue_play(state: Season, side: int, random: Random) -> list[Any]:
    """Reorder and replace, where that is accepted."""
    ids = [order.id for order in state.sides[side].orders]
    if not ids or rules.private(state, side).can_order is False:
        return []
    random.shuffle(ids)
    found: list[Any] = [act.ReorderOrders(state.week, tuple(ids))]
    targets = list(rules.private(state, side).targets)
    if targets:
        swap = act.ReplaceOrder(state.week, ids[0], tile=random.choice(targets))
        if isinstance(rules.apply(state, Seat(side), swap), Step):
            found.append(swap)
    return found


def _news(state: Season, random: Random) -> Any:
    """A book with some of everything, grown at random up to the present week."""
    weeks = max(1, state.week)
    rows = []
    for number in range(random.randint(0, 25 * len(state.sides))):
        day = random.choice(("2015-01-17", "2015-01-18"))
        day = plus_days(day, 7 * random.randrange(weeks))
        at = random.choice([*seats(state), *seats(state), -1])
        home = random.choice([at, at, at, *seats(state), None])
        name = random.choice(("Warrior", "Scout", "Wizard", "Peasant", "nobody"))
        rows.append(row(number, home, at, name, date=day, excluded=random.random() < 0.05))
    return rules.feed(state, Book(state.book + 1, tuple(rows)))


def _ruling(state: Season, random: Random) -> Any:
    side = random.choice(seats(state))
    board = board_of(state)
    now = max(0, state.deadline - 3600)
    return random.choice(
        [
            act.GrantMoves(side, random.randint(-1, 2), REASON),
            act.GrantResources(side, random.choice("SRMU"), random.randint(-40, 90), REASON),
            act.GrantSupplies(side, random.randint(-15, 40), REASON),
            act.AdjustPoints(side, random.randint(-3, 3), REASON),
            act.SetTile(random.choice(list(board.kinds)), side, REASON),
            act.SetFort(random.choice(board.grid.corners), "castle", REASON),
            act.Hold(state.deadline + 7200, REASON, now),
            act.Release(state.nominal, REASON, now),
            act.UndoResolution(REASON, now),
            act.Reopen(state.review_until - 60, REASON, max(0, state.review_until - 7200)),
            act.Rerun(reason=REASON, now=state.deadline + 60),
            act.Seat(side, random.choice(("bot", "park")), REASON),
            act.Withdraw(side, REASON, now) if random.random() < 0.3 else act.SetGeneral(side, "x"),
            act.InspectOrders(side, REASON),
        ]
    )


def twins(state: Season, random: Random) -> Iterator[tuple[Season, Season, frozenset[str]]]:
    """Pairs that differ in one side's queue, wishes or stocks."""
    side = random.choice(seats(state))
    entitled = {seat_stream(side)}
    if state.options.members_see_orders:
        entitled.add(f"team:{side}")
    if state.phase == "orders" and not state.sides[side].withdrawn:
        for other in (_queued(state, side, random), _emptied(state, side)):
            if other is not None:
                yield state, other, frozenset(entitled)
        if not state.options.open_stocks:
            flush = replace(state.sides[side], granted=(99, 99, 99, 99), supplies=77)
            both = frozenset({seat_stream(side), f"team:{side}"})
            yield state, _with(state, side, flush), both
    if state.phase == "orders" and state.prizes:
        wishing = replace(state.sides[side], wishes=(state.prizes[-1].id, state.prizes[0].id))
        if wishing != state.sides[side]:
            yield state, _with(state, side, wishing), frozenset({seat_stream(side)})


def _with(state: Season, side: int, changed: Any) -> Season:
    return replace(state, sides=(*state.sides[:side], changed, *state.sides[side + 1 :]))


def _queued(state: Season, side: int, random: Random) -> Season | None:
    actions = [
        action
        for action in rules.legal(state, Seat(side)).actions
        if isinstance(action, act.SubmitCapture | act.SubmitBuild)
    ]
    if not actions:
        return None
    return rules.apply(state, Seat(side), random.choice(actions)).state


def _emptied(state: Season, side: int) -> Season | None:
    if not state.sides[side].orders:
        return None
    return _with(state, side, replace(state.sides[side], orders=()))


def reactions(state: Season, entitled: frozenset[str], random: Random) -> Iterator[Move]:
    """What others may do without the difference coming to light."""
    hidden = {int(stream.partition(":")[2]) for stream in entitled}
    others = [side for side in seats(state) if side not in hidden]
    for side in random.sample(others, min(2, len(others))):
        actions = rules.legal(state, Seat(side)).actions
        if actions:
            yield Seat(side), random.choice(actions)
        yield Seat(side), act.SubmitCapture(state.week, random.choice(list(board_of(state).kinds)))
        yield (
            Seat(side),
            act.SubmitBuild(state.week, random.choice(board_of(state).grid.corners), "tower"),
        )
        yield GM, act.GrantMoves(side, 1, REASON)
    yield GM, act.SetTile(random.choice(list(board_of(state).kinds)), 0, REASON)
    yield GM, act.Hold(state.deadline + 60, REASON, now=0)


def check(state: Season) -> None:
    """Invariants and conservation laws, after every step."""
    board = board_of(state)
    for tile, side in board.bases.items():
        assert state.owners[tile] == side  # IM-8.6
    assert set(state.owners) <= set(board.kinds)
    assert set(state.forts) <= set(board.grid.corner_tiles)
    for number, side in enumerate(state.sides):
        assert min(side.moves, side.supplies, side.points) >= 0
        assert side.points == side.points_adjusted + _earned(state, number)
        assert len(side.history) == len(state.past)
        assert not (side.withdrawn and side.orders)
        assert len({order.id for order in side.orders}) == len(side.orders)
        assert all(order.id < side.next_order for order in side.orders)
        assert min(side.spent) >= 0
        gained = [0, 0, 0, 0]
        for flat in side.days.values():
            assert min(flat) >= 0
            for at, q in enumerate(flat):
                gained[at % 4] += q
        assert all(
            have <= total + grant - spent
            for have, total, grant, spent in zip(
                spendable(state, side), gained, side.granted, side.spent, strict=True
            )
        )
    if state.phase not in {"draft", "scheduled"}:
        assert state.week - len(state.past) in {0, 1}
    assert len(set(state.taken)) == len(state.taken)


def _earned(state: Season, number: int) -> int:
    """Points of a side from its resolutions: what it has less what the GM adjusted."""
    side = state.sides[number]
    total = side.last
    for later, before in (
        zip([*state.past[1:], None], state.past, strict=True) if state.past else ()
    ):
        old = before.sides[number]
        after = side if later is None else later.sides[number]
        gained = (after.points - after.points_adjusted) - (old.points - old.points_adjusted)
        assert gained >= 0  # IM-8.4
        if later is None:
            assert gained == total
    return side.points - side.points_adjusted


# how a season can end, each with a recorded game (tests/playthroughs)
END_REASONS = frozenset({"season_over", "cancelled"})


def record_season_over() -> Iterator[Any]:
    """Bots with simulated attendance, prizes to the last pick; an undo on the way."""
    state = yield {"sides": 4, "attendance_source": "simulated", "weeks": 4}
    prizes = tuple(act.Prize(f"p{n}", f"Prize {n}") for n in range(3))
    state = yield GM, act.SetPrizes(prizes, REASON)
    state = yield GM, act.Publish()
    state = yield CLOCK, act.Start(now=state.options.start_at)
    state = yield Seat(3), act.SetPrizeWishes(("p2", "p0"))
    undone = False
    while (due := rules.deadline(state, {})) is not None:
        if state.phase == "orders":
            for side in seats(state):
                while (action := _bot(state, side)) is not None:
                    state = yield Seat(side), action
        if state.week == 3 and not undone:
            undone = True
            state = yield GM, act.UndoResolution(REASON, now=state.past[-1].deadline + 60)
            due = rules.deadline(state, {})
        moved = replace(due.action, now=due.instant) if hasattr(due.action, "now") else due.action
        state = yield CLOCK, moved


def record_cancelled() -> Iterator[Any]:
    """A crowd of random players, stopped by the game master in its third week."""
    state = yield {"sides": 6, "weeks": 9, "members_see_orders": True}
    random = Random(5)
    while state.phase not in {"closed", "cancelled"}:
        if state.week == 3:
            state = yield GM, act.CancelSeason(REASON)
        else:
            state = yield play(state, random)


def _bot(state: Season, side: int) -> Any:
    seen = Views(rules.public(state), rules.team(state, side), rules.private(state, side))
    return rules.bot(seen, rules.legal(state, Seat(side)), side, "")


RECORDINGS = {"season_over": record_season_over, "cancelled": record_cancelled}


def recorded_start(head: dict[str, Any]) -> Season:
    """The draft that a recording begins with."""
    options = {name: value for name, value in head.items() if name != "sides"}
    return draft(head["sides"], SEED, **options)
