"""Rooms: the live games of a web process, who follows which stream, and what they are sent.

An update is encoded once per stream and the same text goes to all sockets. Nothing depends on a
message arriving: a socket gets an update only if it follows on the last it was sent, else it
catches up from the `Update` rows (R-5).
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.hosting import reading
from games.hosting.chat.desk import Desk
from games.hosting.intents import Shown

if TYPE_CHECKING:
    from games.hosting.consumers import PlayConsumer
    from games.hosting.hub import Hub

PEER_LIFETIME = 30.0
LONGEST_TIMER = 7 * 86_400.0
SAME_INSTANT = 0.01
PRESENCE_SECONDS = 1.0


class Alarm:
    """A timer that is kept, moved or stopped as the database says."""

    def __init__(self, ring: Callable[[], object]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float | None) -> None:
        """Ring in so many seconds; not at all where there is nothing to wait for."""
        if seconds is None or seconds >= LONGEST_TIMER:
            self.stop()
            return
        loop = asyncio.get_running_loop()
        instant = loop.time() + max(seconds, 0.0) + 0.02
        if self._handle is not None and abs(self._handle.when() - instant) < SAME_INSTANT:
            return
        self.stop()
        self._handle = loop.call_at(instant, self._now)

    def stop(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _now(self) -> None:
        self._handle = None
        self._ring()


class Room:
    """One live game in this process."""

    def __init__(self, hub: Hub, game_id: int, code: str) -> None:
        self.hub = hub
        self.game_id = game_id
        self.code = code
        self.sockets: set[PlayConsumer] = set()
        self.seqs: dict[str, int] = {}
        self.due_at: float | None = None
        self.snapshots: dict[str, tuple[int, str]] = {}
        self.recent: dict[str, dict[int, str]] = defaultdict(dict)
        self.peers: dict[str, tuple[int, float]] = {}
        self.talk = Desk(self)
        self._clock = Alarm(lambda: hub.spawn(hub.run_clock(game_id)))
        self._bots = Alarm(lambda: hub.spawn(hub.wake_bots(game_id)))
        self._presence_timer: asyncio.TimerHandle | None = None
        self._said = -1
        self._watching = 0

    def join(self, socket: PlayConsumer) -> None:
        """A socket that said hello follows its streams from now on."""
        if socket not in self.sockets:
            self.sockets.add(socket)
            self._watching += not socket.seats

    def leave(self, socket: PlayConsumer) -> None:
        """Forget a socket; the hub closes an empty room."""
        if socket in self.sockets:
            self.sockets.discard(socket)
            self._watching -= not socket.seats
            self.say_presence_soon()
        self.talk.leave(socket)
        if not self.sockets:
            self.close()
            self.talk.close()
            if self._presence_timer is not None:
                self._presence_timer.cancel()
            self.hub.forget(self)

    def close(self) -> None:
        """Stop the room's timers."""
        self._clock.stop()
        self._bots.stop()

    def show(self, shown: Shown) -> None:
        """A commit: keep its frames for late comers and hand them to every follower at once."""
        for stream, (seq, text) in shown.updates.items():
            if seq <= self.seqs.get(stream, -1):
                continue
            self.seqs[stream] = seq
            self.snapshots.pop(stream, None)
            kept = self.recent[stream]
            kept[seq] = text
            kept.pop(seq - 64, None)
        for socket in tuple(self.sockets):
            socket.offer(shown.updates)
        self.expect(shown.due_in, shown.bots_in)

    def frames(self, stream: str, after: int) -> list[str] | None:
        """The kept frames after a seq, or None where some are missing."""
        last = self.seqs.get(stream)
        if last is None:
            return None
        kept = self.recent[stream]
        if last == after + 1:  # by far the most frequent question
            text = kept.get(last)
            return None if text is None else [text]
        wanted = range(after + 1, last + 1)
        if any(seq not in kept for seq in wanted):
            return None
        return [kept[seq] for seq in wanted]

    async def snapshot(self, stream: str) -> tuple[int, str]:
        """A stream's whole view with its last events, encoded once for a storm of joins."""
        known = self.snapshots.get(stream)
        if known is None or known[0] < self.seqs.get(stream, -1):
            known = await self.hub.threads.read(reading.snapshot, self.game_id, stream)
            self.seqs[stream] = max(known[0], self.seqs.get(stream, -1))
            self.snapshots[stream] = known
        return known

    async def look_at_clock(self) -> None:
        """Set timers for the game's instants, so that live clocks and bots act in time."""
        self.expect(*await self.hub.threads.read(reading.timers, self.game_id))

    def expect(self, due_in: float | None, bots_in: float | None) -> None:
        """Keep, move or stop the timers."""
        self._clock.set(due_in)
        self._bots.set(bots_in)

    def watching(self) -> int:
        """Spectators of this game, other processes included."""
        oldest = time.monotonic() - PEER_LIFETIME
        others = sum(count for count, at in self.peers.values() if at > oldest)
        return self.own_watching() + others

    def own_watching(self) -> int:
        """Spectators of this game in this process."""
        return self._watching

    def greet(self, socket: PlayConsumer) -> None:
        """Tell a new socket how many watch, and the others within a second."""
        socket.offer_text("presence", self._presence())
        self.say_presence_soon()

    def say_presence_soon(self) -> None:
        """A storm of joins is told once."""
        if self._presence_timer is None and self._said != self.watching():
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_SECONDS, self.say_presence)

    def say_presence(self) -> None:
        """Tell everybody how many watch, if that has changed."""
        self._presence_timer = None
        if self._said == self.watching():
            return
        self._said = self.watching()
        text = self._presence()
        for socket in tuple(self.sockets):
            socket.offer_text("presence", text)

    def _presence(self) -> str:
        return f'{{"type":"presence","watching":{self.watching()}}}'

    def state_of(self) -> dict[str, Any]:
        """What a check against the database needs: the seqs this room believes in."""
        return dict(self.seqs)
