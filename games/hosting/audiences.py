"""Whose view of a game may be replayed by whom, and how far (UI section 4, the Replay row).

Everybody replays as a spectator, seated people as their seats too. The end opens what the title's
`opened` names, as far as it names it and without the keys it keeps closed; never more.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.db.models import Q, QuerySet

from games.engine import codec
from games.engine.protocol import PUBLIC, Opened, parse_stream, seat_stream, team_stream
from games.hosting import asking
from games.hosting.models import Game, LogEntry, Status, Update
from games.registry import rules_of

OVER = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Scope:
    """What one replay shows of a game.

    `opened`: streams that only the end opened; in them the keys `closed` are missing, updates after
    the log number in `until` do not follow, and those in `unseen` (seqs) are left out.
    """

    game: Game
    streams: frozenset[str]
    opened: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    until: dict[str, int] = field(default_factory=dict)
    unseen: dict[str, list[int]] = field(default_factory=dict)

    def rows(self) -> QuerySet[Update]:
        """The stored updates of this scope."""
        rows = Update.objects.filter(game=self.game, stream__in=self.streams)
        for stream, last in self.until.items():
            rows = rows.exclude(stream=stream, log_seq__gt=last)
        for stream, seqs in self.unseen.items():
            rows = rows.exclude(stream=stream, seq__in=seqs)
        return rows

    def secret(self, stream: str) -> frozenset[str]:
        """The top-level keys that a stream does not show here."""
        return self.closed if stream in self.opened else frozenset()

    def shown_seq(self, stream: str, seq: int) -> int:
        """An update's number without those that are left out."""
        return seq - bisect_left(self.unseen.get(stream, []), seq)


def scope(game: Game, own: frozenset[str], only: frozenset[str] | None = None) -> Scope:
    """What somebody who follows `own` may replay of a game, or of some of its streams."""
    found = _opened(game)
    streams = (own | frozenset(found.streams)) & (frozenset(game.streams) | own)
    if only is not None:
        streams &= only | {PUBLIC}
    opened = streams - own
    until = {s: _last_log_seq(game, found.streams[s]) for s in sorted(opened)}
    return Scope(game, streams, opened, found.closed, until, _unseen(game, opened, found.closed))


def _opened(game: Game) -> Opened:
    """What the title opens; nothing before the end."""
    if game.status not in OVER:
        return Opened()
    found: Opened = rules_of(game.title).opened(asking.load(game.pk)[1])
    return Opened({s: n for s, n in found.streams.items() if n is None or n > 0}, found.closed)


def _last_log_seq(game: Game, events: int | None) -> int:
    """The log number up to which the first so many events of a game reach, whole entries only."""
    if events is None:
        return game.seq
    counted, last = 0, 0
    entries = LogEntry.objects.filter(game=game).order_by("seq").values_list("seq", "events")
    for seq, text in entries:
        counted += len(codec.decode(text.encode(), list[msgspec.Raw]))
        if counted > events:
            return last
        last = seq
        if counted == events:
            return last
    return last


def _unseen(game: Game, opened: frozenset[str], closed: frozenset[str]) -> dict[str, list[int]]:
    """Updates of opened streams that hold nothing but closed keys: stream → seqs, in order.

    They are left out and the rest renumbered: how often a secret was changed is a secret too.
    """
    found: dict[str, list[int]] = {}
    if not opened or not closed:
        return found
    mentions = reduce(or_, (Q(patch__contains=f'"{key}"') for key in closed))
    rows = Update.objects.filter(mentions, game=game, stream__in=opened, events="")
    for stream, seq, patch in rows.order_by("seq").values_list("stream", "seq", "patch"):
        if closed.issuperset(codec.decode(patch.encode(), dict[str, Any])):
            found.setdefault(stream, []).append(seq)
    return found


@dataclass(frozen=True, slots=True)
class Audience:
    """One way to look at a replay: as a spectator, a seat's members, or who acts for a seat."""

    key: str
    kind: str
    own: bool
    streams: frozenset[str]
    seat: int | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """What a client is told of it."""
        told: dict[str, Any] = {"key": self.key, "kind": self.kind, "own": self.own}
        if self.seat is not None:
            told["seat"] = self.seat
        return told


def audiences(game: Game, own: frozenset[str]) -> list[Audience]:
    """The audiences that somebody who follows `own` may replay as: spectator, own, then others'."""
    allowed = scope(game, own).streams
    found = [Audience(PUBLIC, "spectator", own == {PUBLIC}, frozenset({PUBLIC}))]
    seats = sorted({number for kind, number in map(parse_stream, allowed) if kind != PUBLIC})
    for number in seats:
        seat, team = seat_stream(number), team_stream(number)
        key = seat if seat in allowed else team
        kind = "seat" if key == seat else "members"
        streams = frozenset({PUBLIC, seat, team}) & allowed
        found.append(Audience(key, kind, key in own, streams, number))
    return sorted(found, key=lambda one: (one.key != PUBLIC, not one.own))


def audience(game: Game, own: frozenset[str], key: str) -> Audience:
    """The audience of a key; LookupError where there is none or one may not replay as it."""
    for one in audiences(game, own):
        if one.key == key:
            return one
    raise LookupError(key)
