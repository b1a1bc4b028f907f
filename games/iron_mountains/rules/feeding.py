"""The book into the season: FEED actions, simulated attendance, the ledger (IM-3.8, IM-16)."""

from __future__ import annotations

from typing import Any

from games.engine import chance, codec
from games.engine.protocol import (
    PUBLIC,
    AttendanceRow,
    Book,
    Event,
    Refusal,
    Step,
    replace,
    seat_stream,
    team_stream,
)
from games.iron_mountains import schedule
from games.iron_mountains.actions import Attendance, EditNote, RowCounts, SideDay
from games.iron_mountains.board import amounts
from games.iron_mountains.data import CATEGORIES, CLASS_IDS, SIMULATED_HOME, SIMULATED_TRAVEL, TYPES
from games.iron_mountains.events import AttendanceEdited, AttendanceRefreshed
from games.iron_mountains.settings import first_attendance
from games.iron_mountains.state import ORDERS, PRIZES, REVIEW, SCHEDULED, DayGains, Season, Side

from .attendance import EMPTY_DAY, count, gains
from .funding import gained, risk_events

FED = frozenset({SCHEDULED, ORDERS, REVIEW, PRIZES})  # IM-5.5


def feed(state: Season, book: Book) -> Attendance | None:
    """IM-16: the dates that differ from what the season holds, and the GM's edits since."""
    simulated = state.options.attendance_source == "simulated"  # IM-3.8: rows come by themselves
    if simulated or state.phase not in FED or book.version < state.book:
        return None
    days = _differing(state, gains(book.rows, state.options, state.sides))
    notes = tuple(_note(state, edit, days) for version, edit in book.edits if version > state.book)
    if not days and not notes:
        return None
    return Attendance(book.version, digest(book), days, _row_counts(state, book, days), notes)


def feed_preview(state: Season, book: Book) -> dict[int, dict[str, tuple[int, int]]]:
    """IM-13.6: per side and type the gains now and with this book, where they would differ."""
    then = gains(book.rows, state.options, state.sides)
    found: dict[int, dict[str, tuple[int, int]]] = {}
    for number, side in enumerate(state.sides):
        days = {date: by_side[number] for date, by_side in then.items() if number in by_side}
        pair = zip(TYPES, gained(side), gained(replace(side, days=days)), strict=True)
        changes = {kind: (now, new) for kind, now, new in pair if now != new}
        if changes:
            found[number] = changes
    return found


def digest(book: Book) -> str:
    """IM-4.19: names the rows used without holding them; the order of the rows means nothing."""
    return codec.digest(codec.encode(sorted(book.rows, key=lambda row: row.row_id)))


def _differing(state: Season, now: dict[str, dict[int, DayGains]]) -> dict[str, dict[str, SideDay]]:
    """Per date and side what is new; what is gone stands as an empty day."""
    days: dict[str, dict[str, SideDay]] = {}
    for number, side in enumerate(state.sides):
        for date in sorted({*side.days, *now}):
            flat = now.get(date, {}).get(number, EMPTY_DAY)
            if flat != side.days.get(date, EMPTY_DAY):
                days.setdefault(date, {})[str(number)] = side_day(flat)
    return dict(sorted(days.items()))


def side_day(flat: DayGains) -> SideDay:
    """The gains of one date as the FEED action writes them."""
    parts = {name: amounts(flat[4 * at : 4 * at + 4]) for at, name in enumerate(CATEGORIES)}
    return SideDay(**parts)


def flat_day(day: SideDay) -> DayGains | None:
    """The gains of one date as the state holds them, or None if they make no sense."""
    flat: list[int] = []
    for name in CATEGORIES:
        by_type: dict[str, int] = getattr(day, name)
        if not by_type.keys() <= set(TYPES) or any(q < 0 for q in by_type.values()):
            return None
        flat.extend(by_type.get(kind, 0) for kind in TYPES)
    return tuple(flat)


def _side_of(state: Season, park: int | None) -> int | None:
    return next((number for number, side in enumerate(state.sides) if park in side.parks), None)


def _note(state: Season, edit: Any, days: dict[str, dict[str, SideDay]]) -> EditNote:
    """IM-10 attendance_edited: the sides of the parks; for whole dates those whose gains moved."""
    sides = {number for park in edit.parks if (number := _side_of(state, park)) is not None}
    if not edit.parks:
        dates = edit.dates or tuple(days)
        sides = {int(key) for date in dates for key in days.get(date, {})}
    return EditNote(edit.kind[:24], edit.reason[:500], tuple(sorted(sides)), edit.dates)


