"""ORK-5.10: what is forgotten on request, and what is forgotten when a season is long over."""

from __future__ import annotations

import calendar
from datetime import datetime

from django.db import transaction

from accounts import clock
from accounts.refusals import Refused
from games.league.books import Aliases, changing
from games.league.editing import Editor
from games.league.models import (
    Book,
    Exclusion,
    HomePin,
    ImportFile,
    PortalId,
    Pseudonym,
    Refresh,
    Row,
    Suspicion,
)
from games.league.ork_answers import guest_key

KEPT_MONTHS = 12


def drop_player(book_id: int, editor: Editor, *, player_id: int = 0, persona: str = "") -> int:
    """Take one player out of a book: no id, no persona, and none when they are read again.

    The rows stay under a stand-in key, so that the gains they gave remain as totals; who it was
    is kept as a keyed digest alone. Neither audit row nor public log says whom it was about.
    """
    editor = editor.checked()
    key = str(player_id) if player_id else guest_key(persona)
    with changing(book_id) as change:
        aliases = Aliases(change.book)
        alias = aliases.make(key)
        rows = Row.objects.filter(book=change.book, player=key)
        found = rows.update(player=alias, player_id=0, persona="")
        PortalId.objects.filter(book=change.book, player=key).update(player=alias)
        for file in ImportFile.objects.filter(book=change.book):
            lines = [aliases.hide_line(line) for line in file.lines]
            if lines != file.lines:
                file.lines = lines
                file.save(update_fields=["lines"])
        change.has_moved |= bool(found)
        editor.record("drop_player", book_id, before=None, after={"rows": found})
    return found


def forget_after(closed_at: datetime) -> datetime:
    """Twelve months after a season closed."""
    year, month = closed_at.year + KEPT_MONTHS // 12, closed_at.month
    day = min(closed_at.day, calendar.monthrange(year, month)[1])
    return closed_at.replace(year=year, day=day)


def purge_due(now: datetime) -> int:
    """Purge every book whose season closed 12 months ago; gives how many."""
    books = Book.objects.filter(purged_at=None).exclude(closed_at=None)
    due = [book.pk for book in books if book.closed_at and forget_after(book.closed_at) <= now]
    for book_id in due:
        purge(book_id)
    return len(due)


def purge(book_id: int) -> None:
    """Forget a closed season's people. The version stays: nothing is to be counted anew."""
    with transaction.atomic():
        book = Book.objects.select_for_update().get(pk=book_id)
        if book.closed_at is None:
            raise Refused("season_open")
        for model in (Row, HomePin, Exclusion, PortalId, Pseudonym, Suspicion, Refresh):
            model.objects.filter(book=book).delete()
        for file in ImportFile.objects.filter(book=book):
            file.lines = []
            if file.status == ImportFile.Status.CHECKED:
                file.status = ImportFile.Status.DISCARDED
            file.save(update_fields=["lines", "status"])
        book.purged_at = clock.now()
        book.save(update_fields=["purged_at"])
