"""The talk of one live game in a web process: who listens, and what each is sent (CHAT-5).

A nudge makes the desk read what is new; then every socket gets what its person's windows hold, by
the rights of that moment: filter first. The text of a room is made once for all who share windows.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.engine import codec
from games.hosting.chat import anonymous, listing, spans
from games.hosting.chat.crowd import Person
from games.hosting.chat.lines import Line
from games.hosting.chat.loading import Facts, Own, load, own_facts
from games.hosting.chat.spans import Spans

if TYPE_CHECKING:
    from games.hosting.consumers import PlayConsumer
    from games.hosting.rooms import Room

SHOWN = 50
KEPT = 200
FRESH_SECONDS = 10.0
RESUMED = -2

Known = dict[str, tuple[int, str]]


@dataclass(slots=True)
class Ear:
    """What one socket was sent: the talk's version, its spans per room, the list of rooms."""

    own: Own
    version: int = -1
    spans: dict[int, Spans] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)
    listed: str = ""
    resumed: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    muted: frozenset[int] = frozenset()


class Desk:
    """Reads and delivers; every database call is made in a thread."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.facts: Facts | None = None
        self.recent: dict[int, dict[int, Line]] = defaultdict(dict)
        self.ears: dict[PlayConsumer, Ear] = {}
        self._coming: set[PlayConsumer] = set()
        self._texts: dict[Any, str] = {}
        self._reading = asyncio.Lock()
        self._is_stirred = False
        self._read_at = -math.inf
        self._timer: asyncio.TimerHandle | None = None

    @property
    def version(self) -> int:
        """The version of the talk that was delivered last; -1 before the first reading."""
        return self.facts.version if self.facts else -1

    def stir(self) -> None:
        """The talk changed: read and deliver soon; one reading serves many nudges."""
        self._read_at = -math.inf
        if (self.ears or self._coming) and not self._is_stirred:
            self._is_stirred = True
            self.room.hub.spawn(self._refresh())

    async def _refresh(self) -> None:
        await self._read()
        for socket in tuple(self.ears):
            self._deliver(socket)

    async def _read(self, *, since: float = math.inf) -> None:
        """What is new; readings follow one another, so a version never goes back.

        `since`: a reading that began after this moment will do (a storm of joins).
        """
        async with self._reading:
            if self._read_at > since:
                return
            self._is_stirred, begun = False, time.monotonic()
            users = frozenset(socket.user_id for socket in (*self.ears, *self._coming))
            facts, fresh = await self.room.hub.threads.read(
                load, self.room.game_id, self.version, users
            )
            self.facts = facts
            if not self._is_stirred:
                self._read_at = begun
            self._texts.clear()
            for line in fresh:
                kept = self.recent[line.room]
                kept[line.n] = line
                kept.pop(line.n - KEPT, None)

    async def greet(self, socket: PlayConsumer, known: Known) -> None:
        """After hello: the rooms, and the last messages of each or what a resumed socket missed."""
        self._coming.add(socket)
        come = time.monotonic()
        since = come - FRESH_SECONDS if socket.user_id is None else come
        try:
            own = await self.room.hub.threads.read(own_facts, self.room.game_id, socket.user_id)
            await self._read(since=since)
        finally:
            self._coming.discard(socket)
        if self.facts is None or socket not in self.room.sockets:
            return
        # from here on without waiting: what comes in between would be sent twice
        self.ears[socket] = Ear(own)
        if not self.facts.rooms:
            return
        self.ears[socket].muted = self.facts.muted.get(socket.user_id or 0, frozenset())
        self._resume(socket, known)
        self._deliver(socket, is_greeting=True)
        if any(room.anonymous for room in self.facts.rooms):
            self.look_at_releases()

    def leave(self, socket: PlayConsumer) -> None:
        """Forget a socket."""
        self.ears.pop(socket, None)

    def close(self) -> None:
        """Stop the timer of the next release."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # -- what a socket is sent

    def _resume(self, socket: PlayConsumer, known: Known) -> None:
        """Take a client's word for what it holds, if it fits: the number and id of its last."""
        facts, ear = self.facts, self.ears[socket]
        assert facts is not None
        person = facts.person(socket.user_id, socket.guest.grant)
        ear.version = facts.version
        for room in facts.rooms:
            number, key = known.get(room.key, (0, ""))
            held = facts.spans(room, person) if person is not None else ()
            n = spans.within(held, number, room.last)
            line = self.recent[room.pk].get(n)
            fits = line is not None and line.shown["id"] == key
            if fits and spans.count(held, n) == number:
                ear.spans[room.pk] = held
                ear.last[room.pk] = n
                ear.resumed.add(room.pk)

    def _deliver(self, socket: PlayConsumer, *, is_greeting: bool = False) -> None:
        """Whatever of the talk this socket was not sent."""
        facts, ear = self.facts, self.ears.get(socket)
        if facts is None or ear is None:
            return
        person = facts.person(socket.user_id, socket.guest.grant)
        held = {} if person is None else {r.pk: facts.spans(r, person) for r in facts.rooms}
        if person is not None:
            self._list(socket, ear, person, held, is_greeting=is_greeting)
        muted = facts.muted.get(socket.user_id or 0, frozenset())
        if muted != ear.muted:
            ear.muted = muted
            ear.spans.clear()
        for room in facts.rooms:
            text = self._news(ear, room, held.get(room.pk, ()))
            if text:
                socket.say(text)
        ear.version = facts.version

    def _list(
        self,
        socket: PlayConsumer,
        ear: Ear,
        person: Person,
        held: dict[int, Spans],
        *,
        is_greeting: bool,
    ) -> None:
        """The list of rooms, when it says something else than before."""
        facts = self.facts
        assert facts is not None
        rooms = [room for room in facts.rooms if held[room.pk]]
        now = {"is_paused": facts.is_paused, "is_muted": person.user in facts.banned}
        entries = [listing.entry(room, held[room.pk], person, **now) for room in rooms]
        text = codec.dump(entries).decode()
        if text == ear.listed or not (rooms or ear.names):
            return
        ear.listed = text
        for room, entry in zip(rooms, entries, strict=True):
            if is_greeting or room.key not in ear.names:
                own = ear.own.places.get(room.pk)
                entry.update(listing.place(room, held[room.pk], own))
        ear.names = {room.key for room in rooms}
        frame: dict[str, Any] = {"type": "chat", "rooms": entries}
        if ear.own.name:
            frame["name"] = ear.own.name
        if person.is_master and not person.is_playing_master:
            frame["moderates"] = True
        socket.say(codec.dump(frame).decode())

    def _news(self, ear: Ear, room: Any, held: Spans) -> str:
        """A room's messages this socket lacks; all of the last ones where its numbers changed."""
        before, last = ear.spans.get(room.pk), ear.last.get(room.pk, 0)
        if not held:
            ear.spans.pop(room.pk, None)
            ear.last.pop(room.pk, None)
            return ""
        ear.spans[room.pk], ear.last[room.pk] = held, room.last
        is_same = before is not None and spans.clipped(before, last) == spans.clipped(held, last)
        since = ear.version if is_same else -1
        if room.pk in ear.resumed:
            ear.resumed.discard(room.pk)
            since = RESUMED
        mark = (room.pk, held, last if is_same else -1, since, ear.muted)
        text = self._texts.get(mark)
        if text is None:
            text = self._texts[mark] = self._text(room, held, last if is_same else None, since, ear)
        return text

    def _text(self, room: Any, held: Spans, last: int | None, since: int, ear: Ear) -> str:
        kept = self.recent[room.pk]
        if last is not None and any(
            n not in kept and spans.holds(held, n) for n in range(last + 1, room.last + 1)
        ):
            last = None
        if last is None:
            count = spans.count(held, room.last)
            if not count:
                return ""
            runs = spans.between(held, max(1, count - SHOWN + 1), count)
            wanted = [kept[n] for a, b in runs for n in range(a, b + 1) if n in kept]
        else:
            wanted = [
                line
                for n, line in sorted(kept.items())
                if spans.holds(held, n) and (n > last or _is_changed(line, since))
            ]
            if not wanted:
                return ""
        shown = [line.seen(spans.count(held, line.n), ear.muted) for line in wanted]
        frame: dict[str, Any] = {"type": "chat", "room": room.key, "messages": shown}
        if last is None:
            frame["reset"] = True
        return codec.dump(frame).decode()

    # -- what a person does

    def has_read(self, socket: PlayConsumer, room_id: int, n: int) -> None:
        """Remember how far this person has read, for lists that follow."""
        ear = self.ears.get(socket)
        if ear is not None and room_id in ear.own.places:
            ear.own.places[room_id].last_read = n

    def look_at_releases(self) -> None:
        """CHAT-7: set a timer for the next release; the tick is the guarantee behind it."""
        if self._timer is None:
            self.room.hub.spawn(self._await_release())

    async def _await_release(self) -> None:
        wait = await self.room.hub.threads.read(anonymous.seconds_until_release, self.room.game_id)
        if wait is not None and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait + 0.02, self._release)

    def _release(self) -> None:
        self._timer = None
        self.room.hub.spawn(self._release_now())

    async def _release_now(self) -> None:
        await self.room.hub.threads.write(anonymous.release, self.room.game_id)
        self.look_at_releases()


def _is_changed(line: Line, since: int) -> bool:
    """Whether a message that was sent before must be sent again: it was hidden since."""
    return line.is_hidden if since == RESUMED else line.version > since
