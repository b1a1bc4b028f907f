"""What is no order: coming back, leaving, changing who plays, stopping (PR-5.52, PR-8.7 to 8.9)."""

from __future__ import annotations

from games.engine.protocol import Refusal, Step
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes.data import ABANDONED_BELOW
from games.purple_robes.state import ABANDONED, Court

from . import windows
from .course import Course


def come_back(course: Course, seat: int) -> None:
    """PR-4.8: the absence ends, the count of defaults begins anew."""
    court = course.court
    if seat in court.absent:
        course.tell(ev.SeatBack(*course.when, seat))
    forget_absence(course, seat)


def forget_absence(course: Course, seat: int) -> None:
    """PR-4.8: as if the seat had never left anything to the clock."""
    court = course.court
    streaks = tuple(0 if k == seat else streak for k, streak in enumerate(court.streaks))
    course.become(absent=without(court.absent, seat), streaks=streaks)


def back(court: Court, seat: int) -> Step | Refusal:
    """PR-5.52: only an absent seat can come back."""
    if seat not in court.absent:
        return Refusal("pr.not_absent")
    course = Course(court)
    come_back(course, seat)
    return course.step(touched(seat))


def resign(court: Court, seat: int) -> Step | Refusal:
    """PR-8.7: the default for what is owed, and the bot from the next window on."""
    if seat in court.bots:
        return Refusal("pr.not_seated")
    course = Course(court)
    course.tell(ev.SeatResigned(*course.when, seat))
    forget_absence(course, seat)
    course.become(bots=with_seat(court.bots, seat), retired=with_seat(court.retired, seat))
    if court.orders[seat] is not None:
        return course.step(touched(seat))
    windows.enter_default(course, seat, "resigned")
    windows.go_on(course)
    return step_of(course, court, seat)


def seat_player(court: Court, action: act.Seat) -> Step | Refusal:
    """PR-8.6, PR-8.8: another player inherits all that the seat has; its order stays."""
    seat = action.seat
    if not 0 <= seat < court.n:
        return Refusal("pr.malformed")
    course = Course(court)
    is_bot = action.kind == "bot"
    course.tell(ev.SeatReplaced(*course.when, seat, action.kind))
    forget_absence(course, seat)
    course.become(
        bots=with_seat(court.bots, seat) if is_bot else without(court.bots, seat),
        retired=court.retired if is_bot else without(court.retired, seat),
    )
    return course.step(touched(seat))


def abort(court: Court) -> Step | Refusal:
    """PR-8.9: with fewer than two people left the game may be ended as abandoned."""
    if court.n - len(court.bots) >= ABANDONED_BELOW:
        return Refusal("pr.not_abandoned")
    course = Course(court)
    windows.finish(course, ABANDONED)
    return course.step()


def with_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """A list of seats with one more."""
    return tuple(sorted({*seats, seat}))


def without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """A list of seats less one."""
    return tuple(k for k in seats if k != seat)


def step_of(course: Course, before: Court, seat: int) -> Step:
    """A seat's own doing; if the window resolved by it, every stream may have moved."""
    is_open = course.court.turn == before.turn and not course.court.is_over
    return course.step(touched(seat) if is_open else None)


def touched(seat: int) -> frozenset[str]:
    """The streams that a seat's own doing moves while the window stays open."""
    return frozenset({"public", f"seat:{seat}"})
