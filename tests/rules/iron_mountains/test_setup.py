"""Setup, publication and settings (IM-3, IM-2.6.4)."""

from __future__ import annotations

import pytest

from games.engine import chance, codec
from games.engine.hexgrid import tile_id
from games.engine.protocol import CLOCK, GM, Book, SeatSetup
from games.iron_mountains import actions as act
from games.iron_mountains import rules
from games.iron_mountains.board import board_of, cells_of
from games.iron_mountains.data import CLASS_IDS, CLASS_TYPES
from games.iron_mountains.mapmaker import site_tiles
from games.iron_mountains.rules.feeding import simulated_rows
from games.iron_mountains.rules.setup import drawn_sites, used_sites
from games.iron_mountains.settings import Settings, first_attendance

from .builders import (
    REASON,
    START,
    A,
    B,
    code,
    done,
    draft,
    earned,
    events,
    given,
    refused,
    resolved,
    scheduled,
    seats,
    started,
    step,
)

DEFAULTS = {
    "timezone": "America/Denver", "resolution_weekday": "saturday", "resolution_time": "06:00",
    "weeks": 16, "home_q": 4, "travel_q": 5, "host_q": 3, "afield_q": 4, "guest_q": 0,
    "home_cap_q": 48, "one_location_per_day": False, "start_moves": 2, "weekly_moves": 2,
    "coinflip_loss_percent": 50, "upgrade_pricing": "difference", "fort_points": "per_tile",
    "open_stocks": False, "members_see_orders": False, "blind_gm": True, "refresh_hours": 3,
    "hold_max_days": 14, "min_week_hours": 48, "prize_clock_hours": 48, "deputies_max": 2,
    "attendance_source": "ork", "ork_kingdom_ids": (3,), "ork_park_ids": (), "rounds_minutes": 0,
}  # fmt: skip


@pytest.mark.parametrize("name", DEFAULTS)
def test_im_3_1_defaults(name):
    assert getattr(Settings(), name) == DEFAULTS[name]


@pytest.mark.parametrize(
    "changes",
    [
        {"home_q": 41},
        {"home_cap_q": 4001},
        {"start_moves": 11},
        {"coinflip_loss_percent": 101},
        {"refresh_hours": 0},
        {"deputies_max": 6},
        {"rounds_minutes": 4},
        {"timezone": "Mars/Base"},
        {"date": "2015-02-30"},
        {"attendance_from": "soon"},
        {"upgrade_pricing": "free"},
        {"nonsense": 1},
    ],
)
def test_im_3_1_out_of_range_is_refused(changes):
    action = act.ChangeSettings(changes)
    assert code(draft(), GM, action) == "E_SETTINGS_LOCKED"


def test_im_3_1_all_change_in_draft_and_only_live_ones_later():
    state = done(draft(), GM, act.ChangeSettings({"home_q": 8, "start_moves": 5}))
    assert (state.options.home_q, state.sides[A].moves) == (8, 5)
    state = done(state, GM, act.Publish())
    assert code(state, GM, act.ChangeSettings({"home_q": 4}, REASON)) == "E_SETTINGS_LOCKED"
    found = step(state, GM, act.ChangeSettings({"refresh_hours": 6}, REASON))
    assert found.state.options.refresh_hours == 6
    assert events(found, "SettingsChanged")[0].changes == {"refresh_hours": 6}
    assert code(state, GM, act.ChangeSettings({"refresh_hours": 6})) == "E_REASON_REQUIRED"


def test_im_3_1_the_end_is_live_but_never_before_the_open_week():
    state = given(week=3)
    assert code(state, GM, act.SetSeasonEnd(weeks=2, reason=REASON)) == "E_SETTINGS_LOCKED"
    assert (
        code(state, GM, act.SetSeasonEnd(date="2015-02-06", reason=REASON)) == "E_SETTINGS_LOCKED"
    )
    assert code(state, GM, act.SetSeasonEnd(reason=REASON)) == "E_SETTINGS_LOCKED"
    last = done(state, GM, act.SetSeasonEnd(date="2015-02-07", reason=REASON))
    assert rules.public(last).end == {"date": "2015-02-07"}
    assert resolved(last).phase == "closed"
    assert resolved(done(state, GM, act.SetSeasonEnd(weeks=3, reason=REASON))).phase == "closed"
    live = act.ChangeSettings({"weeks": 2}, REASON)
    assert code(state, GM, live) == "E_SETTINGS_LOCKED"
    longer = step(state, GM, act.ChangeSettings({"weeks": 20}, REASON))
    assert events(longer, "SeasonEndChanged")[0].end == {"weeks": 20}
    again = done(last, GM, act.ChangeSettings({"weeks": 9}, REASON))
    assert rules.public(again).end == {"weeks": 9}


