"""One game inside a commit: its row under lock, its state, and what the batch adds to it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from games.engine import codec
from games.engine.protocol import FEED, GM, PUBLIC, Due, Hint, Rules, Step, actor_key
from games.hosting import bot_pace, cache, chain, clocks, statements, streams
from games.hosting.hostview import host_part, table_part
from games.hosting.intents import Intent, Shown
from games.hosting.models import Game, LogEntry, Seat, Status, Update
from games.hosting.rights import SeatRights
from games.registry import rules_of


class RulesFailed(Exception):
    """A view of a title raised; the batch shows nothing and is run one by one."""

    def __init__(self, game: int) -> None:
        super().__init__("rules failed")
        self.game = game


class Working:
    """The working copy of one game; `open` locks it, `close` writes it."""

    def __init__(self, game: Game, decoded: cache.Decoded, *, upgraded: bool) -> None:
        self.game = game
        self.rules: Rules = rules_of(game.title)
        self.before = decoded
        self.state = decoded.state
        self.seq = self.seq_at_open = game.seq
        self.upgraded = upgraded
        self.entries: list[LogEntry] = []
        self.events: list[Any] = []
        self.touched: set[str] | None = set()
        self.updates: list[Update] = []
        self.problems: list[str] = []
        self.old_host: dict[str, Any] = dict(game.shown)
        self._table: dict[str, Any] | None = None
        self._seats: list[Seat] | None = None
        self._rights: SeatRights | None = None
        self._views: dict[str, dict[str, Any]] = {}
        self._state_bytes = b""
        self._is_dirty = False
        self.hints: list[Hint] = []
        self.wakes = False
        self.written_at = datetime.min
        self.due: Due | None = None
        self.due_at: datetime | None = game.due_at
        if game.status in (Status.RUNNING, Status.DRAFT) and not game.paused_at:
            self.due = self.rules.deadline(self.state, game.clock)

    @classmethod
    def open(cls, pk: int) -> Working | None:
        """Lock a game's row and take its state from the cache, or decode it."""
        game = statements.lock_game(pk)
        if game is None:
            return None
        decoded = cache.get(pk, game.seq)
        if decoded is not None:
            return cls(game, decoded, upgraded=False)
        state, upgraded = decode_state(game, _state_bytes(pk))
        return cls(game, cache.Decoded(game.seq, state), upgraded=upgraded)

    @property
    def moved(self) -> bool:
        """Whether anything was written."""
        return bool(self.entries)

    @property
    def table_is_new(self) -> bool:
        """Whether seats, holders or names may have changed."""
        return self._is_dirty

    @property
    def seats(self) -> list[Seat]:
        """The game's seats with their parks."""
        if self._seats is None:
            self._seats = list(Seat.objects.filter(game=self.game).select_related("park"))
        return self._seats

    def rights(self, at: datetime) -> SeatRights:
        """Who acts for which seat, asked once a batch."""
        if self._rights is None:
            self._rights = SeatRights(acting=statements.acting(self.game.pk, at))
        return self._rights

    def take(
        self, step: Step, *, at: datetime, intent: Intent, action: Any, receipt: dict[str, Any]
    ) -> None:
        """An accepted action becomes a log entry; state, events and touched streams follow."""
        due = self.rules.deadline(step.state, self.game.clock)
        outcome = self.rules.outcome(step.state)
        running = due is not None or bool(self.rules.pending(step.state))
        assert intent.actor is not None
        self.state = step.state
        self.due = due
        self.append(
            at=at,
            by=intent.by,
            actor=actor_key(intent.actor),
            action=codec.encode(action).decode(),
            events=step.events,
            client_id=intent.client_id,
            answer=codec.encode(receipt).decode() if intent.by is not None else "",
        )
        self._touch(step.touches)
        self.events.extend(step.events)
        self._status(outcome, at, running=running)
        self._schedule(at)
        self._note_book(intent.actor, action)

    def _note_book(self, actor: Any, action: Any) -> None:
        """What of the book the state has seen; a ruling may change what its rows are worth."""
        if actor == FEED:
            self.game.fed_version = getattr(action, "version", self.game.fed_version)
        elif actor == GM and self.game.book_id:
            self.game.fed_version = 0

    def append(
        self,
        *,
        at: datetime,
        by: int | None,
        actor: str,
        action: str,
        events: Iterable[Any] = (),
        client_id: str | None = None,
        answer: str = "",
    ) -> None:
        """One more entry of the log, chained to the one before."""
        self.seq += 1
        events_text = codec.encode(list(events)).decode()
        self._state_bytes = codec.encode(self.state)
        state_hash = codec.digest(self._state_bytes)
        self.game.chain = chain.entry_link(
            self.game.salt,
            self.game.chain,
            seq=self.seq,
            at=iso(at),
            actor=actor,
            by=by,
            action=action,
            events=events_text,
            state_hash=state_hash,
        )
        self.entries.append(
            LogEntry(
                game_id=self.game.pk,
                seq=self.seq,
                at=at,
                by=by,
                actor=actor,
                client_id=client_id,
                action=action,
                events=events_text,
                answer=answer,
                state_hash=state_hash,
                chain=self.game.chain,
            )
        )

    def _touch(self, touches: frozenset[str] | None) -> None:
        if touches is None or self.touched is None:
            self.touched = None
        else:
            self.touched |= touches

    def _status(self, outcome: Any, at: datetime, *, running: bool) -> None:
        game = self.game
        if outcome is not None:
            cancelled = outcome.reason == "cancelled"
            game.status = Status.CANCELLED if cancelled else Status.FINISHED
            game.ended_at = game.ended_at or at
            game.paused_at = game.vote = None  # what is over neither stands still nor decides
        elif running or game.status != Status.DRAFT:
            game.status = Status.RUNNING
            game.started_at = game.started_at or at
            game.ended_at = None

    def _schedule(self, at: datetime) -> None:
        due = self.due if self.game.status in (Status.RUNNING, Status.DRAFT) else None
        clocks.plan(self.game, due, at)
        self.due_at = self.game.due_at

    def stop_clock(self) -> None:
        """Nothing is due until `start_clock`."""
        self.game.due_at = self.game.remind_at = self.due_at = self.due = None

    def start_clock(self, at: datetime) -> None:
        """The title's deadline is planned anew."""
        self.due = self.rules.deadline(self.state, self.game.clock)
        self._schedule(at)

    def set_aside(self, at: datetime, incident: str) -> None:
        """R-10: a clock, feed or GM action that raised stops this game alone, orders kept."""
        self.game.status = Status.NEEDS_GM
        self.game.problem = incident
        self.stop_clock()
        note = codec.encode({"type": "host.set_aside", "note": incident}).decode()
        self.append(at=at, by=None, actor="host", action=note)

    def table_changed(self) -> None:
        """Seats, holders or names changed: the public view's table is made anew."""
        self._seats = None
        self._rights = None
        self._table = None
        self._is_dirty = True

    def close(self, at: datetime) -> None:
        """Diff what moved and write everything; nothing to do where nothing was accepted."""
        if not self.entries:
            return
        self.written_at = at
        from games.hosting import hooks
        from games.hosting.outbox import write_consequences

        try:
            self._diff(at)
        except Exception as error:
            raise RulesFailed(self.game.pk) from error
        self.game.bots_at = bot_pace.next_turn(self.game, bot_pace.shown_bots(self.game), at)
        statements.append(self.entries)
        statements.append(self.updates)
        self._save_row()
        write_consequences(self, at)
        hooks.closing(self, at)

    def _save_row(self) -> None:
        game = self.game
        game.seq = self.seq
        game.state = self._state_bytes
        game.rules_version = self.rules.meta.version
        statements.save_game(game)

    def _host(self) -> dict[str, Any]:
        """The host's part of the public view as it is now."""
        if self._is_dirty or "table" not in self.old_host:
            self._table = table_part(self.game, self.seats)
        return host_part(self.game, self._table or self.old_host.get("table", {}))

    def _diff(self, at: datetime) -> None:
        host = self._host()
        all_names = tuple(self.game.streams)
        moved = set(all_names) if self.touched is None or self.upgraded else set(self.touched)
        if host != self.old_host:
            moved.add(PUBLIC)
        for stream in all_names:
            if stream in moved:
                self._move(stream, at, host)
        self.game.shown = host

    def _move(self, stream: str, at: datetime, host: dict[str, Any]) -> None:
        new = streams.view(self.rules, self.state, stream, host)
        old = self.before.views.get(stream)
        if old is None:
            old = streams.view(self.rules, self.before.state, stream, self.old_host)
        patch = streams.change(old, new)
        events = streams.events_for(self.rules, self.events, stream)
        self._views[stream] = new
        if not patch and not events and not self.upgraded:
            return
        number = self.game.streams[stream] + 1
        self.game.streams[stream] = number
        whole = self.upgraded or number % streams.KEYFRAME_EVERY == 0
        self.updates.append(
            Update(
                game_id=self.game.pk,
                stream=stream,
                seq=number,
                log_seq=self.seq,
                at=at,
                patch="" if self.upgraded else codec.dump(patch).decode(),
                view=codec.dump(new).decode() if whole else "",
                events=codec.dump(events).decode() if events else "",
            )
        )

    def remember(self) -> Shown:
        """After the commit: keep the state for the next action, and say what was shown."""
        views = {**self.before.views, **self._views}
        if self.game.status in (Status.FINISHED, Status.CANCELLED):
            cache.drop(self.game.pk)
        else:
            cache.put(self.game.pk, cache.Decoded(self.seq, self.state, views))
        updates = {u.stream: (u.seq, frame(u)) for u in self.updates}
        return Shown(
            game=self.game.pk,
            seq=self.seq,
            updates=updates,
            due_in=self._seconds_until(self.due_at),
            bots_in=self._seconds_until(bot_pace.next_ring(self.game, self.written_at)),
            wakes=self.wakes or self._is_bots_turn(),
        )

    def _seconds_until(self, moment: datetime | None) -> float | None:
        if moment is None or self.game.status != Status.RUNNING:
            return None
        return (moment - self.written_at).total_seconds()

    def _is_bots_turn(self) -> bool:
        moment = self.game.bots_at
        return moment is not None and moment <= self.written_at


def frame(update: Update) -> str:
    """The wire frame of an update, encoded once for all who follow its stream."""
    body = f'"patch":{update.patch}' if update.patch else f'"view":{update.view}'
    events = f',"events":{update.events}' if update.events else ""
    head = f'"type":"update","stream":"{update.stream}","seq":{update.seq}'
    return f'{{{head},"at":{int(update.at.timestamp())},{body}{events}}}'


def iso(at: datetime) -> str:
    """A time as the chain writes it: UTC, microseconds, `Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _state_bytes(pk: int) -> bytes:
    return bytes(Game.objects.values_list("state", flat=True).get(pk=pk))


def decode_state(game: Game, data: bytes) -> tuple[Any, bool]:
    """The stored state under the installed rules version; whether it had to be upgraded."""
    rules = rules_of(game.title)
    raw = codec.decode(data, dict[str, Any])
    if raw.get("schema") == rules.schema:
        return codec.decode(data, rules.State), game.rules_version != rules.meta.version
    return codec.convert(rules.upgrade(raw), rules.State), True
