"""One audience's replay: its frames in parts, and the marks on its scrubber.

A part is whole in itself: the views at its first frame, built from the nearest keyframe, and every
update after it. So a link into a long game loads one part first, and scrubbing asks for nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from games.engine.protocol import PUBLIC, actor_key
from games.engine.protocol import Seat as SeatActor
from games.hosting.audiences import Audience, Scope, scope
from games.hosting.models import Game, LogEntry, Update
from games.hosting.replay import shown_update, shown_view, stored, view_at
from games.registry import rules_of

FRAMES = 500


@dataclass(frozen=True, slots=True)
class Film:
    """An audience's frames: `cuts[n]` is the log number of frame n."""

    audience: Audience
    seen: Scope
    cuts: list[int]

    @property
    def game(self) -> Game:
        """The game shown."""
        return self.seen.game

    @classmethod
    def of(cls, game: Game, own: frozenset[str], audience: Audience) -> Film:
        """The film of one audience for somebody who follows `own`."""
        seen = scope(game, own, audience.streams)
        cuts = seen.rows().order_by("log_seq").values_list("log_seq", flat=True).distinct()
        return cls(audience, seen, list(cuts))

    def frame_of(self, seq: int) -> int:
        """The frame in which the public view came to a seq; the last one where it did not yet."""
        rows = self.seen.rows().filter(stream=PUBLIC, seq__gte=seq).order_by("seq")
        cut = rows.values_list("log_seq", flat=True).first()
        return len(self.cuts) - 1 if cut is None else self._frame(cut)

    def part(self, frame: int) -> dict[str, Any]:
        """The part that holds a frame, or the last one where the film is shorter."""
        frame = max(0, min(frame, len(self.cuts) - 1))
        first = frame - frame % FRAMES
        cuts = self.cuts[first : first + FRAMES]
        streams = {stream: self._start(stream, cuts[0]) for stream in sorted(self.seen.streams)}
        rows = self.seen.rows().filter(log_seq__gt=cuts[0], log_seq__lte=cuts[-1])
        numbers = {cut: first + n for n, cut in enumerate(cuts)}
        for row in rows.order_by("log_seq", "stream", "seq"):
            streams[row.stream]["updates"].append(
                shown_update(self.seen, row, numbers[row.log_seq])
            )
        return {
            "as": self.audience.key,
            "first": first,
            "frames": len(self.cuts),
            "at": int(self._row_at(cuts[0]).at.timestamp()),
            "streams": streams,
        }

    def _row_at(self, cut: int) -> Update:
        return self.seen.rows().filter(log_seq=cut)[:1].get()

    def _start(self, stream: str, cut: int) -> dict[str, Any]:
        """What a stream showed at a part's first frame, and what happened in that frame."""
        row = (
            self.seen.rows().filter(stream=stream, log_seq__lte=cut).order_by("-log_seq")[:1].get()
        )
        if row.view:
            view = shown_view(self.seen, row)
        else:
            secret = self.seen.secret(stream)
            whole = view_at(self.game, stream, row.seq) or {}
            view = {key: item for key, item in whole.items() if key not in secret}
        start: dict[str, Any] = {
            "seq": self.seen.shown_seq(stream, row.seq), "view": view, "updates": [],
        }  # fmt: skip
        if row.events and row.log_seq == cut:
            start["events"] = stored(row.events)
        return start

    def marks(self) -> list[dict[str, Any]]:
        """Frames worth a mark: where a phase began, and where the own order went in."""
        found = [{"frame": n, "kind": "phase"} for n in sorted(self._phases())]
        found += [{"frame": n, "kind": "action"} for n in sorted(self._actions())]
        return sorted(found, key=lambda mark: (mark["frame"], mark["kind"]))

    def _frame(self, cut: int) -> int:
        return bisect_right(self.cuts, cut) - 1

    def _phases(self) -> set[int]:
        """Frames in which the clock's key changed, or one of the title's phase events happened."""
        declared = rules_of(self.game.title).meta.phase_events
        mentions = Q(patch__contains='"clock"') | Q(patch="")
        for kind in declared:
            mentions |= Q(events__contains=f'"{kind}"')
        rows = self.seen.rows().filter(mentions, stream=PUBLIC).order_by("seq")
        found: set[int] = set()
        key = ""
        for cut, patch, view, events in rows.values_list("log_seq", "patch", "view", "events"):
            shown = stored(patch or view)
            now = (shown.get("clock") or {}).get("key") or key
            kinds = {event["type"] for event in stored(events)} if events else set()
            if now != key or kinds & declared:
                found.add(self._frame(cut))
            key = now
        return found

    def _actions(self) -> set[int]:
        """Frames in which an order of this audience's own seat moved that seat's stream."""
        seat = self.audience.seat
        if self.audience.kind != "seat" or seat is None:
            return set()
        rows = self.seen.rows().filter(stream=self.audience.key)
        moved = dict(rows.order_by("seq").values_list("at", "log_seq"))
        entries = LogEntry.objects.filter(game=self.game, actor=actor_key(SeatActor(seat)))
        if self.audience.key in self.seen.opened:
            entries = entries.exclude(self._secret_actions())
        return {
            self._frame(moved[at])  # the entries and updates of one commit have one time
            for at, seq in entries.values_list("at", "seq")
            if at in moved and moved[at] >= seq
        }

    def _secret_actions(self) -> Q:
        """Actions that stay secret for good leave no mark in a stream that the end opened."""
        secret = sorted(rules_of(self.game.title).secret_actions)
        return reduce(or_, (Q(action__contains=f'"type":"{kind}"') for kind in secret), Q(pk=None))
