"""Laws that hold whatever is played: conservation, combinations, trades, the best set at hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.engine import codec
from games.engine.protocol import Refusal, Seat, Step, replace
from games.purple_robes import actions as act
from games.purple_robes import rules
from games.purple_robes.data import KINDS, WORKS
from games.purple_robes.rules import trades
from games.purple_robes.rules.course import Course
from games.purple_robes.rules.influence import strongest
from games.purple_robes.rules.items import combine, face_value, listed, value_of

from . import hooks
from .builders import casting, influencing, new, seen

KIND_IDS = [kind.id for kind in KINDS]
CARDS = st.lists(st.sampled_from(KIND_IDS), max_size=12)
SMALL = st.lists(st.sampled_from(WORKS["cl_jade"]), max_size=8)


@given(st.integers(0, 2**32), st.sampled_from(sorted(hooks.SETUPS)))
def test_pr_5_17_items_and_markers_are_conserved_and_three_are_awake_each_cycle(seed, setup):
    random, court = Random(seed), replace(hooks.SETUPS[setup](), seed=str(seed))
    for _ in range(80):
        move = hooks.play(court, random)
        if move is None:
            return
        step = rules.apply(court, *move)
        assert isinstance(step, Step)
        court = step.state
        hooks.check(court)


@given(CARDS)
def test_pr_5_21_a_combination_uses_every_card_once_and_counts_as_the_formula(kinds):
    found = combine(kinds)
    used = [card for pair in found.pairs for card in pair] + [*found.singles, *found.high]
    assert Counter(used) == Counter(kinds)
    assert value_of(kinds) == 4 * len(found.pairs) + len(found.singles) + face_value(found.high)
    assert not found.singles or len({kind[-2:] == "-1" or kind == "threat" for kind in
                                     found.singles}) == 1  # fmt: skip


@given(CARDS, st.sampled_from(KIND_IDS))
def test_pr_5_21_one_card_more_is_never_worth_less(kinds, kind):
    assert value_of([*kinds, kind]) > value_of(kinds)


@given(SMALL, st.integers(0, 8))
def test_pr_13_4_the_best_set_at_hand_is_the_best(kinds, cards):
    found = strongest(Counter(kinds), "cl_jade", cards)
    assert len(found) <= cards and not Counter(found) - Counter(kinds)
    sets = (c for size in range(cards + 1) for c in combinations(kinds, min(size, len(kinds))))
    assert value_of(found) == max(map(value_of, sets))


@given(st.integers(0, 2**32))
def test_pr_5_29_trades_move_items_and_lose_none(seed):
    random = Random(seed)
    hands = tuple(
        dict(Counter(random.choices(KIND_IDS[:4], k=random.randint(0, 5)))) for _ in range(4)
    )
    wanted = {}
    for seat, hand in enumerate(hands):
        partner = random.choice([k for k in range(4) if k != seat])
        theirs = wanted.get(partner)
        if theirs is not None and theirs.partner == seat and random.random() < 0.7:
            wanted[seat] = act.Trade(partner, theirs.get, theirs.give)
        elif hand:
            give, get = random.choice(listed(hand)), random.choice(KIND_IDS[:4])
            wanted[seat] = act.Trade(partner, (give,), (get,))
    course = Course(replace(new(), hands=hands))
    done = trades.settle(course, wanted)
    after = course.court.hands
    assert sum(map(Counter, after), Counter()) == sum(map(Counter, hands), Counter())
    failed = len(course.court.notes) // 2
    assert 2 * done + failed == len(wanted)


KINDS_SENT = st.lists(st.sampled_from([*KIND_IDS[:9], "", "silver"]), max_size=4).map(tuple)
MEMBERS_SENT = st.sampled_from(["cl_jade", "cr_rolls", "adv_war", "", "moon"])
NUMBERS = st.integers(-3, 30)
SENT = st.one_of(
    st.builds(
        act.Bid,
        turn=st.integers(0, 3),
        marker=NUMBERS,
        ranking=st.one_of(st.permutations([1, 2, 3, 4]), st.lists(NUMBERS, max_size=6)).map(tuple),
        monkey=st.none() | st.builds(act.Theft, NUMBERS, st.sampled_from(KIND_IDS)),
    ),
    st.builds(
        act.Influence,
        turn=st.just(7),
        attempt=st.none() | st.builds(act.Attempt, MEMBERS_SENT, KINDS_SENT),
        trade=st.none() | st.builds(act.Trade, st.integers(0, 6), KINDS_SENT, KINDS_SENT),
    ),
    st.builds(
        act.Cast,
        turn=st.just(7),
        votes=st.dictionaries(MEMBERS_SENT, st.sampled_from(["A", "B", "", "a"]), max_size=3),
    ),
    st.builds(act.Recall, turn=st.integers(0, 8)),
    st.sampled_from([act.Back(), act.Resign(), act.Abort(), act.Deadline(1), act.Seat(3, "bot")]),
)
POSITIONS = (
    replace(new(order_recall=True), hands=({"monkey": 1}, {}, {}, {})),
    influencing({0: ("gold", "monkey", "clan+1"), 1: ("threat",)}, held={"cl_jade": (0, 3)}),
    casting({"cl_jade": (0, 3), "adv_war": (1, 3)}),
)


@given(st.sampled_from(POSITIONS), st.integers(-1, 5), SENT)
def test_pr_5_1_whatever_is_sent_is_accepted_or_refused_and_never_fails(court, seat, action):
    before = codec.encode(court)
    sent = codec.convert(codec.load(codec.encode(action)), rules.Action)
    found = rules.apply(court, Seat(seat), sent)
    assert codec.encode(court) == before
    assert isinstance(found, Step | Refusal)
    if isinstance(found, Refusal):
        assert found.code.startswith("pr.")
    assert rules.describe(sent)
    if 0 <= seat < court.n:
        draft = rules.preview(seen(court, seat), seat, sent)
        assert isinstance(draft, Refusal) or draft["ok"]
        is_order = isinstance(sent, act.Bid | act.Influence | act.Cast)
        if isinstance(found, Step) and is_order:
            assert not isinstance(draft, Refusal)
