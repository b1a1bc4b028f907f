"""What a decided week does to the season, and the events that tell it (IM-4.14 to IM-4.20)."""

from __future__ import annotations

from games.engine.protocol import UNSET, Event, Refusal, Step, replace
from games.iron_mountains.actions import Rerun, Resolve
from games.iron_mountains.board import amounts, board_of, land_of, land_with
from games.iron_mountains.data import BUILT, CAPTURED, CATEGORIES, LOST_FLIP, OWNED_LOSS, TYPES
from games.iron_mountains.events import (
    FortBuilt,
    MovesAwarded,
    OrderResult,
    PointsAwarded,
    ResolutionRecord,
    SeasonEnded,
    SuppliesChanged,
    TileCaptured,
    TileContested,
    WeekResolved,
)
from games.iron_mountains.state import (
    CAPTURE,
    ORDERS,
    Before,
    Four,
    Season,
    Side,
    SideBefore,
    TileBefore,
)

from .deadlines import ends_before, next_deadline
from .feeding import feed_simulated
from .funding import funds_date, gained, minus, plus, spendable
from .prizes import open_prizes
from .resolution import Dice, Outcome, Week, decide
from .scoring import rank, weekly_points


def resolve(state: Season, action: Resolve) -> Step | Refusal:
    """IM-4.4: once per week, and not before the deadline."""
    if action.week != state.week or state.phase != ORDERS:
        return Refusal("im.already_resolved")
    if action.now < state.deadline:
        return Refusal("im.not_due", {"deadline": state.deadline})
    return settle(state, action.now)


def rerun(state: Season, action: Rerun, *, by_clock: bool) -> Step | Refusal:
    """IM-17.3: the undone week again; the clock comes at review_until or the reopened instant."""
    instant = state.deadline if state.reopened else state.review_until
    if by_clock and action.now < instant:
        return Refusal("im.not_due", {"deadline": instant})
    return settle(state, action.now)


def settle(state: Season, now: int) -> Step:
    """IM-4.10 to IM-4.18: decide the week and close it."""
    land = land_of(state)
    dice = Dice(state.seed)
    week = decide(state, land, dice)
    points = {
        number: weekly_points(land_with(state, week.owners, week.forts), number)
        for number, side in enumerate(state.sides)
        if not side.withdrawn
    }
    told = [*_contests(state, week), *_captures(state, week), *_builds(state, week)]
    told.extend(_failures(state, week))
    sides, supplies = _sides(state, week, points)
    told.extend(supplies)
    told.append(PointsAwarded(state.week, {str(n): parts for n, parts in points.items()}))
    told.append(MovesAwarded(state.week, state.options.weekly_moves))
    new = replace(
        state,
        owners=week.owners,
        forts=week.forts,
        since={**state.since, **dict.fromkeys(week.winners, state.week)},
        contested={**state.contested, **dict.fromkeys(_contested(week), state.week)},
        sides=sides,
        past=(*state.past, remember(state, week)),
        phase=ORDERS,
        reopened=False,
        review_until=0,
    )
    return _close(state, new, told, dice, now)


def _close(state: Season, new: Season, told: list[Event], dice: Dice, now: int) -> Step:
    """IM-4.18: the next week opens, or the season ends."""
    following = next_deadline(state.options, state.deadline, now)
    if ends_before(state.options, state.week, following):
        ranking = rank(new, lambda tied, place: dice.shuffle(tied, "lot", place))
        new = replace(new, standings=ranking.order, tie_breaks=ranking.steps)
        points = tuple(new.sides[number].points for number in ranking.order)
        told.append(WeekResolved(state.week))
        told.append(SeasonEnded(ranking.order, points, ranking.steps))
        after = new
        new, more = open_prizes(new)
    else:
        told.append(WeekResolved(state.week, following))
        after = new
        new = replace(new, week=state.week + 1, deadline=following, nominal=following)
        new, more = feed_simulated(new)
    return Step(new, (_record(state, after, dice, now), *told, *more))


def _contested(week: Week) -> list[str]:
    return [tile for tile, claims in week.plan.captures.items() if len(claims) > 1]


def _contests(state: Season, week: Week) -> list[Event]:
    """IM-4.12, IM-10: who wanted a tile and whom the coin chose; then the losers' own results."""
    told: list[Event] = []
    for tile in _contested(week):
        claimants = tuple(claim.side for claim in week.plan.captures[tile])
        told.append(TileContested(state.week, tile, claimants, week.winners[tile]))
        told.extend(
            _result(state, outcome)
            for outcome in week.outcomes
            if outcome.outcome == LOST_FLIP and outcome.order.place == tile
        )
    return told


def _captures(state: Season, week: Week) -> list[Event]:
    kinds = board_of(state).kinds
    told: list[Event] = []
    for outcome in week.outcomes:
        if outcome.outcome == CAPTURED:
            tile = outcome.order.place
            previous = state.owners.get(tile, UNSET)
            told.append(TileCaptured(state.week, tile, outcome.side, kinds[tile], previous))
            told.append(_result(state, outcome))
    return told


def _builds(state: Season, week: Week) -> list[Event]:
    told: list[Event] = []
    for corner, done in week.built.items():
        previous = state.forts.get(corner, UNSET)
        told.append(FortBuilt(state.week, corner, done.fort, tuple(done.paid), previous))
        told.extend(
            _result(state, outcome)
            for outcome in week.outcomes
            if outcome.outcome == BUILT and outcome.order.place == corner
        )
    return told