def test_im_3_2_a_park_belongs_to_one_side_and_a_side_may_pool_several():
    with pytest.raises(ValueError, match="parks"):
        rules.new(Settings(), (SeatSetup("X", "park", (1,)), SeatSetup("Y", "park", (1,))), "s")
    state = done(draft(), GM, act.EditSide(A, "Forge", (1, 2, 3)))
    assert (state.sides[A].name, state.sides[A].parks) == ("Forge", (1, 2, 3))
    found = refused(state, GM, act.EditSide(B, "Lantern", (3,)))
    assert (found.code, found.params["park"]) == ("im.settings_locked", 3)


@pytest.mark.parametrize(
    ("sides", "sites"),
    [
        (6, (0, 1, 2, 3, 4, 5)),
        (5, (0, 1, 2, 3, 4)),
        (4, (0, 1, 3, 4)),
        (3, (0, 2, 4)),
        (2, (0, 3)),
        (7, (0, 1, 2, 4, 6, 8, 10)),
        (9, (0, 1, 2, 4, 5, 6, 8, 9, 10)),
        (12, tuple(range(12))),
    ],
)
def test_im_3_3_base_sites_used(sides, sites):
    assert used_sites(sides) == sites
    state = draft(sides, seed="lots")
    if sides not in {6, 12}:
        shuffled = tuple(chance.shuffle("lots", sites, "seat"))
        assert tuple(side.site for side in state.sides) == shuffled


def test_im_3_3_the_gm_may_assign_sites():
    state = rules.new(Settings(start_at=START), seats(3), "demo")
    assert tuple(side.site for side in state.sides) == drawn_sites("demo", 3)
    assert done(state, GM, act.AssignSites((1, 3, 5))).sides[2].site == 5
    assert code(state, GM, act.AssignSites((1, 1, 5))) == "E_SETTINGS_LOCKED"
    assert code(state, GM, act.AssignSites((1, 6, 5))) == "E_SETTINGS_LOCKED"
    assert done(state, GM, act.AssignSites(())) == state


def test_im_3_4_an_unused_site_is_a_ruin_with_award_5():
    state = started(4)
    unused = [tile_id(site_tiles(9)[number]) for number in (2, 5)]
    board = board_of(state)
    assert [(board.kinds[t], board.awards[t]) for t in unused] == [("ruin", (5, 5))] * 2
    assert rules.public(state).tiles[unused[0]].price == 24


def test_im_3_5_each_side_starts_with_its_base_only():
    state = started(start_moves=3)
    for number, side in enumerate(state.sides):
        assert [t for t, owner in state.owners.items() if owner == number]
        assert (side.moves, side.supplies, side.points, side.orders) == (3, 0, 0, ())
    assert len(state.owners) == 6


def test_im_3_6_the_map_is_the_gms_alone_in_draft():
    state = draft()
    shown = rules.public(state)
    assert not shown.tiles and not shown.radius and shown.seed_hash == ""
    assert rules.console(state, blind=True)["map"] == cells_of(state)
    found = step(state, GM, act.Reseed())
    assert found.touches == frozenset() and cells_of(found.state) != cells_of(state)
    assert found.state.seed == chance.reseeded("demo", 1)
    assert rules.original_seed(found.state) == "demo"
    published = done(state, GM, act.Publish())
    assert len(rules.public(published).tiles) == 271
    assert code(published, GM, act.Reseed()) == "E_CAMPAIGN_STATE"


def test_im_2_6_4_the_hash_is_published_and_the_seed_stays_secret():
    found = step(draft(), GM, act.Publish())
    commitment = chance.commitment("demo", "im")
    assert events(found, "SeasonScheduled")[0].seed_hash == commitment
    assert rules.public(found.state).seed_hash == commitment
    assert not rules.public(found.state).seed and rules.revealed_seed(found.state) == ""
    assert "demo" not in repr(found.state)


