"""The queue's own actions, at-risk marks, and the legal actions (IM-5.4)."""

from __future__ import annotations

from games.engine.protocol import GM, Seat
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    available,
    build,
    capture,
    code,
    done,
    events,
    given,
    resolution,
    resolved,
    step,
)

RICH = {"S": 99, "R": 99, "M": 99, "U": 99, "supplies": 40, "moves": 5}


def queued(**more):
    state = given(owns={A: "2,4"}, stocks={A: RICH}, **more)
    state = done(state, A, capture(state, "4,2"))
    state = done(state, A, build(state, "N:3,3", "tower"))
    return done(state, A, capture(state, "2,5", U=24))


def places(state):
    return [(order.id, order.place) for order in state.sides[A].orders]


def test_im_5_4_cancel_releases_the_reservation():
    state = done(queued(), A, act.CancelOrder(1, 2))
    assert places(state) == [(1, "4,2"), (3, "2,5")]
    assert available(state, A)["supplies"] == 40
    assert code(state, A, act.CancelOrder(1, 2)) == "E_UNKNOWN_ORDER"


def test_im_5_4_ids_are_never_used_twice():
    state = done(queued(), A, act.CancelOrder(1, 3))
    state = done(state, A, capture(state, "2,5"))
    assert places(state)[-1] == (4, "2,5")
    after = resolved(state)
    assert done(after, A, capture(after, "2,3")).sides[A].orders[0].id == 5


def test_im_5_4_replace_keeps_id_and_place():
    state = done(queued(), A, act.ReplaceOrder(1, 1, tile="2,3"))
    assert places(state) == [(1, "2,3"), (2, "N:3,3"), (3, "2,5")]
    state = done(state, A, act.ReplaceOrder(1, 2, fort="castle"))
    assert state.sides[A].orders[1].fort == "castle"
    state = done(state, A, act.ReplaceOrder(1, 3, payment={"S": 24}))
    assert state.sides[A].orders[2].payment == (24, 0, 0, 0)
    state = done(state, A, act.ReplaceOrder(1, 2, tile="4,2"))
    assert places(state)[1] == (2, "4,2")


def test_im_5_4_replace_thinks_the_old_order_away():
    state = given(owns={A: "2,4"}, stocks={A: {"S": 16, "R": 8, "U": 24, "moves": 1}})
    state = done(state, A, capture(state, "4,2"))
    state = done(state, A, act.ReplaceOrder(1, 1, tile="2,5", payment={"U": 24}))
    assert places(state) == [(1, "2,5")]
    same = act.ReplaceOrder(1, 1, tile="2,5", payment={"U": 20, "S": 4})
    assert done(state, A, same).sides[A].orders[0].payment == (4, 0, 0, 20)


def test_im_5_4_replace_refusals_leave_the_old_order():
    state = queued()
    for action, expected in [
        (act.ReplaceOrder(1, 9, tile="2,3"), "E_UNKNOWN_ORDER"),
        (act.ReplaceOrder(1, 1, tile="2,5"), "E_DUPLICATE_TARGET"),
        (act.ReplaceOrder(1, 1, tile="2,3", corner="N:3,3"), "E_UNKNOWN_TILE"),
        (act.ReplaceOrder(1, 1, fort="tower"), "E_UNKNOWN_CORNER"),
        (act.ReplaceOrder(1, 2, payment={"S": 24}), "E_UNKNOWN_TILE"),
        (act.ReplaceOrder(1, 2, corner="N:9,9"), "E_UNKNOWN_CORNER"),
    ]:
        assert code(state, A, action) == expected
    assert done(state, A, act.ReplaceOrder(1, 1)).sides[A].orders == state.sides[A].orders


def test_im_5_4_reorder_is_a_permutation():
    state = done(queued(), A, act.ReorderOrders(1, (3, 1, 2)))
    assert [number for number, _ in places(state)] == [3, 1, 2]
    for bad in ((1, 2), (1, 2, 2), (1, 2, 3, 4), (1, 2, 9)):
        assert code(state, A, act.ReorderOrders(1, bad)) == "E_BAD_ORDER_LIST"


