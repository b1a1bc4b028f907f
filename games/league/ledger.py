"""Reading a book for people: a side's rows with names, the state of each date, what needs a GM.

Who may see which rows is the caller's question: own side and GM only (IM-6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from accounts.models import ParkOrkId
from games.league.classes import class_name
from games.league.models import Book, ParkName, Refresh, Row, Shield, Suspicion
from games.league.models.books import SATURDAY

RUNS_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One sign-in as a side's page shows it; joined by `row_id` with the rules' reasons."""

    row_id: int
    date: date
    persona: str
    class_id: int
    class_name: str
    park: int
    park_name: str
    home: int
    home_name: str
    source: str
    excluded: bool


def park_names(ids: Collection[int] | None = None) -> dict[int, str]:
    """Names of ORK parks: the ORK's own where known, else the league park they belong to."""
    linked = ParkOrkId.objects.select_related("park")
    known = ParkName.objects.all()
    if ids is not None:
        linked, known = linked.filter(ork_id__in=ids), known.filter(park_id__in=ids)
    names = {link.ork_id: link.park.name for link in linked}
    names |= {park.park_id: park.name for park in known}
    return names


def ledger_rows(
    book_id: int, *, parks: Collection[int] | None = None, since: date | None = None
) -> list[LedgerRow]:
    """The rows held at these ORK parks or of people at home there; all rows without `parks`."""
    rows = Row.objects.filter(book=book_id)
    if parks is not None:
        rows = rows.filter(Q(park__in=parks) | Q(home__in=parks))
    if since is not None:
        rows = rows.filter(date__gte=since)
    names = park_names()
    return [
        LedgerRow(
            row_id=row.row_id,
            date=row.date,
            persona=row.persona,
            class_id=row.class_id,
            class_name=class_name(row.class_id) or row.class_name,
            park=row.park,
            park_name=park_name(names, row.park),
            home=row.home,
            home_name=park_name(names, row.home),
            source=row.source,
            excluded=row.excluded,
        )
        for row in rows.order_by("-date", "park", "row_id")
    ]


def park_name(names: dict[int, str], park: int) -> str:
    """A park's name, its number where the name is not known, nothing for none."""
    return names.get(park, f"park {park}") if park else ""


@dataclass(frozen=True, slots=True)
class DateState:
    """How one weekend date of a book stands."""

    date: date
    rows: int
    read_at: datetime | None
    result: dict[str, Any]
    suspicious_since: datetime | None
    shields: tuple[int, ...]


def date_states(book: Book, now: datetime) -> list[DateState]:
    """Every weekend date with its rows and what the last run that read it said; latest first."""
    today = now.astimezone(ZoneInfo(book.zone)).date()
    counts = Counter(Row.objects.filter(book=book).values_list("date", flat=True))
    doubts = dict(Suspicion.objects.filter(book=book).values_list("date", "first_seen"))
    shields: dict[date, list[int]] = {}
    for shield in Shield.objects.filter(book=book):
        shields.setdefault(shield.date, []).append(shield.park)
    results: dict[str, tuple[datetime, dict[str, Any]]] = {}
    for run in Refresh.objects.filter(book=book).order_by("-id")[:RUNS_LOOKED_AT]:
        for day, result in run.dates.items():
            results.setdefault(day, (run.started_at, result))
    dates = sorted({*book.weekend_dates(today), *counts, *shields}, reverse=True)
    return [
        DateState(
            date=day,
            rows=counts[day],
            read_at=results.get(day.isoformat(), (None, {}))[0],
            result=results.get(day.isoformat(), (None, {}))[1],
            suspicious_since=doubts.get(day),
            shields=tuple(shields.get(day, ())),
        )
        for day in dates
    ]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about attendance that a GM should look at; names no person."""

    kind: str
    date: date | None = None
    detail: str = ""
    row_id: int = 0


def findings(book: Book, now: datetime) -> list[Finding]:
    """IM-16.3, ORK-5.6, ORK-5.2: unknown classes, empty dates, failed dates, a stopped refresh."""
    found: list[Finding] = []
    last = Refresh.objects.filter(book=book).order_by("-id").first()
    if last is not None and last.stopped:
        found.append(Finding("stopped", detail=last.stopped))
    for state in date_states(book, now):
        if state.suspicious_since is not None:
            found.append(Finding("suspicious", state.date))
        if state.result.get("failed"):
            detail = f"{state.result['failed']} {state.result.get('detail', '')}".strip()
            found.append(Finding("failed", state.date, detail))
    for row in Row.objects.filter(book=book, class_id=0):
        found.append(Finding("unknown_class", row.date, row.class_name, row.row_id))
    for row in Row.objects.filter(book=book, date__lt=book.attendance_from):
        found.append(Finding("before_start", row.date, row_id=row.row_id))
    for row in Row.objects.filter(book=book, date__gte=book.attendance_from):
        if row.date.weekday() < SATURDAY:
            found.append(Finding("not_weekend", row.date, row_id=row.row_id))
    return found