def test_im_3_7_first_and_last_deadline():
    state = started()
    assert state.deadline == 1422104400  # 2015-01-24 13:00 UTC
    assert rules.public(state).calendar[-1] == 1431172800  # 2015-05-09 12:00 UTC
    assert len(rules.public(state).calendar) == 16


@pytest.mark.parametrize(
    ("start", "first"),
    [
        (START, "2015-01-17"),
        (START - 86_400, "2015-01-17"),
        (START - 2 * 86_400, "2015-01-17"),
        (START - 3 * 86_400, "2015-01-10"),
    ],
)
def test_im_3_1_attendance_from_is_the_saturday_on_or_before_the_start(start, first):
    assert first_attendance(Settings(start_at=start)) == first


def test_im_3_8_simulated_rows_follow_the_draws():
    rows = simulated_rows("demo", "2015-01-17", 3)
    home = [r for r in rows if r.home == r.park]
    assert len(home) == 36
    first = chance.draw("demo", 16, "sim", "2015-01-17", 0, 0)
    assert rows[0].class_id == CLASS_IDS[first]
    travellers = chance.draw("demo", 4, "simtrav", "2015-01-17", 1)
    away = [r for r in rows if r.home == 2 and r.park != 2]
    assert len(away) == travellers
    for j, r in enumerate(away):
        step_ = chance.draw("demo", 2, "simdest", "2015-01-17", 1, j)
        assert r.park == (1 + 1 + step_) % 3 + 1
        assert r.class_id == CLASS_IDS[chance.draw("demo", 16, "simcls", "2015-01-17", 1, j)]


def test_im_3_8_rows_are_fed_when_the_week_opens():
    state = started(attendance_source="simulated")
    assert sum(earned(state, A)["home"].values()) == 48
    kinds = [
        CLASS_TYPES[CLASS_IDS[chance.draw("demo", 16, "sim", "2015-01-17", 0, j)]]
        for j in range(12)
    ]
    assert earned(state, A)["home"]["S"] == 4 * kinds.count("S")
    assert list(rules.team(resolved(state), A).weekends) == ["2015-01-17", "2015-01-24"]
    assert rules.feed(state, Book(9, ())) is None


def test_im_3_start_needs_its_time_and_publication():
    assert code(draft(start_at=0), GM, act.Publish()) == "E_SETTINGS_LOCKED"
    assert code(scheduled(), CLOCK, act.Start(now=START - 1)) == "E_NOT_DUE"
    assert rules.deadline(scheduled(), {}).instant == START
    with pytest.raises(ValueError, match="2 to 12"):
        rules.new(Settings(), seats(1), "s")


@pytest.mark.parametrize("name", ["resolution_time", "attendance_from", "date"])
def test_im_3_1_times_and_dates_have_exactly_their_form(name):
    good = "06:00" if name == "resolution_time" else "2015-02-07"
    assert codec.convert({name: good}, Settings)
    for bad in (f"{good}\n", f" {good}", good.replace("0", "٠")):
        with pytest.raises(codec.BadInput):
            codec.convert({name: bad}, Settings)


def test_im_3_1_dates_reach_no_further_than_instants():
    with pytest.raises(ValueError, match="attendance_from"):
        draft(attendance_from="9999-12-31")


def test_im_3_1_a_season_that_would_end_before_its_first_week_is_not_published():
    early = draft(date="2015-01-23")
    assert refused(early, GM, act.Publish(now=1)).params == {"field": "date"}
    assert done(draft(date="2015-01-24"), GM, act.Publish(now=1)).phase == "scheduled"


def test_im_3_6_the_map_of_a_cancelled_draft_stays_with_the_gm():
    public = rules.public(done(draft(), GM, act.CancelSeason(REASON)))
    assert not public.tiles and not public.seed_hash and public.sides["0"].base == ""
    assert rules.public(done(scheduled(), GM, act.CancelSeason(REASON))).tiles


def test_im_3_8_simulated_attendance_starts_on_a_saturday():
    with pytest.raises(ValueError, match="no_saturday"):
        draft(attendance_source="simulated", attendance_from="2015-01-18")
    assert draft(attendance_source="simulated", attendance_from="2015-01-10")
