"""What the lab asks of its own database, in its own process: `python -m tests.faults.inside …`.

`setup` makes eight players and a season, `resolve WEEK AT` presses "Resolve now" at an instant,
`check` tells everything that the checker compares with what clients were told. Answers are JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import date, timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from tests.faults.digests import digest  # noqa: E402

TITLE = "iron-mountains"
LED, BOTS = 4, 2
PRIZES = [{"id": f"p{n}", "title": f"Prize {n}"} for n in range(1, 7)]


def setup() -> dict[str, Any]:
    """Four parks led by a general and a deputy each, two bots, an open first week, full stores."""
    from accounts import services as people
    from accounts.models import Park, User
    from games.hosting.models import Game
    from tests.hosting.sockets import session_of

    call_command("migrate", verbosity=0, interactive=False)
    master = User.objects.create_superuser("gm@example.org", "x", persona="Grix Longtable")
    players, parks = [], []
    for number in range(LED):
        park = Park.objects.create(name=f"Park {number}", slug=f"park-{number}", mark=number + 1)
        parks.append(park)
        for office in ("general", "deputy"):
            user = User.objects.create_user(
                f"{office}{number}@example.org", "x", persona=f"Person {office} {number}"
            )
            people.join_park(user.player, park, by=None)
            people.appoint(park, user.player, office, by=None)
            players.append({"user": user.pk, "seat": number, "session": session_of(user)})
    game = make_game(parks, master.pk)
    return {
        "game": game.pk,
        "code": Game.objects.get(pk=game.pk).code,
        "master": master.pk,
        "players": players,
    }


def make_game(parks: list[Any], by: int) -> Any:
    from games.hosting import clocks, services
    from games.hosting.creating import SeatPlan, create_game
    from games.league.models import Book

    start = clocks.now() + timedelta(seconds=1)
    seats = [SeatPlan(p.name, k + 1, kind="park", park=p) for k, p in enumerate(parks)]
    seats += [SeatPlan(f"Bot {n}", LED + n + 1, kind="bot") for n in range(BOTS)]
    options = {
        "start_at": int(start.timestamp()),
        "rounds_minutes": 600,
        "weeks": 200,
        "attendance_from": "2026-02-07",
        "min_week_hours": 0,
        "attendance_source": "import",
    }
    book = Book.objects.create(
        name="Lab", attendance_from=date(2026, 2, 7), source="import", opened_at=start
    )
    game = create_game(
        title=TITLE, name="Lab", options=options, seats=seats, by=by, seed="lab", book=book
    )
    ruling(game, {"type": "set_prizes", "prizes": PRIZES, "reason": "lab"})
    ruling(game, {"type": "publish"})
    time.sleep(1.1)
    assert services.run_due(game.pk).ok
    grants: list[dict[str, Any]] = [
        *({"type": "grant_resources", "kind": kind, "q": 90_000} for kind in "SRMU"),
        {"type": "grant_supplies", "n": 9_000},
        {"type": "grant_moves", "n": 1_000},
    ]
    for side in range(LED + BOTS):
        for grant in grants:
            ruling(game, {**grant, "side": side, "reason": "lab"})
    return game


def ruling(game: Any, action: dict[str, Any]) -> None:
    from games.engine.protocol import GM
    from games.hosting import services

    answer = services.submit(game.pk, GM, action)
    assert answer.ok, (action, answer)


def resolve(week: int, at: float) -> dict[str, Any]:
    """Press "Resolve now" for a week at an instant; several processes do it at once."""
    from accounts.models import User
    from games.engine import codec
    from games.hosting import services
    from games.hosting.models import Game
    from games.registry import rules_of

    game = Game.objects.get(title=TITLE)
    master = User.objects.get(is_superuser=True)
    action = codec.convert({"type": "resolve", "week": week}, rules_of(TITLE).Action)
    time.sleep(max(0.0, at - time.time()))
    answer = services.resolve_now(game.pk, action, by=master.pk)
    return {"ok": answer.ok, "code": answer.code}


def check() -> dict[str, Any]:
    """Everything as it was at one moment: bots may act while this is read."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return found_now()


def found_now() -> dict[str, Any]:
    """The log, what each stream showed at each seq, and whether the log re-derives itself."""
    from games.engine import codec
    from games.hosting import asking, exporting
    from games.hosting.models import Game, LogEntry
    from tests.rules.iron_mountains import hooks

    game = Game.objects.get(title=TITLE)
    state = asking.load(game.pk)[1]
    hooks.check(state)
    entries = list(LogEntry.objects.filter(game=game).order_by("seq"))
    weeks: dict[int, int] = {}
    for entry in entries:
        action = codec.load(entry.action)
        if action["type"] == "resolve":
            weeks[action["week"]] = weeks.get(action["week"], 0) + 1
    return {
        "seqs": [entry.seq for entry in entries],
        "clients": [
            [entry.by, entry.client_id, codec.load(entry.answer)["id"]]
            for entry in entries
            if entry.client_id is not None
        ],
        "weeks": weeks,
        "week": state.week,
        "status": game.status,
        "faults": exporting.verify(exporting.export(game, full=True)),
        "last_hash": entries[-1].state_hash == codec.digest(bytes(game.state)),
        "views": {stream: hashes(game, stream) for stream in game.streams},
    }


def hashes(game: Any, stream: str) -> list[str]:
    """What a stream showed at each of its seqs, from its first keyframe and all patches."""
    from games.engine import codec
    from games.engine.patch import merge
    from games.hosting.models import Update

    view: Any = {}
    found = []
    for row in Update.objects.filter(game=game, stream=stream).order_by("seq"):
        assert row.seq == len(found), f"{stream} skips a seq"
        patched = merge(view, codec.load(row.patch)) if row.patch else codec.load(row.view)
        if row.view and row.patch:
            assert patched == codec.load(row.view), f"{stream} keyframe {row.seq}"
        view = patched
        found.append(digest(view))
    assert len(found) == game.streams[stream] + 1
    return found


def main(argv: list[str]) -> int:
    """Run one command and print its answer."""
    commands = {
        "setup": setup,
        "check": check,
        "resolve": lambda: resolve(int(argv[1]), float(argv[2])),
    }
    print("ANSWER " + json.dumps(commands[argv[0]]()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
