"""Replay from the stored updates: any frame by seq, of the streams a person may follow.

Streams are merged by the log's order and the frames renumbered from 0, so that no number of the
log leaves the server. After the end a title may open more streams (`opened`).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import PUBLIC
from games.hosting import asking
from games.hosting.models import Game, Status, Update
from games.registry import rules_of

MOST_UPDATES = 5000


def followed(game: Game, own: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The streams to replay, and the keys that stay closed in those opened by the end."""
    if game.status not in (Status.FINISHED, Status.CANCELLED):
        return own, frozenset()
    opened = rules_of(game.title).opened(asking.load(game.pk)[1])
    extra = frozenset(opened.streams) & frozenset(game.streams)
    return own | extra, opened.closed


def frames(
    game: Game, own: frozenset[str], only: frozenset[str] | None = None, *, after: int = -1
) -> dict[str, Any]:
    """Everything a client needs to play a game both ways: first views and all updates.

    `{"streams": {name: {"seq", "view", "updates": [{"frame", "seq", "at", …}]}}, "frames": n}`;
    where there is more, the next part is asked for by the last frame it holds, and brings updates
    only.
    """
    streams, closed = followed(game, own)
    if only is not None:
        streams &= only | {PUBLIC}
    unseen = unseen_seqs(game, streams - own, closed)
    rows, more = _part(game, streams, after, unseen)
    numbers: dict[int, int] = {}
    out: dict[str, Any] = {}
    for row in rows:
        number = numbers.setdefault(row.log_seq, after + 1 + len(numbers))
        secret = closed if row.stream not in own else frozenset()
        entry = out.get(row.stream)
        if entry is None:
            entry = out[row.stream] = {"updates": []}
            if row.log_seq == 0:
                entry |= {"seq": row.seq, "view": _without(stored(row.view), secret)}
                continue
        update = _update(row, number, secret)
        update["seq"] = shown_seq(row.stream, row.seq, unseen)
        entry["updates"].append(update)
    return {"streams": out, "frames": after + 1 + len(numbers), "more": more}


Unseen = dict[str, list[int]]


def unseen_seqs(game: Game, opened: frozenset[str], closed: frozenset[str]) -> Unseen:
    """Updates of opened streams that hold nothing but closed keys: stream → seqs, in order.

    They are left out and the rest renumbered: how often a secret was changed is a secret too.
    """
    found: Unseen = {}
    if not opened or not closed:
        return found
    mentions = reduce(or_, (Q(patch__contains=f'"{key}"') for key in closed))
    rows = Update.objects.filter(mentions, game=game, stream__in=opened, events="")
    for stream, seq, patch in rows.order_by("seq").values_list("stream", "seq", "patch"):
        if closed.issuperset(stored(patch)):
            found.setdefault(stream, []).append(seq)
    return found


def shown_seq(stream: str, seq: int, unseen: Unseen) -> int:
    """An update's number without those that are left out."""
    return seq - bisect_left(unseen.get(stream, []), seq)


def _part(
    game: Game, streams: frozenset[str], after: int, unseen: Unseen
) -> tuple[list[Update], bool]:
    """The updates of the next frames, whole frames only, and whether there are more."""
    rows = Update.objects.filter(game=game, stream__in=streams)
    for stream, seqs in unseen.items():
        rows = rows.exclude(stream=stream, seq__in=seqs)
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


def _update(row: Update, number: int, secret: frozenset[str]) -> dict[str, Any]:
    update: dict[str, Any] = {"frame": number, "seq": row.seq, "at": int(row.at.timestamp())}
    if row.patch:
        update["patch"] = _without(stored(row.patch), secret)
    else:
        update["view"] = _without(stored(row.view), secret)
    if row.events:
        update["events"] = stored(row.events)
    return update


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
    streams, closed = followed(game, own)
    unseen = unseen_seqs(game, streams - own, closed)
    rows = (
        Update.objects.filter(game=game, stream__in=streams)
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
            "seq": shown_seq(stream, seq, unseen),
            "at": int(at.timestamp()),
            "events": stored(events),
        }
        for n, (stream, seq, at, events) in enumerate(rows[start:end], start=start)
    ]
    return {"entries": page[::-1], "more": start > 0}


def stored(text: str) -> Any:
    """What the portal itself wrote needs no second judgement."""
    return codec.decode(text.encode(), Any)
