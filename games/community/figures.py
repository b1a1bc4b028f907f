"""Statistics of a finished game, drawn as tables whatever their shape (IM-15, PR-15.5).

The title gives nested facts (`rules.statistics`) and words (texts `statistics`). A map whose keys
are exactly the seats' numbers has a row per seat; a list counts from 1; a map with `side` or `seat`
is a record of that seat. `statistics_units` may say of a key that what is under it are quarter
points (`quarters`) or seats' numbers (`seat`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from games.community.titles import word
from games.hosting import texts
from games.hosting.feeds import points
from games.hosting.models import Game
from games.hosting.statistics import statistics_of

KEPT_SECONDS = 24 * 3600
SEAT_KEYS = ("side", "seat")
WIDEST = 16  # columns
CONTAINERS = ("sides", "seats")  # they only hold the rest: no caption of their own


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a table."""

    text: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its caption; the first cell of each row heads it."""

    caption: str
    head: list[Cell]
    rows: list[list[Cell]]


def of_game(game: Game) -> dict[str, Any]:
    """What the title counts, worked out once per state of the log."""
    key = f"figures:{game.pk}:{game.seq}"
    found: dict[str, Any] | None = cache.get(key)
    if found is None:
        found = statistics_of(game)
        cache.set(key, found, KEPT_SECONDS)
    return found


def tables(title: str, data: dict[str, Any], seats: dict[str, str]) -> list[Table]:
    """Everything in `data` as tables; `seats` gives a seat's number its name."""
    return list(Drawing(title, seats).all_of(data))


class Drawing:
    """Draws one game's figures in the title's words."""

    def __init__(self, title: str, seats: dict[str, str]) -> None:
        self.title = title
        self.seats = seats
        self.units: dict[str, str] = texts.table(title).get("statistics_units", {})

    def all_of(self, data: dict[str, Any]) -> Iterator[Table]:
        """Single facts first, then each part, then the records."""
        plain = {key: value for key, value in data.items() if is_plain(value)}
        records = {key: value for key, value in data.items() if self._is_record(value)}
        if plain:
            yield self._pairs("The game", plain, ())
        for key, value in data.items():
            if key not in plain and key not in records:
                yield from self._part("" if key in CONTAINERS else self._word(key), value, (key,))
        if records:
            yield Table("Records", [], [self._record(key, part) for key, part in records.items()])

    def _part(self, caption: str, value: Any, path: tuple[str, ...]) -> Iterator[Table]:
        """A map or a list under its caption; nothing where there is nothing."""
        if not value:
            return
        if isinstance(value, list):
            value = {str(number): item for number, item in enumerate(value, start=1)}
        plain = {key: item for key, item in value.items() if is_plain(item)}
        if plain:
            yield self._pairs(caption, plain, path)
        rest = {key: _as_map(item) for key, item in value.items() if key not in plain}
        if rest:
            yield from self._grid(caption, rest, path)

    def _grid(
        self, caption: str, rows: dict[str, dict[str, Any]], path: tuple[str, ...]
    ) -> Iterator[Table]:
        """Rows of maps: the plain columns as one table, every other column as its own."""
        columns = list(dict.fromkeys(key for row in rows.values() for key in row))
        deep = [key for key in columns if any(not is_plain(row.get(key)) for row in rows.values())]
        flat = [key for key in columns if key not in deep]
        if flat:
            plain = {key: {part: row.get(part) for part in flat} for key, row in rows.items()}
            yield self._flat(caption, plain, path)
        if not flat and all(_has_totals(row) for row in rows.values()):
            sums = {k: {p: item["total"] for p, item in row.items()} for k, row in rows.items()}
            yield self._flat(caption, sums, path)
            return
        for part in deep:
            inner = {key: row[part] for key, row in rows.items() if part in row}
            name = self._label(part) if not caption or part in self.seats else self._word(part)
            below = f"{caption}: {name}" if caption else self._word(part)
            yield from self._part(below, inner, (*path, part))

    def _flat(self, caption: str, rows: dict[str, dict[str, Any]], path: tuple[str, ...]) -> Table:
        """Plain values in rows and columns; a very wide table is turned on its side."""
        columns = list(dict.fromkeys(part for row in rows.values() for part in row))
        if len(columns) > WIDEST and len(rows) < len(columns):
            rows = {part: {key: row.get(part) for key, row in rows.items()} for part in columns}
            columns = list(next(iter(rows.values())))
        heads, names = self._row_names(dict.fromkeys(columns)), self._row_names(rows)
        lines = [
            [names[key], *(self._cell(row.get(part), (*path, part)) for part in columns)]
            for key, row in rows.items()
        ]
        numeric = {
            part: any(line[place].is_number for line in lines)
            for place, part in enumerate(columns, start=1)
        }
        for key, line in zip(rows, lines, strict=True):  # a dash stands as its column does
            for place, part in enumerate(columns, start=1):
                if rows[key].get(part) is None:
                    line[place] = Cell("–", numeric[part])
        head = [Cell(heads[part].text, numeric[part]) for part in columns]
        return Table(caption or "By seat", [Cell(""), *head], lines)

    def _pairs(self, caption: str, values: dict[str, Any], path: tuple[str, ...]) -> Table:
        names = self._row_names(values)
        rows = [[names[key], self._cell(value, (*path, key))] for key, value in values.items()]
        return Table(caption or "By seat", [], rows)

    def _record(self, key: str, part: dict[str, Any]) -> list[Cell]:
        holder = next(str(part[name]) for name in SEAT_KEYS if name in part)
        facts = [
            f"{lowered(self._word(name))} {self._cell(value, (key, name)).text}"
            for name, value in part.items()
            if name not in SEAT_KEYS
        ]
        return [Cell(self._word(key)), Cell(self._label(holder)), Cell(", ".join(facts))]

    def _row_names(self, rows: dict[str, Any]) -> dict[str, Cell]:
        is_seats = self._is_seats(rows)
        return {key: Cell(self._label(key) if is_seats else self._word(key)) for key in rows}

    def _is_seats(self, value: dict[str, Any]) -> bool:
        return bool(value) and set(value) == set(self.seats)

    def _is_record(self, value: Any) -> bool:
        return (
            isinstance(value, dict)
            and any(key in value for key in SEAT_KEYS)
            and all(is_plain(item) for item in value.values())
        )

    def _label(self, seat: str) -> str:
        return self.seats.get(seat, seat)

    def _word(self, key: str) -> str:
        return word(self.title, key)

    def _cell(self, value: Any, path: tuple[str, ...]) -> Cell:
        if value is None:
            return Cell("–")
        if isinstance(value, bool):
            return Cell("yes" if value else "no")
        if isinstance(value, int):
            return self._count(value, {self.units.get(key, "") for key in path})
        if isinstance(value, float):
            return Cell(f"{value:.1f}", True)
        is_number = value.replace(".", "", 1).isdecimal()
        return Cell(texts.text(self.title, "statistics", value), is_number)

    def _count(self, value: int, units: set[str]) -> Cell:
        if "seat" in units:
            return Cell(self._label(str(value)))
        return Cell(points(value) if "quarters" in units else str(value), True)


def lowered(words: str) -> str:
    """Words inside a sentence."""
    return words[:1].lower() + words[1:]


def is_plain(value: Any) -> bool:
    """A single value."""
    return value is None or isinstance(value, (str, int, float))


def _as_map(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        return {str(number): item for number, item in enumerate(value, start=1)}
    assert isinstance(value, dict)
    return value


def _has_totals(row: dict[str, Any]) -> bool:
    return all(isinstance(item, dict) and is_plain(item.get("total", {})) for item in row.values())
