"""Personas: what a name may hold, and which names a reader would confuse (T-8, T-20)."""

from __future__ import annotations

import unicodedata

from accounts.refusals import Refused

LENGTH = (2, 40)
_PUNCTUATION = frozenset(" '’-.,&")
_MAX_MARKS = 2  # combining marks on one letter

# Names that would pass for the people who run the league, or for an emptied account.
_RESERVED = frozenset(
    {"gm", "admin", "administrator", "moderator", "system", "staff", "herald", "portal", "bot"}
)
_RESERVED_STARTS = ("former member", "member ")

# Letters of other scripts that look like Latin ones, and digits that look like letters.
_LOOKS_LIKE = str.maketrans(
    {
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "і": "i", "ј": "j",
        "к": "k", "ӏ": "l", "м": "m", "н": "h", "о": "o", "р": "p", "ԛ": "q", "г": "r",
        "ѕ": "s", "т": "t", "у": "y", "х": "x", "ԝ": "w", "α": "a", "β": "b", "ε": "e",
        "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u",
        "χ": "x", "γ": "y", "ω": "w", "ϲ": "c", "ı": "i", "ł": "l", "ø": "o", "đ": "d",
        "ħ": "h", "ŧ": "t", "ƒ": "f", "ɡ": "g", "ɩ": "i", "ꞁ": "l", "օ": "o", "ս": "u",
        "հ": "h", "ո": "n", "0": "o", "1": "i", "3": "e", "5": "s", "l": "i", "|": "i",
        "!": "i", "’": "'",
    }
)  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"), ("ci", "d"))


def clean_persona(text: str) -> str:
    """NFC, single spaces, letters, digits, a little punctuation, one script; else `Refused`."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not LENGTH[0] <= len(name) <= LENGTH[1]:
        raise Refused("persona_length", least=LENGTH[0], most=LENGTH[1])
    if not all(_is_allowed(character) for character in name) or not _has_few_marks(name):
        raise Refused("persona_characters")
    if not any(unicodedata.category(character).startswith("L") for character in name):
        raise Refused("persona_characters")
    if len(_scripts(name)) > 1:
        raise Refused("persona_scripts")
    key = name.casefold()
    if persona_key(name) in {persona_key(word) for word in _RESERVED} or key.startswith(
        _RESERVED_STARTS
    ):
        raise Refused("persona_reserved")
    return name


def persona_key(name: str) -> str:
    """The skeleton of a name: two names with the same skeleton may be taken for each other."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = (c for c in text if not unicodedata.combining(c))
    plain = "".join(c for c in "".join(kept).translate(_LOOKS_LIKE) if c.isalnum())
    for pair, single in _PAIRS:
        plain = plain.replace(pair, single)
    return plain


def _is_allowed(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] == "L" or category in {"Mn", "Mc", "Nd"} or character in _PUNCTUATION


def _has_few_marks(name: str) -> bool:
    run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.combining(character) else 0
        if run > _MAX_MARKS:
            return False
    return True


def _scripts(name: str) -> set[str]:
    """The scripts of its letters, by the first word of their Unicode names."""
    letters = (c for c in name if unicodedata.category(c)[0] == "L")
    return {unicodedata.name(c, "?").split()[0] for c in letters} - {"MODIFIER", "FULLWIDTH"}
