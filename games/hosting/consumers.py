"""The game socket `/ws/games/<code>/`: parse, call, nothing else (docs/protocol.md).

A Channels consumer with a dispatch of its own: the usual one hops to a thread for every message.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import structlog
from channels.consumer import AsyncConsumer
from django.conf import settings
from django.db import DatabaseError

from games.engine import codec
from games.engine.protocol import UNSET, Seat
from games.hosting import asking, bearer, frames, handshake, limits, reading, sending, texts
from games.hosting.chat import talking
from games.hosting.hub import Hub, hub
from games.hosting.intents import Answer, Intent, new_incident
from games.hosting.rooms import Room

log = structlog.get_logger(__name__)

HELLO_SECONDS = 10.0
LIFETIME_SECONDS = 12 * 3600.0
SEND_SECONDS = 10.0
_rates = limits.Windows(settings.SOCKET_FRAMES, limits.FRAMES_SECONDS)


class PlayConsumer(AsyncConsumer):
    """One socket of one person in one game."""

    hub: Hub
    room: Room
    guest: handshake.Guest

    def __init__(self) -> None:
        self.seqs: dict[str, int] = {}
        self.seats: tuple[int, ...] = ()
        self.user_id: int | None = None
        self.session_tag = ""
        self._texts: deque[str] = deque()
        self._slots: dict[str, str] = {}
        self._pump: asyncio.Task[None] | None = None
        self._blocked: sending.Blocked | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._greeted = False
        self._closed = False
        self._own_rate: limits.Window | None = None
        self._bad: limits.Window | None = None
        self._floods: limits.Window | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handshake, then frames until the socket ends."""
        self.scope, self._receive, self._send = scope, receive, send
        self.hub = hub()
        event = await receive()
        if event["type"] != "websocket.connect" or not await self._enter():
            return
        self.hub.enter(self)
        self._end_in(HELLO_SECONDS, 4408)
        try:
            await self._talk()
        finally:
            self._closed = True
            self.hub.leave(self)
            self.room.leave(self)
            if self._timer is not None:
                self._timer.cancel()
            if self._pump is not None:
                self._pump.cancel()

    def _end_in(self, seconds: float, code: int) -> None:
        """Close after so long, in place of what was planned before."""
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, lambda: self.hub.spawn(self.end(code)))

    async def _enter(self) -> bool:
        """Origin, session, game and counts; a refused handshake is an HTTP answer."""
        guest = await handshake.welcome(self.scope, self.hub)
        if isinstance(guest, int):
            await handshake.refuse(self.scope, self._send, guest)
            return False
        self.guest = guest
        self.user_id, self.session_tag = guest.user_id, guest.session_tag
        self.seats = guest.seats
        self.room = await self.hub.room(guest.game_id, guest.code)
        await self._send({"type": "websocket.accept"})
        return True

    async def _talk(self) -> None:
        while not self._closed:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                return
            if event["type"] == "websocket.receive":
                await self._take(event.get("text"))

    async def _take(self, text: str | None) -> None:
        """One frame; whatever is wrong with it is answered and changes nothing."""
        window = self._rate()
        if not window.take():
            self.refuse("", "rate_limited", {"retry_after": round(window.wait(), 1)})
            self._floods = self._floods or limits.Window(limits.FLOOD_PER_MINUTE, 60)
            if not self._floods.take():
                await self.end(4429)
            return
        if text is None:
            await self._bad_frame("", "not text")
        elif (
            len(text) > frames.MAX_FRAME or len(text.encode("utf-8", "replace")) > frames.MAX_FRAME
        ):
            self.refuse("", "too_large", {"limit": frames.MAX_FRAME})
        else:
            frame, own, detail = frames.parse(text)
            if frame is None:
                await self._bad_frame(own, detail)
                return
            try:
                await self._answer(frame)
            except Exception as error:
                incident = new_incident()
                log.error(
                    "frame failed", incident=incident, error=type(error).__name__, exc_info=True
                )
                self.refuse(own, "server_error", {"incident": incident})

    def _rate(self) -> limits.Window:
        """A person's window over all sockets; a visitor's is the socket's own."""
        if self.user_id is not None:
            return _rates.of(f"user:{self.user_id}")
        if self._own_rate is None:
            self._own_rate = limits.Window(_rates.count, _rates.seconds)
        return self._own_rate

    async def _bad_frame(self, own: str, detail: str) -> None:
        self.refuse(own, "bad_frame", {"detail": detail[:200]})
        self._bad = self._bad or limits.Window(limits.BAD_PER_MINUTE, 60)
        if not self._bad.take():
            await self.end(4400)

    async def _answer(self, frame: frames.AnyFrame) -> None:
        match frame:
            case frames.Hello():
                await self._hello({} if frame.seqs is UNSET else frame.seqs)
                await talking.greet(self, frame)
            case frames.Ping():
                self.offer_text("pong", self._pong())
            case _ if not self._greeted:
                await self._bad_frame(getattr(frame, "id", ""), "say hello first")
            case _ if not self.guest.may(bearer.scope_of(frame)):
                scope = {"scope": bearer.scope_of(frame)}
                self.refuse(getattr(frame, "id", ""), "token_scope", scope)
            case frames.Act():
                await self._act(frame)
            case frames.Preview():
                await self._ask(frame.id, frame.seat, asking.preview, frame.draft)
            case frames.Legal():
                await self._ask(frame.id, frame.seat, asking.legal, None)
            case frames.Say():
                await talking.say(self, frame)
            case frames.Read():
                await talking.read(self, frame)

    def _pong(self) -> str:
        seqs = {stream: self.room.seqs.get(stream, 0) for stream in self.guest.streams}
        return codec.dump({"type": "pong", "seqs": seqs, "now": self.guest.now()}).decode()

    async def _hello(self, known: dict[str, int]) -> None:
        """Snapshots of the streams this person follows, or what a resumed socket missed."""
        if not self._greeted:
            self._greeted = True
            self._end_in(LIFETIME_SECONDS, 4410)
        self.room.join(self)
        resumed: dict[str, int] = {}
        bodies: list[str] = []
        for stream in sorted(self.guest.streams):
            seq, body = await self.room.snapshot(stream)
            if stream in known and seq - reading.CATCH_UP_LIMIT <= known[stream] <= seq:
                resumed[stream] = known[stream]
                continue
            bodies.append(f'"{stream}":{body}')
            resumed[stream] = seq
        head = codec.dump({"you": self.guest.you(), "now": self.guest.now()}).decode()[1:-1]
        self.say(f'{{"type":"snapshot",{head},"streams":{{{",".join(bodies)}}}}}')
        self.seqs.update(resumed)
        self.catch_up()
        self.room.greet(self)

    async def _act(self, frame: frames.Act) -> None:
        seat = self._seat(frame.seat)
        if seat is None:
            self.refuse(frame.id, "not_yours", {})
            return
        intent = Intent(
            self.guest.game_id, Seat(seat), frame.action, by=self.user_id, client_id=frame.id
        )
        answer = await self.hub.threads.submit(intent)
        if answer.ok:
            self.say(codec.dump({"type": "ok", "id": frame.id, "receipt": answer.receipt}).decode())
        else:
            self.refuse(frame.id, answer.code, answer.params)

    def _seat(self, wanted: Any) -> int | None:
        """The seat a frame speaks for; without a number the first this person acts for."""
        if wanted is UNSET:
            return self.seats[0] if self.seats else None
        return wanted if wanted in self.seats else None

    async def _ask(self, own: str, wanted: Any, question: Any, about: Any) -> None:
        seat = self._seat(wanted)
        if seat is None:
            self.refuse(own, "not_yours", {})
            return
        found = await self.hub.threads.read(question, self.guest.game_id, seat, about)
        if isinstance(found, Answer):
            self.refuse(own, found.code, found.params)
        else:
            self.say(codec.dump({**found, "id": own}).decode())

    # -- what is sent

    def refuse(self, own: str, code: str, params: dict[str, Any]) -> None:
        """A refused frame: code, facts and a sentence."""
        body: dict[str, Any] = {
            "type": "refused",
            "code": code,
            "params": params,
            "message": texts.message(self.guest.title, code, params),
        }
        if own:
            body["id"] = own
        self.say(codec.dump(body).decode())

    def say(self, text: str) -> None:
        """Queue a frame."""
        self._texts.append(text)
        self._wake()

    def offer_text(self, slot: str, text: str) -> None:
        """A text of which only the newest counts (presence, pong)."""
        self._slots[slot] = text
        self._wake()

    def offer(self, updates: dict[str, tuple[int, str]]) -> None:
        """A commit happened: send what concerns this socket's streams."""
        if not self.seqs.keys().isdisjoint(updates):
            self._wake()

    def catch_up(self) -> None:
        """Send whatever the room knows and this socket was not sent."""
        if any(self.room.seqs.get(s, 0) > n for s, n in self.seqs.items()):
            self._wake()

    def _wake(self) -> None:
        """Send now what the socket takes at once, which is the rule; a task does what must wait."""
        if self._closed or (self._pump is not None and not self._pump.done()):
            return
        try:
            is_done = self._send_now()
        except Exception:  # the peer is gone; `_talk` sees the disconnect
            self._closed = True
            return
        self._pump = None
        if not is_done:
            self._pump = asyncio.get_running_loop().create_task(self._run_pump())

    def _send_now(self) -> bool:
        """False where the socket is full, or frames must come from the stored rows."""
        waiting = self._collect()
        if waiting is None:
            return False
        for at, text in enumerate(waiting):
            blocked = sending.start(self._send, text)
            if blocked is not None:
                self._blocked = blocked
                self._texts.extend(waiting[at + 1 :])
                return False
        return True

    async def _run_pump(self) -> None:
        """The one sender of this socket; a reader that stands still for 10 s is cut."""
        try:
            while not self._closed:
                if self._blocked is not None:
                    blocked, self._blocked = self._blocked, None
                    async with asyncio.timeout(SEND_SECONDS):
                        await blocked
                texts_now = self._collect()
                if texts_now is None:
                    await self._from_rows()
                    continue
                if not texts_now:
                    return
                async with asyncio.timeout(SEND_SECONDS):
                    for text in texts_now:
                        await self._send({"type": "websocket.send", "text": text})
        except TimeoutError:
            self._pump = None
            await self.end(4413)
        except DatabaseError as error:  # what this socket missed cannot be read: it comes back
            log.warning("rows away", error=type(error).__name__)
            self._pump = None
            await self.end(1012)
        except Exception:  # the peer is gone; `_talk` sees the disconnect
            self._closed = True

    def _collect(self) -> list[str] | None:
        """What is to be sent now; None where frames must come from the stored rows."""
        fresh: list[str] = []
        moved: dict[str, int] = {}
        known = self.room.seqs
        for stream, sent in self.seqs.items():
            last = known.get(stream, sent)
            if last <= sent:
                continue
            kept = self.room.frames(stream, sent)
            if kept is None:
                return None
            fresh += kept
            moved[stream] = last
        self.seqs.update(moved)
        if not self._texts and not self._slots:
            return fresh
        out = [*self._texts, *self._slots.values(), *fresh]
        self._texts.clear()
        self._slots.clear()
        return out

    async def _from_rows(self) -> None:
        """Catch up from the `Update` rows, or with a snapshot where that is shorter."""
        for stream, sent in list(self.seqs.items()):
            last = self.room.seqs.get(stream, sent)
            if last <= sent or self.room.frames(stream, sent) is not None:
                continue
            rows = await self.hub.threads.read(
                reading.frames_after, self.guest.game_id, stream, sent
            )
            if self.seqs[stream] != sent:
                continue  # a hello came in between and has put it elsewhere
            if rows is None:
                seq, body = await self.room.snapshot(stream)
                self._texts.append(f'{{"type":"snapshot","streams":{{"{stream}":{body}}}}}')
                self.seqs[stream] = seq
            else:
                self._texts.extend(rows)
                self.seqs[stream] = sent + len(rows)
                self.room.seqs[stream] = max(self.room.seqs.get(stream, 0), sent + len(rows))
            if not rows and rows is not None:
                self.room.seqs[stream] = sent

    def still_allowed(self) -> int:
        """In a reader thread: 0, or the close code of a session or right that ended (R-7)."""
        return handshake.recheck(self.guest)

    async def end(self, code: int) -> None:
        """Close this socket for a reason its client can read."""
        if self._closed:
            return
        self._closed = True
        if self._pump is not None:
            self._pump.cancel()
        try:
            async with asyncio.timeout(2):
                text = codec.dump({"type": "closed", "code": code}).decode()
                await self._send({"type": "websocket.send", "text": text})
                await self._send({"type": "websocket.close", "code": code})
        except Exception as error:
            log.info("socket cut", code=code, error=type(error).__name__)
