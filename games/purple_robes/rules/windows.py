"""The phase machine: windows open, fill with orders, resolve, and lead on (PR-4.1 to PR-4.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import cast

from games.engine.protocol import UNSET
from games.purple_robes import events as ev
from games.purple_robes.actions import Bid, Cast
from games.purple_robes.data import (
    ABSENT_AFTER,
    BID,
    CAST,
    DECISION_OF,
    FINISHED,
    INFLUENCE,
    TYPE_OF,
)
from games.purple_robes.phases import default, empty_order, is_auto
from games.purple_robes.state import AUTO, COMPLETE, DEFAULT, PERSON, Court, Order

from . import casting, influencing, queues
from .course import Course
from .scoring import ranking


def start_cycle(course: Course) -> None:
    """PR-4.3, PR-5.17: sleeping markers wake, the box may rotate, the decision is read out."""
    court = course.court
    pairs = zip(court.usable, court.locked, strict=True)
    woken = [tuple(sorted((*awake, *asleep))) for awake, asleep in pairs]
    course.become(
        cycle=court.cycle + 1,
        round=1,
        usable=tuple(woken),
        locked=((),) * court.n,
        passed=(),
    )
    begin_window(course, BID)
    course.tell(cycle_started(course.court))
    if course.court.cycle > 1 and course.court.options.marker_box == "rotate":
        rotate(course)
    open_bid(course)


def cycle_started(court: Court) -> ev.CycleStarted:
    """PR-10: the decision of the cycle that begins."""
    decision = DECISION_OF[court.agenda[court.cycle - 1]]
    weights = TYPE_OF[decision.type].weights
    when = (court.turn, court.cycle)
    return ev.CycleStarted(*when, decision.id, decision.type, weights, decision.a, decision.b)


def rotate(course: Course) -> None:
    """PR-4.3, PR-3.5: the box goes onto the queues, what lay there into the box."""
    court = course.court
    fresh = course.draws.shuffle(sorted(court.box))
    course.become(queue_markers=tuple(fresh), box=tuple(sorted(court.queue_markers)))
    course.tell(ev.MarkersRotated(*course.when, course.court.queue_markers, course.court.box))


def begin_window(course: Course, state: str) -> None:
    """PR-4.2: the next window, numbered through the game; nobody has ordered yet."""
    court = course.court
    course.become(state=state, turn=court.turn + 1, orders=(None,) * court.n)


def open_bid(course: Course) -> None:
    """PR-4.3, PR-5.11: the queues are filled, everybody must bid."""
    queues.fill(course)
    announce(course)


def open_influence(course: Course, number: int) -> None:
    """PR-4.3: the next round of influencing, or none where nobody holds an item."""
    if not influencing.has_items(course.court.hands):
        influencing.end(course, influencing.NO_ITEMS, rounds=number - 1)
        open_cast(course)
        return
    begin_window(course, INFLUENCE)
    course.become(round=number)
    enter_automatic(course)


def open_cast(course: Course) -> None:
    """PR-4.3: the casting round of the cycle."""
    begin_window(course, CAST)
    course.become(round=1)
    enter_automatic(course)


def enter_automatic(course: Course) -> None:
    """PR-4.2, PR-4.4: automatic orders at the opening; a window of nothing else resolves."""
    court = course.court
    automatic = tuple(
        Order(AUTO, empty_order(court)) if is_auto(court, seat) else None for seat in range(court.n)
    )
    course.become(orders=automatic)
    announce(course)
    if not course.court.owing:
        resolve(course)


def announce(course: Course) -> None:
    """PR-10: a window is open."""
    course.tell(window_opened(course.court))


def window_opened(court: Court) -> ev.WindowOpened:
    """PR-10: what the window collects, and who has an automatic order."""
    auto = tuple(k for k, order in enumerate(court.orders) if order and order.how == AUTO)
    return ev.WindowOpened(court.turn, court.cycle, court.state, court.round, auto)


def enter(course: Course, seat: int, order: Order) -> None:
    """PR-4.2: a seat's order stands in the window."""
    orders = course.court.orders
    course.become(orders=(*orders[:seat], order, *orders[seat + 1 :]))


