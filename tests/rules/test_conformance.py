"""Written once, run over every registered title and setup: the contract of the rules packages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine import codec
from games.engine.patch import diff, merge
from games.engine.protocol import CLOCK, Refusal, Seat, Step

from .titles import SLUGS, cases, hooks, named, shown, streams, views

STEPS = 40
SAMPLE = 12  # legal actions tried of each seat and step
CASES = cases()


def walk(slug: str, setup: str, seed: int, most: int = 100_000):
    """A random game as (state, actor, action, step), up to its end."""
    part, rules = hooks(slug), named(slug)
    state, random = part.SETUPS[setup](), Random(seed)
    for _ in range(most):
        move = part.play(state, random)
        if move is None:
            return
        actor, action = move
        step = rules.apply(state, actor, action)
        assert isinstance(step, Step), (action, step)
        yield state, actor, action, step
        state = step.state


def is_text_of_nulls(value: Any) -> bool:
    """Does a null stand anywhere in the view?"""
    if isinstance(value, dict):
        return any(is_text_of_nulls(item) for item in value.values())
    if isinstance(value, list):
        return any(is_text_of_nulls(item) for item in value)
    return value is None


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_random_play_ends_and_keeps_the_invariants(slug, setup):
    part, rules = hooks(slug), named(slug)
    last = None
    for _, _, _, step in walk(slug, setup, seed=1):
        part.check(step.state)
        last = step.state
    assert last is not None
    assert rules.outcome(last) is not None
    assert rules.deadline(last, {}) is None
    assert rules.pending(last) == ()


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_same_seed_and_log_give_the_same_state(slug, setup):
    rules = named(slug)
    log = [(actor, action) for _, actor, action, _ in walk(slug, setup, seed=2)]
    first = hooks(slug).SETUPS[setup]()
    second = hooks(slug).SETUPS[setup]()
    for actor, action in log:
        first = rules.apply(first, actor, action).state
        second = rules.apply(second, actor, codec.convert(codec.to_builtins(action), rules.Action))
        second = second.state
    assert codec.encode(first) == codec.encode(second)


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_apply_is_pure(slug, setup):
    rules = named(slug)
    for state, actor, action, step in walk(slug, setup, seed=3, most=STEPS):
        before = codec.encode(state)
        again = rules.apply(state, actor, action)
        assert codec.encode(state) == before
        assert codec.encode(again) == codec.encode(step)


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_states_actions_and_events_survive_the_codec(slug, setup):
    rules = named(slug)
    for state, _, action, step in walk(slug, setup, seed=4, most=STEPS):
        assert codec.decode(codec.encode(state), rules.State) == state
        assert codec.decode(codec.encode(action), rules.Action) == action
        for event in step.events:
            assert codec.decode(codec.encode(event), rules.Event) == event
        raw = codec.load(codec.encode(state))
        assert codec.convert(rules.upgrade(raw), rules.State) == state


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_legal_actions_are_accepted_and_defaults_are_legal(slug, setup):
    rules, random = named(slug), Random(50)
    for state, _, _, _ in walk(slug, setup, seed=5, most=STEPS):
        for seat in range(len(hooks(slug).seats(state))):
            actions = rules.legal(state, Seat(seat)).actions
            for action in random.sample(actions, min(SAMPLE, len(actions))):
                found = rules.apply(state, Seat(seat), action)
                assert isinstance(found, Step), (action, found)
            default = rules.default(state, seat)
            assert default is None or isinstance(rules.apply(state, Seat(seat), default), Step)
        due = rules.deadline(state, {})
        assert due is None or rules.legal(state, CLOCK).actions == (due.action,)


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_what_is_accepted_was_offered_whole_or_as_a_form(slug, setup):
    rules = named(slug)
    for state, actor, action, _ in walk(slug, setup, seed=8, most=STEPS):
        if not isinstance(actor, Seat):
            continue
        legal = rules.legal(state, actor)
        kind = codec.to_builtins(action)["type"]
        assert action in legal.actions or kind in {form.kind for form in legal.forms}, action


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_view_and_patch_give_the_next_view_and_touches_are_exact(slug, setup):
    rules = named(slug)
    for state, _, _, step in walk(slug, setup, seed=6, most=STEPS):
        old, new = views(rules, state), views(rules, step.state)
        for stream in streams(rules, state):
            patch = diff(old[stream], new[stream])
            assert merge(old[stream], patch) == new[stream]
            news = shown(rules, step.events, stream)
            if step.touches is not None and stream not in step.touches:
                assert not patch and not news, (stream, patch, news)
            assert not is_text_of_nulls(new[stream])


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_wrong_actors_are_refused(slug, setup):
    part, rules = hooks(slug), named(slug)
    state = part.SETUPS[setup]()
    for actor, action in part.foreign(state):
        assert isinstance(rules.apply(state, actor, action), Refusal), (actor, action)


@pytest.mark.parametrize("slug", SLUGS)
def test_options_have_defaults_titles_and_json_form(slug):
    options = named(slug).meta.options
    made = options()
    assert codec.convert(codec.to_builtins(made), options) == made
    assert named(slug).meta.live <= set(options.__struct_fields__)
