"""ORK-6.1, ORK-6.2: from the bytes of a file to lines of named texts, whatever form it came in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from games.league import ork_answers
from games.league.csv_cells import unescape
from games.league.ork_answers import SignIn, Unusable, as_text

MAX_BYTES = 5 * 1024 * 1024
MAX_ROWS = 20_000
COLUMNS = ("date", "park", "class", "player_id", "persona", "home_park", "attendance_id")
REQUIRED = ("date", "park", "class")
DELIMITERS = ",;\t"


class Code(StrEnum):
    """ORK-6.4: what can be wrong with a file or a line (E_IMPORT_… in the rules)."""

    FORMAT = "import_format"
    TOO_BIG = "import_too_big"
    HEADER = "import_header"
    DATE = "import_date"
    NOT_WEEKEND = "import_not_weekend"
    PARK = "import_park"
    CLASS = "import_class"
    PLAYER = "import_player"
    # warnings of the portal's own
    ENCODING = "import_encoding"
    DUPLICATE = "import_duplicate"
    MANUAL = "import_manual"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning; line 0 is the file itself. `detail` never holds a person."""

    line: int
    code: Code
    detail: str = ""

    def as_json(self) -> dict[str, Any]:
        """As staging keeps it."""
        return {"line": self.line, "code": self.code.value, "detail": self.detail}


@dataclass(slots=True)
class Sheet:
    """A file taken apart: `texts` by line for CSV and JSON, `sign_ins` for an ORK answer."""

    form: str = "csv"
    texts: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    sign_ins: list[tuple[int, SignIn]] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


class Unreadable(Exception):  # noqa: N818 - it is an answer to the GM
    """Nothing of the file can be used."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(code, detail)
        self.problem = Problem(0, code, detail)


def read_sheet(data: bytes) -> Sheet:
    """Take a file apart; a file that is no good as a whole is a sheet with one error."""
    sheet = Sheet()
    try:
        if len(data) > MAX_BYTES:
            raise Unreadable(Code.TOO_BIG, f"over {MAX_BYTES // 1024 // 1024} MB")
        text = _decode(data, sheet)
        match text.lstrip()[:1]:
            case "{":
                _read_answer(text, sheet)
            case "[":
                _read_list(text, sheet)
            case _:
                _read_csv(text, sheet)
        if len(sheet.texts) + len(sheet.sign_ins) > MAX_ROWS:
            raise Unreadable(Code.TOO_BIG, f"over {MAX_ROWS} rows")
        if not sheet.texts and not sheet.sign_ins and not sheet.errors:
            raise Unreadable(Code.FORMAT, "no rows")
    except Unreadable as error:
        return Sheet(form=sheet.form, errors=[error.problem], warnings=sheet.warnings)
    return sheet


def _decode(data: bytes, sheet: Sheet) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Windows-1252 leaves five bytes undefined; a file that uses them is none
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError as error:
            raise Unreadable(Code.FORMAT, "neither UTF-8 nor Windows-1252") from error
        sheet.warnings.append(Problem(0, Code.ENCODING, "read as Windows-1252"))
    if "\x00" in text:
        raise Unreadable(Code.FORMAT, "NUL characters")
    return text


def _read_csv(text: str, sheet: Sheet) -> None:
    lines = _rows(text)
    header_line, header = next(lines, (0, []))
    names = [" ".join(name.split()).casefold() for name in header]
    _check_header(names, header_line)
    for line, cells in lines:
        if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
            sheet.errors.append(Problem(line, Code.FORMAT, "more cells than the header has"))
            continue
        found = dict(zip(names, cells, strict=False))
        sheet.texts.append((line, {n: unescape(found.get(n, "").strip()) for n in COLUMNS}))
        if len(sheet.texts) > MAX_ROWS:
            raise Unreadable(Code.TOO_BIG, f"over {MAX_ROWS} rows")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with anything in them, each with the number of its last physical line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise Unreadable(Code.FORMAT, f"line {reader.line_num}: bad quoting") from error


def _delimiter(text: str) -> str:
    """ORK-6.2: taken from the header line, the first line that is not blank."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=header.count)


def _check_header(names: list[str], line: int) -> None:
    for name in COLUMNS:
        if names.count(name) > 1:
            raise Unreadable(Code.HEADER, f"line {line}: column {name} twice")
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        raise Unreadable(Code.HEADER, f"missing: {', '.join(missing)}")
    if "player_id" not in names and "persona" not in names:
        raise Unreadable(Code.HEADER, "missing: player_id or persona")


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise Unreadable(Code.FORMAT, "no JSON") from error


def _read_list(text: str, sheet: Sheet) -> None:
    """ORK-6.1 (b): the same keys as the CSV's columns; the "line" is the item's number."""
    sheet.form = "json"
    items = _json(text)
    if len(items) > MAX_ROWS:
        raise Unreadable(Code.TOO_BIG, f"over {MAX_ROWS} rows")
    keys: set[str] = set()
    for number, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            sheet.errors.append(Problem(number, Code.FORMAT, "no object"))
            continue
        found = {key.strip().casefold(): value for key, value in item.items()}
        keys |= found.keys()
        wrong = [n for n in COLUMNS if isinstance(found.get(n), bool | list | dict)]
        if wrong:
            sheet.errors.append(Problem(number, Code.FORMAT, f"{wrong[0]} is no text or number"))
            continue
        sheet.texts.append((number, {name: as_text(found.get(name)) for name in COLUMNS}))
    if items:
        _check_header(sorted(keys & set(COLUMNS)), 0)


def _read_answer(text: str, sheet: Sheet) -> None:
    """ORK-6.1 (c): an AttendanceForDate answer; the checks of ORK-5.3, mixed dates allowed."""
    sheet.form = "ork"
    try:
        rows = ork_answers.attendance_of(ork_answers.load(text.encode()))
        found = [(n, ork_answers.sign_in(row)) for n, row in enumerate(rows, start=1)]
    except Unusable as error:
        kind, detail = error.failure.kind, error.failure.detail
        raise Unreadable(Code.FORMAT, f"{kind}: {detail}") from error
    sheet.sign_ins = found