def _row_counts(
    state: Season, book: Book, days: dict[str, dict[str, SideDay]]
) -> dict[str, RowCounts]:
    """IM-10 attendance_refreshed: rows by change, for the sides whose gains move."""
    totals = {key: [0, 0, 0] for by_side in days.values() for key in by_side}
    for change in book.changes:
        if change.version <= state.book:
            continue
        for number in {_side_of(state, change.park), _side_of(state, change.home)}:
            if str(number) in totals:
                total = totals[str(number)]
                total[0] += change.added
                total[1] += change.changed
                total[2] += change.removed
    return {key: RowCounts(*total) for key, total in sorted(totals.items()) if any(total)}


def take(state: Season, action: Attendance) -> Step | Refusal:
    """IM-16.10: the season takes over the dates that differ; never from an older book."""
    if action.version < state.book:
        return Refusal("im.stale_book", {"version": state.book})
    sides = list(state.sides)
    for date, by_side in action.days.items():
        for key, day in by_side.items():
            flat = flat_day(day)
            known = key.isdecimal() and int(key) < len(sides)
            if flat is None or not known or not schedule.is_date(date):
                return Refusal("im.bad_feed", {"date": date})
            sides[int(key)] = _with_day(sides[int(key)], date, flat)
    new = replace(state, sides=tuple(sides), book=action.version, digest=action.digest)
    return _fed(state, new, action)


def _with_day(side: Side, date: str, flat: DayGains) -> Side:
    days = {**side.days, date: flat}
    if not any(flat):
        del days[date]
    return replace(side, days=days)


def _fed(state: Season, new: Season, action: Attendance) -> Step:
    """What each side is told, and which streams move: nobody else's do (IM-6)."""
    moved = _moved(state, new)
    events: list[Event] = [
        AttendanceEdited(note.kind, side, note.dates, note.reason)
        for note in action.edits
        for side in note.sides
    ]
    touches = {PUBLIC} if events or (moved and state.options.open_stocks) else set()
    for number in moved:
        rows = action.rows.get(str(number), RowCounts())
        events.append(_refreshed(state, new, number, rows))
        touches |= {seat_stream(number), team_stream(number)}
    events.extend(risk_events(state, new, moved))
    return Step(new, tuple(events), frozenset(touches))


def _moved(state: Season, new: Season) -> tuple[int, ...]:
    return tuple(
        number
        for number, (old, side) in enumerate(zip(state.sides, new.sides, strict=True))
        if old.days != side.days
    )


def _refreshed(state: Season, new: Season, number: int, rows: RowCounts) -> AttendanceRefreshed:
    return AttendanceRefreshed(
        number,
        amounts(gained(state.sides[number])),
        amounts(gained(new.sides[number])),
        rows.added,
        rows.changed,
        rows.removed,
    )


def ledger(state: Season, book: Book) -> dict[str, dict[str, Any]]:
    """IM-13.3: row id → what it gave which side, or why it does not count."""
    found: dict[str, dict[str, Any]] = {}
    for row, line in sorted(count(book.rows, state.options, state.sides).items()):
        entry: dict[str, Any] = {"gains": [codec.to_builtins(gain) for gain in line.gains]}
        if line.reason:
            entry["reason"] = line.reason
        found[str(row)] = entry
    return found


def feed_simulated(state: Season) -> tuple[Season, list[Event]]:
    """IM-3.8: with simulated attendance the rows of the open week come by themselves."""
    if state.options.attendance_source != "simulated":
        return state, []
    date = schedule.plus_days(first_attendance(state.options), 7 * (state.week - 1))
    posed = tuple(replace(side, parks=(number + 1,)) for number, side in enumerate(state.sides))
    rows = simulated_rows(state.seed, date, len(state.sides))
    by_side = gains(rows, state.options, posed).get(date, {})
    sides = tuple(
        _with_day(side, date, by_side.get(number, EMPTY_DAY))
        for number, side in enumerate(state.sides)
    )
    new = replace(state, sides=sides)
    return new, [_refreshed(state, new, number, RowCounts()) for number in _moved(state, new)]


def simulated_rows(seed: str, date: str, sides: int) -> tuple[AttendanceRow, ...]:
    """IM-3.8: 12 sign-ins at home and 0 to 3 travellers a side; park i + 1 is that of side i."""
    rows: list[AttendanceRow] = []

    def sign_in(home: int, place: int, number: int) -> None:
        row = len(rows) + 1
        rows.append(AttendanceRow(row, date, place + 1, f"sim:{row}", home + 1, CLASS_IDS[number]))

    for side in range(sides):
        for j in range(SIMULATED_HOME):
            sign_in(side, side, chance.draw(seed, len(CLASS_IDS), "sim", date, side, j))
        for j in range(chance.draw(seed, SIMULATED_TRAVEL, "simtrav", date, side)):
            step = chance.draw(seed, sides - 1, "simdest", date, side, j)
            number = chance.draw(seed, len(CLASS_IDS), "simcls", date, side, j)
            sign_in(side, (side + 1 + step) % sides, number)
    return tuple(rows)
