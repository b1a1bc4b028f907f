"""The console, dry runs and previews (IM-6.4, IM-17.1)."""

from __future__ import annotations

import pytest

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Refusal, Seat
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    build,
    capture,
    done,
    draft,
    given,
    resolved,
    scheduled,
    started,
    views,
)

RICH = {"S": 99, "R": 99, "M": 99, "U": 99, "supplies": 60, "moves": 5}


def quarrel():
    state = given(owns={A: "1,4", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(done(state, A, capture(state, "0,5")), B, capture(state, "0,5"))
    state = done(state, A, build(state, "N:1,4", "castle"))
    return done(state, A, capture(state, "4,2"))


def test_im_6_4_a_blind_gm_sees_counts_only():
    console = rules.console(quarrel(), blind=True)
    assert console["sides"]["0"]["orders"] == 3 and "queue" not in console["sides"]["0"]
    assert "4,2" not in codec.encode(console).decode()
    seeing = rules.console(quarrel(), blind=False)["sides"]["0"]["queue"]
    assert [order.get("tile", order.get("corner")) for order in seeing] == ["0,5", "N:1,4", "4,2"]


def test_im_17_1_a_dry_run_draws_nothing_and_shows_odds():
    state = quarrel()
    found = rules.dry_run(state, GM, act.Resolve(1), blind=False)
    assert found["sides"]["0"] == {"valid": 3, "failing": 0} and found["contested"] == 1
    contested = next(c for c in found["captures"] if c["tile"] == "0,5")
    assert (contested["sides"], contested["odds"], contested["award"]) == ([A, B], "1/2", [1, 3])
    assert found["points"]["0"] == [3 + 8, 4 + 8]
    assert found["points"]["1"] == [2, 3]
    assert codec.encode(state) == codec.encode(quarrel())


@pytest.mark.parametrize("seed", ["demo", "other", "third"])
def test_im_17_1_a_dry_run_is_the_same_whatever_the_seed(seed):
    from games.engine.protocol import replace

    found = rules.dry_run(quarrel(), GM, act.Resolve(1), blind=False)
    assert rules.dry_run(replace(quarrel(), seed=seed), GM, act.Resolve(1), blind=False) == found


def test_im_17_1_blind_it_shows_counts_only():
    found = rules.dry_run(quarrel(), GM, act.Resolve(1), blind=True)
    assert set(found) == {"kind", "week", "contested", "sides"}
    failing = done(quarrel(), GM, act.GrantMoves(A, -5, REASON))
    assert rules.dry_run(failing, GM, act.Resolve(1), blind=True)["sides"]["0"]["failing"] == 2


def test_im_17_1_of_other_gm_actions():
    state = quarrel()
    found = rules.dry_run(state, GM, act.GrantMoves(A, -4, REASON), blind=True)
    assert found["sides"]["0"]["after"]["moves"] == 1 and found["sides"]["0"]["at_risk"] == 1
    assert [event["type"] for event in found["events"]] == ["moves_granted"]
    assert rules.dry_run(state, GM, act.GrantMoves(A, -9, REASON), blind=True) == Refusal(
        "im.negative_stock"
    )
    assert (
        rules.dry_run(started(), GM, act.Rerun(reason=REASON), blind=True).code
        == "im.campaign_state"
    )
    undo = rules.dry_run(resolved(state), GM, act.UndoResolution(REASON, now=9), blind=True)
    assert undo["sides"]["0"]["before"]["points"] > undo["sides"]["0"]["after"]["points"]
    assert rules.dry_run(draft(), GM, act.Reseed(), blind=True) == {"kind": "reseed"}


def test_im_6_a_dry_run_never_tells_wishes():
    prizes = tuple(act.Prize(f"p{n}", f"P{n}") for n in range(3))
    state = done(given(weeks=1), GM, act.SetPrizes(prizes, REASON))
    for side in range(6):
        state = done(state, side, act.SetPrizeWishes(())) if side else state
    state = resolved(state)
    second = state.picks[1]
    wishing = done(state, second, act.SetPrizeWishes(("p2",)))
    for actor, action in (
        (CLOCK, act.PrizeTimeout(0)),
        (GM, act.SetPrizes(prizes[::-1], REASON)),
        (Seat(state.picks[0]), act.PickPrize("p0")),
    ):
        one = rules.dry_run(state, actor, action, blind=False)
        assert one == rules.dry_run(wishing, actor, action, blind=False)


def test_im_17_1_a_generals_preview_covers_the_own_queue():
    state = quarrel()
    found = rules.preview(views(state, A), A, capture(state, "2,4"))
    assert (found["price"], found["pay"], found["award"]) == (24, {"R": 16, "M": 8}, [1, 3])
    assert found["back"] == {"R": 8, "M": 4} and found["gain"] == 1
    assert found["left"]["moves"] == 2 and found["risk"] == {}
    built = rules.preview(views(state, A), A, build(state, "S:1,4", "tower"))
    assert (built["price"], built["gain"], built["others"]) == (10, 3, {})
    gone = rules.preview(views(state, A), A, act.CancelOrder(1, 1))
    assert gone["left"]["moves"] == 4
    assert rules.preview(views(state, A), A, act.ReorderOrders(1, (3, 2, 1)))["risk"] == {}
    replaced = rules.preview(views(state, A), A, act.ReplaceOrder(1, 3, tile="2,4"))
    assert replaced["left"]["moves"] == 3


DRAFTS = [
    act.SubmitCapture(1, "99,9"),
    act.SubmitCapture(1, "3,3"),
    act.SubmitCapture(1, "1,4"),
    act.SubmitCapture(1, "-5,0"),
    act.SubmitCapture(1, "0,5"),
    act.SubmitCapture(1, "2,4", {"U": 24}),
    act.SubmitCapture(1, "2,4", {"S": 24}),
    act.SubmitCapture(2, "2,4"),
    act.SubmitBuild(1, "N:0,0", "tower"),
    act.SubmitBuild(1, "N:1,4", "castle"),
    act.SubmitBuild(1, "N:3,3", "hut"),
    act.CancelOrder(1, 9),
    act.ReorderOrders(1, (1,)),
    act.ReplaceOrder(1, 9, tile="2,4"),
    act.PickPrize("p"),
    act.SetPrizeWishes(("p",)),
]


@pytest.mark.parametrize("draft_", DRAFTS, ids=repr)
@pytest.mark.parametrize("members", [False, True])
def test_im_17_1_a_preview_refuses_as_the_order_would(draft_, members):
    from games.engine.protocol import replace

    state = quarrel()
    state = replace(state, options=replace(state.options, members_see_orders=members))
    found = rules.preview(views(state, A), A, draft_)
    assert found == rules.apply(state, Seat(A), draft_)


def test_im_17_1_previews_when_nothing_can_be_ordered():
    state = done(resolved(quarrel()), GM, act.UndoResolution(REASON, now=1))
    assert rules.preview(views(state, A), A, act.CancelOrder(1, 1)).code == "im.week_locked"
    gone = done(quarrel(), GM, act.Withdraw(A, REASON, now=1))
    assert rules.preview(views(gone, A), A, act.CancelOrder(1, 1)).code == "im.withdrawn"
    ended = resolved(started(weeks=1))
    assert rules.preview(views(ended, A), A, act.CancelOrder(1, 1)).code == "im.campaign_state"
    assert rules.preview(views(ended, A), A, act.Publish()).code == "im.role"


def test_im_17_1_previews_of_prizes_refuse_as_the_pick_would():
    prize = act.SetPrizes((act.Prize("p", "P"), act.Prize("q", "Q")), REASON)
    gone = done(done(started(weeks=1), GM, prize), GM, act.Withdraw(A, REASON, now=1))
    review = done(
        resolved(done(started(weeks=1), GM, prize)), GM, act.UndoResolution(REASON, now=1)
    )
    for state in (done(scheduled(), GM, prize), gone, review, resolved(gone)):
        for sent in (act.PickPrize("p"), act.SetPrizeWishes(("x",)), act.SetPrizeWishes(("p",))):
            found, real = rules.preview(views(state, A), A, sent), rules.apply(state, Seat(A), sent)
            assert isinstance(found, Refusal) and found == real


def test_im_5_5_the_gms_forms_have_their_candidates():
    kinds = {form.kind: form.fields for form in rules.legal(quarrel(), GM).forms}
    assert kinds["grant_moves"]["side"] == list(range(6))
    assert "hold" in kinds and "release" not in kinds and "undo_resolution" not in kinds
    assert kinds["hold"]["until"]["max"] == quarrel().nominal + 14 * 86_400
    assert "publish" in {form.kind for form in rules.legal(draft(), GM).forms}
    assert rules.legal(resolved(started(weeks=1)), GM).forms == ()
    assert {g.action for g in rules.meta.gm_actions} >= {act.Hold, act.CancelSeason}
