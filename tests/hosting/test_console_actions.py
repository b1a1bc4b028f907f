"""Buttons of the GM console: form, dry run, confirmation, and the rows saved beside the change."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import AuditEntry, General
from games.engine import codec
from games.hosting import asking, clocks, services
from games.hosting.console.words import table
from games.hosting.models import Game, LogEntry
from games.registry import rules_of
from tests.hosting import seasons
from tests.hosting.console_steps import Console, make_console, messages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def console(make_user: Any, make_park: Any, settings: Any) -> Console:
    return make_console(make_user, make_park, settings)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Messages of the control channel, whatever carries them."""
    from accounts import live

    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(live, "_send", messages.append)
    return messages


def state_of(console: Console) -> Any:
    return asking.load(console.game.pk)[1]


def test_im_5_5_grant_shows_its_dry_run_and_changes_nothing_before_it_is_confirmed(
    console: Console,
) -> None:
    before = console.game.seq
    page = console.gm.post(console.url("act", "grant_moves"), {"side": 0, "n": 3}).content.decode()
    assert "What it would do" in page
    assert "Frost Hold" in page
    assert "→" in page
    assert console.game.seq == before
    assert console.rows() == []


def test_im_5_5_a_confirmed_grant_is_logged_with_reason_before_and_after(console: Console) -> None:
    answer = console.act("grant_moves", side=0, n=3, reason="the Emperor's   gift")
    assert answer.status_code == 302
    assert state_of(console).sides[0].moves == 5
    (row,) = console.rows()
    assert (row.what, row.by, row.reason) == (
        "game.grant_moves",
        console.league.people["gm"].pk,
        "the Emperor's gift",
    )
    assert row.before == {"sides.0.stocks.moves": 2}
    assert row.after == {
        "action": {"kind": "grant_moves", "side": 0, "n": 3},
        "sides.0.stocks.moves": 5,
    }
    assert row.address
    assert row.request_id


def test_e_reason_required_without_a_reason_nothing_happens(console: Console) -> None:
    url = console.url("act", "grant_moves")
    page = console.gm.post(url, {"step": "confirm", "side": 0, "n": 3, "reason": "  "})
    assert "Give a reason." in page.content.decode()
    assert console.rows() == []


def test_r_1_confirming_twice_is_one_deed(console: Console) -> None:
    url = console.url("act", "grant_moves")
    data = {"step": "confirm", "token": "gm-0123456789abcdef", "side": 0, "n": 3, "reason": "x"}
    console.gm.post(url, data)
    console.gm.post(url, data)
    assert state_of(console).sides[0].moves == 5
    assert len(console.rows()) == 1


def test_a_refusal_is_shown_in_words_and_leaves_no_row(console: Console) -> None:
    page = console.gm.post(console.url("act", "grant_moves"), {"side": 0, "n": -50})
    assert "That would leave less than nothing." in page.content.decode()
    answer = console.act("grant_moves", side=0, n=-50)
    shown = console.gm.get(answer.url)
    assert messages_of(shown) == ["That would leave less than nothing."]
    assert console.rows() == []


def test_a_form_that_does_not_fit_says_what_is_wrong(console: Console) -> None:
    page = console.gm.post(console.url("act", "grant_moves"), {"side": 9, "n": "many"})
    assert page.content.decode().count("console-error") >= 2
    assert 'value="confirm"' not in page.content.decode()


def test_what_is_not_legal_now_is_no_page(console: Console) -> None:
    answer = console.gm.get(console.url("act", "rerun"))
    assert answer.status_code == 302
    assert "Not possible now: Resolve again." in messages_of(console.gm.get(answer.url))
    assert console.gm.get(console.url("act", "submit_capture")).status_code == 404


def test_im_4_5_hold_takes_a_local_time(console: Console) -> None:
    later = console.game.due_at.timestamp() + 3600
    local = datetime.fromtimestamp(later, ZoneInfo("America/Denver"))
    console.act("hold", until=local.strftime("%Y-%m-%dT%H:%M"))
    assert abs(console.game.due_at.timestamp() - later) < 60
    assert console.rows("game.hold")


