"""Recorded games still play as they did, one for each way a title's game can end."""

from __future__ import annotations

import json

import pytest

from games.engine import codec

from .playthroughs import folder, replay
from .titles import SLUGS, hooks, named

FILES = [(slug, path) for slug in SLUGS for path in sorted(folder(slug).glob("*.game.json"))]


@pytest.mark.parametrize(("slug", "path"), FILES, ids=[path.stem for _, path in FILES])
def test_a_recorded_game_plays_as_it_did(slug, path):
    recording = json.loads(path.read_text(encoding="utf-8"))
    state = replay(slug, recording)
    assert json.loads(codec.encode(named(slug).outcome(state))) == recording["outcome"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_end_reason_has_a_recorded_game(slug):
    found = {
        json.loads(path.read_text(encoding="utf-8"))["outcome"]["reason"]
        for path in folder(slug).glob("*.game.json")
    }
    assert found == hooks(slug).END_REASONS


@pytest.mark.parametrize("slug", SLUGS)
def test_stored_states_of_every_schema_can_be_read(slug):
    rules = named(slug)
    samples = sorted(folder(slug).glob("state-*.json"))
    assert [int(path.stem.split("-")[1]) for path in samples] == list(range(1, rules.schema + 1))
    for path in samples:
        state = codec.convert(rules.upgrade(json.loads(path.read_text())), rules.State)
        assert state.schema == rules.schema
        assert rules.public(state) is not None
        hooks(slug).check(state)
