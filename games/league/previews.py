"""What a change of attendance would do to a game: asked of the layer that knows the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from django.apps import apps

from games.engine import protocol
from games.league.apps import LeagueConfig
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
    preview = cast("LeagueConfig", apps.get_app_config("league")).preview
    return None if preview is None else preview(file.book_id, staged_engine_book(file))
