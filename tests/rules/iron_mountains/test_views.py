"""What each stream shows, and to whom events go (IM-6, IM-7, IM-10, IM-13)."""

from __future__ import annotations

import pytest

from games.engine import codec
from games.engine.protocol import GM, parse_stream
from games.iron_mountains import actions as act
from games.iron_mountains import rules

from .builders import (
    REASON,
    A,
    B,
    C,
    build,
    capture,
    done,
    draft,
    fed,
    given,
    resolution,
    resolved,
    row,
    scheduled,
    started,
    step,
)

RICH = {"S": 99, "R": 99, "M": 99, "U": 99, "supplies": 60, "moves": 5}


def text(state, stream):
    kind, seat = parse_stream(stream)
    shown = rules.public(state) if kind == "public" else getattr(
        rules, "team" if kind == "team" else "private"
    )(state, seat)  # fmt: skip
    return codec.encode(shown)


def test_im_6_everybody_sees_the_board():
    state = given(owns={A: "4,2"}, forts={"N:4,2": "tower"})
    public = rules.public(state)
    tile = public.tiles["4,2"]
    assert (tile.kind, tile.owner, tile.price, tile.award, tile.points) == (
        "tundra",
        A,
        36,
        [3, 3],
        4,
    )
    assert public.tiles["3,3"].site == A and not public.tiles["3,3"].price
    assert public.tiles["0,0"].award == [10, 10] and public.tiles["2,4"].award == [1, 3]
    assert public.tiles["2,4"].cost == {"R": 16, "M": 8}
    assert public.forts == {"N:4,2": "tower"}
    assert (public.sides["0"].tiles, public.sides["0"].towers) == (2, 1)
    assert public.sides["0"].base == "3,3" and public.settings["sides"] == 6


