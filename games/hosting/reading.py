"""Reads of stored updates: snapshots, catching up, seqs.

Views come from the state itself, encoded once; patches and events from the `Update` rows.
"""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.hosting import bot_pace, cache, clocks, streams
from games.hosting.models import Game, Update
from games.hosting.working import decode_state, frame
from games.registry import rules_of

SNAPSHOT_EVENTS = 60
CATCH_UP_LIMIT = 200
EVENTS_PAGE = 2  # rows to begin with: one resolution alone holds more events than a snapshot shows


def current_view(game: Game, stream: str) -> dict[str, Any]:
    """What a stream shows now, as builtins."""
    return streams.plain(_typed_view(game, stream))


def shows_now(game: Game, stream: str, key: str) -> Any:
    """One top-level value of what a stream shows now, typed as the title made it; None: absent."""
    return _typed_view(game, stream).get(key)


def _typed_view(game: Game, stream: str) -> dict[str, Any]:
    """What a stream shows now, from the process's cache where it can."""
    rules = rules_of(game.title)
    decoded = cache.get(game.pk, game.seq)
    if decoded is None:
        _complete(game)
        state, upgraded = decode_state(game, bytes(game.state))
        decoded = cache.Decoded(game.seq, state)
        if not upgraded:
            cache.put(game.pk, decoded)
    known = decoded.views.get(stream)
    if known is None:
        known = streams.view(rules, decoded.state, stream, game.shown)
        decoded.views[stream] = known
    return known


def _complete(game: Game) -> None:
    """A row read without its state is read anew as a whole: state and numbers of one moment."""
    if "state" in game.get_deferred_fields():
        game.refresh_from_db(fields=[field.attname for field in Game._meta.concrete_fields])


def last_events(game_id: int, stream: str, limit: int = SNAPSHOT_EVENTS) -> list[dict[str, Any]]:
    """The last visible events of a stream, oldest first, each with its update's seq and time."""
    rows = (
        Update.objects.filter(game=game_id, stream=stream)
        .exclude(events="")
        .order_by("-seq")
        .values_list("seq", "at", "events")
    )
    found: list[dict[str, Any]] = []
    start, page = 0, EVENTS_PAGE
    while len(found) < limit:
        taken = list(rows[start : start + page])
        for seq, at, events in taken:
            found.extend(
                {**event, "seq": seq, "at": int(at.timestamp())}
                for event in reversed(codec.decode(events.encode(), list[Any]))
            )
        if len(taken) < page:
            break
        start, page = start + page, limit
    return found[:limit][::-1]


def snapshot(game_id: int, stream: str) -> tuple[int, str]:
    """A stream's seq and its snapshot body as JSON text."""
    game = Game.objects.defer("state").get(pk=game_id)  # read only where the cache has none
    view = _typed_view(game, stream)
    seq = game.streams[stream]
    body = codec.dump({"seq": seq, "view": view, "events": last_events(game_id, stream)})
    return seq, body.decode()


def frames_after(game_id: int, stream: str, after: int) -> list[str] | None:
    """Update frames after a seq, or None where a snapshot is the shorter way."""
    rows = list(
        Update.objects.filter(game=game_id, stream=stream, seq__gt=after).order_by("seq")[
            : CATCH_UP_LIMIT + 1
        ]
    )
    if len(rows) > CATCH_UP_LIMIT:
        return None
    return [frame(row) for row in rows]


def stream_seqs(game_ids: list[int]) -> dict[int, dict[str, int]]:
    """The seqs of several live games, one query (every 10 s per process)."""
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "streams"))


def timers(game_id: int) -> tuple[float | None, float | None]:
    """Seconds until a game's clock acts and until its next bot does; None where neither will."""
    rows = Game.objects.defer("state").filter(pk=game_id, status="running", paused_at=None)
    game, at = rows.first(), clocks.now()
    if game is None:
        return None, None
    ring = bot_pace.next_ring(game, at)
    due_in = (game.due_at - at).total_seconds() if game.due_at else None
    return due_in, (ring - at).total_seconds() if ring else None
