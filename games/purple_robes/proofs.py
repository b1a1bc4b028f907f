"""What stays sealed, what is revealed, and checking a game's chance with its seed (PR-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine import chance

from . import events as ev
from .data import MONKEY, PREFIX
from .draws import Seeded
from .rules.deal import deal_markers, deck_of, draw_agenda
from .rules.influencing import LOST_LOT, TOOK
from .rules.items import with_items
from .rules.queues import draw_queues
from .state import Court, Hand
from .statistics import events_of

# PR-6.2: an order is its seat's own. What of it becomes public stands in the events of the
# resolution; the trade part of an influence order, and an order that was recalled, never do.
SECRET_ACTIONS = frozenset({"bid", "influence", "cast"})
# Every influencing round shows what everybody saw, whether or not a trade failed in it: so a sealed
# part tells nobody that one did.
SECRET_EVENTS = frozenset({"attempts_revealed"})


def revealed_seed(court: Court) -> str:
    """PR-6.2: the seed is shown after the end."""
    return court.seed if court.is_over else ""


def check_draws(seed: str, entries: Iterable[Any]) -> tuple[str, ...]:
    """PR-9.2: every draw of the game, in sequence, from the public facts alone."""
    entries = list(entries)
    seats = (entries[0].get("action") or {}).get("seats") or () if entries else ()
    if not seed or not seats:
        over = any(isinstance(event, ev.GameFinished) for event in events_of(entries))
        return ("the seed of a finished game is missing",) if over and not seed else ()
    proof = Proof(seed, len(seats))
    for event in events_of(entries):
        proof.read(event)
    return tuple(proof.faults)


class Proof:
    """The game's draws made again, beside what the events say."""

    def __init__(self, seed: str, n: int) -> None:
        self.seed, self.n = seed, n
        self.faults: list[str] = []
        self.draws = Seeded(seed)
        self.deal = deal_markers(n, self.draws)
        self.pile: tuple[str, ...] = tuple(self.draws.shuffle(deck_of(n)))
        self.agenda = draw_agenda(n, self.draws)
        self.box = self.deal.box
        self.discard: Hand = {}
        self.has_begun = False

    def read(self, event: ev.AnyEvent) -> None:
        """Take in one event."""
        if not isinstance(event, ev.GameStarted | ev.CycleStarted) and not self.has_begun:
            self._begin(event)
        match event:
            case ev.GameStarted():
                self._read_start(event)
            case ev.CycleStarted():
                fits = event.decision == self.agenda[event.cycle - 1]
                self._judge(event, "the decision", fits=fits)
            case ev.MarkersRotated():
                drawn = tuple(self.draws.shuffle(sorted(self.box)))
                self._judge(event, "the box", fits=drawn == event.queue_markers)
                self.box = event.box
            case ev.QueuesFilled():
                told = tuple(queue.items for queue in event.queues)
                self._judge(event, "a queue", fits=self._fill() == told)
            case ev.GameFinished():
                self._judge(event, "the revealed seed", fits=event.seed == self.seed)
            case _:
                self._read_play(event)

    def _read_play(self, event: ev.AnyEvent) -> None:
        """PR-5.27: the lots; PR-3.6: what comes to lie on the discard pile."""
        match event:
            case ev.MonkeyResult() if event.stolen:
                self.discard = with_items(self.discard, (MONKEY,))
            case ev.AttemptsRevealed():
                for attempt in event.attempts.values():
                    self.discard = with_items(self.discard, attempt.items)
            case ev.AttemptResolved() if event.lot:
                self._read_lot(event)

    def _begin(self, event: ev.AnyEvent) -> None:
        """A log that tells nothing of its setup: the first queues are filled all the same."""
        self.has_begun = True
        if not isinstance(event, ev.QueuesFilled):
            self._fill()

    def _read_start(self, event: ev.GameStarted) -> None:
        markers = {str(seat): held for seat, held in enumerate(self.deal.seats)}
        dealt = (markers, self.deal.queues, self.deal.box)
        is_dealt = dealt == (event.markers, event.queue_markers, event.box)
        self._judge(event, "the deal", fits=is_dealt)
        pledged = chance.commitment(self.seed, PREFIX)
        self._judge(event, "the published hash", fits=event.seed_hash == pledged)

    def _fill(self) -> tuple[tuple[str, ...], ...]:
        found = draw_queues(self.n, self.pile, self.discard, self.draws)
        self.pile, self.discard = found.pile, found.discard
        return found.queues

    def _read_lot(self, event: ev.AttemptResolved) -> None:
        tied = sorted(b.seat for b in event.bidders if b.result in (TOOK, LOST_LOT))
        winner = tied[self.draws.below(len(tied))]
        self._judge(event, f"the lot for {event.member}", fits=winner == event.new)

    def _judge(self, event: ev.CourtEvent, what: str, *, fits: bool) -> None:
        if not fits:
            self.faults.append(f"window {event.turn}: {what} falls otherwise")
