"""A whole game of a table title among bots: every replayed frame as served, and its proof."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import PUBLIC, Seat
from games.hosting import asking, exporting, reading, replay, services
from games.hosting.audiences import audience, audiences
from games.hosting.creating import SeatPlan, create_game
from games.hosting.film import Film
from games.hosting.models import Game, LogEntry, Status
from games.registry import rules_of

pytestmark = pytest.mark.django_db

SEATS = 4
MOST_ACTS = 2000


@pytest.fixture
def court(make_user: Any) -> Any:
    """Four bots' court, played to its end; the views of two streams as they were served."""
    plans = [SeatPlan(f"Bot {k}", k + 1, kind="bot") for k in range(SEATS)]
    game = create_game(
        title="purple-robes", name="Robes", options={"players": SEATS}, seats=plans,
        by=make_user("grix").pk, seed="court of bots",
    )  # fmt: skip
    served: dict[tuple[str, int], Any] = {}
    acts = 0
    while Game.objects.get(pk=game.pk).status == Status.RUNNING and acts < MOST_ACTS:
        for seat in range(SEATS):
            acts += one_order(game.pk, seat)
            now = Game.objects.get(pk=game.pk)
            for stream in (PUBLIC, "seat:1"):
                served[stream, now.streams[stream]] = reading.current_view(now, stream)
    assert now.status == Status.FINISHED
    return now, served


def one_order(pk: int, seat: int) -> bool:
    """What the bot of a seat orders now, if anything."""
    game, state = asking.load(pk)
    rules = rules_of(game.title)
    legal = rules.legal(state, Seat(seat))
    wanted = rules.bot(asking.views_of(game, state, seat), legal, seat, f"{game.seq}")
    return wanted is not None and services.submit(pk, Seat(seat), wanted).ok


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
    for _ in range(40):
        at = chance.randrange(len(text))
        other = chance.choice('0123456789abcdef",:{}[]')
        try:
            data = json.loads(text[:at] + other + text[at + 1 :])
        except ValueError:
            continue
        assert data == original or exporting.verify(data), (at, text[at - 20 : at + 20])
