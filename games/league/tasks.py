"""What beat and the GM's button start: reading the ORK again, and forgetting old seasons."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from accounts import clock
from games.league import privacy, refresh

SOFT_SECONDS, HARD_SECONDS = 8 * 60, 9 * 60


@shared_task  # type: ignore[untyped-decorator]
def refresh_due() -> int:
    """The beat's tick: hand out every book whose refresh is due (IM-16.10, IM-16.15)."""
    due = refresh.due_books(clock.now())
    for book_id in due:
        refresh_book.delay(book_id)
    return len(due)


@shared_task(  # type: ignore[untyped-decorator]
    soft_time_limit=SOFT_SECONDS, time_limit=HARD_SECONDS
)
def refresh_book(book_id: int, trigger: str = "schedule") -> dict[str, Any] | None:
    """One run over a book; a second one at the same time does nothing."""
    run = refresh.refresh(book_id, trigger=trigger)
    return run.dates if run is not None else None


@shared_task  # type: ignore[untyped-decorator]
def purge_old() -> int:
    """ORK-5.10: rows go 12 months after their season closed."""
    return privacy.purge_due(clock.now())