def test_im_6_2_forecasts_depend_on_own_data_only():
    state = given(owns={A: "1,4", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(state, A, capture(state, "0,5"))
    other = done(state, B, capture(state, "0,5"))
    assert text(state, "seat:0") == text(other, "seat:0")


def test_im_6_3_refusals_speak_of_the_own_queue_only():
    state = given(owns={A: "1,4", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(state, A, capture(state, "0,5"))
    state = done(state, A, build(state, "N:0,5", "tower"))
    state = done(state, B, capture(state, "0,5"))
    assert len(state.sides[B].orders) == 1


@pytest.mark.parametrize("open_", [False, True])
def test_im_6_stocks_are_the_sides_own_or_open(open_):
    state = given(stocks={A: RICH}, open_stocks=open_)
    assert bool(rules.public(state).sides["0"].stocks) == open_
    assert bool(rules.team(state, A).stocks) != open_


@pytest.mark.parametrize("members", [False, True])
def test_im_6_orders_are_the_generals_own_or_the_members_too(members):
    state = given(stocks={A: RICH}, members_see_orders=members)
    found = step(state, A, capture(state, "4,2"))
    assert bool(rules.team(found.state, A).queue) == members
    assert bool(rules.private(found.state, A).queue) != members
    at = "team:0" if members else "seat:0"
    assert found.touches == {"seat:0", at}
    for stream in ("public", "team:0", "seat:0", "team:1", "seat:1"):
        assert bool(rules.visible(found.events[0], stream)) == (stream == at)
    assert rules.visible(found.events[0], at).members is False


def test_im_6_1_a_queue_moves_no_other_stream():
    state = given(stocks={A: RICH})
    after = done(state, A, capture(state, "4,2"))
    for stream in ("public", "team:0", "team:1", "seat:1", "seat:5"):
        assert text(state, stream) == text(after, stream)
    assert text(state, "seat:0") != text(after, "seat:0")


def test_im_6_after_the_end_stocks_gains_and_seed_are_open():
    state = fed(given(weeks=1, stocks={A: RICH}), row(1, A, A), row(2, A, B))
    state = done(state, A, act.SetPrizeWishes(()))
    closed = resolved(state)
    public = rules.public(closed)
    assert public.seed == "demo" == rules.revealed_seed(closed)
    assert public.sides["0"].gains == {"2015-01-17": 9}
    assert public.sides["0"].stocks.moves == 7
    assert not rules.team(closed, A).stocks


def test_im_6_5_everything_is_opened_but_wishes_and_kinds_of_gains():
    assert rules.opened(started()).streams == {}
    opened = rules.opened(resolved(started(weeks=1)))
    assert set(opened.streams) == {f"{kind}:{k}" for kind in ("team", "seat") for k in range(6)}
    assert opened.closed == frozenset({"wishes", "weekends"})
    cancelled = done(started(), GM, act.CancelSeason(REASON))
    assert rules.opened(cancelled).streams == {} and not rules.public(cancelled).seed


def test_im_6_resolution_events_by_audience():
    state = given(owns={A: "1,4", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(done(state, A, capture(state, "0,5")), B, capture(state, "0,5"))
    state = done(state, A, build(state, "N:3,3", "tower"))
    streams = ("public", "team:0", "seat:0", "team:1", "seat:1", "seat:2", "team:2")
    seen = {
        stream: [type(e).__name__ for e in resolution(state).events if rules.visible(e, stream)]
        for stream in streams
    }
    assert seen["public"] == [
        "TileContested",
        "TileCaptured",
        "FortBuilt",
        "PointsAwarded",
        "MovesAwarded",
        "WeekResolved",
    ]
    assert seen["seat:0"].count("OrderResult") == 2 and seen["seat:1"] == ["OrderResult"]
    assert seen["seat:2"] == seen["team:2"] == []
    assert set(seen["team:0"]) | set(seen["team:1"]) == {"SuppliesChanged"}


def test_im_7_1_rooms():
    rooms = {room.key: room for room in rules.channels(started())}
    assert rooms["public"].writers == ("signed_in",) and rooms["public"].readers == ("public",)
    assert rooms["herald"].writers == ("gm",)
    assert rooms["side:2"].readers == rooms["side:2"].writers == ("team:2",)
    assert set(rooms["council"].readers) == {f"seat:{k}" for k in range(6)}
    pairs = [room for room in rooms.values() if room.kind == "pair"]
    assert len(pairs) == 15 and rooms["pair:1-4"].readers == ("seat:1", "seat:4")
    assert all(room.readers == room.writers for room in pairs)
    assert rules.may_talk(started(), (4, 1)) == (1, 4)
    assert rules.may_talk(started(), (4, 4)) == rules.may_talk(started(), (0, 9)) == "ALONE"
    assert {r.key for r in rules.channels(resolved(started(weeks=1)))} == set(rooms)


def test_im_7_2_nothing_can_be_given_to_another_side():
    fields = {name for kind in act.SideAction.__args__ for name in kind.__struct_fields__}
    assert "side" not in fields and "to" not in fields


def test_im_7_3_rooms_follow_the_seat_not_the_person():
    readers = {reader for room in rules.channels(started()) for reader in room.readers}
    assert all(room.inherits for room in rules.channels(started()))
    assert readers <= {"public", *(f"{kind}:{k}" for kind in ("seat", "team") for k in range(6))}


def prompt(state, side=A):
    return rules.private(state, side).prompt


def test_im_13_3_prompts_by_phase():
    assert prompt(draft()) == "draft" and prompt(scheduled()) == "scheduled"
    assert prompt(given()) == "nothing_affordable"
    state = given(stocks={A: {"S": 16, "R": 8}})
    assert prompt(state) == "order"
    state = done(state, A, capture(state, "4,2"))
    assert prompt(state) == "order_done"
    assert (
        prompt(done(given(stocks={A: RICH}), A, capture(given(stocks={A: RICH}), "4,2")))
        == "order_more"
    )
    listed = act.SetPrizes((act.Prize("p", "P"),), REASON)
    prizes = resolved(done(started(weeks=1), GM, listed))
    assert prompt(prizes, prizes.picks[0]) == "pick_prize"
    assert prompt(prizes, prizes.picks[1]) == "wait_prize"
    assert prompt(resolved(started(weeks=1))) == "closed"
    assert prompt(done(started(), GM, act.CancelSeason(REASON))) == "cancelled"


def test_im_13_1_targets_say_what_they_take_and_give():
    state = given(owns={A: "1,4", B: "0,5"}, forts={"N:0,5": "tower"}, stocks={A: {"S": 40}})
    targets = rules.private(state, A).targets
    assert targets["0,5"].pay == {"S": 36} and targets["0,5"].loses == 2
    assert targets["0,5"].gain == 4 and targets["0,5"].free
    assert targets["4,2"].short == {"R": 8} and not targets["4,2"].free
    poor = given(stocks={A: {"moves": 0}})
    assert rules.private(poor, A).targets["4,2"].short == {"S": 16, "R": 8, "moves": 1}


def test_im_13_2_corners_say_price_points_and_whom_they_help():
    state = given(owns={A: "0,5", B: "0,6", C: "-1,6"}, stocks={A: {"supplies": 7}})
    corner = rules.private(state, A).corners["S:0,5"]
    assert corner.options["palisade"].gain == 1 and not corner.options["palisade"].short
    assert (corner.options["castle"].price, corner.options["castle"].short) == (15, 8)
    assert corner.others["castle"] == {"1": 8, "2": 8}
    queued = done(state, A, build(state, "S:0,5", "palisade"))
    assert rules.private(queued, A).corners["S:0,5"].queued == 1


def test_im_13_1_owner_since_and_contested_weeks():
    state = given(week=2, owns={A: "1,4", B: "-1,6"}, stocks={A: RICH, B: RICH})
    state = done(done(state, A, capture(state, "0,5")), B, capture(state, "0,5"))
    tile = rules.public(resolved(state)).tiles["0,5"]
    assert (tile.since, tile.contested) == (2, 2)


def test_im_13_7_amounts_are_whole_quarters():
    state = fed(started(), row(1, A, B))
    assert rules.team(state, A).weekends["2015-01-17"].gains == {"travel": {"S": 5}}


def test_receipts_name_the_action_only():
    assert rules.describe(act.SubmitCapture(3, "4,2")) == "Week 3: capture 4,2"
    assert rules.describe(act.SubmitBuild(3, "N:1,1", "castle")) == "Week 3: build castle at N:1,1"
    assert rules.describe(act.GrantMoves(1, 2, REASON)) == "Grant moves: side 1, n 2"
    assert rules.describe(act.Publish(now=7)) == "Publish"
    for kind in act.AnyAction.__args__:
        assert kind.__doc__
