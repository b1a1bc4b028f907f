"""Dealing markers, deck and agenda (PR-3.2 to PR-3.7), and building the first state (PR-3.8)."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.protocol import SeatSetup
from games.purple_robes.data import (
    BANDS,
    BOARD,
    DECISIONS,
    ITEM_SET_COPIES,
    KINDS,
    TYPES,
)
from games.purple_robes.draws import Draws, Seeded
from games.purple_robes.settings import Settings, fault
from games.purple_robes.state import SCHEMA, Court, Member

from . import windows
from .course import Course


class Deal(NamedTuple):
    """PR-3.4: who has which markers, what lies on the queues, what is boxed."""

    seats: tuple[tuple[int, ...], ...]
    queues: tuple[int, ...]
    box: tuple[int, ...]


def band(n: int, number: int) -> list[int]:
    """PR-3.2: the markers of a band, ascending."""
    return list(range((number - 1) * n + 1, number * n + 1))


def deal_markers(n: int, draws: Draws) -> Deal:
    """PR-3.3, PR-3.4: bands 1, 2 and 5 by lot, band 4 evens out, band 3 is boxed."""
    queues = draws.shuffle(band(n, 1))
    low = draws.shuffle(band(n, 2))
    high = draws.shuffle(band(n, BANDS))
    poorest = sorted(range(n), key=lambda seat: (low[seat] + high[seat], high[seat]))
    middle = dict(zip(poorest, reversed(band(n, 4)), strict=True))
    seats = tuple(tuple(sorted((low[k], middle[k], high[k]))) for k in range(n))
    return Deal(seats, tuple(queues), tuple(band(n, 3)))


def deck_of(n: int) -> list[str]:
    """PR-3.6: the item deck in kind order, all copies of a kind together."""
    copies = ITEM_SET_COPIES[n]
    return [kind.id for kind in KINDS for _ in range(kind.copies * copies)]


def draw_agenda(n: int, draws: Draws) -> tuple[str, ...]:
    """PR-3.7: the types of the cycles, none twice, and one decision of each."""
    types = draws.shuffle([kind.id for kind in TYPES])[:n]
    choices = [[d.id for d in DECISIONS if d.type == kind] for kind in types]
    return tuple(ids[draws.below(len(ids))] for ids in choices)


def new(options: Settings, seats: tuple[SeatSetup, ...], seed: str) -> Court:
    """PR-3.1: the first state, its first window open; `ValueError` with a code of PR-5.51."""
    code = fault(options, len(seats))
    if code is not None:
        raise ValueError(code)
    course = set_up(options, seats, seed, Seeded(seed))
    return course.settled()


def set_up(options: Settings, seats: tuple[SeatSetup, ...], seed: str, draws: Draws) -> Course:
    """PR-3.3 to PR-3.8, PR-9.2: the draws of the setup in their order, then cycle 1."""
    n = len(seats)
    deal = deal_markers(n, draws)
    deck = draws.shuffle(deck_of(n))
    agenda = draw_agenda(n, draws)
    court = Court(
        schema=SCHEMA,
        seed=seed,
        options=options,
        seats=tuple(seat.name for seat in seats),
        bots=tuple(k for k, seat in enumerate(seats) if seat.kind == "bot"),
        members={member: Member() for member in BOARD},
        hands=tuple({} for _ in range(n)),
        usable=deal.seats,
        locked=((),) * n,
        queue_markers=deal.queues,
        queues=((),) * n,
        box=deal.box,
        draw=tuple(deck),
        agenda=agenda,
        orders=(None,) * n,
        scores=(0,) * n,
        sole_leads=(0,) * n,
        streaks=(0,) * n,
        count=draws.count,
    )
    course = Course(court, draws)
    windows.start_cycle(course)
    return course
