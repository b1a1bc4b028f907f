"""The hub of a web process: its rooms, the bus, the control channel, and the checks behind them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.db import connection

from accounts import live as control
from games.engine import codec
from games.engine.protocol import CLOCK
from games.hosting import bus, handshake, health, reading
from games.hosting.chat import sweeping
from games.hosting.intents import Intent, Shown
from games.hosting.rooms import Room
from games.hosting.threads import Threads

if TYPE_CHECKING:
    from games.hosting.consumers import PlayConsumer

log = structlog.get_logger(__name__)

CHECK_SECONDS = 10.0
RIGHTS_SECONDS = 60.0
PEERS = f"{settings.BUS_PREFIX}:peers"


class Hub:
    """Everything live of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.threads = Threads()
        self.rooms: dict[int, Room] = {}
        self.sockets: set[PlayConsumer] = set()
        self.counts: Counter[str] = Counter()
        self.visitors = handshake.Visitors()
        self._watch = health.Watch()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stop = [
            bus.attach(self._from_thread),
            bus.attach_talk(self._talk_thread),
            control.on_control(self._control_thread),
        ]
        self._pubsub: Any = None
        self._redis: Any = None
        self.spawn(self._check_forever())
        if settings.REDIS_URL:
            self.spawn(self._listen_forever())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run in the background, kept alive and never silently lost."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error(
                "hub task failed", error=type(task.exception()).__name__, exc_info=task.exception()
            )

    def enter(self, socket: PlayConsumer) -> None:
        """A socket was let in."""
        self.sockets.add(socket)
        self.counts[socket.guest.counted_as] += 1

    def leave(self, socket: PlayConsumer) -> None:
        """A socket is gone."""
        self.sockets.discard(socket)
        key = socket.guest.counted_as
        self.counts[key] -= 1
        if not self.counts[key]:
            del self.counts[key]

    async def room(self, game_id: int, code: str) -> Room:
        """The room of a game, opened on first use."""
        room = self.rooms.get(game_id)
        if room is None:
            room = self.rooms[game_id] = Room(self, game_id, code)
            await self._subscribe(game_id)
            self.spawn(room.look_at_clock())
        return room

    def forget(self, room: Room) -> None:
        """Close an empty room."""
        if self.rooms.get(room.game_id) is room:
            del self.rooms[room.game_id]
            if self._pubsub is not None:
                self.spawn(self._pubsub.unsubscribe(bus.PREFIX + str(room.game_id)))

    # -- what other threads and processes say

    def _from_thread(self, shown: Shown) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.show, shown)

    def _control_thread(self, message: dict[str, Any]) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.controlled, message)

    def _talk_thread(self, game_id: int) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.talked, game_id)

    def talked(self, game_id: int) -> None:
        """The talk of a game changed in some process."""
        room = self.rooms.get(game_id)
        if room is not None:
            room.talk.stir()

    def show(self, shown: Shown) -> None:
        """A commit of any process reaches the room of its game."""
        room = self.rooms.get(shown.game)
        if room is not None:
            room.show(shown)

    def controlled(self, message: dict[str, Any]) -> None:
        """R-7: a session, a user or a right ended; the sockets concerned close at once."""
        if message.get("kind") != "user_ended":
            return
        for socket in tuple(self.sockets):
            if socket.user_id != message.get("user"):
                continue
            if message.get("reason") == "rights":
                self.spawn(self._recheck(socket))
            elif message.get("session") in (None, socket.session_tag):
                self.spawn(socket.end(4401))

    async def run_clock(self, game_id: int) -> None:
        """The timer of a room: the tick is the guarantee, both together act once."""
        await self.threads.submit(Intent(game_id, CLOCK, None))
        room = self.rooms.get(game_id)
        if room is not None:
            await room.look_at_clock()

    async def wake_bots(self, game_id: int) -> None:
        """A room's bot has thought enough: a worker lets it act, the tick at the latest."""
        bus.nudge()
        room = self.rooms.get(game_id)
        if room is not None:
            await room.look_at_clock()

    # -- checks that rely on nothing

    def _look_at_health(self) -> None:
        """R-22, in a thread of its own: it may mail, so it must not hold up a reader."""
        try:
            self._watch.look()
        finally:
            connection.close()

    async def _check_forever(self) -> None:
        last_rights = time.monotonic()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self._check_seqs()
                await self._check_talk()
                await self._say_peers()
                await self.loop.run_in_executor(None, self._look_at_health)
                if time.monotonic() - last_rights >= RIGHTS_SECONDS:
                    last_rights = time.monotonic()
                    for socket in tuple(self.sockets):
                        await self._recheck(socket)
            except Exception as error:
                log.warning("hub check failed", error=type(error).__name__)

    async def _check_seqs(self) -> None:
        """Compare the rooms with the database; a room that is behind catches up."""
        ids = list(self.rooms)
        if not ids:
            return
        found = await self.threads.read(reading.stream_seqs, ids)
        for game_id, seqs in found.items():
            room = self.rooms.get(game_id)
            if room is None:
                continue
            is_behind = False
            for stream, seq in seqs.items():
                if stream in room.seqs and seq > room.seqs[stream]:
                    room.seqs[stream] = seq
                    room.snapshots.pop(stream, None)
                    is_behind = True
            if is_behind:
                self.spawn(room.look_at_clock())
            for socket in tuple(room.sockets):
                socket.catch_up()

    async def _check_talk(self) -> None:
        """A nudge that was lost is made good within seconds."""
        known = {game_id: room.talk.version for game_id, room in self.rooms.items()}
        if known:
            for game_id in await self.threads.read(sweeping.is_behind, known):
                self.talked(game_id)

    async def _recheck(self, socket: PlayConsumer) -> None:
        code = await self.threads.read(socket.still_allowed)
        if code:
            await socket.end(code)

    async def _say_peers(self) -> None:
        for room in tuple(self.rooms.values()):
            room.say_presence()
        if self._redis is not None:
            counts = {str(g): room.own_watching() for g, room in self.rooms.items()}
            await self._redis.publish(PEERS, codec.dump({"from": bus.PROCESS, "counts": counts}))

    # -- Redis

    async def _listen_forever(self) -> None:
        import redis.asyncio as aioredis

        while True:
            try:
                self._redis = aioredis.from_url(
                    settings.REDIS_URL, socket_timeout=15, health_check_interval=30
                )
                self._pubsub = self._redis.pubsub()
                await self._pubsub.subscribe(control.CHANNEL, PEERS, bus.TALK)
                for game_id in list(self.rooms):
                    await self._subscribe(game_id)
                await self._listen()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # Redis away: pages and orders work, updates by the check
                log.warning("bus away", error=type(error).__name__)
                await self._drop_redis()
                await asyncio.sleep(1.0)

    async def _drop_redis(self) -> None:
        """Let go of a broken connection, so that none is left behind."""
        broken, self._redis, self._pubsub = self._redis, None, None
        if broken is not None:
            with contextlib.suppress(Exception):
                await broken.aclose()

    async def _subscribe(self, game_id: int) -> None:
        if self._pubsub is not None:
            try:
                await self._pubsub.subscribe(bus.PREFIX + str(game_id))
            except Exception as error:
                log.warning("not subscribed", error=type(error).__name__)

    async def _listen(self) -> None:
        while True:
            message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=5.0)
            if message is None:
                continue
            channel = message["channel"].decode()
            if channel == control.CHANNEL:
                self.controlled(codec.load(message["data"]))
            elif channel == PEERS:
                self._peers(codec.load(message["data"]))
            elif channel == bus.TALK:
                nudge = codec.load(message["data"])
                if nudge["from"] != bus.PROCESS:
                    self.talked(nudge["game"])
            else:
                sender, shown = bus.decode(message["data"])
                if sender != bus.PROCESS:
                    self.show(shown)

    def _peers(self, message: dict[str, Any]) -> None:
        if message["from"] == bus.PROCESS:
            return
        for game, count in message["counts"].items():
            room = self.rooms.get(int(game))
            if room is not None:
                room.peers[message["from"]] = (count, time.monotonic())

    async def close(self) -> None:
        """A restart: every socket is told 1012, threads and connections end."""
        for stop in self._stop:
            stop()
        await asyncio.gather(
            *(socket.end(1012) for socket in tuple(self.sockets)), return_exceptions=True
        )
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()
        await self.loop.run_in_executor(None, self.threads.close)


_hubs: dict[int, Hub] = {}


def hub() -> Hub:
    """The hub of the running event loop, made on first use."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(id(loop))
    if found is None or found.loop is not loop:
        found = _hubs[id(loop)] = Hub()
    return found


async def close_hub() -> None:
    """Close the hub of the running loop, if it has one."""
    found = _hubs.pop(id(asyncio.get_running_loop()), None)
    if found is not None:
        await found.close()
