"""IM-12: the worked examples, with exactly their numbers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.engine import chance
from games.engine.protocol import CLOCK, GM, replace
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.board import cells_of
from games.iron_mountains.rules.prizes import open_prizes
from games.iron_mountains.rules.scoring import rank

from .builders import (
    REASON,
    SUNDAY,
    A,
    B,
    C,
    D,
    available,
    book,
    build,
    capture,
    code,
    done,
    earned,
    events,
    fed,
    given,
    refused,
    resolution,
    resolved,
    row,
    started,
    step,
    stocks,
)


def totals(state, side):
    return sum(sum(kinds.values()) for kinds in earned(state, side).values())


def seed_saturday():
    return (
        row(1, A, A, "Warrior"),
        row(2, A, A, "Scout"),
        row(3, A, A, "Wizard"),
        row(4, A, B, "Warrior"),
        row(5, A, B, "Healer"),
    )


def test_im_12_1_three_at_home_and_two_travelling():
    state = fed(started(), *seed_saturday())
    assert (totals(state, A), totals(state, B)) == (22, 6)
    assert stocks(state, A) == {"S": 9, "R": 4, "M": 9, "moves": 2}
    assert stocks(state, B) == {"S": 3, "M": 3, "moves": 2}


def test_im_12_2_a_visitor_gives_both_sides():
    state = fed(started(), *seed_saturday(), row(6, C, A, "Peasant"))
    assert totals(state, A) == 25
    assert earned(state, A)["host"] == {"U": 3}
    assert earned(state, C) == {"travel": {"U": 5}}


def test_im_12_3_the_limit_counts_the_first_entered():
    saturday = ["Warrior"] * 4 + ["Barbarian", "Archer", "Scout", "Assassin", "Monk"]
    sunday = ["Wizard", "Healer", "Druid", "Peasant", "Warrior"]
    rows = [row(n, A, A, name) for n, name in enumerate(saturday)]
    rows += [row(n, A, A, name, date=SUNDAY) for n, name in enumerate(sunday, start=9)]
    state = fed(started(), *rows)
    assert earned(state, A) == {"home": {"S": 24, "R": 12, "M": 12}}
    lines = rules.ledger(state, book(*rows))
    over = [number for number, line in lines.items() if line.get("reason") == "OVER_LIMIT"]
    assert over == ["12", "13"]


def test_im_12_4_one_weekend_of_odd_rows():
    rows = (
        row(10, A, A, "Warrior", player="p1"),
        row(15, A, A, "Scout", player="p1"),
        row(11, A, A, "Healer", player="p2"),
        row(12, A, B, "Healer", player="p2"),
        row(13, A, B, "Warrior", player="p3", date="2015-01-16"),
        row(14, None, A, "Warrior", player="guest:stranger"),
        row(16, A, -1, "Wizard", player="p5"),
    )
    state = fed(started(), *rows)
    assert earned(state, A) == {
        "home": {"R": 4, "M": 4},
        "travel": {"M": 5},
        "afield": {"M": 4},
    }
    assert stocks(state, A) == {"R": 4, "M": 13, "moves": 2}
    assert stocks(state, B) == {"M": 3, "moves": 2}
    lines = rules.ledger(state, book(*rows))
    assert lines["13"] == {"gains": [], "reason": "NOT_WEEKEND"}
    assert [gain["q"] for gain in lines["14"]["gains"]] == [0]


def first_capture():
    state = given(stocks={A: {"S": 20, "R": 10}})
    return done(state, A, capture(state, "4,2"))


def test_im_12_5_a_capture_from_order_to_supplies():
    state = first_capture()
    assert available(state, A) == {"S": 4, "R": 2, "moves": 1}
    after = resolved(state)
    assert after.owners["4,2"] == A
    assert stocks(after, A) == {"S": 4, "R": 2, "supplies": 2, "moves": 3}
    assert after.sides[A].points == 2


@pytest.mark.parametrize(
    ("tile", "payment", "expected"),
    [
        ("9,9", {}, "E_UNKNOWN_TILE"),
        ("-3,6", {}, "E_TILE_BASE"),
        ("3,3", {}, "E_TILE_BASE"),
        ("5,2", {}, "E_NOT_ADJACENT"),
        ("4,2", {"S": 16, "R": 4, "U": 4}, "E_PAYMENT_TYPE"),
        ("4,2", {"S": 12, "R": 12}, "E_PAYMENT_MISMATCH"),
        ("2,4", {}, "E_INSUFFICIENT_RESOURCE"),
    ],
)
def test_im_12_6_refused_captures(tile, payment, expected):
    state = given(stocks={A: {"S": 20, "R": 10, "U": 40}})
    assert code(state, A, capture(state, tile, **payment)) == expected


def test_im_12_6_shortfall_and_refused_builds():
    state = given(stocks={A: {"S": 20, "R": 10, "U": 40}})
    assert refused(state, A, capture(state, "2,4")).params == {"short": {"R": 6, "M": 8}}
    assert code(state, A, build(state, "S:0,0", "palisade")) == "E_CORNER_NOT_YOURS"
    assert code(state, A, build(state, "N:3,3", "palisade")) == "E_INSUFFICIENT_SUPPLIES"


def test_im_12_7_duplicate_cancel_and_replace():
    state = first_capture()
    assert code(state, A, capture(state, "4,2")) == "E_DUPLICATE_TARGET"
    cancelled = done(state, A, act.CancelOrder(1, 1))
    assert available(cancelled, A) == {"S": 20, "R": 10, "moves": 2}
    assert code(state, A, act.ReplaceOrder(1, 1, tile="5,2")) == "E_NOT_ADJACENT"
    assert [order.place for order in state.sides[A].orders] == ["4,2"]


def test_im_12_8_no_chain():
    state = given(stocks={A: {"S": 60, "R": 60, "M": 60}})
    state = done(state, A, capture(state, "4,2"))
    assert code(state, A, capture(state, "5,2")) == "E_NOT_ADJACENT"
    after = resolved(state)
    assert done(after, A, capture(after, "5,2")).sides[A].orders


def coin_flip(week):
    state = given(
        week=week,
        owns={A: "1,4", B: "-1,6"},
        stocks={
            A: {"S": 8, "R": 16, "M": 12, "moves": 2},
            B: {"S": 4, "R": 14, "M": 9, "moves": 1},
        },
    )
    state = done(state, A, capture(state, "0,5"))
    return done(state, B, capture(state, "0,5"))


def test_im_12_9_coin_flip():
    after = resolved(coin_flip(3))
    assert after.owners["0,5"] == A
    assert stocks(after, A) == {"S": 4, "R": 4, "M": 4, "supplies": 1, "moves": 3}
    assert stocks(after, B) == {"S": 2, "R": 8, "M": 5, "moves": 3}
    assert (after.sides[A].last, after.sides[B].last) == (3, 2)


@pytest.mark.parametrize("week", [1, 2])
def test_im_12_9_the_same_flip_in_another_week(week):
    assert resolved(coin_flip(week)).owners["0,5"] == B


def test_im_12_10_owned_tile():
    state = given(
        week=4,
        owns={A: "1,4", B: "-1,6 0,5"},
        forts={"N:0,5": "tower", "S:0,5": "castle", "N:-1,6": "palisade"},
        stocks={A: {"S": 10, "R": 20, "M": 9, "U": 5, "supplies": 1}, B: {"supplies": 5}},
    )
    assert rules.public(state).tiles["0,5"].price == 44
    after = resolved(done(state, A, capture(state, "0,5", S=10, R=20, M=9, U=5)))
    assert after.owners["0,5"] == A
    assert (after.sides[A].supplies, after.sides[B].supplies) == (4, 3)
    assert (after.sides[A].last, after.sides[B].last) == (18, 11)


def test_im_12_11_swap():
    state = given(
        week=5,
        owns={A: "1,4 0,5", B: "-1,6 -1,5"},
        stocks={A: {"S": 32}, B: {"R": 32, "supplies": 1}},
    )
    state = done(state, A, capture(state, "-1,5"))
    after = resolved(done(state, B, capture(state, "0,5")))
    assert (after.owners["-1,5"], after.owners["0,5"]) == (A, B)
    assert (after.sides[A].supplies, after.sides[B].supplies) == (1, 2)


def shared_corner(week, first, second, supplies):
    state = given(
        week=week,
        owns={A: "0,5 1,4", B: "0,6 -1,6"},
        stocks={A: {"supplies": supplies[0]}, B: {"supplies": supplies[1]}},
    )
    state = done(state, A, build(state, "S:0,5", first))
    return resolved(done(state, B, build(state, "S:0,5", second)))


@pytest.mark.parametrize("week", [6, 7])
def test_im_12_12_a_the_lower_order_pays_its_limit(week):
    after = shared_corner(week, "palisade", "castle", (6, 15))
    assert after.forts["S:0,5"] == "castle"
    assert (after.sides[A].supplies, after.sides[B].supplies) == (1, 5)


@pytest.mark.parametrize(("week", "left"), [(6, (8, 7)), (7, (7, 8))])
def test_im_12_12_b_two_castles_share_the_price(week, left):
    after = shared_corner(week, "castle", "castle", (15, 15))
    assert (after.sides[A].supplies, after.sides[B].supplies) == left
    assert (after.sides[A].last, after.sides[B].last) == (11, 19)


@pytest.mark.parametrize(("mode", "points"), [("per_tile", 32), ("per_corner", 15)])
def test_im_12_13_points(mode, points):
    state = given(
        owns={A: "4,2 4,3", B: "3,4"},
        forts={"S:4,2": "castle", "N:4,2": "tower", "N:3,4": "palisade"},
        fort_points=mode,
    )
    after = resolved(state)
    assert (after.sides[A].last, after.sides[B].last) == (points, 3)


def test_im_12_14_correction_into_the_red():
    wizards = (row(1, A, A, "Wizard"), row(2, A, A, "Wizard"))
    state = fed(given(week=2), *wizards)
    state = replace(state, sides=(replace(state.sides[A], spent=(0, 0, 8, 0)), *state.sides[1:]))
    state = fed(state, row(1, A, A, "Scout"), wizards[1], version=2)
    assert (stocks(state, A)["M"], stocks(state, A)["R"]) == (-4, 4)
    short = refused(state, A, capture(state, "2,4")).params["short"]
    assert short["M"] == 12
    healers = (row(n, A, A, "Healer", date="2015-01-24") for n in (3, 4))
    later = fed(state, row(1, A, A, "Scout"), wizards[1], *healers, version=3)
    assert stocks(resolved(later), A)["M"] == 4


def test_im_12_15_queue_at_risk():
    state = given(week=2, stocks={A: {"S": 99, "R": 99, "M": 99, "U": 8, "moves": 4}})
    for tile in ("2,3", "4,2", "2,4"):
        state = done(state, A, capture(state, tile))
    short = replace(state.sides[A], granted=(12, 24, -2, 8))
    state = replace(state, sides=(short, *state.sides[1:]))
    found = resolution(state)
    assert [event.outcome for event in events(found, "OrderResult")] == ["UNFUNDED"] * 3
    assert stocks(found.state, A) == {"S": 12, "R": 24, "M": -2, "U": 8, "moves": 6}


def test_im_12_16_ruin_and_temple():
    state = given(
        week=8,
        owns={A: "2,4 1,0"},
        forts={"N:2,5": "castle"},
        stocks={A: {"S": 10, "R": 10, "M": 14, "U": 14, "moves": 3}},
    )
    state = done(state, A, capture(state, "2,5", U=14, S=10))
    after = resolved(done(state, A, capture(state, "0,0", R=10, M=14)))
    assert stocks(after, A) == {"supplies": 15, "moves": 3}
    assert after.sides[A].last == 21


def utc(*when):
    return int(datetime(*when, tzinfo=UTC).timestamp())


def test_im_12_17_an_outage_over_a_saturday():
    state = given(week=8)
    assert state.past[-1].deadline == utc(2015, 3, 7, 13)
    assert state.deadline == utc(2015, 3, 14, 12)
    assert rules.deadline(state, {}).late == "im.week_locked"
    state = fed(state, row(1, A, A, date="2015-03-08"), row(2, A, A, date="2015-03-14"))
    tuesday = step(state, CLOCK, act.Resolve(8, utc(2015, 3, 17, 15)))
    assert events(tuesday, "ResolutionRecord")[0].gains["0"] == {"S": 4}
    assert tuesday.state.deadline == utc(2015, 3, 21, 12)
    friday = done(state, CLOCK, act.Resolve(8, utc(2015, 3, 20, 15)))
    assert friday.deadline == utc(2015, 3, 28, 12)


def test_im_12_18_hold():
    state = given(week=8)
    until = utc(2015, 3, 16, 2)  # Sunday 15th 20:00 in Denver
    state = done(state, GM, act.Hold(until, REASON, now=utc(2015, 3, 13, 0)))
    state = fed(state, row(1, A, A, date="2015-03-14"), row(2, A, A, date="2015-03-15"))
    assert stocks(state, A)["S"] == 4
    assert done(state, A, act.SetPrizeWishes(())) is not None
    assert resolved(state).deadline == utc(2015, 3, 21, 12)


def test_im_12_19_undo_keeps_the_other_flip():
    state = given(
        week=8,
        owns={A: "1,4", B: "-1,6", C: "1,2", D: "3,1"},
        stocks={
            A: {"S": 40, "R": 40, "M": 40},
            C: {"S": 40, "R": 40, "M": 40},
            D: {"S": 40, "R": 40, "M": 40},
        },
    )
    rows = [row(n, B, B, "Scout") for n in range(3)]
    rows += [row(n, B, B, "Wizard") for n in (3, 4)] + [row(5, B, B, "Warrior")]
    state = fed(state, *rows)
    for side, tile in ((A, "0,5"), (B, "0,5"), (C, "2,2"), (D, "2,2")):
        state = done(state, side, capture(state, tile))
    first = resolution(state)
    undone = done(first.state, GM, act.UndoResolution(REASON, now=first.state.past[-1].deadline))
    excluded = fed(undone, *rows[1:], version=2)
    second = step(excluded, GM, act.Rerun(reason=REASON, now=utc(2015, 3, 15)))
    assert [(e.tile, e.winner) for e in events(first, "TileContested")] == [("2,2", C), ("0,5", A)]
    assert [(e.tile, e.winner) for e in events(second, "TileContested")] == [("2,2", C)]
    assert second.state.owners["0,5"] == A
    assert second.state.owners["2,2"] == first.state.owners["2,2"]


def test_im_12_20_end_and_picks():
    state = given(week=2)
    points, tiles, last = (
        (410, 410, 377, 377, 377, 120),
        (20, 23, 15, 15, 18, 9),
        (0, 0, 31, 29, 0, 0),
    )
    free = [tile for tile in cells_of(state) if tile not in state.owners]
    owners = dict(state.owners)
    for side, count in enumerate(tiles):
        for _ in range(count - 1):
            owners[free.pop()] = side
    sides = tuple(
        replace(side, points=p, last=w)
        for side, p, w in zip(state.sides, points, last, strict=True)
    )
    state = replace(state, owners=owners, sides=sides)
    ranking = rank(state, lambda tied, place: tied)
    assert ranking.order == (1, 0, 4, 2, 3, 5)
    assert ranking.steps == ("tiles", "last_week")
    prizes = tuple(act.Prize(f"p{n}", f"Prize {n}") for n in range(6))
    picking = open_prizes(replace(state, standings=ranking.order, prizes=prizes))[0]
    assert rules.public(picking).turn == B
    picking = done(picking, B, act.PickPrize("p3"))
    timeout = step(picking, CLOCK, rules.deadline(picking, {}).action)
    assert [(e.side, e.prize, e.how) for e in events(timeout, "PrizePicked")] == [
        (A, "p0", "clock")
    ]


def test_im_12_21_golden_draws():
    assert chance.draw("demo", 2**64, "flip", 3, 0, 5) == 13092850611988776452
    assert chance.draw("demo", 2, "flip", 3, 0, 5) == 0
    assert chance.draw("demo", 2**64, "supply", 1, 4, 2) == 6757372728996280393
    assert chance.draw("demo", 3, "supply", 1, 4, 2) == 1
    assert chance.shuffle("demo", range(6), "seat") == [5, 2, 0, 3, 4, 1]


def test_im_12_21_golden_tiles():
    cells = cells_of(started())
    assert cells["-1,0"] == "mountain:0-2-4"
    assert cells["1,0"] == "desert:2-0-4"
    assert [cells[tile] for tile in ("2,1", "1,3", "2,5", "8,1")] == [
        "ruin:7",
        "ruin:6",
        "ruin:5",
        "ruin:4",
    ]