def enter_default(course: Course, seat: int, why: str) -> None:
    """PR-4.2: the default is entered for a seat that owes an order."""
    order = default(course.court, seat)
    if order is not None:
        enter(course, seat, Order(DEFAULT, order))
        course.tell(ev.OrderDefaulted(*course.when, seat, why))


def go_on(course: Course) -> None:
    """PR-4.2, PR-4.8: resolve once all orders are in, or only absent seats' are missing and a
    person has ordered."""
    court = course.court
    owing = court.owing
    if owing and set(owing) <= set(court.absent) and _has_person_ordered(court):
        for seat in owing:
            enter_default(course, seat, "absent")
        owing = ()
    if not owing:
        resolve(course)


def _has_person_ordered(court: Court) -> bool:
    return any(
        order is not None and order.how == PERSON and seat not in court.bots
        for seat, order in enumerate(court.orders)
    )


def resolve(course: Course) -> None:
    """PR-4.3: the window resolves by its state, and the next one opens."""
    before = course.court.members
    streaks = count_defaults(course.court)
    follow = RESOLVERS[course.court.state](course)
    court = course.court
    changed = {member: box for member, box in before.items() if court.members[member] != box}
    course.become(changed=changed, orders=(None,) * court.n)
    note_absences(course, streaks)
    follow(course)


def count_defaults(court: Court) -> tuple[int, ...]:
    """PR-4.8: windows in a row that a seat left to the default; automatic orders do not count."""
    found = []
    for order, streak in zip(court.orders, court.streaks, strict=True):
        how = AUTO if order is None else order.how
        found.append(streak + 1 if how == DEFAULT else streak if how == AUTO else 0)
    return tuple(found)


def note_absences(course: Course, streaks: tuple[int, ...]) -> None:
    """PR-4.8: who took the default three times in a row is absent from now on."""
    absent = course.court.absent
    fresh = [k for k, streak in enumerate(streaks) if streak >= ABSENT_AFTER and k not in absent]
    course.become(streaks=streaks, absent=tuple(sorted((*absent, *fresh))))
    course.tell(*(ev.SeatAbsent(*course.when, seat) for seat in fresh))


Follow = Callable[[Course], None]


def _resolve_bid(course: Course) -> Follow:
    """PR-4.3: the next bidding round, or influencing."""
    queues.resolve_bids(course, cast("list[Bid]", _actions(course.court)))
    if course.court.round < course.court.options.bid_rounds:
        return _next_bid
    course.become(idle=0, passed=(), notes=())
    return lambda course: open_influence(course, 1)


def _next_bid(course: Course) -> None:
    number = course.court.round + 1
    begin_window(course, BID)
    course.become(round=number)
    open_bid(course)


def _resolve_influence(course: Course) -> Follow:
    """PR-4.3, PR-5.32: the next influencing round, or the casting."""
    orders = [order for order in course.court.orders if order is not None]
    if influencing.resolve_round(course, orders):
        number = course.court.round + 1
        return lambda course: open_influence(course, number)
    return open_cast


def _resolve_cast(course: Course) -> Follow:
    """PR-4.3, PR-5.44, PR-8.4: points; then decay and the next cycle, or the end."""
    casting.resolve_casting(course, cast("list[Cast]", _actions(course.court)))
    if course.court.cycle == course.court.n:
        return lambda course: finish(course, COMPLETE)
    casting.decay(course)
    return start_cycle


RESOLVERS: Mapping[str, Callable[[Course], Follow]] = MappingProxyType(
    {BID: _resolve_bid, INFLUENCE: _resolve_influence, CAST: _resolve_cast}
)


def _actions(court: Court) -> list[Bid | Cast]:
    return [cast("Bid | Cast", order.action) for order in court.orders if order is not None]


def finish(course: Course, reason: str) -> None:
    """PR-8.4, PR-8.9: the end; an abandoned game has no ranking. The seed is shown (PR-6.2)."""
    course.become(state=FINISHED, reason=reason, orders=(None,) * course.court.n)
    court = course.court
    standings = ranking(court.scores, court.sole_leads)
    places = {str(s.seat): s.place for s in standings} if reason == COMPLETE else UNSET
    course.tell(
        ev.GameFinished(
            *course.when,
            reason,
            {str(seat): score for seat, score in enumerate(court.scores)},
            {str(seat): count for seat, count in enumerate(court.sole_leads)},
            court.seed,
            places,
        )
    )
