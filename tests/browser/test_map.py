"""The campaign map: ui.md section 6."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def ready(page: Any) -> Any:
    """Wait until the board stands and the socket is live."""
    page.locator("[role=gridcell]").first.wait_for()
    expect(page.locator("[data-live]")).to_have_attribute("data-state", "live")
    return page


def test_ui_6_1_the_map_has_271_cells_and_names_the_views_targets(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    assert page.locator("[role=gridcell]").count() == 271
    named = page.locator("[role=gridcell][aria-label*='can be captured']")
    tiles = {cell.get_attribute("data-tile") for cell in named.all()}
    assert tiles == {t for t, v in stage.seat()["targets"].items() if "short" not in v}
    assert tiles
    assert stage.faults == []
