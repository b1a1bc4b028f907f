"""Who may talk where (PR-7.2), and what opens after the end (PR-6.6).

Nothing said binds anybody (PR-7.1): no order looks at it, and a trade is two orders (PR-7.7).
"""

from __future__ import annotations

from itertools import combinations

from games.engine.protocol import PUBLIC, Channel, Opened, seat_stream

from .state import Court

SPECTATORS = "spectators"
PAIR_CARDS = ("offer", "counter", "accept", "decline", "withdraw")


def channels(court: Court) -> tuple[Channel, ...]:
    """PR-7.2, PR-7.3: table, direct pairs if allowed, spectators, announcements."""
    seats = tuple(seat_stream(k) for k in range(court.n))
    rooms = [
        Channel(
            "table",
            "table",
            "Table",
            (PUBLIC,),
            seats,
            anonymous=court.options.anonymous_messages,
            release="public",
        ),
        Channel("announce", "announce", "Announcements", (PUBLIC,), ("gm",), release="public"),
        Channel(
            SPECTATORS,
            "spectators",
            "Spectators",
            ("signed_in",) if court.is_over else (SPECTATORS,),
            (SPECTATORS,),
        ),
    ]
    if court.options.private_messages:
        rooms.extend(_pair(court, *pair) for pair in combinations(range(court.n), 2))
    return tuple(rooms)


def _pair(court: Court, one: int, two: int) -> Channel:
    """PR-7.2, PR-7.6, PR-6.6: a room for two seats, whose past a substitute does not read."""
    members = (seat_stream(one), seat_stream(two))
    title = f"{court.seats[one]} and {court.seats[two]}"
    return Channel(
        f"pair:{one}-{two}", "pair", title, members, members, inherits=False, cards=PAIR_CARDS
    )


def may_talk(court: Court, seats: tuple[int, ...]) -> tuple[int, ...] | str:
    """PR-7.2: there are no rooms but those of `channels`, and no groups."""
    pair = tuple(sorted(set(seats)))
    is_pair = len(pair) == len(seats) == 2 and pair[0] >= 0 and pair[1] < court.n  # noqa: PLR2004
    return pair if is_pair and court.options.private_messages else "NOT_FOUND"


def opened(court: Court) -> Opened:
    """PR-6.6: after the end every audience still sees what it saw; no seat's stream opens."""
    return Opened()
