"""CHAT-1: what the rules say of rooms after a transition becomes rooms and windows, in its commit.

A room that the rules name no more stays readable to those who read it, and locked. Windows are by
audience key and message number; who reads only what is new from now on is decided by `_is_whole`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games.engine.protocol import PUBLIC, Channel, seat_stream
from games.hosting.chat import cards, nudging
from games.hosting.chat.models import ChatRoom, ChatWindow, Talk
from games.hosting.chat.refusals import ALONE, CLOSED
from games.hosting.models import Game, Seat, Status
from games.registry import rules_of

if TYPE_CHECKING:
    from games.hosting.working import Working

FRESH = frozenset({"pair", "group", "place"})  # who joins reads from the joining on
OVER = (Status.FINISHED, Status.CANCELLED)
FEWEST = 2


def made(game: Game, seats: list[Seat], state: object, at: datetime) -> None:
    """A game was made: its first rooms."""
    sync(game, seats, state)
    Talk.objects.filter(game=game).update(due_key=game.due_key)


def closing(work: Working, at: datetime) -> None:
    """A commit is about to end; nothing is written where no right can have moved."""
    game, host = work.game, work.old_host
    rooms = work.rules.channels(work.state)
    has_moved = (
        work.upgraded
        or work.table_is_new
        or host.get("table", {}).get("status") != game.status
        or work.rules.channels(work.before.state) != rooms
        or _groups_move(work)
    )
    if has_moved:
        expire_cards_of_gone(game, work.seats, at)
        sync(game, work.seats, work.state)
    elif rooms and bool(host.get("clock", {}).get("paused")) != bool(game.paused_at):
        touch(game)
        nudging.after_commit(game.pk)
    has_cards = any(room.cards for room in rooms)
    if has_cards and not game.paused_at and host.get("clock", {}).get("key") != game.due_key:
        expire_cards(game, at)


def expire_cards(game: Game, at: datetime) -> None:
    """PR-7.6: when the window is another than before, what was open in it expires."""
    talk = Talk.objects.filter(game=game).first()
    if talk is None or talk.due_key == game.due_key:
        return
    Talk.objects.filter(pk=talk.pk).update(due_key=game.due_key)
    cards.expire(game, touch(game), at)
    nudging.after_commit(game.pk)


def expire_cards_of_gone(game: Game, seats: list[Seat], at: datetime) -> None:
    """CHAT-11: an offer ends with its holder's window, or its answer would tell the next one."""
    holders = {seat_stream(seat.number): seat.user_id or 0 for seat in seats}
    kept = ChatWindow.objects.filter(room__game=game, last=None, holder__isnull=False)
    rooms = {window.room_id for window in kept if window.holder != holders.get(window.member)}
    if rooms:
        cards.expire(game, touch(game), at, rooms)


def _groups_move(work: Working) -> bool:
    """Whether a room that players founded is judged otherwise now."""
    if not work.rules.meta.group_size or work.before.state is work.state:
        return False
    groups = ChatRoom.objects.filter(game=work.game, founder__isnull=False)
    ask = work.rules.may_talk
    return any(
        ask(work.before.state, tuple(members)) != ask(work.state, tuple(members))
        for members in groups.values_list("members", flat=True)
    )


def sync(game: Game, seats: list[Seat], state: Any) -> None:
    """Store the differences between what the rules say and what is stored; call under the lock."""
    wanted = rules_of(game.title).channels(state)
    known = {room.key: room for room in ChatRoom.objects.filter(game=game)}
    if not wanted and not known:
        return
    Writer(game, seats, known).write(wanted, state)
    touch(game)
    nudging.after_commit(game.pk)


def touch(game: Game | int) -> Talk:
    """One more change of a game's talk; call under the game's lock."""
    pk = game if isinstance(game, int) else game.pk
    talk, _ = Talk.objects.get_or_create(game_id=pk)
    talk.version += 1
    talk.save(update_fields=["version"])
    return talk


