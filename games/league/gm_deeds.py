"""What a GM can do to a book, as pages: a form, what it would change, the service that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms

from games.league import editing, privacy, refresh
from games.league.editing import Editor, NewRow
from games.league.gm_forms import (
    AddRowForm,
    DateForm,
    DropForm,
    HomeForm,
    PairForm,
    PlainForm,
    RowForm,
)


@dataclass(frozen=True, slots=True)
class Deed:
    """One button: `act(book id, cleaned form, editor)`; with a preview unless nothing can move."""

    title: str
    help: str
    form: type[forms.Form]
    act: Callable[[int, dict[str, Any], Editor], Any]
    has_preview: bool = True


def _add_row(book_id: int, data: dict[str, Any], editor: Editor) -> int:
    new = NewRow(
        date=data["date"],
        park=data["park"],
        class_id=data["class_id"],
        player_id=data["player_id"] or 0,
        persona=data["persona"],
        home=data["home"],
    )
    return editing.add_row(book_id, new, editor)


def _drop(book_id: int, data: dict[str, Any], editor: Editor) -> int:
    return privacy.drop_player(
        book_id, editor, player_id=data["player_id"] or 0, persona=data["persona"]
    )


DEEDS: dict[str, Deed] = {
    "refresh": Deed(
        "Refresh now",
        "The ORK is read again at once; the page shows how each date went.",
        PlainForm,
        lambda book_id, data, editor: refresh.ask(book_id, editor),
        has_preview=False,
    ),
    "exclude-row": Deed(
        "Exclude a row",
        "The row no longer counts, though it is read again.",
        RowForm,
        lambda book_id, data, editor: editing.exclude_row(book_id, data["row_id"], editor),
    ),
    "include-row": Deed(
        "Count a row again",
        "Takes an exclusion back.",
        RowForm,
        lambda book_id, data, editor: editing.include_row(book_id, data["row_id"], editor),
    ),
    "set-row-home": Deed(
        "Set a row's home",
        "Pins the home park of one row; refreshes and files leave it.",
        HomeForm,
        lambda book_id, data, editor: editing.set_row_home(
            book_id, data["row_id"], data["home"], editor
        ),
    ),
    "add-row": Deed(
        "Add a row",
        "A sign-in that no source has; it adds to what the source says of the date and park.",
        AddRowForm,
        _add_row,
    ),
    "release-import": Deed(
        "Release an import",
        "The next refresh may replace the rows of this date and park again.",
        PairForm,
        lambda book_id, data, editor: editing.release_import(
            book_id, data["date"], data["park"], editor
        ),
    ),
    "confirm-empty": Deed(
        "Confirm an empty date",
        "The date came back empty though rows are stored; confirming removes them.",
        DateForm,
        lambda book_id, data, editor: editing.confirm_empty(book_id, data["date"], editor),
    ),
    "drop-player": Deed(
        "Drop a player's data",
        "Takes name and id out of every row, now and when they are read again; gains remain. "
        "This cannot be taken back.",
        DropForm,
        _drop,
    ),
}
