"""What an ORK answer may look like, and how it becomes values the portal keeps (ORK-2, ORK-5).

Pure functions over bytes and builtins; the calls themselves are in `ork.py`. Failure details name
shapes and numbers, never text of the answer: it may hold SQL (ORK-2.8) or personal data.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

import msgspec

from games.league.classes import class_of

MAX_ID = 10**12 - 1
MAX_TEXT = 200
SUCCESS, INVALID_PARAMETER = 0, 4


class Kind(StrEnum):
    """ORK-5.3: why an answer cannot be used."""

    HTTP = "HTTP"
    NOT_JSON = "NOT_JSON"
    SERVER_ERROR = "SERVER_ERROR"
    STATUS = "STATUS"
    SHAPE = "SHAPE"
    WRONG_DATE = "WRONG_DATE"
    TIMEOUT = "TIMEOUT"
    NETWORK = "NETWORK"


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that gave nothing to go by."""

    kind: Kind
    detail: str


class Unusable(Exception):
    """Raised inside this module's callers when a body fails ORK-5.3."""

    def __init__(self, kind: Kind, detail: str) -> None:
        super().__init__(kind, detail)
        self.failure = Failure(kind, detail)


@dataclass(frozen=True, slots=True)
class SignIn:
    """One normalised row of a day (ORK-5.5); 0 stands for none.

    `named` is false where the persona is only a stand-in ("player 7", "guest").
    """

    row_id: int
    date: date
    park: int
    player_id: int
    persona: str
    named: bool
    home: int
    class_id: int
    class_name: str
    event_id: int
    scope: str = ""

    def within(self, scope: str) -> SignIn:
        """The same row, marked with the call that gave it."""
        return replace(self, scope=scope)


def as_id(value: Any) -> int:
    """ORK-5.5: int, integral float or digit string; 0, "", null and anything else → 0."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, float):
        value = int(value) if value.is_integer() else 0
    if isinstance(value, str):
        value = int(value) if value.isascii() and value.isdigit() and len(value) <= 18 else 0
    return value if isinstance(value, int) and 0 < value <= MAX_ID else 0


def as_text(value: Any, limit: int = MAX_TEXT) -> str:
    """ORK-5.5: string as is, number as its shortest decimal text, else empty; cleaned and cut."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, float):
        value = format(Decimal(repr(value)).normalize(), "f") if value == value else ""
    elif isinstance(value, int):
        value = str(value)
    return clean(value, limit) if isinstance(value, str) else ""


def clean(text: str, limit: int = MAX_TEXT) -> str:
    """ORK-5.5: control characters out, blanks trimmed, NFC, at most `limit` characters."""
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in composed if unicodedata.category(c) not in {"Cc", "Cs"})
    return kept.strip()[:limit].strip()


def load(body: bytes) -> dict[str, Any]:
    """The whole body as one JSON object; nothing before or after it is forgiven (ORK-5.3)."""
    try:
        answer = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise Unusable(Kind.NOT_JSON, f"{len(body)} bytes that are not JSON") from error
    if not isinstance(answer, dict):
        raise Unusable(Kind.NOT_JSON, "JSON, but no object")
    return answer


def status_of(answer: dict[str, Any]) -> int:
    """ORK-2.6: the number in Status.Status; only 0 and 4 can be gone on with."""
    status = answer.get("Status")
    if status is False:
        raise Unusable(Kind.SERVER_ERROR, f"error answer, code {as_id(answer.get('Code'))}")
    number = status.get("Status") if isinstance(status, dict) else None
    if not isinstance(number, int) or isinstance(number, bool):
        raise Unusable(Kind.SHAPE, "no status number")
    if number not in {SUCCESS, INVALID_PARAMETER}:
        raise Unusable(Kind.STATUS, f"status {number}")
    return number


def listed(answer: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects of the list `key`; an object keyed by id counts as its values (ORK-2.15)."""
    found = answer.get(key)
    if isinstance(found, dict):
        found = list(found.values())
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise Unusable(Kind.SHAPE, f"no list {key}")
    return found


def attendance_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The raw rows of an AttendanceForDate answer; status 4 without rows is an empty day."""
    number = status_of(answer)
    if number == INVALID_PARAMETER:
        if answer.get("Attendance"):
            raise Unusable(Kind.SHAPE, "rows beside status 4")
        return []
    rows = answer.get("Attendance")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unusable(Kind.SHAPE, "no list Attendance")
    return rows


def read_day(body: bytes, day: date) -> tuple[SignIn, ...]:
    """ORK-5.3: the rows of one answer about `day`, or `Unusable`."""
    rows = attendance_of(load(body))
    return unique(sign_in(row, day) for row in rows)


def unique(rows: Any) -> tuple[SignIn, ...]:
    """ORK-5.5: a row repeated with the same AttendanceId is taken once (the first stands)."""
    found: dict[int, SignIn] = {}
    for row in rows:
        found.setdefault(row.row_id, row)
    return tuple(found.values())


def sign_in(row: dict[str, Any], day: date | None = None) -> SignIn:
    """ORK-5.5: one row normalised; with `day`, its Date must be that one."""
    row_id = as_id(row.get("AttendanceId"))
    if not row_id:
        raise Unusable(Kind.SHAPE, "a row without AttendanceId")
    held = _date_of(row.get("Date"))
    if held is None or (day is not None and held != day):
        raise Unusable(Kind.WRONG_DATE, f"row {row_id} is of another date")
    player_id = as_id(row.get("MundaneId"))
    persona = as_text(row.get("Persona")) or as_text(row.get("AttendancePersona"))
    raw_class = as_id(row.get("ClassId"))
    written = as_text(row.get("ClassName"), 60)
    known = class_of(raw_class, written)
    return SignIn(
        row_id=row_id,
        date=held,
        park=as_id(row.get("ParkId")),
        player_id=player_id,
        persona=persona or (f"player {player_id}" if player_id else "guest"),
        named=bool(persona),
        home=as_id(row.get("FromParkId")),
        class_id=known,
        class_name="" if known else written or (f"class {raw_class}" if raw_class else ""),
        event_id=as_id(row.get("EventId")),
    )


def _date_of(value: Any) -> date | None:
    if not isinstance(value, str) or len(value) != len("2026-02-07"):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def guest_key(persona: str) -> str:
    """IM-16.8: the key of a player without a record."""
    return "guest:" + " ".join(persona.casefold().split())


def player_key(row_id: int, player_id: int, persona: str) -> str:
    """IM-16.8: ORK id, else the guest's persona, else the row stands alone."""
    if player_id:
        return str(player_id)
    return guest_key(persona) if persona else f"row:{row_id}"
