"""Figures of a finished game from its public events (PR-15.5); no failed trade is among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.engine import codec
from games.engine.protocol import Missed

from . import events as ev
from .data import BOARD
from .phases import window_key
from .rules.influencing import RAISED, TOOK
from .rules.items import combine

Figures = dict[str, Any]
LINES = ("lead", "tied", "with", "advisors", "cronies", "all_clans", "clans")


def events_of(entries: Iterable[Any]) -> Iterator[ev.AnyEvent]:
    """The typed events of log entries, given as entries with `events`, or as events."""
    for entry in entries:
        found: Iterable[Any] = getattr(entry, "events", (entry,))
        if isinstance(entry, dict) and "events" in entry:
            found = entry["events"]
        for event in found:
            yield codec.convert(event, ev.AnyEvent) if isinstance(event, dict) else event


def missed_turns(entries: Iterable[Any]) -> tuple[Missed, ...]:
    """PR-4.2: the windows that people left to the default; neither the bot nor who resigned."""
    found: list[Missed] = []
    bots: set[int] = set()
    for entry in entries:
        for event in events_of([entry]):
            match event:
                case ev.SeatResigned() | ev.SeatReplaced(kind="bot"):
                    bots.add(event.seat)
                case ev.SeatReplaced():
                    bots.discard(event.seat)
                case ev.OrderDefaulted() if event.seat not in bots:
                    found.append(Missed(event.seat, window_key(event.turn), entry["seq"]))
    return tuple(found)


class Tale:
    """What one seat did in a game."""

    def __init__(self) -> None:
        self.points: list[int] = []
        self.lines = dict.fromkeys(LINES, 0)
        self.led = self.attempts = self.succeeded = self.used = self.wasted = 0
        self.pairs = self.thefts = self.trades = self.markers = self.queues = self.ranks = 0

    def figures(self) -> Figures:
        """PR-15.5: as numbers and short words."""
        tenths = (10 * self.ranks + self.queues // 2) // self.queues if self.queues else 0
        return {
            "led": self.led,
            "attempts": self.attempts,
            "succeeded": self.succeeded,
            "items_used": self.used,
            "items_wasted": self.wasted,
            "pairs": self.pairs,
            "thefts": self.thefts,
            "trades": self.trades,
            "markers": self.markers,
            "choice": f"{tenths // 10}.{tenths % 10}",
        }


class Story:
    """The game read from its events."""

    def __init__(self) -> None:
        self.seats: dict[int, Tale] = {}
        self.control: dict[str, dict[str, int]] = {}
        self.windows = self.lots = self.deadlocks = 0
        self._held: dict[str, int] = {}

    def seat(self, number: int) -> Tale:
        """The tale of a seat."""
        return self.seats.setdefault(number, Tale())

    def read(self, event: ev.AnyEvent) -> None:
        """Take in one event."""
        match event:
            case ev.WindowOpened():
                self.windows = max(self.windows, event.turn)
            case ev.BidsRevealed():
                for seat in event.bids:
                    self.seat(int(seat)).markers += 1
            case ev.MonkeyResult():
                self.seat(event.seat).thefts += event.stolen
            case ev.QueueWon():
                self.seat(event.seat).queues += 1
                self.seat(event.seat).ranks += event.choice
            case ev.AttemptResolved():
                self._read_attempt(event)
            case ev.TradeDone():
                for number in event.seats:
                    self.seat(number).trades += 1
            case _:
                self._read_vote(event)

    def _read_attempt(self, event: ev.AttemptResolved) -> None:
        self.lots += event.lot
        is_raised = event.new == event.old and event.new_amount > event.old_amount
        for bidder in event.bidders:
            tale = self.seat(bidder.seat)
            gained = bidder.result == TOOK or (bidder.result == RAISED and is_raised)
            tale.attempts += 1
            tale.succeeded += gained
            tale.used += len(bidder.items)
            tale.wasted += 0 if gained else len(bidder.items)
            tale.pairs += len(combine(bidder.items).pairs)
        if isinstance(event.new, int):
            self._held[event.member] = event.new

    def _read_vote(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.VoteResolved():
                self.deadlocks += not isinstance(event.winner, str)
            case ev.Scored():
                self.control[str(event.cycle)] = {
                    key: self._held[key] for key in BOARD if key in self._held
                }
                for seat, score in event.scores.items():
                    self._read_score(self.seat(int(seat)), score)
            case ev.Decayed():
                for member, decay in event.members.items():
                    if decay.lost:
                        self._held.pop(member, None)

    def _read_score(self, tale: Tale, score: ev.Score) -> None:
        tale.points.append(sum(line.points for line in score.lines))
        for line in score.lines:
            tale.lines[line.line] += line.points
            tale.led += line.line == "lead"


def figures(entries: Iterable[Any]) -> Figures:
    """PR-15.5: per seat and for the game as a whole; maps by seat have its number as key."""
    story = Story()
    for event in events_of(entries):
        story.read(event)
    tales = dict(sorted(story.seats.items()))
    return {
        "windows": story.windows,
        "lots": story.lots,
        "deadlocks": story.deadlocks,
        "points": {str(seat): tale.points for seat, tale in tales.items()},
        "lines": {
            str(seat): {line: points for line, points in tale.lines.items() if points}
            for seat, tale in tales.items()
        },
        "seats": {str(seat): tale.figures() for seat, tale in tales.items()},
        "control": story.control,
    }
