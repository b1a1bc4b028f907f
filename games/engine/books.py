"""Outside facts: a season's attendance as the rules are given it (IM-16)."""

from __future__ import annotations

import msgspec


class AttendanceRow(msgspec.Struct, frozen=True, gc=False):
    """One sign-in of a season's book (IM-16.1); `date` is an ISO calendar date, ids are the ORK's.

    `shielded`: kept but covered by an import of its date and park (IM-16.11), so it does not count.
    """

    row_id: int
    date: str
    park: int | None
    player: str
    home: int | None
    class_id: int | None
    source: str = "ork"  # ork, import, manual
    excluded: bool = False
    shielded: bool = False


class Edit(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A GM's change of a book that the public log shows: kind, parks' dates, reason, no person."""

    kind: str
    reason: str
    dates: tuple[str, ...] = ()
    parks: tuple[int, ...] = ()


class RowChange(msgspec.Struct, frozen=True, gc=False):
    """How many rows of one date, place and home a version of the book added, changed, removed."""

    version: int
    date: str
    park: int | None = None
    home: int | None = None
    added: int = 0
    changed: int = 0
    removed: int = 0


class Book(msgspec.Struct, frozen=True, gc=False):
    """A season's attendance at one version, with the edits and row changes by version."""

    version: int
    rows: tuple[AttendanceRow, ...]
    edits: tuple[tuple[int, Edit], ...] = ()
    changes: tuple[RowChange, ...] = ()
