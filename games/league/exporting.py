"""ORK-6.6: the book as the same CSV that can be imported."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date
from typing import Any

from games.league.classes import class_name
from games.league.csv_cells import escape
from games.league.import_reading import COLUMNS
from games.league.models import Row


class _Echo:
    """A file that hands each written line straight on."""

    def write(self, text: str) -> str:
        return text


def export_csv(
    book_id: int, *, first: date | None = None, last: date | None = None
) -> Iterator[str]:
    """The rows of a book as CSV lines, oldest first; read back, they change nothing."""
    writer: Any = csv.writer(_Echo(), lineterminator="\r\n")
    yield writer.writerow(COLUMNS)
    rows = Row.objects.filter(book=book_id).order_by("date", "park", "row_id")
    if first is not None:
        rows = rows.filter(date__gte=first)
    if last is not None:
        rows = rows.filter(date__lte=last)
    for row in rows.iterator(chunk_size=2000):
        yield writer.writerow(escape(cell) for cell in _cells(row))


def _cells(row: Row) -> tuple[str, ...]:
    """0 as home says "none", where a blank would mean the last home known (ORK-6.3)."""
    return (
        row.date.isoformat(),
        str(row.park or ""),
        class_name(row.class_id) or row.class_name,
        str(row.player_id or ""),
        row.persona or row.player,
        str(row.home),
        str(row.row_id),
    )