def test_im_5_4_1_shrunk_funds_mark_orders_and_tell_their_general():
    state = given(stocks={A: {"S": 40, "R": 20, "M": 20, "moves": 4}})
    state = done(done(state, A, capture(state, "4,2")), A, capture(state, "2,3"))
    found = step(state, GM, act.GrantResources(A, "S", -20, REASON))
    assert [(e.order, e.reason) for e in events(found, "OrderAtRisk")] == [(2, "UNFUNDED")]
    order = rules.private(found.state, A).queue.orders["2"]
    assert (order.risk, order.short) == ("UNFUNDED", {"S": 20})
    back = step(found.state, GM, act.GrantResources(A, "S", 20, REASON))
    assert [e.order for e in events(back, "OrderSafeAgain")] == [2]


def test_im_5_4_1_queue_order_decides_who_is_funded():
    state = given(stocks={A: {"S": 40, "R": 20, "moves": 4}})
    state = done(done(state, A, capture(state, "4,2")), A, capture(state, "2,3"))
    state = done(state, GM, act.GrantResources(A, "S", -16, REASON))
    one = events(resolution(state), "TileCaptured")
    two = events(resolution(done(state, A, act.ReorderOrders(1, (2, 1)))), "TileCaptured")
    assert ([e.tile for e in one], [e.tile for e in two]) == (["4,2"], ["2,3"])


def test_im_5_4_1_a_grant_below_what_is_reserved_puts_at_risk():
    state = given(stocks={A: RICH | {"moves": 1}})
    state = done(state, A, capture(state, "4,2"))
    found = step(state, GM, act.GrantMoves(A, -1, REASON))
    assert events(found, "OrderAtRisk")[0].reason == "NO_MOVE"
    assert rules.private(found.state, A).queue.available.moves == -1


def test_im_5_4_2_every_target_and_corner_with_price_or_shortfall():
    state = given(owns={B: "2,4"}, stocks={A: {"S": 16, "R": 8, "supplies": 5}})
    legal = rules.legal(state, Seat(A))
    captures = {a.tile: a.payment for a in legal.actions if isinstance(a, act.SubmitCapture)}
    assert captures == {"4,2": {"S": 16, "R": 8}}
    form = next(form for form in legal.forms if form.kind == "submit_capture")
    assert sorted(form.fields["tile"]) == sorted(["4,2", "4,3", "3,4", "2,4", "2,3", "3,2"])
    assert form.about["2,4"]["free"] and form.about["2,4"]["short"] == {"any": 8}
    assert form.about["2,3"]["short"] == {"S": 8}
    corners = next(form for form in legal.forms if form.kind == "submit_build").about
    assert len(corners) == 6
    assert corners["N:3,3"]["options"]["castle"] == {"price": 15, "gain": 8, "short": 10}
    builds = [a for a in legal.actions if isinstance(a, act.SubmitBuild)]
    assert {a.fort for a in builds} == {"palisade"} and len(builds) == 6


def test_im_5_4_2_empty_for_a_side_with_nothing_affordable():
    assert rules.legal(given(), Seat(A)).actions == ()
    assert rules.pending(given()) == ()
    state = queued()
    kinds = {type(action).__name__ for action in rules.legal(state, Seat(A)).actions}
    assert "CancelOrder" in kinds
    assert rules.legal(given(week=2), Seat(9)).actions == ()


def test_im_5_4_a_named_tile_without_payment_is_paid_as_in_a_new_order():
    state = given(owns={A: "2,4"}, stocks={A: {"S": 80, "U": 10}})
    state = done(state, A, capture(state, "2,5", S=24))
    same = done(state, A, act.ReplaceOrder(1, 1, tile="2,5"))
    assert same.sides[A].orders[0].payment == (14, 0, 0, 10)
    dearer = done(state, GM, act.SetTile("2,5", B, REASON))
    assert code(dearer, A, act.ReplaceOrder(1, 1)) == "E_PAYMENT_MISMATCH"
    again = done(dearer, A, act.ReplaceOrder(1, 1, tile="2,5"))
    assert again.sides[A].orders[0].payment == (22, 0, 0, 10)
