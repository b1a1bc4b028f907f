"""Replay from the stored updates: any frame by seq, of the streams a person may follow.

Streams are merged by the log's order and the frames renumbered from 0, so that no number of the
log leaves the server. After the end a title may open more streams (`audiences.py`).
"""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.patch import merge
from games.hosting.audiences import Scope, scope
from games.hosting.models import Game, Update

MOST_UPDATES = 5000


def frames(
    game: Game, own: frozenset[str], only: frozenset[str] | None = None, *, after: int = -1
) -> dict[str, Any]:
    """Everything a client needs to play a game both ways: first views and all updates.

    `{"streams": {name: {"seq", "view", "updates": [{"frame", "seq", "at", …}]}}, "frames": n}`;
    where there is more, the next part is asked for by the last frame it holds, and brings updates
    only.
    """
    seen = scope(game, own, only)
    rows, more = _part(seen, after)
    numbers: dict[int, int] = {}
    out: dict[str, Any] = {}
    for row in rows:
        number = numbers.setdefault(row.log_seq, after + 1 + len(numbers))
        entry = out.get(row.stream)
        if entry is None:
            entry = out[row.stream] = {"updates": []}
            if row.log_seq == 0:
                entry |= {"seq": row.seq, "view": shown_view(seen, row)}
                continue
        entry["updates"].append(shown_update(seen, row, number))
    return {"streams": out, "frames": after + 1 + len(numbers), "more": more}


def _part(seen: Scope, after: int) -> tuple[list[Update], bool]:
    """The updates of the next frames, whole frames only, and whether there are more."""
    rows = seen.rows()
    if after >= 0:
        marks = rows.order_by("log_seq").values_list("log_seq", flat=True).distinct()
        mark = list(marks[after + 1 : after + 2])
        if not mark:
            return [], False
        rows = rows.filter(log_seq__gte=mark[0])
    part = list(rows.order_by("log_seq", "stream", "seq")[: MOST_UPDATES + 1])
    if len(part) <= MOST_UPDATES:
        return part, False
    cut = part[-1].log_seq
    return [row for row in part if row.log_seq < cut], True


def shown_update(seen: Scope, row: Update, number: int) -> dict[str, Any]:
    """An update as a replay holds it: with its frame, its shown seq, and nothing closed."""
    at = int(row.at.timestamp())
    update: dict[str, Any] = {"frame": number, "seq": seen.shown_seq(row.stream, row.seq), "at": at}
    if row.patch:
        update["patch"] = _without(stored(row.patch), seen.secret(row.stream))
    else:
        update["view"] = shown_view(seen, row)
    if row.events:
        update["events"] = stored(row.events)
    return update


def shown_view(seen: Scope, row: Update) -> dict[str, Any]:
    """A row's whole view without what stays closed."""
    return _without(stored(row.view), seen.secret(row.stream))


def _without(value: dict[str, Any], secret: frozenset[str]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key not in secret}


def view_at(game: Game, stream: str, seq: int) -> dict[str, Any] | None:
    """A stream's view as it was shown at a seq, from the nearest keyframe before it."""
    key = (
        Update.objects.filter(game=game, stream=stream, seq__lte=seq)
        .exclude(view="")
        .order_by("-seq")
        .first()
    )
    if key is None:
        return None
    view: dict[str, Any] = stored(key.view)
    rest = Update.objects.filter(game=game, stream=stream, seq__gt=key.seq, seq__lte=seq)
    for row in rest.order_by("seq"):
        view = merge(view, stored(row.patch))
    return view


def events_page(
    game: Game, own: frozenset[str], *, before: int | None = None, limit: int = 100
) -> dict[str, Any]:
    """The log that people read: visible events, newest first, paged by entry number."""
    seen = scope(game, own)
    rows = (
        seen.rows()
        .exclude(events="")
        .order_by("log_seq", "stream")
        .values_list("stream", "seq", "at", "events")
    )
    count = rows.count()
    end = count if before is None else min(before, count)
    start = max(0, end - limit)
    page = [
        {
            "n": n,
            "stream": stream,
            "seq": seen.shown_seq(stream, seq),
            "at": int(at.timestamp()),
            "events": stored(events),
        }
        for n, (stream, seq, at, events) in enumerate(rows[start:end], start=start)
    ]
    return {"entries": page[::-1], "more": start > 0}


def stored(text: str) -> Any:
    """What the portal itself wrote needs no second judgement."""
    return codec.decode(text.encode(), Any)
