"""A game's first facts stand in entry 0 and in the first frame of every stream."""

from __future__ import annotations

import json

import pytest

from games.hosting.creating import SeatPlan, create_game
from games.hosting.exporting import export, verify
from games.hosting.models import LogEntry, Update

pytestmark = pytest.mark.django_db


def court(**options):
    seats = [SeatPlan(f"Seat {k}", k, kind="bot") for k in range(4)]
    return create_game(
        title="purple-robes", name="Court", options=options, seats=seats, by=None, seed="0" * 32
    )


def kinds(text):
    return [event["type"] for event in json.loads(text)] if text else []


def test_pr_10_1_the_deal_is_told_with_the_first_state():
    game = court()
    first = LogEntry.objects.get(game=game, seq=0)
    told = ["game_started", "cycle_started", "queues_filled", "window_opened"]
    assert kinds(first.events) == told
    shown = {u.stream: kinds(u.events) for u in Update.objects.filter(game=game, seq=0)}
    assert shown.pop("public") == told
    assert set(map(tuple, shown.values())) == {()}


def test_pr_10_1_other_first_facts_make_a_file_doubtful():
    game = court()
    data = export(game, full=True)
    assert verify(data) == []
    data["entries"][0]["events"]["text"] = "[]"
    assert "entry 0: other events" in verify(data)
