"""A season through the host: attendance, orders, Saturday, undo, prizes, results, proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Notice
from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import CLOCK
from games.hosting import asking, clocks, exporting, feeds, replay, services
from games.hosting.intents import Intent
from games.hosting.models import Game, LogEntry, Update
from games.league.models import Result
from games.registry import rules_of
from tests.hosting import seasons
from tests.hosting.seasons import act, gm, make_season, play_bots, sign_in, until_due, view

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(make_user: Callable[..., Any], make_park: Callable[..., Any]) -> dict[str, Any]:
    """Two parks with generals, and a GM."""
    edda, finn = make_user("edda"), make_user("finn")
    parks = [
        make_park("Frost Hold", general=edda, mark=2, ork=(901,)),
        make_park("Ember Gate", general=finn, mark=5, ork=(902,)),
    ]
    return {"parks": parks, "generals": [edda, finn], "gm": make_user("grix", staff=True)}


@pytest.fixture
def season(league: dict[str, Any]) -> Game:
    """A published season, not yet started."""
    return make_season(league["parks"], league["gm"].pk)


def test_im_4_a_season_runs_from_its_start_to_its_results(
    season: Game, league: dict[str, Any]
) -> None:
    assert view(season, "public")["phase"] == "scheduled"
    until_due(season)
    assert view(season, "public")["phase"] == "orders"
    for weekend in range(3):
        sign_in(season, 901, 901, 16, weekend=weekend, n=9)
        sign_in(season, 902, 902, 17, weekend=weekend, n=7)
        sign_in(season, 902, 901, 3, weekend=weekend, n=2)
        play_bots(season)
        until_due(season)
    over = Game.objects.get(pk=season.pk)
    assert over.status == "finished"
    results = list(Result.objects.filter(game=season.pk).order_by("place"))
    assert [r.place for r in results] == [1, 2]
    assert {r.park_id for r in results} == {p.pk for p in league["parks"]}
    assert view(season, "public")["phase"] == "closed"
    assert LogEntry.objects.filter(game=season, actor="clock").count() == 4


def test_im_2_6_4_the_seed_shows_nowhere_before_the_end_and_proves_itself_after(
    season: Game,
) -> None:
    secret = asking.load(season.pk)[1].seed
    until_due(season)
    sign_in(season, 901, 901, 16, n=9)
    for _ in range(3):
        shown = "".join(
            u.patch + u.view + u.events for u in Update.objects.filter(game=season)
        ) + "".join(e.action + e.events for e in LogEntry.objects.filter(game=season))
        assert f'"{secret}"' not in shown
        play_bots(season)
        until_due(season)
    assert view(season, "public")["seed"] == secret
    over = Game.objects.get(pk=season.pk)
    for full in (True, False):
        data = json.loads(codec.dump(exporting.export(over, full=full)))
        assert exporting.verify(data) == [], full


def test_im_16_10_a_refresh_that_changed_nothing_leaves_no_log_entry(season: Game) -> None:
    until_due(season)
    sign_in(season, 901, 901, 16, n=3)
    before = Game.objects.get(pk=season.pk).seq
    assert feeds.feed_game(season.pk) is None
    assert Game.objects.get(pk=season.pk).seq == before
    assert feeds.newer_books() == []


def test_im_5_2_an_order_reserves_and_touches_only_its_seat(season: Game) -> None:
    until_due(season)
    for cls in (16, 15, 17):
        sign_in(season, 901, 901, cls, n=4)
    view_before = view(season, "seat:0")
    targets = [t for t, v in view_before["targets"].items() if "short" not in v]
    streams = dict(Game.objects.get(pk=season.pk).streams)
    answer = act(season, 0, {"type": "submit_capture", "week": 1, "tile": targets[0]})
    assert answer.ok
    after = Game.objects.get(pk=season.pk).streams
    assert {s for s in after if after[s] != streams[s]} == {"seat:0"}
    queue = view(season, "seat:0")["queue"]
    assert queue["reserved"]["moves"] == 1


def test_im_4_3_orders_after_the_deadline_are_refused_before_any_worker_ran(
    season: Game,
) -> None:
    until_due(season)
    due = Game.objects.get(pk=season.pk).due_at
    clocks.move_lab_clock(int((due - clocks.now()).total_seconds()) + 1)
    order = {"type": "submit_capture", "week": 1, "tile": "0,0"}
    assert act(season, 0, order).code == "im.week_locked"
    hold = {"type": "hold", "until": int(due.timestamp()) + 9000, "reason": "late sheets"}
    from games.engine.protocol import GM

    assert services.submit(season.pk, GM, hold).code == "im.week_locked"
    assert services.run_due(season.pk).ok
    assert view(season, "public")["week"] == 2


def test_im_4_4_two_game_masters_press_resolve_now_at_once(
    season: Game, league: dict[str, Any]
) -> None:
    until_due(season)
    game, state = asking.load(season.pk)
    action = rules_of(game.title).deadline(state, {}).action
    early = services.resolve_now(season.pk, action, by=league["gm"].pk)
    assert early.code == "im.not_due"
    due = Game.objects.get(pk=season.pk).due_at
    clocks.move_lab_clock(int((due - clocks.now()).total_seconds()) + 1)
    intents = [Intent(season.pk, CLOCK, action, by=league["gm"].pk) for _ in range(2)]
    answers = services.commit(intents)
    assert [a.code for a in answers] == ["", "im.already_resolved"]


def test_im_17_2_undo_and_rerun_give_the_same_week_again(season: Game) -> None:
    until_due(season)
    sign_in(season, 901, 901, 16, n=9)
    sign_in(season, 902, 902, 17, n=9)
    play_bots(season)
    until_due(season)
    public = view(season, "public")
    own = view(season, "team:0")
    gm(season, {"type": "undo_resolution", "reason": "a sheet was missing"})
    assert view(season, "public")["phase"] == "review"
    gm(season, {"type": "rerun", "reason": "nothing changed"})
    again = view(season, "public")
    for key in ("tiles", "forts", "standings", "week"):
        assert again[key] == public[key]
    assert view(season, "team:0") == own


def test_im_4_5_a_hold_moves_the_instant_of_the_host(season: Game) -> None:
    until_due(season)
    due = Game.objects.get(pk=season.pk).due_at
    until = int(due.timestamp()) + 7200
    gm(season, {"type": "hold", "until": until, "reason": "rain"})
    held = Game.objects.get(pk=season.pk)
    assert int(held.due_at.timestamp()) == until
    assert held.shown["clock"]["due_at"] == until
    assert view(season, "public")["deadline"] == until


def test_r_20_edits_of_attendance_show_side_date_and_reason_never_a_person(
    season: Game,
) -> None:
    until_due(season)
    sign_in(season, 901, 901, 16, n=1)
    shown = replay.events_page(season, frozenset({"public"}))
    edits = [e for entry in shown["entries"] for e in entry["events"]]
    edited = [e for e in edits if e["type"] == "attendance_edited"]
    assert edited
    assert edited[0]["reason"] == "signed the sheet"
    assert edited[0]["side"] == 0
    assert "Guest" not in json.dumps(shown)
    assert not LogEntry.objects.filter(game=season, action__contains="Guest 901").exists()


def test_notices_reach_each_recipient_once_per_week_and_kind(
    season: Game, league: dict[str, Any]
) -> None:
    until_due(season)
    sign_in(season, 901, 901, 16, n=9)
    play_bots(season)
    until_due(season)
    resolved = Notice.objects.filter(kind="resolved", game_id=season.pk)
    assert sorted(resolved.values_list("recipient_id", flat=True)) == sorted(
        user.pk for user in league["generals"]
    )
    assert "Week 1" in resolved[0].params["text"]


def test_im_8_9_a_general_may_act_and_a_stranger_may_not(
    season: Game, league: dict[str, Any]
) -> None:
    until_due(season)
    order = {"type": "submit_capture", "week": 1, "tile": "9,9"}
    edda, finn = league["generals"]
    assert act(season, 0, order, by=edda.pk).code == "im.unknown_tile"
    assert act(season, 0, order, by=finn.pk).code == "not_yours"


def test_r_5_every_stored_patch_leads_from_view_to_view(season: Game) -> None:
    until_due(season)
    sign_in(season, 901, 901, 16, n=9)
    play_bots(season)
    until_due(season)
    game = Game.objects.get(pk=season.pk)
    for stream in game.streams:
        current: dict[str, Any] = {}
        for row in Update.objects.filter(game=season, stream=stream).order_by("seq"):
            current = (
                codec.load(row.view) if not row.patch else merge(current, codec.load(row.patch))
            )
        assert current == json.loads(codec.dump(seasons.view(season, stream))), stream


def test_im_3_4_a_rules_upgrade_logs_keyframes_and_goes_on(
    season: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.engine.protocol import replace
    from games.hosting import cache

    until_due(season)
    rules = rules_of(season.title)
    newer = replace(rules.meta, version=rules.meta.version + 1)
    monkeypatch.setattr(type(rules), "meta", newer)
    cache.clear()
    before = Game.objects.get(pk=season.pk)
    sign_in(season, 901, 901, 16, n=1)
    after = Game.objects.get(pk=season.pk)
    assert after.rules_version == newer.version
    for stream, seq in before.streams.items():
        row = Update.objects.get(game=season, stream=stream, seq=seq + 1)
        assert row.view and not row.patch
