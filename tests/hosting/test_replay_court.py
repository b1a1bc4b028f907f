"""A whole game of a table title among bots: every replayed frame as served, and its proof."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import PUBLIC, Seat
from games.hosting import clocks, exporting, reading, replay, services
from games.hosting.audiences import audience, audiences
from games.hosting.film import Film
from games.hosting.models import Game, LogEntry, Status
from tests.hosting.courts import SEATS, is_running, make_court, one_order

pytestmark = pytest.mark.django_db

MOST_WINDOWS = 400
WINDOW = 200_000  # longer than any window


@pytest.fixture
def court(make_user: Any) -> Any:
    """Four bots' court, played to its end; the views of two streams as they were served."""
    game = make_court(make_user("grix").pk)
    served: dict[tuple[str, int], Any] = {}
    while is_running(game.pk):
        for seat in range(SEATS):
            one_order(game.pk, seat)
            now = Game.objects.get(pk=game.pk)
            for stream in (PUBLIC, "seat:1"):
                served[stream, now.streams[stream]] = reading.current_view(now, stream)
    assert now.status == Status.FINISHED
    return now, served


def test_pr_6_6_each_audience_replays_what_it_could_see_and_no_seat_is_opened(court: Any) -> None:
    game, served = court
    assert [one.key for one in audiences(game, frozenset({PUBLIC}))] == ["public"]
    own = frozenset({PUBLIC, "seat:1"})
    reel = Film.of(game, own, audience(game, own, "seat:1"))
    assert len(reel.cuts) > 50
    seen = 0
    for first in range(0, len(reel.cuts), 500):
        part = reel.part(first)
        for stream, start in part["streams"].items():
            view = start["view"]
            for update in start["updates"]:
                view = update["view"] if "view" in update else merge(view, update["patch"])
                assert view == replay.view_at(game, stream, update["seq"])
                if (stream, update["seq"]) in served:
                    assert view == served[stream, update["seq"]]
                    seen += 1
    assert seen > 200
    marks = reel.marks()
    assert {mark["kind"] for mark in marks} == {"phase", "action"}


def test_pr_6_2_the_public_record_proves_itself_and_keeps_failed_trades(court: Any) -> None:
    game, _ = court
    for full in (True, False):
        data = json.loads(codec.dump(exporting.export(game, full=full)))
        assert exporting.verify(data) == []
    text = codec.dump(exporting.export(game, full=False)).decode()
    assert "trade_failed" not in text and "trade_offer_missed" not in text
    orders = LogEntry.objects.filter(game=game, action__contains='"type":"influence"')
    assert orders.exists()
    assert '"type\\":\\"influence' not in text


@pytest.mark.parametrize("full", [True, False], ids=["full", "public"])
def test_r_19_changed_bytes_of_a_court_are_found(court: Any, full: bool) -> None:
    text = codec.dump(exporting.export(court[0], full=full)).decode()
    original = json.loads(text)
    chance = random.Random(3)
    for _ in range(100):
        at = chance.randrange(len(text))
        other = chance.choice('0123456789abcdef",:{}[]')
        try:
            data = json.loads(text[:at] + other + text[at + 1 :])
        except ValueError:
            continue
        assert data == original or exporting.verify(data), (at, text[at - 20 : at + 20])


def test_pr_6_6_a_trade_that_failed_changes_no_other_s_replay_and_no_public_record(
    make_user: Any,
) -> None:
    """Twin worlds: seat 0 offers seat 1 a trade that comes to nothing, or passes."""
    by = make_user("grix").pk
    worlds = [make_court(by), make_court(by)]
    for game in worlds:
        while reading.current_view(fresh(game), PUBLIC)["state"] != "influence":
            for seat in range(SEATS):
                one_order(game.pk, seat)
    view = reading.current_view(fresh(worlds[0]), PUBLIC)
    assert view == {**reading.current_view(fresh(worlds[1]), PUBLIC), "clock": view["clock"]}
    give = next(iter(view["hands"]["0"]))
    get = next(kind for kind in view["hands"]["1"] if kind != give)
    failing = {"partner": 1, "give": [give], "get": [get]}
    for game, trade in zip(worlds, ({"trade": failing}, {}), strict=True):
        order = {"type": "influence", "turn": view["turn"], **trade}
        assert services.submit(game.pk, Seat(0), order).ok
        for seat in range(1, SEATS):
            passing = {"type": "influence", "turn": view["turn"]}
            assert services.submit(game.pk, Seat(seat), passing).ok
    for _ in range(MOST_WINDOWS):
        if not is_running(worlds[0].pk):
            break
        clocks.move_lab_clock(WINDOW)
        for game in worlds:
            services.run_due(game.pk)
    assert not any(is_running(game.pk) for game in worlds)
    notes = [replay.frames(fresh(game), frozenset({PUBLIC, "seat:0"})) for game in worlds]
    assert "trade_failed" in codec.dump(notes[0]).decode() and notes[0] != notes[1]
    for key in (PUBLIC, "seat:2"):
        own = frozenset({PUBLIC, key})
        reels = [Film.of(fresh(g), own, audience(fresh(g), own, key)) for g in worlds]
        assert reels[0].marks() == reels[1].marks()
        assert timeless(reels[0].part(0)) == timeless(reels[1].part(0))
    records = [exporting.export(fresh(game), full=False) for game in worlds]
    assert [seen_of(entry) for entry in records[0]["entries"]] == [
        seen_of(entry) for entry in records[1]["entries"]
    ]


def fresh(game: Any) -> Any:
    return Game.objects.get(pk=game.pk)


def timeless(part: Any) -> Any:
    """A part of a film without what the wall clock puts into it."""
    if isinstance(part, dict):
        return {key: timeless(item) for key, item in part.items() if key not in ("at", "clock")}
    return [timeless(item) for item in part] if isinstance(part, list) else part


def seen_of(entry: dict[str, Any]) -> dict[str, Any]:
    """What an entry of a public record shows: its open parts, and which are closed."""
    parts = {
        name: part.get("text", "closed") for name, part in entry.items() if isinstance(part, dict)
    }
    return {**parts, "seq": entry["seq"], "actor": entry["actor"], "shown": entry.get("shown")}
