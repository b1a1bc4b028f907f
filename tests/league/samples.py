"""ORK-7: the synthetic samples of the contract, word for word."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent / "data"


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


KINGDOMS = _read("kingdoms.json")
PARKS = _read("parks.json")
DAY = _read("day.json")
EMPTY_DAY = _read("empty_day.json")
MISSING_ARGUMENT = _read("missing_argument.json")
PLAYER = _read("player.json")
CSV = _read("attendance.csv")
