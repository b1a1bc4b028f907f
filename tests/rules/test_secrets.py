"""Twin worlds: two states that differ only in what an audience must not know look alike to it.

A hooks module's `twins` gives pairs with the streams that are entitled to the difference; to every
other stream views, patches, events, legal targets and refusals must be equal to the byte (IM-6.1).
"""

from __future__ import annotations

from random import Random

import pytest

from games.engine import codec
from games.engine.protocol import Refusal, Seat, Step, Views, parse_stream

from .titles import cases, hooks, named, shown, streams, view

CASES = cases()
PAIRS = 9


def pairs(slug, setup, seed=0):
    part, rules = hooks(slug), named(slug)
    state, random = part.SETUPS[setup](), Random(seed)
    found = 0
    while found < PAIRS:
        move = part.play(state, random)
        if move is None:
            return
        state = rules.apply(state, *move).state
        for left, right, entitled in part.twins(state, random):
            found += 1
            yield left, right, entitled


def others(rules, state, entitled):
    return [stream for stream in streams(rules, state) if stream not in entitled]


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_twins_have_equal_views(slug, setup):
    rules = named(slug)
    for left, right, entitled in pairs(slug, setup):
        assert codec.encode(left) != codec.encode(right)
        for stream in others(rules, left, entitled):
            one, two = view(rules, left, stream), view(rules, right, stream)
            assert codec.encode(one) == codec.encode(two), stream


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_twins_react_alike_to_what_others_do(slug, setup):
    part, rules = hooks(slug), named(slug)
    random = Random(7)
    for left, right, entitled in pairs(slug, setup, seed=1):
        for actor, action in part.reactions(left, entitled, random):
            one, two = rules.apply(left, actor, action), rules.apply(right, actor, action)
            assert type(one) is type(two), (actor, action, one, two)
            if isinstance(one, Refusal):
                assert one == two
                continue
            assert isinstance(one, Step) and isinstance(two, Step)
            for stream in others(rules, left, entitled):
                assert shown(rules, one.events, stream) == shown(rules, two.events, stream)
                after = view(rules, one.state, stream), view(rules, two.state, stream)
                assert codec.encode(after[0]) == codec.encode(after[1])


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_twins_offer_others_the_same(slug, setup):
    rules = named(slug)
    for left, right, entitled in pairs(slug, setup, seed=2):
        for stream in others(rules, left, entitled):
            kind, seat = parse_stream(stream)
            if kind != "seat":
                continue
            assert rules.legal(left, Seat(seat)) == rules.legal(right, Seat(seat))
            assert rules.default(left, seat) == rules.default(right, seat)
            seen = [
                Views(rules.public(s), rules.team(s, seat), rules.private(s, seat))
                for s in (left, right)
            ]
            chosen = [
                rules.bot(v, rules.legal(s, Seat(seat)), seat, "x")
                for v, s in zip(seen, (left, right), strict=True)
            ]
            assert chosen[0] == chosen[1]


@pytest.mark.parametrize(("slug", "setup"), CASES)
def test_the_seed_stands_nowhere_before_the_end(slug, setup):
    part, rules = hooks(slug), named(slug)
    state, random = part.SETUPS[setup](), Random(9)
    for _ in range(60):
        move = part.play(state, random)
        if move is None:
            break
        step = rules.apply(state, *move)
        seeds = part.secrets(state)
        if not rules.revealed_seed(step.state):
            texts = [repr(step.state), codec.encode(step.events).decode()]
            texts += [repr(view(rules, step.state, s)) for s in streams(rules, state)]
            texts.append(repr(rules.console(step.state, blind=False)))
            assert not any(seed in text for seed in seeds for text in texts)
        state = step.state
