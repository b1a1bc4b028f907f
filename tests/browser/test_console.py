"""The GM console on a phone (ui.md section 6, point 20)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import AuditEntry
from games.hosting import asking, clocks
from games.hosting.models import Game


@pytest.fixture
def console(stage: Any, settings: Any) -> Any:
    """The stage with a GM whose second factor is not asked for here."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    return stage


def test_ui_20_a_gm_resolves_from_a_phone_and_is_named(console: Any) -> None:
    game = Game.objects.get(pk=console.game.pk)
    week = asking.load(game.pk)[1].week
    page = console.open_page("grix", "/admin/", phone=True)
    page.get_by_role("link", name=game.name).first.click()
    page.get_by_role("link", name="Preview and resolve now").click()
    expect(page.get_by_role("heading", name="What it would do")).to_be_visible()
    address = page.url
    clocks.move_lab_clock(int((game.due_at - clocks.now()).total_seconds()) + 1)
    page.get_by_label("Reason").fill("the worker was away")
    page.get_by_role("button", name="Confirm: Resolve now").click()
    expect(page.get_by_text("Done: Resolve now.")).to_be_visible()
    assert asking.load(game.pk)[1].week == week + 1
    row = AuditEntry.objects.get(what="game.resolved_now")
    assert (row.by, row.reason) == (console.users["grix"].pk, "the worker was away")
    other = console.open_page("edda", "/", phone=True)
    answer = other.goto(address)
    assert answer is not None
    assert answer.status == 403


@pytest.mark.parametrize(
    "path", ["", "resolve/", "act/hold/", "act/set_prizes/", "log/", "change/"]
)
def test_ui_17_no_console_page_scrolls_sideways_on_a_phone(console: Any, path: str) -> None:
    base = f"/admin/games/game/{console.game.pk}/" if path else "/admin/"
    page = console.open_page(
        "grix", base + path, phone=True, viewport={"width": 320, "height": 700}
    )
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320, wide
    small = page.evaluate(
        "[...document.querySelectorAll('.console a.console-button, .console button')]"
        ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.textContent)"
    )
    assert small == []


def test_r_12_wording_of_people_runs_no_script_in_the_console(console: Any) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    Game.objects.filter(pk=console.game.pk).update(name=nasty)
    page = console.open_page("grix", "/admin/")
    spoken: list[str] = []
    page.on("dialog", lambda dialog: (spoken.append(dialog.message), dialog.dismiss()))
    page.goto(console.base + f"/admin/games/game/{console.game.pk}/change/")
    expect(page.get_by_text(nasty).first).to_be_visible()
    assert spoken == []
    assert page.locator("img[src=x]").count() == 0
