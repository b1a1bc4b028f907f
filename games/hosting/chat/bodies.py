"""CHAT-6: what a message may hold: plain text, 1 to 1,000 characters after trimming."""

from __future__ import annotations

import re
import unicodedata

from games.hosting.chat.refusals import LENGTH, ChatRefused

MOST = 1000
MOST_MARKS = 4  # combining marks on one letter: more would run over the lines around it
MOST_LINES = 20

_BLANK_LINES = re.compile(r"\n{3,}")
# overrides and isolates of writing direction: they could reverse what stands around them
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_COMBINING = frozenset({"Mn", "Me"})
_INVISIBLE = frozenset({"Cf", "Zs", "Zl", "Zp", "Cc", "Cn", "Co", "Mn", "Me"})


def clean(text: str, *, may_be_empty: bool = False) -> str:
    """The text as it is kept, or `chat.length`."""
    if len(text) > 4 * MOST:
        raise ChatRefused(LENGTH, most=MOST)
    body = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    body = _DIRECTION.sub("", body)
    body = _with_few_marks(body)
    body = _BLANK_LINES.sub("\n\n", body).strip()
    if not any(unicodedata.category(letter) not in _INVISIBLE for letter in body):
        body = ""
    if len(body) > MOST or body.count("\n") >= MOST_LINES:
        raise ChatRefused(LENGTH, most=MOST)
    if not body and not may_be_empty:
        raise ChatRefused(LENGTH, most=MOST)
    return body


def _with_few_marks(text: str) -> str:
    """The text without marks beyond the few that languages put on one letter."""
    out: list[str] = []
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter) in _COMBINING else 0
        if run <= MOST_MARKS:
            out.append(letter)
    return "".join(out)
