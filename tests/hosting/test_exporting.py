"""What the public form of a finished game opens, and what stays a salted hash in it (R-19, T-2)."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import codec
from games.engine.protocol import GM, Seat, replace
from games.hosting import clocks, exporting, services
from games.hosting.models import Game, Status
from games.hosting.statistics import statistics_of
from games.registry import rules_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretive(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The lamps stay secret for good, and so may what happens beside the end of a round."""
    rules = rules_of("lantern")
    monkeypatch.setattr(rules, "secret_actions", frozenset({"light"}), raising=False)
    meta = replace(rules.meta, secret_events=frozenset({"round_ended"}))
    monkeypatch.setattr(rules, "meta", meta, raising=False)
    yield


@pytest.fixture
def ended(game: Any, secretive: None) -> Any:
    for number in range(3):
        for seat in range(2):
            lit = {"type": "light", "lamps": number + 2 * seat}
            assert services.submit(game.pk, Seat(seat), lit).ok
        clocks.move_lab_clock(61)
        assert services.run_due(game.pk).ok
    return Game.objects.get(pk=game.pk)


def public(game: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(codec.dump(exporting.export(game, full=False)))
    return found


def test_what_stays_secret_is_a_salted_hash_beside_what_everybody_saw(ended: Any) -> None:
    data = public(ended)
    text = json.dumps(data)
    assert exporting.verify(data) == []
    assert "lamps" not in text and ended.salt not in text
    lights = [entry for entry in data["entries"] if entry["actor"].startswith("seat")]
    assert len(lights) == 6
    for entry in lights:
        assert set(entry["action"]) == set(entry["events"]) == {"leaf"}
        assert entry["shown"] == "[]"
    ends = [entry for entry in data["entries"] if entry["actor"] == "clock"]
    for number, entry in enumerate(ends, start=1):
        assert set(entry["events"]) == {"leaf"} and "text" in entry["action"]
        assert [event["round"] for event in json.loads(entry["shown"])] == [number]


def test_a_cancelled_game_opens_nothing_but_what_everybody_saw(
    game: Any, people: list[Any]
) -> None:
    assert services.submit(game.pk, Seat(0), {"type": "light", "lamps": 5}).ok
    assert services.submit(game.pk, GM, {"type": "abort"}, by=people[3].pk).ok
    over = Game.objects.get(pk=game.pk)
    assert over.status == Status.CANCELLED
    data = public(over)
    assert exporting.verify(data) == []
    assert "lamps" not in json.dumps(data) and "text" in data["entries"][0]["action"]
    assert statistics_of(over) == {}
    full = exporting.export(over, full=True)
    assert exporting.verify(json.loads(codec.dump(full))) == []
    assert "lamps" in codec.dump(full).decode()


def test_the_full_form_keeps_nothing_back(ended: Any) -> None:
    data = exporting.export(ended, full=True)
    assert exporting.verify(json.loads(codec.dump(data))) == []
    assert not any("shown" in entry for entry in data["entries"])
    assert codec.dump(data).decode().count("lamps") >= 6


def test_draws_are_checked_by_what_everybody_saw(ended: Any) -> None:
    data = public(ended)
    entry = next(entry for entry in data["entries"] if entry["actor"] == "clock")
    entry["shown"] = entry["shown"].replace('"winner":', '"winner":9')
    data["seal"] = exporting.seal(data)
    assert exporting.verify(data) == ["winner"]


@pytest.mark.parametrize("full", [True, False], ids=["full", "public"])
def test_r_19_a_thousand_changed_bytes_are_all_found(ended: Any, full: bool) -> None:
    text = codec.dump(exporting.export(ended, full=full)).decode()
    original = json.loads(text)
    chance = random.Random(19)
    changed = 0
    while changed < 1000:
        at = chance.randrange(len(text))
        other = chance.choice('0123456789abcdefXYZ",:{}[]')
        if other == text[at]:
            continue
        changed += 1
        try:
            data = json.loads(text[:at] + other + text[at + 1 :])
        except ValueError:
            continue
        assert data == original or exporting.verify(data), (at, text[at - 20 : at + 20])


def test_events_as_seen_cannot_be_left_out_or_put_in(ended: Any) -> None:
    data = public(ended)
    without = copy.deepcopy(data)
    del without["entries"][1]["shown"]
    assert exporting.verify(without)
    more = copy.deepcopy(data)
    more["entries"][0]["shown"] = "[]"
    assert exporting.verify(more)
