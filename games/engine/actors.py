"""Who acts, and what the streams are called."""

from __future__ import annotations

from enum import StrEnum

import msgspec

PUBLIC = "public"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """The actor that plays seat `number`, counted from 0."""

    number: int


class Office(StrEnum):
    """The actors that hold no seat."""

    CLOCK = "clock"
    FEED = "feed"
    GM = "gm"


CLOCK = Office.CLOCK
FEED = Office.FEED
GM = Office.GM

Actor = Seat | Office


def actor_key(actor: Actor) -> str:
    """How an actor stands in the log: `seat:2`, `clock`, `feed`, `gm`."""
    return f"seat:{actor.number}" if isinstance(actor, Seat) else actor.value


def parse_actor(key: str) -> Actor:
    """The actor written by `actor_key`."""
    return Seat(int(key[5:])) if key.startswith("seat:") else Office(key)


def team_stream(seat: int) -> str:
    """The stream of all who belong to a seat."""
    return f"team:{seat}"


def seat_stream(seat: int) -> str:
    """The stream of those who act for a seat."""
    return f"seat:{seat}"


def parse_stream(stream: str) -> tuple[str, int]:
    """`("public", -1)`, `("team", k)` or `("seat", k)`."""
    kind, _, number = stream.partition(":")
    return (kind, int(number)) if number else (kind, -1)
