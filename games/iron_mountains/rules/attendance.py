"""Attendance to resources (IM-16): one pure count that says of every row what it gives, or why not.

A new group only ever adds, and travel and host come in pairs (IM-16.14).

`gains` and `ledger` read the same count, so what the war room shows is what the game pays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.protocol import AttendanceRow, Part
from games.iron_mountains import schedule
from games.iron_mountains.data import (
    BEFORE_START,
    CATEGORIES,
    CLASS_TYPES,
    DUPLICATE,
    EXCLUDED,
    NO_SIDE,
    NOT_WEEKEND,
    OVER_LIMIT,
    SHIELDED,
    TYPES,
    UNKNOWN_CLASS,
)
from games.iron_mountains.settings import Settings, first_attendance
from games.iron_mountains.state import DayGains, Side

EMPTY_DAY: DayGains = (0,) * (len(CATEGORIES) * len(TYPES))


class Gain(Part, frozen=True):
    """What a row gives one side."""

    side: int
    category: str
    kind: str
    q: int


class Line(Part, frozen=True):
    """What a row gives, and the reason where that is nothing or less than usual."""

    gains: tuple[Gain, ...] = ()
    reason: str = ""


class Group(NamedTuple):
    """IM-16.7: rows of one player, date and place: one sign-in."""

    position: int
    latest: AttendanceRow
    home: int | None
    loc: int | None
    rows: tuple[int, ...]


def count(
    rows: Iterable[AttendanceRow], options: Settings, sides: tuple[Side, ...]
) -> dict[int, Line]:
    """IM-16.2 to IM-16.8: every row's line; the order of the rows means nothing."""
    lines: dict[int, Line] = {}
    start = first_attendance(options)
    counted = []
    for row in rows:
        reason = _reason(row, start)
        if reason:
            lines[row.row_id] = Line(reason=reason)
        else:
            counted.append(row)
    groups, doubled = _one_place(_groups(counted, sides), options)
    for group in (*groups, *doubled):
        lines.update({row: Line(reason=DUPLICATE) for row in group.rows})
    homes: dict[tuple[int, str], list[Group]] = {}
    for group in groups:
        if group.home is not None and group.home == group.loc:
            weekend = schedule.saturday_of(group.latest.date)
            homes.setdefault((group.home, weekend), []).append(group)
        else:
            lines[group.latest.row_id] = _line(group, options)
    for limited in homes.values():
        lines.update(_limited(limited, options))
    return lines


def _reason(row: AttendanceRow, start: str) -> str:
    """IM-16.1 to IM-16.3, IM-16.11: why a row is left out before anything is grouped."""
    if row.excluded:
        return EXCLUDED
    if row.shielded:
        return SHIELDED
    if not schedule.is_weekend(row.date):
        return NOT_WEEKEND
    if row.date < start:
        return BEFORE_START
    return "" if row.class_id in CLASS_TYPES else UNKNOWN_CLASS


def player_key(row: AttendanceRow) -> str:
    """IM-16.8: the player, a guest's folded persona, or the row alone."""
    kind, colon, name = row.player.partition(":")
    if kind == "guest" and colon:
        name = " ".join(name.casefold().split())
        return f"guest:{name}" if name else f"row:{row.row_id}"
    return row.player if row.player not in {"", "0"} else f"row:{row.row_id}"


def _owner(park: int | None, date: str, sides: tuple[Side, ...]) -> int | None:
    """IM-16.4: the side of a park on a date; a withdrawn side's parks lie outside (IM-8.8)."""
    if park is None:
        return None
    for number, side in enumerate(sides):
        if park in side.parks:
            return None if side.left_on and date >= side.left_on else number
    return None


def _groups(rows: list[AttendanceRow], sides: tuple[Side, ...]) -> list[Group]:
    """IM-16.7: equal player, date and place are one sign-in; the latest row says class and home."""
    found: dict[tuple[str, str, int | None], list[AttendanceRow]] = {}
    for row in rows:
        place = _owner(row.park, row.date, sides)
        found.setdefault((player_key(row), row.date, place), []).append(row)
    groups = []
    for (_, date, place), same in found.items():
        latest = max(same, key=lambda row: row.row_id)
        ids = tuple(row.row_id for row in same)
        home = _owner(latest.home, date, sides)
        groups.append(Group(min(ids), latest, home, place, ids))
    return sorted(groups, key=lambda group: group.position)


def _one_place(groups: list[Group], options: Settings) -> tuple[list[Group], list[Group]]:
    """IM-16.7: with one_location_per_day only a player's first sign-in of a date counts."""
    if not options.one_location_per_day:
        return groups, []
    seen: set[tuple[str, str]] = set()
    kept: list[Group] = []
    doubled: list[Group] = []
    for group in groups:
        day = (player_key(group.latest), group.latest.date)
        (doubled if day in seen else kept).append(group)
        seen.add(day)
    return kept, doubled


def _line(group: Group, options: Settings) -> Line:
    """IM-16.4, IM-16.5: travel with host, afield, guest, or nothing."""
    kind = CLASS_TYPES[group.latest.class_id or 0]
    home, loc = group.home, group.loc
    if home is not None and loc is not None:
        return Line(
            (
                Gain(home, "travel", kind, options.travel_q),
                Gain(loc, "host", kind, options.host_q),
            )
        )
    if home is not None:
        return Line((Gain(home, "afield", kind, options.afield_q),))
    if loc is not None:
        return Line((Gain(loc, "guest", kind, options.guest_q),))
    return Line(reason=NO_SIDE)


def _limited(groups: list[Group], options: Settings) -> dict[int, Line]:
    """IM-16.6: home sign-ins of a side and weekend by position, up to home_cap_q."""
    left = options.home_cap_q
    lines = {}
    for group in groups:
        q = min(options.home_q, left)
        left -= q
        kind = CLASS_TYPES[group.latest.class_id or 0]
        gain = (Gain(group.home or 0, "home", kind, q),) if q or not options.home_q else ()
        reason = OVER_LIMIT if q < options.home_q else ""
        lines[group.latest.row_id] = Line(gain, reason)
    return lines


def gains(
    rows: Iterable[AttendanceRow], options: Settings, sides: tuple[Side, ...]
) -> dict[str, dict[int, DayGains]]:
    """IM-16: what the rows give, per date and side, by category and type; never the people."""
    rows = tuple(rows)
    lines = count(rows, options, sides)
    totals: dict[str, dict[int, list[int]]] = {}
    for row in rows:
        for gain in lines[row.row_id].gains:
            day = totals.setdefault(row.date, {}).setdefault(gain.side, list(EMPTY_DAY))
            day[4 * CATEGORIES.index(gain.category) + TYPES.index(gain.kind)] += gain.q
    return {
        date: {side: tuple(flat) for side, flat in by_side.items() if any(flat)}
        for date, by_side in totals.items()
    }
