"""Prize picks (IM-8.7)."""

from __future__ import annotations

import pytest

from games.engine.protocol import CLOCK, GM, UNSET, Seat
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import REASON, A, B, C, code, done, events, given, resolution, resolved, step
from .test_scoring import with_sides


def listed(count=6):
    return tuple(act.Prize(f"p{n}", f"Prize {n}") for n in range(count))


def ended(count=6, wishes=None, **more):
    state = given(weeks=1, **more)
    state = with_sides(state, points=[60, 50, 40, 30, 20, 10])
    state = done(state, GM, act.SetPrizes(listed(count), REASON))
    for side, list_ in (wishes or {}).items():
        state = done(state, side, act.SetPrizeWishes(tuple(list_.split())))
    return resolved(state)


def test_im_8_7_sides_pick_in_order_of_placement():
    state = ended()
    assert (state.phase, rules.public(state).turn, rules.public(state).picks) == (
        "prizes", A, [0, 1, 2, 3, 4, 5],
    )  # fmt: skip
    for side in range(6):
        assert rules.pending(state)[0].seat == side
        assert code(state, (side + 1) % 6, act.PickPrize("p0")) == "E_NOT_YOUR_PICK"
        found = step(state, side, act.PickPrize(f"p{5 - side}"))
        assert events(found, "PrizePicked")[0].how == "pick"
        state = found.state
    assert state.phase == "closed" and rules.public(state).seed == "demo"
    assert rules.public(state).prizes["p0"].taken == 5


def test_im_5_4_pick_prize_refusals():
    state = done(ended(), A, act.PickPrize("p3"))
    assert code(state, A, act.PickPrize("p1")) == "E_NOT_YOUR_PICK"
    assert code(state, B, act.PickPrize("p9")) == "E_UNKNOWN_PRIZE"
    assert code(state, B, act.PickPrize("p3")) == "E_PRIZE_TAKEN"
    assert code(given(), A, act.PickPrize("p3")) == "E_CAMPAIGN_STATE"


def test_im_8_7_the_clock_takes_the_first_free_prize_in_the_gms_order():
    state = done(ended(), A, act.PickPrize("p0"))
    due = rules.deadline(state, {})
    assert (due.key, due.seconds, due.late) == ("prize:1", 48 * 3600, None)
    assert rules.default(state, B) == act.PickPrize("p1") and rules.default(state, C) is None
    assert rules.private(state, B).prompt_params == {"prize": "p1"}
    found = step(state, CLOCK, due.action)
    picked = events(found, "PrizePicked")[0]
    assert (picked.side, picked.prize, picked.how) == (B, "p1", "clock")
    assert code(found.state, CLOCK, due.action) == "E_NOT_YOUR_PICK"


def test_im_8_7_wishes_are_used_at_once_when_the_turn_comes():
    state = ended(wishes={B: "p2 p1", C: "p2 p5"})
    found = step(state, A, act.PickPrize("p4"))
    picks = [(e.side, e.prize, e.how) for e in events(found, "PrizePicked")]
    assert picks == [(A, "p4", "pick"), (B, "p2", "wishes"), (C, "p5", "wishes")]
    assert rules.public(found.state).turn == 3


def test_im_8_7_wishes_of_the_first_side_are_used_at_the_resolution():
    state = ended(wishes={A: "p1"})
    assert state.taken["p1"].side == A and rules.public(state).turn == B
    assert code(state, GM, act.UndoResolution(REASON)) == "E_CAMPAIGN_STATE"


def test_im_8_7_wishes_set_on_the_own_turn_are_used_at_once():
    state = done(ended(), A, act.SetPrizeWishes(("p2",)))
    assert state.taken["p2"].how == "wishes"
    waiting = step(ended(), B, act.SetPrizeWishes(("p2",)))
    assert waiting.touches == frozenset({"seat:1"}) and waiting.events == ()


def test_im_5_4_unknown_wishes_are_refused():
    assert code(ended(), B, act.SetPrizeWishes(("p1", "nope"))) == "E_UNKNOWN_PRIZE"


@pytest.mark.parametrize(("count", "picked"), [(2, 2), (8, 6)])
def test_im_8_7_too_few_or_too_many_prizes(count, picked):
    state = ended(count)
    while state.phase == "prizes":
        state = done(state, CLOCK, rules.deadline(state, {}).action)
    assert (len(state.taken), state.phase) == (picked, "closed")


def test_im_8_7_without_a_list_the_state_is_skipped():
    assert ended(0).phase == "closed"


def test_im_8_7_the_list_is_live_until_the_first_pick():
    state = ended()
    state = done(state, GM, act.SetPrizes(listed(7), REASON))
    assert len(rules.public(state).prize_order) == 7
    state = done(state, A, act.PickPrize("p0"))
    assert code(state, GM, act.SetPrizes(listed(3), REASON)) == "E_SETTINGS_LOCKED"
    assert done(ended(), GM, act.SetPrizes((), REASON)).phase == "closed"
    twice = (*listed(1), *listed(1))
    assert code(ended(), GM, act.SetPrizes(twice, REASON)) == "E_SETTINGS_LOCKED"


def test_im_8_7_a_new_list_drops_wishes_for_what_is_gone():
    state = done(given(), GM, act.SetPrizes(listed(), REASON))
    state = done(state, A, act.SetPrizeWishes(("p5", "p1")))
    assert done(state, GM, act.SetPrizes(listed(3), REASON)).sides[A].wishes == ("p1",)


def test_im_8_7_withdrawn_sides_pick_nothing():
    state = with_sides(given(weeks=1), points=[60, 50, 40, 30, 20, 10])
    state = done(state, GM, act.SetPrizes(listed(), REASON))
    state = done(state, GM, act.Withdraw(A, REASON, now=1))
    after = resolved(state)
    assert rules.public(after).picks == [1, 2, 3, 4, 5] and after.standings[-1] == A


def test_im_8_7_season_end_and_close_are_announced():
    found = resolution(done(given(weeks=1), GM, act.SetPrizes(listed(1), REASON)))
    assert [type(e).__name__ for e in found.events[-2:]] == ["SeasonEnded", "PrizeTurn"]
    assert rules.legal(found.state, Seat(found.state.picks[0])).actions == (act.PickPrize("p0"),)
    assert rules.public(found.state).seed is UNSET
