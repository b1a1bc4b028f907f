"""A Saturday as its people live it: a general on a phone, a visitor, a GM, a faulty sheet."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from games.hosting.models import Game
from tests.browser.steps import affordable, pending, ready
from tests.hosting import seasons


@pytest.fixture
def story(stage: Any, settings: Any) -> Any:
    """The stage; the GM's second factor is tested elsewhere."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    seasons.gm(
        stage.game, {"type": "grant_supplies", "side": 0, "n": 12, "reason": "a gift of stone"}
    )
    return stage


def capture_by_list(page: Any, stage: Any) -> str:
    """Order a tile from the Targets list, as one does without the map."""
    tile = affordable(stage)
    page.get_by_role("tab", name="Targets").click()
    row = page.locator(f"#pane-targets [data-row='{tile}'], #pane-targets [data-target='{tile}']")
    if row.count():
        row.first.get_by_role("button").last.click()
    else:
        page.locator("#pane-targets").get_by_role("button", name="Capture").first.click()
    dialog = page.get_by_role("dialog", name="Capture Tile")
    expect(dialog).to_be_visible()
    fill = dialog.get_by_role("button", name="Fill for me")
    if fill.count():
        fill.click()
    yes = dialog.get_by_role("button", name="Yes")
    expect(yes).to_be_enabled()
    yes.click()
    expect(dialog).to_be_hidden()
    return tile


def test_two_captures_and_a_tower_from_a_phone_and_a_visitor_sees_saturday(story: Any) -> None:
    page = ready(story.open_page("edda", phone=True))
    page.locator(".sheet-handle").click()
    capture_by_list(page, story)
    capture_by_list(page, story)
    page.get_by_role("tab", name="Orders").click()
    expect(pending(page)).to_have_count(2)
    page.get_by_role("tab", name="Tile").click()
    page.locator("#pane-tile button", has_text="Building Mode").click()
    page.get_by_role("tab").nth(1).click()
    page.locator("#pane-targets").get_by_role("button", name="Build at").first.click()
    dialog = page.get_by_role("dialog", name="Build Fortification")
    dialog.get_by_text("Tower").first.click()
    dialog.get_by_role("button", name="Build", exact=True).click()
    expect(dialog).to_be_hidden()
    assert len(story.seat()["queue"]["list"]) == 3
    visitor = ready(story.open_page(None))
    before = story.public()["sides"]["0"]
    seasons.until_due(story.game)
    expect(visitor.get_by_role("region", name="Round 3 resolved")).to_be_visible()
    visitor.get_by_role("button", name="Play", exact=True).click()
    after = story.public()["sides"]["0"]
    assert after["tiles"] >= before["tiles"] + 1
    assert after["towers"] == before["towers"] + 1
    visitor.get_by_role("button", name="Skip", exact=True).click()
    expect(visitor.get_by_role("list", name="Standings")).to_contain_text(str(after["points"]))
    assert story.faults == []


def test_a_gm_previews_holds_and_undoes_in_the_console(story: Any) -> None:
    page = story.open_page("grix", f"/admin/games/game/{story.game.pk}/resolve/")
    expect(page.get_by_role("heading", name="What it would do")).to_be_visible()
    seasons.play_bots(story.game)
    seasons.until_due(story.game)
    game = Game.objects.get(pk=story.game.pk)
    page.goto(story.base + f"/admin/games/game/{game.pk}/act/hold/")
    assert game.due_at is not None
    local = (game.due_at + timedelta(hours=3)).astimezone(zone_of(game))
    field = page.locator("input[type='datetime-local']").first
    field.fill(local.strftime("%Y-%m-%dT%H:%M"))
    press_through(page, "the sheets are late")
    held = Game.objects.get(pk=game.pk)
    assert held.due_at is not None
    assert held.due_at > game.due_at
    page.goto(story.base + f"/admin/games/game/{game.pk}/act/undo_resolution/")
    press_through(page, "a sheet was missing")
    assert story.public()["phase"] == "review"


def zone_of(game: Game) -> Any:
    """The campaign's zone, in which the console asks for times."""
    from zoneinfo import ZoneInfo

    return ZoneInfo(game.options["timezone"])


def press_through(page: Any, reason: str) -> None:
    """The form, what it would do, the reason, the confirmation."""
    if not page.get_by_role("button", name="Confirm").count():
        page.locator("main form button, .console form button").last.click()
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Done").first).to_be_visible()


def test_a_sheet_with_three_faults_is_named_by_line_and_applied_without_them(
    story: Any, tmp_path: Path
) -> None:
    sheet = tmp_path / "weekend.csv"
    sheet.write_text(
        "date,park,class,player_id,persona,home_park\n"
        "2026-02-21,901,Warrior,71001,Hedda Brightspear,901\n"
        "21.2.2026,901,Warrior,71002,Osric,901\n"
        "2026-02-21,Nowhere Keep,Healer,71003,Maelis,901\n"
        "2026-02-21,901,Juggler,71004,Corwyn,901\n"
        "2026-02-22,902,Wizard,71005,Tamsin,901\n"
    )
    book = story.game.book_id
    page = story.open_page("grix", f"/admin/league/book/{book}/upload/")
    page.locator("input[type=file]").set_input_files(str(sheet))
    page.locator("form:has(input[type=file]) button").last.click()
    for fault in ("Line 3: no usable date", "Line 4: the park", "Line 5: the class"):
        expect(page.get_by_text(fault)).to_be_visible()
    expect(page.get_by_role("row", name="Frost Hold Soldiers")).to_be_visible()
    page.get_by_label("Reason").first.fill("the weekend's sheet, three lines were not readable")
    skip = page.get_by_label("Skip", exact=False)
    if skip.count():
        skip.first.check()
    page.get_by_role("button", name="Apply").first.click()
    page.wait_for_load_state()
    from games.league.models import Row

    assert Row.objects.filter(book=book, player_id__in=(71001, 71005)).count() == 2
    assert not Row.objects.filter(book=book, player_id__in=(71002, 71003, 71004)).exists()
