"""Frames from clients, typed and bounded (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine import codec

MAX_FRAME = 16 * 1024

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=63)]
Seqs = Annotated[
    dict[
        Annotated[str, Meta(max_length=12, pattern=r"^(public|(team|seat):\d{1,2})$")],
        Annotated[int, Meta(ge=0, le=2**31)],
    ],
    Meta(max_length=64),
]


Chat = Annotated[
    dict[
        Annotated[str, Meta(max_length=64)],
        tuple[Annotated[int, Meta(ge=0, le=2**31)], Annotated[str, Meta(max_length=16)]],
    ],
    Meta(max_length=200),
]


class Frame(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """Base of what a client may send."""


class Hello(Frame, frozen=True):
    """First frame; with seqs: go on from there; `chat`: number and id of a room's last message."""

    seqs: Seqs | UnsetType = UNSET
    chat: Chat | UnsetType = UNSET


class Act(Frame, frozen=True):
    """Submit an action; the same id again gets the first answer."""

    id: Id
    action: dict[str, Any]
    seat: SeatNo | UnsetType = UNSET


class Preview(Frame, frozen=True):
    """Cost and effect of an unsent draft."""

    id: Id
    draft: dict[str, Any]
    seat: SeatNo | UnsetType = UNSET


class Legal(Frame, frozen=True):
    """What may be done now."""

    id: Id
    seat: SeatNo | UnsetType = UNSET


class Say(Frame, frozen=True):
    """A chat message; rooms come from the title's channels."""

    id: Id
    room: Annotated[str, Meta(max_length=64)]
    body: Annotated[str, Meta(max_length=MAX_FRAME)]
    anonymous: bool | UnsetType = UNSET
    card: dict[str, Any] | UnsetType = UNSET


class Read(Frame, frozen=True):
    """How far a room was read."""

    room: Annotated[str, Meta(max_length=64)]
    upto: Annotated[int, Meta(ge=0, le=2**31)]


class Ping(Frame, frozen=True):
    """Answered by the seqs, so that a client that is behind resumes."""


AnyFrame = Hello | Act | Preview | Legal | Say | Read | Ping


def parse(text: str) -> tuple[AnyFrame | None, str, str]:
    """`(frame, id, detail)`; frame None means `bad_frame`, with the id where it is readable."""
    try:
        raw = codec.load(text)
    except codec.BadInput as error:
        return None, "", str(error)
    if not isinstance(raw, dict):
        return None, "", "not an object"
    own = raw.get("id")
    readable = own if isinstance(own, str) and len(own) <= 64 else ""
    try:
        return codec.convert(raw, AnyFrame), readable, ""
    except codec.BadInput as error:
        return None, readable, str(error)
