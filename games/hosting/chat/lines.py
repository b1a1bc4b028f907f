"""A message as its readers are shown it; the same for all who may read it (PR-7.4), but for numbers
and for what a reader has muted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from accounts import services as people
from games.hosting.chat.models import ChatMessage

ALIAS = "Anonymous"


@dataclass(frozen=True, slots=True)
class Line:
    """What is shown of a message, without its number; `author` stays on the server."""

    room: int
    n: int
    version: int
    author: int | None
    shown: dict[str, Any]
    is_hidden: bool

    def seen(self, number: int, muted: frozenset[int]) -> dict[str, Any]:
        """The message with its reader's number; of one he has muted only that it is there."""
        if (self.author or 0) in muted and not self.shown.get("host"):
            kept = {key: self.shown[key] for key in ("id", "at")}
            return {"n": number, **kept, "muted": True}
        return {"n": number, **self.shown}


def lines(messages: Iterable[ChatMessage]) -> list[Line]:
    """Messages as lines; personas are asked for all at once."""
    messages = list(messages)
    authors = {m.author for m in messages if m.author is not None and not m.is_host}
    names = people.personas(authors) if authors else {}
    return [_line(message, names) for message in messages]


def _line(message: ChatMessage, names: Mapping[int, str]) -> Line:
    shown: dict[str, Any] = {"id": message.key, "at": int(message.at.timestamp())}
    if message.is_alias:
        shown["alias"] = ALIAS
    elif message.is_host:
        shown["host"] = True
    else:
        shown["from"] = names.get(message.author or 0, "")
        if message.seat is not None:
            shown["seat"] = message.seat
        elif message.team is not None:
            shown["team"] = message.team
    if message.hidden_at is not None:
        shown["hidden"] = True
    else:
        shown["body"] = message.body
        if message.card is not None:
            shown["card"] = message.card
    author = None if message.is_host else message.author
    return Line(
        message.room_id,
        message.n,
        message.version,
        author,
        shown,
        message.hidden_at is not None,
    )
