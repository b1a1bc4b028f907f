"""IM-16.15: a refresh that went wrong tells the GMs; it delays nothing."""

from __future__ import annotations

from django.urls import reverse

from accounts.services import masters, notify
from games.league.models import Book, Refresh


def tell_masters(book: Book, run: Refresh) -> None:
    """One notice a day and book, and one for each deadline whose last refresh went wrong."""
    failed = [day for day, result in run.dates.items() if result.get("failed")]
    held = [day for day, result in run.dates.items() if result.get("held")]
    is_stopped = run.stopped not in {"", "time"}
    if not (failed or held or is_stopped):
        return
    occasion = f"{run.started_at:%Y-%m-%d}"
    if run.trigger == "deadline" and book.next_deadline is not None:
        occasion = f"deadline {book.next_deadline:%Y-%m-%dT%H:%M}"
    notify(
        masters(),
        "attendance_problem",
        game_id=None,
        key=f"book {book.pk} {occasion}",
        params={
            "book": book.name,
            "failed": failed,
            "held": held,
            "stopped": run.stopped if is_stopped else "",
            "url": reverse("admin:league_book_attendance", args=[book.pk]),
        },
    )
