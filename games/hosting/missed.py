"""The record of missed turns: written when a game has ended, excused by a GM with a reason.

Before the end it would tell who had not ordered. A turn counts for the person who held the seat
then; a park's seat and the bot's miss none.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.http import HttpRequest

from accounts import services as people
from games.engine import codec
from games.hosting import clocks
from games.hosting.models import Game, LogEntry, MissedTurn, SeatHolding

if TYPE_CHECKING:
    from games.hosting.working import Working


def write_down(work: Working) -> None:
    """In the transaction that ends the game: one row per missed window and person."""
    entries = log_of(work.game)
    found = work.rules.missed_turns(entries)
    if not found:
        return
    at = {entry["seq"]: entry["at"] for entry in entries}
    seats = {seat.number: seat for seat in work.seats if not seat.park_id}
    holders = _holders(work.game)
    rows = []
    for turn in found:
        seat = seats.get(turn.seat)
        user = holder_at(holders[turn.seat], at[turn.seq]) if seat else None
        if seat is not None and user is not None:
            rows.append(
                MissedTurn(
                    game=work.game, seat=seat, user_id=user, key=turn.key[:60], at=at[turn.seq]
                )
            )
    MissedTurn.objects.bulk_create(rows, ignore_conflicts=True)


def log_of(game: Game) -> list[dict[str, Any]]:
    """A game's log as the rules read it: genesis first, actions and events as builtins."""
    return [
        {
            "seq": entry.seq,
            "at": entry.at,
            "actor": entry.actor,
            "action": codec.load(entry.action),
            "events": codec.decode(entry.events.encode(), list[Any]),
        }
        for entry in LogEntry.objects.filter(game=game).order_by("seq")
    ]


Span = tuple[datetime, datetime | None, int | None]


def _holders(game: Game) -> dict[int, list[Span]]:
    """Per seat who held it from when to when."""
    found: dict[int, list[Span]] = defaultdict(list)
    rows = SeatHolding.objects.filter(seat__game=game).values_list(
        "seat__number", "from_at", "until_at", "user_id"
    )
    for number, from_at, until_at, user in rows:
        found[number].append((from_at, until_at, user))
    return found


def holder_at(spans: list[Span], at: datetime) -> int | None:
    """Who held a seat until an instant: a due clock acts before the seat changes hands in it."""
    for from_at, until_at, user in spans:
        if from_at < at and (until_at is None or at <= until_at):
            return user
    return None


@transaction.atomic
def excuse(turn: MissedTurn, *, by: int, reason: str, request: HttpRequest | None = None) -> None:
    """A GM excuses a missed turn; an empty reason takes the excuse back. Audited."""
    before = {"excused": turn.excused_at is not None, "reason": turn.reason}
    turn.excused_at = clocks.now() if reason else None
    turn.excused_by = by if reason else None
    turn.reason = reason
    turn.save(update_fields=["excused_at", "excused_by", "reason"])
    people.audit(
        by=by,
        what="missed_turn.excused" if reason else "missed_turn.excuse_taken_back",
        target="missed_turn",
        target_id=turn.pk,
        reason=reason,
        before=before,
        after={"excused": bool(reason)},
        request=request,
    )


def record(user_id: int) -> dict[str, int]:
    """How many turns a person missed in games that have ended, and how many were excused."""
    turns = MissedTurn.objects.filter(user=user_id)
    return {
        "missed": turns.filter(excused_at=None).count(),
        "excused": turns.exclude(excused_at=None).count(),
    }
