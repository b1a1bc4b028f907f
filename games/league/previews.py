"""What a change of attendance would do to a game: asked of the layer that knows the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.apps import apps
from django.db import transaction

from games.engine import protocol
from games.league.apps import LeagueConfig
from games.league.books import to_engine
from games.league.importing import staged_engine_book
from games.league.models import ImportFile


@dataclass(frozen=True, slots=True)
class ResourceChange:
    """One line of the preview: what a park has of something now, and would have."""

    park: str
    kind: str
    before: str
    after: str


Preview = Callable[[int, protocol.Book], list[ResourceChange]]


def register(preview: Preview) -> None:
    """Hosting registers the function that answers (book id, staged book) → changes per park."""
    cast("LeagueConfig", apps.get_app_config("league")).preview = preview


def resource_changes(file: ImportFile) -> list[ResourceChange] | None:
    """What applying a staged file would change for each park; None if no game can tell."""
    return _ask(file.book_id, staged_engine_book(file))


def changes_by(book_id: int, act: Callable[[], Any]) -> list[ResourceChange] | None:
    """What a GM's edit would change: done, looked at, and taken back (a refusal comes through)."""
    with transaction.atomic():
        act()
        found = _ask(book_id, to_engine(book_id))
        transaction.set_rollback(True)
    return found


def _ask(book_id: int, book: protocol.Book) -> list[ResourceChange] | None:
    preview = cast("LeagueConfig", apps.get_app_config("league")).preview
    return None if preview is None else preview(book_id, book)
