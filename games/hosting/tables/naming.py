"""Names of tables: NFC, one line, nothing invisible (T-8)."""

from __future__ import annotations

import secrets
import unicodedata

from accounts.refusals import Refused

LEAST, MOST = 2, 60
_MAX_MARKS = 2  # combining marks on one letter
_REFUSED = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


# offered in the form; no persona, for games keep their names when accounts are emptied
SUGGESTED = (
    "The Long Bench", "Seven Lamps", "The Copper Kettle", "Under the Linden", "The Quiet Corner",
    "The Last Candle", "By the Mill", "The Green Door", "Half Past Supper", "The Painted Chair",
    "Three Steps Down", "The Ferryman's Rest", "The Blue Jug", "Behind the Forge", "The Warm Oven",
    "The Crooked Stair",
)  # fmt: skip


def suggestion() -> str:
    """A name for a table whose host has no better one."""
    return secrets.choice(SUGGESTED)


def clean_name(text: str) -> str:
    """A table's name as it is kept, or `Refused`."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not LEAST <= len(name) <= MOST:
        raise Refused("table.name_length", least=LEAST, most=MOST)
    is_plain = not any(unicodedata.category(character) in _REFUSED for character in name)
    if not is_plain or not _has_few_marks(name):
        raise Refused("table.name_characters")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise Refused("table.name_characters")
    return name


def _has_few_marks(name: str) -> bool:
    run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.combining(character) else 0
        if run > _MAX_MARKS:
            return False
    return True
