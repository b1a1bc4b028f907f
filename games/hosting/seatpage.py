"""A seat's page: what its own people see of their stocks, and where every credit came from (IM-6).

Every quarter point traces to its rows: date, place, class, category, over the limit or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from accounts import services as people
from accounts.models import General, Membership, Office
from games.engine import codec
from games.hosting import asking, clocks, feeds, reading, texts
from games.hosting.models import Game, Seat
from games.league import ledger as league
from games.registry import rules_of


def people_of(seat: Seat) -> dict[str, Any]:
    """General, deputies and members of a seat's park, by persona."""
    if seat.park_id is None:
        return {}
    at = clocks.now()
    held = General.objects.filter(General.holds(at), park=seat.park_id).select_related("player")
    members = Membership.objects.filter(Membership.holds(at), park=seat.park_id)
    return {
        "general": next((str(h.player) for h in held if h.office == Office.GENERAL), ""),
        "deputies": [str(h.player) for h in held if h.office != Office.GENERAL],
        "members": [str(m.player) for m in members.select_related("player")],
    }


def own_views(game: Game, seat: int, streams: Iterable[str]) -> dict[str, Any]:
    """The seat's own streams that this person follows, by kind (`team`, `seat`)."""
    wanted = (f"team:{seat}", f"seat:{seat}")
    followed = [stream for stream in wanted if stream in set(streams)]
    return {s.partition(":")[0]: reading.current_view(game, s) for s in followed}


def ledger(game: Game, seat: int) -> list[dict[str, Any]]:
    """The weekends of a side, newest first, each with its rows and what they gave or why not."""
    if game.book_id is None:
        return []
    state = asking.load(game.pk)[1]
    judged = codec.to_builtins(feeds.ledger(game, state))
    parks = rules_of(game.title).parks_of(state, seat)
    weekends: dict[date, list[dict[str, Any]]] = {}
    for row in league.ledger_rows(game.book_id, parks=parks):
        line = _line(game, seat, row, judged.get(str(row.row_id), {}))
        weekends.setdefault(_saturday(row.date), []).append(line)
    return [
        {"saturday": day, "rows": rows, "total": sum(row["q"] for row in rows)}
        for day, rows in sorted(weekends.items(), reverse=True)
    ]


def _line(game: Game, seat: int, row: Any, judged: dict[str, Any]) -> dict[str, Any]:
    gains = [gain for gain in judged.get("gains", []) if gain["side"] == seat]
    reason = judged.get("reason", "")
    words = [
        {
            "category": texts.text(game.title, "categories", gain["category"]),
            "kind": texts.text(game.title, "types", gain["kind"]),
            "q": gain["q"],
        }
        for gain in gains
    ]
    return {
        "row": row,
        "gains": words,
        "q": sum(gain["q"] for gain in gains),
        "reason": texts.text(game.title, "reasons", reason) if reason else "",
        "is_other": not gains and not reason,
    }


def _saturday(day: date) -> date:
    """A weekend goes by its Saturday; a row of another day by the Saturday before it."""
    return date.fromordinal(day.toordinal() - (day.weekday() - 5) % 7)


def context(game: Game, seat: Seat, visit: Any) -> dict[str, Any]:
    """What the page's template gets; the own part only for the seat's own people."""
    is_own = seat.number in visit.seats or seat.number in visit.teams
    out: dict[str, Any] = {
        "seat": seat.number,
        "seat_row": seat,
        "people": people_of(seat),
        "is_own": is_own,
        "may_order": seat.number in visit.seats,
        "may_manage": seat.park_id is not None
        and visit.user_id is not None
        and people.may_act_for(visit.user_id, seat.park_id),
    }
    if is_own:
        out["own"] = own_views(game, seat.number, visit.streams)
        out["weekends"] = ledger(game, seat.number)
        out["read_at"] = game.book.refreshed_at if game.book else None
    return out