def _failures(state: Season, week: Week) -> list[Event]:
    return [_result(state, outcome) for outcome in week.plan.failed]


def _result(state: Season, outcome: Outcome) -> OrderResult:
    """IM-10 order_result: the payment as ordered, and what of it came back."""
    order = outcome.order
    members = state.options.members_see_orders
    if order.kind == CAPTURE:
        return OrderResult(
            week=state.week,
            side=outcome.side,
            order=order.id,
            outcome=outcome.outcome,
            payment=amounts(order.payment),
            refund=amounts(minus(order.payment, outcome.paid)),
            tile=order.place,
            supplies=outcome.supplies if outcome.outcome == CAPTURED else UNSET,
            members=members,
        )
    built = outcome.outcome == BUILT
    back = outcome.price - outcome.supplies
    return OrderResult(
        week=state.week,
        side=outcome.side,
        order=order.id,
        outcome=outcome.outcome,
        payment={"supplies": outcome.price} if built else {},
        refund={"supplies": back} if built and back else {},
        corner=order.place,
        fort=order.fort,
        members=members,
    )


def _sides(
    state: Season, week: Week, points: dict[int, dict[str, int]]
) -> tuple[tuple[Side, ...], list[Event]]:
    """IM-4.15, IM-4.16, IM-4.17: supplies, points, moves; and the private news on supplies."""
    paid: dict[int, list[Outcome]] = {}
    for outcome in week.outcomes:
        paid.setdefault(outcome.side, []).append(outcome)
    sides: list[Side] = []
    told: list[Event] = []
    for number, side in enumerate(state.sides):
        awards = week.awards.get(number, {})
        mine = paid.get(number, [])
        supplies = side.supplies - sum(o.supplies for o in mine if o.outcome == BUILT)
        supplies += sum(awards.values())
        lost = min(OWNED_LOSS * week.lost.get(number, 0), supplies)
        if awards or lost:
            told.append(SuppliesChanged(state.week, number, awards, lost))
        total = points[number]["total"] if number in points else 0
        sides.append(
            replace(
                side,
                moves=_moves(state, side, mine),
                supplies=supplies - lost,
                points=side.points + total,
                last=total,
                history=(*side.history, side.points + total),
                spent=_spent(side, mine),
                orders=(),
            )
        )
    return tuple(sides), told


def _moves(state: Season, side: Side, mine: list[Outcome]) -> int:
    """IM-4.12, IM-4.17, IM-2.1.5: a capture spends its move; every active side gets more."""
    more = 0 if side.withdrawn else state.options.weekly_moves
    return side.moves - sum(o.outcome == CAPTURED for o in mine) + more


def _spent(side: Side, mine: list[Outcome]) -> Four:
    spent = side.spent
    for outcome in mine:
        spent = plus(spent, outcome.paid)
    return spent


def remember(state: Season, week: Week) -> Before:
    """IM-17.2: what this resolution changes, as it was."""
    changed = {**week.winners, **dict.fromkeys(_contested(week), 0)}
    return Before(
        state.week,
        state.deadline,
        state.nominal,
        state.board_edits,
        tuple(
            SideBefore(
                side.moves,
                side.supplies,
                side.points,
                side.last,
                side.spent,
                side.orders,
                side.moves_granted,
                side.supplies_granted,
                side.points_adjusted,
            )
            for side in state.sides
        ),
        {
            tile: TileBefore(
                state.owners.get(tile, -1),
                state.since.get(tile, 0),
                state.contested.get(tile, 0),
            )
            for tile in changed
        },
        {corner: state.forts.get(corner, "") for corner in week.built},
    )


def _record(state: Season, after: Season, dice: Dice, now: int) -> ResolutionRecord:
    """IM-4.19: what replays and audits read; every order's outcome stands in the same entry."""
    cutoff = funds_date(state)
    sides = {str(number): side for number, side in enumerate(state.sides)}
    return ResolutionRecord(
        week=state.week,
        deadline=state.deadline,
        ran_at=now,
        attendance=state.digest,
        gains={key: amounts(gained(side, before=cutoff)) for key, side in sides.items()},
        draws=dice.drawn,
        before={key: _stocks(state, side) for key, side in sides.items()},
        after={str(number): _stocks(state, side) for number, side in enumerate(after.sides)},
        queues={key: tuple(o.id for o in side.orders) for key, side in sides.items()},
        earned={key: _earned(side, cutoff) for key, side in sides.items()},
    )


def _stocks(state: Season, side: Side) -> dict[str, int]:
    funds = dict(zip(TYPES, spendable(state, side), strict=True))
    return {**funds, "supplies": side.supplies, "moves": side.moves, "points": side.points}


def _earned(side: Side, cutoff: str) -> dict[str, int]:
    """IM-15: q per category to date, for the season's statistics."""
    earned = dict.fromkeys(CATEGORIES, 0)
    for day, flat in side.days.items():
        if day < cutoff:
            for at, name in enumerate(CATEGORIES):
                earned[name] += sum(flat[4 * at : 4 * at + 4])
    return {name: q for name, q in earned.items() if q}
