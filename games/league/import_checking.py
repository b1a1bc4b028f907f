"""ORK-6.3, ORK-6.4: what each line of a file means, or which error it is."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from accounts.models import Park
from games.league.classes import class_table, plain
from games.league.import_reading import Code, Problem, Sheet
from games.league.models import Book, ParkName, Row, Source
from games.league.models.books import SATURDAY
from games.league.ork_answers import MAX_ID, SignIn, clean, player_key

_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_US = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)


@dataclass(slots=True)
class Checked:
    """The usable lines of a file, its errors and warnings, and what the GM is shown of them."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


class BadLine(ValueError):
    """A line that cannot be used."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def check_sheet(book: Book, sheet: Sheet) -> Checked:
    """Check every line; all look-ups are made once for the whole file."""
    checked = Checked(errors=list(sheet.errors), warnings=list(sheet.warnings))
    reader = LineReader()
    for number, texts in sheet.texts:
        try:
            checked.lines.append(reader.read(number, texts))
        except BadLine as error:
            checked.errors.append(Problem(number, error.code, error.detail))
    for number, sign_in in sheet.sign_ins:
        checked.lines.append(from_sign_in(number, sign_in))
        if not sign_in.class_id:
            checked.warnings.append(Problem(number, Code.CLASS, "kept, not counted"))
    _merge_repeated(checked)
    _warn_weekdays(checked)
    _count(book, checked)
    checked.errors.sort(key=lambda problem: problem.line)
    checked.warnings.sort(key=lambda problem: problem.line)
    return checked


class LineReader:
    """Reads lines of texts against the parks and classes this portal knows."""

    def __init__(self) -> None:
        self._parks = known_parks()
        self._classes = {plain(name): number for number, name in class_table().items()}

    def read(self, number: int, texts: dict[str, str]) -> dict[str, Any]:
        """One line as staging keeps it, or `BadLine`."""
        player_id = _digits(texts["player_id"], Code.PLAYER)
        persona = clean(texts["persona"])
        if not player_id and not persona:
            raise BadLine(Code.PLAYER, "neither player_id nor persona")
        row_id = _digits(texts["attendance_id"], Code.FORMAT, 10**15)
        # the portal's export says "guest" for a row that stands alone (IM-16.8)
        named = "" if row_id and persona == "guest" else persona
        home = texts["home_park"]
        return {
            "line": number,
            "row_id": row_id,
            "date": _date(texts["date"]).isoformat(),
            "park": self._park(texts["park"]),
            "player_id": player_id,
            "persona": persona or f"player {player_id}",
            "player": player_key(row_id, player_id, named),
            "home": self._park(home) if home else None,
            "class_id": self._class(texts["class"]),
            "class_name": "",
            "event_id": 0,
        }

    def _park(self, text: str) -> int:
        return read_park(text, self._parks)

    def _class(self, text: str) -> int:
        if text.isascii() and text.isdigit():
            number = _digits(text, Code.CLASS)
            if number in class_table():
                return number
        elif plain(text) in self._classes:
            return self._classes[plain(text)]
        raise BadLine(Code.CLASS, "no class" if not text else "not known")


def read_park(text: str, parks: dict[str, frozenset[int]]) -> int:
    """ORK-6.3: an id, or the name or abbreviation of a known park; blank (or 0) is none."""
    if not text or (text.isascii() and text.isdigit()):
        return _digits(text, Code.PARK)
    found = parks.get(_folded(text), frozenset())
    if len(found) != 1:
        raise BadLine(Code.PARK, "several parks have it" if found else "not known")
    return next(iter(found))


def _digits(text: str, code: Code, limit: int = MAX_ID) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 18 or int(text) > limit:
        raise BadLine(code, "no id")
    return int(text)


def _date(text: str) -> date:
    """ORK-6.3: YYYY-MM-DD or US M/D/YYYY; nothing is guessed."""
    try:
        if found := _ISO.fullmatch(text):
            return date(*map(int, found.groups()))
        if found := _US.fullmatch(text):
            month, day, year = map(int, found.groups())
            return date(year, month, day)
    except ValueError as error:
        raise BadLine(Code.DATE, "no such day") from error
    raise BadLine(Code.DATE, "YYYY-MM-DD or M/D/YYYY")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def known_parks() -> dict[str, frozenset[int]]:
    """Park ids by folded name, then by abbreviation where no name is the same.

    Known are the parks of the chooser (ORK-5.8) and the league's own with their ORK ids; of a
    league park with several, the lowest stands for it.
    """
    names: dict[str, set[int]] = {}
    short: dict[str, set[int]] = {}
    retired: dict[str, set[int]] = {}
    for park in ParkName.objects.all():
        where = names if park.active else retired
        where.setdefault(_folded(park.name), set()).add(park.park_id)
        if park.abbreviation and park.active:
            short.setdefault(_folded(park.abbreviation), set()).add(park.park_id)
    for own in Park.objects.prefetch_related("ork_ids"):
        ids = sorted(linked.ork_id for linked in own.ork_ids.all())
        if not ids:
            continue
        if not names.get(_folded(own.name), set()) & set(ids):
            names.setdefault(_folded(own.name), set()).add(ids[0])
        known = short.get(_folded(own.abbreviation), set())
        if own.abbreviation and not known & set(ids):
            short.setdefault(_folded(own.abbreviation), set()).add(ids[0])
    return {key: frozenset(ids) for key, ids in {**retired, **short, **names}.items() if key}


def from_sign_in(number: int, found: SignIn) -> dict[str, Any]:
    """A row of a saved ORK answer as staging keeps it."""
    return {
        "line": number,
        "row_id": found.row_id,
        "date": found.date.isoformat(),
        "park": found.park,
        "player_id": found.player_id,
        "persona": found.persona,
        "player": player_key(found.row_id, found.player_id, found.persona if found.named else ""),
        "home": found.home or None,
        "class_id": found.class_id,
        "class_name": found.class_name,
        "event_id": found.event_id,
    }


def _merge_repeated(checked: Checked) -> None:
    """ORK-6.5: lines of one row are one; the later counts, in the place of the first."""
    kept: dict[Any, dict[str, Any]] = {}
    for line in checked.lines:
        key = line["row_id"] or (line["date"], line["park"], line["player"])
        if key in kept:
            earlier = kept[key]["line"]
            checked.warnings.append(
                Problem(line["line"], Code.DUPLICATE, f"counts instead of line {earlier}")
            )
        kept[key] = line
    checked.counts["duplicate"] = len(checked.lines) - len(kept)
    checked.lines = list(kept.values())


def _warn_weekdays(checked: Checked) -> None:
    for line in checked.lines:
        if date.fromisoformat(line["date"]).weekday() < SATURDAY:
            checked.warnings.append(Problem(line["line"], Code.NOT_WEEKEND, "kept, not counted"))


def _count(book: Book, checked: Checked) -> None:
    """What the GM sees of the file: how many lines are whose."""
    seen = set(
        Row.objects.filter(book=book).exclude(player_id=0).values_list("player_id", flat=True)
    )
    kinds = Counter(
        "guest" if not line["player_id"] else "matched" if line["player_id"] in seen else "new"
        for line in checked.lines
    )
    checked.counts |= {
        "lines": len(checked.lines),
        "matched": kinds["matched"],
        "unknown_player": kinds["new"],
        "guest": kinds["guest"],
        "unknown_class": sum(not line["class_id"] for line in checked.lines)
        + sum(problem.code == Code.CLASS for problem in checked.errors),
        "error": len(checked.errors),
    }


def manual_ids(book: Book) -> dict[int, tuple[str, int, str]]:
    """Rows entered by hand, as (date, park, player key) by id: a file never replaces them."""
    rows = Row.objects.filter(book=book, source=Source.MANUAL)
    return {row.row_id: (row.date.isoformat(), row.park, row.player) for row in rows}
