"""A season's settings (IM-3.1), their limits, and which of them may change later."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal
from zoneinfo import available_timezones

from games.engine import codec
from games.engine.protocol import Meta, Part

from . import schedule
from .actions import OrkId

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
IsoDateOrNone = Annotated[str, Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?\Z")]
OrkIds = Annotated[tuple[OrkId, ...], Meta(max_length=40)]
LAST_DATE = "3000-01-01"  # as far as instants go

LIVE = frozenset(
    {"refresh_hours", "prize_clock_hours", "ork_kingdom_ids", "ork_park_ids", "weeks", "date"}
)
END = frozenset({"weeks", "date"})


def _quarters(title: str, description: str) -> Meta:
    return Meta(ge=0, le=40, title=title, description=f"{description} Quarter points: 4 = 1.00.")


class Settings(Part, frozen=True):
    """IM-3.1. Instants are unix seconds, dates ISO, amounts q (quarter points)."""

    timezone: Annotated[
        str, Meta(max_length=64, title="Time zone", description="IANA name; all local times.")
    ] = "America/Denver"
    start_at: Annotated[
        int,
        Meta(ge=0, le=32_503_680_000, title="Start", description="When week 1 opens."),
    ] = 0
    resolution_weekday: Annotated[
        Weekday, Meta(title="Resolution day", description="Day of the weekly deadline.")
    ] = "saturday"
    resolution_time: Annotated[
        str,
        Meta(
            pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z",
            title="Resolution time",
            description="Local time of the weekly deadline.",
        ),
    ] = "06:00"
    rounds_minutes: Annotated[
        int,
        Meta(
            ge=0,
            le=100_000,
            title="Round length in minutes",
            description="0: weekly. From 5 on: rounds, for demonstrations.",
        ),
    ] = 0
    weeks: Annotated[
        int, Meta(ge=1, le=1000, title="Weeks", description="Number of resolutions.")
    ] = 16
    date: Annotated[
        IsoDateOrNone,
        Meta(title="Last day", description="Instead of weeks: no deadline after this date."),
    ] = ""
    home_q: Annotated[int, _quarters("Home", "A member at his own park.")] = 4
    travel_q: Annotated[int, _quarters("Travel", "A member at another side's park.")] = 5
    host_q: Annotated[int, _quarters("Host", "For the park that is visited.")] = 3
    afield_q: Annotated[int, _quarters("Afield", "A member at an event or a park outside.")] = 4
    guest_q: Annotated[int, _quarters("Guest", "A visitor who belongs to no side.")] = 0
    home_cap_q: Annotated[
        int,
        Meta(ge=0, le=4000, title="Home limit", description="Per side and weekend. 48 = 12.00."),
    ] = 48
    one_location_per_day: Annotated[
        bool, Meta(title="One place a day", description="Only a player's first sign-in counts.")
    ] = False
    attendance_from: Annotated[
        IsoDateOrNone,
        Meta(title="Attendance from", description="Empty: the Saturday on or before the start."),
    ] = ""
    start_moves: Annotated[int, Meta(ge=0, le=10, title="Moves at the start")] = 2
    weekly_moves: Annotated[int, Meta(ge=0, le=10, title="Moves a week")] = 2
    coinflip_loss_percent: Annotated[
        int, Meta(ge=0, le=100, title="Loss of a lost coin flip in percent")
    ] = 50
    upgrade_pricing: Annotated[
        Literal["difference", "full"],
        Meta(title="Price of an upgrade", description="The difference, or the full price."),
    ] = "difference"
    fort_points: Annotated[
        Literal["per_tile", "per_corner"],
        Meta(title="Fortification points", description="For each tile, or once for each side."),
    ] = "per_tile"
    open_stocks: Annotated[bool, Meta(title="Stocks are public")] = False
    members_see_orders: Annotated[bool, Meta(title="Members see their side's orders")] = False
    blind_gm: Annotated[
        bool, Meta(title="Blind game master", description="Opening orders leaves a public note.")
    ] = True
    refresh_hours: Annotated[int, Meta(ge=1, le=24, title="Hours between refreshes")] = 3
    hold_max_days: Annotated[int, Meta(ge=0, le=365, title="Longest hold in days")] = 14
    min_week_hours: Annotated[int, Meta(ge=0, le=168, title="Shortest week in hours")] = 48
    prize_clock_hours: Annotated[int, Meta(ge=1, le=1000, title="Hours for a prize pick")] = 48
    deputies_max: Annotated[int, Meta(ge=0, le=5, title="Deputies of a general")] = 2
    attendance_source: Annotated[
        Literal["ork", "import", "simulated"], Meta(title="Attendance comes from")
    ] = "ork"
    ork_kingdom_ids: Annotated[OrkIds, Meta(title="ORK kingdoms to read")] = (3,)
    ork_park_ids: Annotated[OrkIds, Meta(title="Further ORK parks to read")] = ()


def weekday_number(options: Settings) -> int:
    """Monday is 0, as `date.weekday` counts."""
    return WEEKDAYS.index(options.resolution_weekday)


def first_attendance(options: Settings) -> str:
    """IM-3.1 attendance_from: by default the Saturday on or before start_at's local date."""
    if options.attendance_from:
        return options.attendance_from
    start = date.fromisoformat(schedule.local_date(options.timezone, options.start_at))
    return (start - timedelta(days=(start.weekday() - 5) % 7)).isoformat()


def week_gap(options: Settings) -> int:
    """IM-4.2, IM-4.9: seconds that a week lasts at least; rounds may follow at once."""
    return 0 if options.rounds_minutes else options.min_week_hours * 3600


def faults(options: Settings) -> dict[str, str]:
    """What the types cannot say (IM-3.1): field → what is wrong with it."""
    found: dict[str, str] = {}
    if options.timezone not in available_timezones():
        found["timezone"] = "unknown"
    if 0 < options.rounds_minutes < 5:  # noqa: PLR2004 (IM-3.1)
        found["rounds_minutes"] = "too_short"
    for name in ("date", "attendance_from"):
        text = getattr(options, name)
        if text and not (schedule.is_date(text) and text <= LAST_DATE):
            found[name] = "no_date"
    if options.attendance_source == "simulated" and not found:  # IM-3.8: virtual Saturdays
        first = first_attendance(options)
        if schedule.saturday_of(first) != first:
            found["attendance_from"] = "no_saturday"
    return found


def changed(options: Settings, changes: dict[str, object]) -> Settings | str:
    """The settings with some of them changed, or the name of the first that does not fit."""
    for name, value in changes.items():
        try:
            options = codec.convert({**codec.to_builtins(options), name: value}, Settings)
        except codec.BadInput:
            return name
    return next(iter(faults(options)), options)


def shown(options: Settings) -> dict[str, int | str | bool | list[int]]:
    """The settings as the public view holds them."""
    raw: dict[str, int | str | bool | list[int]] = codec.to_builtins(options)
    return raw
