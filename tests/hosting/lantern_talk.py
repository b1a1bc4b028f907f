"""Lantern's rooms: of every kind one, so that the host's chat can be tested (CHAT-2).

A seat with less than no points is dead. In even rounds seat 0 stands apart from the others.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from games.engine.protocol import PUBLIC, Channel, seat_stream, team_stream

CARDS = ("offer", "counter", "accept", "decline", "withdraw")


def dead(state: Any) -> tuple[int, ...]:
    return tuple(k for k, points in enumerate(state.points) if points < 0)


def channels(state: Any) -> tuple[Channel, ...]:
    seats = tuple(seat_stream(k) for k in range(len(state.points)))
    is_over = state.round > state.options.rounds
    watchers = ("signed_in",) if is_over else ("spectators",)
    ghosts = tuple(seat_stream(k) for k in dead(state))
    here = tuple(seat_stream(k) for k in camp(state))
    rooms = [
        Channel("table", "table", "table", (PUBLIC,), seats, anonymous=True, release="public"),
        Channel("news", "announce", "news", (PUBLIC,), ("gm",)),
        Channel("watchers", "spectators", "watchers", watchers, ("spectators",)),
        Channel("ghosts", "ghosts", "ghosts", ghosts, ghosts, release="public"),
        Channel("team:0", "team", "team", (team_stream(0),), (team_stream(0),)),
    ]
    if not is_over:
        key = f"camp:{state.round}"
        rooms.append(Channel(key, "place", "camp", here, here, release="public"))
    rooms += [
        Channel(f"host:{k}", "host", "host", (seat, "gm"), (seat, "gm"))
        for k, seat in enumerate(seats)
    ]
    rooms += [_pair(state, a, b) for a, b in combinations(range(len(seats)), 2)]
    return tuple(rooms)


def _pair(state: Any, a: int, b: int) -> Channel:
    both = (seat_stream(a), seat_stream(b))
    is_apart = state.round % 2 == 0 and a == 0
    return Channel(
        f"pair:{a}-{b}",
        "pair",
        "pair",
        both,
        () if is_apart else both,
        lock_reason="APART" if is_apart else "",
        inherits=False,
        cards=CARDS,
    )


def camp(state: Any) -> tuple[int, ...]:
    """Who stands in the camp: seats 0 and 1 in odd rounds, 1 and 2 in even ones."""
    return (0, 1) if state.round % 2 else (1, 2)


def may_talk(state: Any, seats: tuple[int, ...]) -> tuple[int, ...] | str:
    if state.round % 2 == 0 and 0 in seats:
        return "APART"
    return tuple(k for k in seats if k not in dead(state))