def test_im_8_9_a_new_general_is_appointed_with_the_public_note(
    console: Console, heard: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    people = console.league.people
    before = console.game.shown["table"]["seats"]["0"]["holder"]
    with django_capture_on_commit_callbacks(execute=True):
        console.act("set_general", side=0, player=people["member"].player.pk)
    held = General.objects.get(park=console.league.parks[0], office="general", until_at=None)
    assert held.player == people["member"].player
    assert console.game.shown["table"]["seats"]["0"]["holder"] != before
    assert [m["user"] for m in heard if m["reason"] == "rights"].count(people["general"].pk) == 1
    entry = LogEntry.objects.filter(game=console.game).latest("seq")
    assert codec.load(entry.events)[0]["type"] == "general_changed"
    order = {"type": "reorder_orders", "week": 1, "orders": []}
    assert seasons.act(console.game, 0, order, by=people["general"].pk).code == "not_yours"


def test_im_8_9_deputies_are_the_whole_list(console: Console) -> None:
    people, park = console.league.people, console.league.parks[0]
    console.act("set_deputies", side=0, players=[people["member"].player.pk])
    held = General.objects.filter(park=park, office="deputy", until_at=None)
    assert [row.player for row in held] == [people["member"].player]
    answer = console.act("set_deputies", side=0, players=[people["member"].player.pk])
    assert answer.url == console.url("act", "set_deputies")
    assert "That is how it is already." in messages_of(console.gm.get(answer.url))


def test_im_3_1_no_more_deputies_than_the_season_allows(console: Console, make_user: Any) -> None:
    more = [make_user(f"more-{n}").player.pk for n in range(3)]
    answer = console.act("set_deputies", side=0, players=more)
    assert "In this game a general has at most 2 deputies." in messages_of(
        console.gm.get(answer.url)
    )
    assert console.rows() == []


def test_im_8_10_seating_the_bot_is_public_and_in_the_same_change(console: Console) -> None:
    console.act("seat", seat=1, kind="bot")
    assert console.game.seats.get(number=1).bot
    assert console.game.shown["table"]["seats"]["1"]["kind"] == "bot"
    console.act("seat", seat=1, kind="park")
    assert not console.game.seats.get(number=1).bot


def test_im_3_1_live_settings_reach_the_book(console: Console) -> None:
    console.act(
        "change_settings",
        changes__refresh_hours=7,
        changes__weeks=3,
        changes__prize_clock_hours=48,
        changes__ork_kingdom_ids="3, 12",
        changes__ork_park_ids="",
    )
    game = console.game
    assert (game.book.refresh_hours, game.book.kingdom_ids) == (7, [3, 12])
    assert (game.options["refresh_hours"], game.options["ork_kingdom_ids"]) == (7, [3, 12])
    (row,) = console.rows("game.change_settings")
    changes = row.after["action"]["changes"]
    assert changes == {"refresh_hours": 7, "ork_kingdom_ids": [3, 12]}


def test_im_8_7_prizes_are_rows_that_keep_their_ids(console: Console) -> None:
    rows = {"prizes.id": ["", ""], "prizes.title": ["Feast tokens", "A banner"]}
    console.act("set_prizes", **rows)
    assert [(p.id, p.title) for p in state_of(console).prizes] == [
        ("1", "Feast tokens"),
        ("2", "A banner"),
    ]
    page = console.gm.get(console.url("act", "set_prizes")).content.decode()
    assert 'value="Feast tokens"' in page
    console.act("set_prizes", **{"prizes.id": ["2"], "prizes.title": ["A sewn banner"]})
    assert [(p.id, p.title) for p in state_of(console).prizes] == [("2", "A sewn banner")]


def test_im_4_4_resolve_now_is_the_clocks_own_action_and_names_the_gm(console: Console) -> None:
    url = console.url("resolve")
    page = console.gm.get(url)
    stood = page.context["clock_action"]
    data = {"step": "confirm", "clock_action": stood, "reason": "the worker was away"}
    early = console.gm.post(url, data)
    assert "The deadline has not been reached." in messages_of(console.gm.get(early.url))
    assert console.rows() == []
    clocks.move_lab_clock(int((console.game.due_at - clocks.now()).total_seconds()) + 1)
    console.gm.post(url, data)
    assert state_of(console).week == 2
    (row,) = console.rows("game.resolved_now")
    assert row.by == console.league.people["gm"].pk
    again = console.gm.post(url, data)
    assert "resolved already" in messages_of(console.gm.get(again.url))[-1]
    assert state_of(console).week == 2
    assert len(console.rows("game.resolved_now")) == 1


def test_the_clocks_action_cannot_be_made_up(console: Console) -> None:
    url = console.url("resolve")
    assert console.gm.post(url, {"step": "confirm", "clock_action": "x:y"}).status_code == 404


def test_r_10_a_game_set_aside_is_retried(console: Console) -> None:
    services.set_aside(console.game.pk, "abcdef123456")
    page = console.gm.get(console.url("change")).content.decode()
    assert "abcdef123456" in page
    console.gm.post(console.url("host", "retry"), {"reason": "mended"})
    assert console.game.status == "running"
    assert console.game.due_at is not None
    (row,) = console.rows()
    assert (row.what, row.reason) == ("game.retry", "mended")


def test_pause_and_resume_leave_one_row_each(console: Console) -> None:
    console.gm.post(console.url("host", "pause"), {"reason": "a storm"})
    assert console.game.paused_at
    console.gm.post(console.url("host", "pause"), {"reason": "again"})
    console.gm.post(console.url("host", "resume"))
    assert not console.game.paused_at
    assert [row.what for row in console.rows()] == ["game.pause", "game.resume"]


def test_hiding_takes_a_game_from_every_list_and_deletes_nothing(console: Console) -> None:
    code, seq = console.game.code, console.game.seq
    console.gm.post(console.url("host", "hide"), {"reason": "a test"})
    assert console.game.is_hidden
    assert console.browser("visitor").get(f"/games/{code}/").status_code == 404
    assert console.game.seq == seq + 1
    console.gm.post(console.url("host", "show"))
    assert console.browser("visitor").get(f"/games/{code}/").status_code == 200


def test_feeding_now_is_written_down_only_if_something_came(console: Console) -> None:
    answer = console.gm.post(console.url("host", "feed"), {"reason": "now"})
    assert "The game has everything its book holds." in messages_of(console.gm.get(answer.url))
    assert console.rows() == []


def test_reading_attendance_now_asks_a_worker(
    console: Console, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from games.hosting.console import sending

    sent: list[Any] = []
    monkeypatch.setattr(sending, "_in_the_background", lambda *task: sent.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        console.gm.post(console.url("host", "refresh"), {"reason": "late sheets"})
    book = console.game.book_id
    assert sent == [("games.league.tasks.refresh_book", [book, "console"])]
    row = AuditEntry.objects.get(what="book.refresh_asked")
    assert (row.target_id, row.reason) == (str(book), "late sheets")


def test_every_gm_action_of_every_title_has_a_page(console: Console) -> None:
    game = console.game
    for button in rules_of(game.title).meta.gm_actions:
        kind = button.action.__struct_config__.tag
        assert console.gm.get(console.url("act", kind)).status_code in (200, 302), kind


def test_the_log_is_worded_and_lists_no_order(console: Console) -> None:
    assert table(console.game.title)["labels"]
    legal = rules_of(console.game.title).legal(state_of(console), seasons.Seat(0))
    assert seasons.act(console.game, 0, legal.actions[0]).ok
    console.act("grant_moves", side=1, n=1, reason="a <b>gift</b>")
    page = console.gm.get(console.url("log")).content.decode()
    assert "Reed Water is granted 1 moves: a &lt;b&gt;gift&lt;/b&gt;" in page
    assert "order_queued" not in page
    assert "submit_" not in page
    assert "(Grix)" in page


def test_user_text_is_never_marked_safe(console: Console) -> None:
    """T-9, R-12: names of games, seats and people are text everywhere in the console."""
    nasty = "<script>alert(1)</script>"
    Game.objects.filter(pk=console.game.pk).update(name=nasty, subtitle=nasty)
    console.game.seats.filter(number=0).update(name=nasty[:60])
    for parts in (("change",), ("log",), ("resolve",), ("act", "grant_moves"), ("host", "pause")):
        page = console.gm.get(console.url(*parts)).content.decode()
        assert nasty not in page, parts
        assert "&lt;script&gt;" in page, parts
    assert nasty not in console.gm.get("/admin/").content.decode()
    assert nasty not in console.gm.get("/admin/games/game/").content.decode()


def test_t_9_the_consoles_policy_is_widened_for_staff_under_its_address_only(
    console: Console,
) -> None:
    inside = console.gm.get(console.url("change"))["Content-Security-Policy"]
    assert "'unsafe-eval'" in inside
    outside = console.gm.get("/")["Content-Security-Policy"]
    assert "unsafe" not in outside
    assert "unsafe" not in console.browser("general").get("/admin/")["Content-Security-Policy"]
