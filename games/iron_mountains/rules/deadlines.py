"""Deadlines, hold and release, and the season's end (IM-4.2 to IM-4.6)."""

from __future__ import annotations

from functools import lru_cache

from games.engine.protocol import Due, Refusal, Step, replace
from games.iron_mountains import schedule
from games.iron_mountains.actions import (
    Hold,
    PrizeTimeout,
    Release,
    Rerun,
    Resolve,
    SetSeasonEnd,
    Start,
)
from games.iron_mountains.events import HoldReleased, HoldSet, SeasonEndChanged
from games.iron_mountains.settings import Settings, week_gap, weekday_number
from games.iron_mountains.state import Season

from .funding import risk_events

LATE = "im.week_locked"
CALENDAR_LENGTH = 200  # deadlines shown ahead


def nominal_from(options: Settings, earliest: int) -> int:
    """IM-4.2: the first nominal deadline at or after an instant."""
    if options.rounds_minutes:
        return schedule.first_round(options.start_at, options.rounds_minutes, earliest)
    return schedule.first_weekly(
        options.timezone, weekday_number(options), options.resolution_time, earliest
    )


def first_deadline(options: Settings) -> int:
    """IM-4.2, IM-3.7: the first nominal instant at or after start_at + min_week_hours."""
    return nominal_from(options, options.start_at + week_gap(options))


def next_deadline(options: Settings, deadline: int, ran_at: int) -> int:
    """IM-4.6: later than this deadline, and a shortest week after it and after the resolution."""
    return nominal_from(options, max(deadline + 1, max(ran_at, deadline) + week_gap(options)))


def ends_before(options: Settings, week: int, following: int) -> bool:
    """IM-4.6: does the season end with this week, were `following` the next deadline?"""
    if options.date:
        return schedule.local_date(options.timezone, following) > options.date
    return week >= options.weeks


def calendar(state: Season) -> list[int]:
    """The deadlines still to come, this week's first, as far as the season is known to go."""
    return list(_calendar(state.options, max(1, state.week), state.deadline))


@lru_cache(maxsize=256)
def _calendar(options: Settings, week: int, deadline: int) -> tuple[int, ...]:
    coming = [deadline]
    while len(coming) < CALENDAR_LENGTH:
        following = next_deadline(options, coming[-1], coming[-1])
        if ends_before(options, week, following):
            break
        coming.append(following)
        week += 1
    return tuple(coming)


def hold(state: Season, action: Hold) -> Step | Refusal:
    """IM-4.5: the deadline moves to a later instant, at most hold_max_days past the nominal one."""
    latest = state.nominal + state.options.hold_max_days * schedule.DAY
    if not state.deadline < action.until <= latest:
        return Refusal("im.hold_too_long", {"from": state.deadline + 1, "to": latest})
    new = replace(state, deadline=action.until)
    return Step(new, (HoldSet(action.until, action.reason), *risk_events(state, new)))


def release(state: Season, action: Release) -> Step | Refusal:
    """IM-4.5: any instant from max(now, nominal deadline) to the held one."""
    if state.deadline == state.nominal:
        return Refusal("im.campaign_state")
    earliest = max(action.now, state.nominal)
    if not earliest <= action.until <= state.deadline:
        return Refusal("im.hold_too_long", {"from": earliest, "to": state.deadline})
    new = replace(state, deadline=action.until)
    return Step(new, (HoldReleased(action.until, action.reason), *risk_events(state, new)))


def set_season_end(state: Season, action: SetSeasonEnd) -> Step | Refusal:
    """IM-3.1 season_end, live: never before the open week's resolution."""
    weeks = action.weeks if isinstance(action.weeks, int) else 0
    day = action.date if isinstance(action.date, str) else ""
    if bool(weeks) == bool(day) or not end_fits(state, weeks=weeks, day=day):
        return Refusal("im.settings_locked")
    options = replace(state.options, date=day, weeks=weeks or state.options.weeks)
    new = replace(state, options=options)
    return Step(new, (SeasonEndChanged(season_end(new), action.reason),))


def end_fits(state: Season, *, weeks: int, day: str) -> bool:
    """IM-3.1: is the open week's resolution still within this end?"""
    if not day:
        return weeks >= max(1, state.week)
    nominal = schedule.local_date(state.options.timezone, state.nominal)
    return schedule.is_date(day) and day >= nominal


def season_end(state: Season) -> dict[str, int | str]:
    """The end as views and events write it."""
    return {"date": state.options.date} if state.options.date else {"weeks": state.options.weeks}


def due(state: Season) -> Due | None:
    """IM-4: what the clock does next; a late code lets the host show an overdue week (IM-4.7)."""
    match state.phase:
        case "scheduled":
            return Due("start", Start(), instant=state.options.start_at)
        case "orders":
            return Due(f"week:{state.week}", Resolve(state.week), instant=state.deadline, late=LATE)
        case "review" if state.reopened:
            return Due(
                f"reopened:{state.week}:{state.review_until}",
                Rerun(week=state.week),
                instant=state.deadline,
                late=LATE,
            )
        case "review":
            key = f"review:{state.week}:{state.review_until}"
            return Due(key, Rerun(week=state.week), instant=state.review_until)
        case "prizes":
            return Due(
                f"prize:{state.turn}",
                PrizeTimeout(state.turn),
                seconds=state.options.prize_clock_hours * 3600,
            )
    return None
