"""What happened; `visible` says in which streams it shows."""

from __future__ import annotations

from games.engine.protocol import PUBLIC, Event, seat_stream


class NumberNamed(Event, frozen=True):
    """The seat's own stream."""

    seat: int
    number: int


class RoundEnded(Event, frozen=True):
    """Public. `tied`: the seats that named the highest number, one of which won; `missed`: those
    that named none."""

    round: int
    tied: list[int]
    winner: int
    missed: list[int]


class SeatChanged(Event, frozen=True):
    """Public: who plays a seat now."""

    seat: int
    kind: str


class GameOver(Event, frozen=True):
    """Public: the end, and the seed."""

    reason: str
    seed: str
    text: str = ""


AnyEvent = NumberNamed | RoundEnded | SeatChanged | GameOver


def visible(event: AnyEvent, stream: str) -> AnyEvent | None:
    """BT-4.1: a number shows to its own seat alone."""
    if isinstance(event, NumberNamed):
        return event if stream == seat_stream(event.seat) else None
    return event if stream == PUBLIC else None