class Writer:
    """Writes one game's rooms and windows."""

    def __init__(self, game: Game, seats: list[Seat], known: dict[str, ChatRoom]) -> None:
        self.game = game
        self.known = known
        self.users = {seat_stream(seat.number): seat.user_id or 0 for seat in seats}
        self.is_over = game.status in OVER
        self.open: dict[int, list[ChatWindow]] = {}
        for window in ChatWindow.objects.filter(room__game=game, last=None):
            self.open.setdefault(window.room_id, []).append(window)
        self.fresh: list[ChatWindow] = []

    def write(self, wanted: Iterable[Channel], state: Any) -> None:
        """Rooms first, then the windows of each."""
        left = dict(self.known)
        for channel in wanted:
            left.pop(channel.key, None)
            room = self._room(channel)
            self._windows(room, channel.readers)
        rules = rules_of(self.game.title)
        for room in left.values():
            if room.founder is None:
                self._close(room)
            else:
                self._founded(room, rules.may_talk(state, tuple(room.members)))
        ChatWindow.objects.bulk_create(self.fresh)

    def _room(self, channel: Channel) -> ChatRoom:
        """The stored room, as the rules have it now."""
        facts: dict[str, Any] = {
            "kind": channel.kind,
            "title": channel.title,
            "readers": sorted(channel.readers),
            "writers": sorted(channel.writers),
            "lock_reason": channel.lock_reason,
            "anonymous": channel.anonymous,
            "release": channel.release,
            "inherits": channel.inherits,
            "cards": list(channel.cards),
        }
        room = self.known.get(channel.key)
        if room is None:
            return ChatRoom.objects.create(game=self.game, key=channel.key, **facts)
        self._change(room, facts)
        return room

    def _change(self, room: ChatRoom, facts: dict[str, Any]) -> None:
        changed = [name for name, value in facts.items() if getattr(room, name) != value]
        for name in changed:
            setattr(room, name, facts[name])
        if changed:
            room.save(update_fields=changed)

    def _close(self, room: ChatRoom) -> None:
        """GC-17.4: a room of the past stays readable, read-only, for those who were in it."""
        self._change(room, {"writers": [], "readers": [], "lock_reason": CLOSED})
        self._windows(room, ())

    def _founded(self, room: ChatRoom, talk: tuple[int, ...] | str) -> None:
        """A room of players: whom the rules let talk is present and reads, the others wait."""
        if isinstance(talk, str):
            self._change(room, {"writers": [], "lock_reason": talk})
            self._windows(room, room.readers)
            return
        present = [k for k in room.members if k in talk]
        keys = sorted(seat_stream(k) for k in present)
        is_alone = len(present) < FEWEST
        reason = ALONE if is_alone else ""
        writers = [] if is_alone else keys
        self._change(room, {"readers": keys, "writers": writers, "lock_reason": reason})
        self._windows(room, keys)

    def _windows(self, room: ChatRoom, readers: Iterable[str]) -> None:
        """CHAT-3: open and close windows so that just these audiences read on."""
        keys = set(readers)
        if self.is_over and room.release == "public":
            keys.add(PUBLIC)
        for window in self.open.get(room.pk, ()):
            if window.member in keys and window.holder == self._holder(room, window.member):
                keys.discard(window.member)
            elif window.first > room.last:
                window.delete()
            else:
                window.last = room.last
                window.save(update_fields=["last"])
        was_known = room.key in self.known
        for member in sorted(keys):
            holder = self._holder(room, member)
            is_whole = holder is None and _is_whole(room.kind, member)
            first = 1 if is_whole or not was_known else room.last + 1
            self.fresh.append(ChatWindow(room=room, member=member, holder=holder, first=first))

    def _holder(self, room: ChatRoom, member: str) -> int | None:
        """CHAT-11: whom a window belongs to where a substitute inherits nothing."""
        return None if room.inherits else self.users.get(member)


def _is_whole(kind: str, member: str) -> bool:
    """Whether a new audience reads a room from its first message, or from now on.

    What is opened to spectators or everybody is opened whole (CHAT-11, GC-17.8), and so are talk
    that is public anyhow, the ghosts' (GC-17.4), a park's own and the host's.
    """
    return kind not in FRESH or not member.startswith(("seat:", "team:"))
