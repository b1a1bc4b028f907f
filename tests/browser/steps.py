"""What a person does on the map, in a few words."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def ready(page: Any) -> Any:
    """Wait until the board stands and the socket is live, and put away what is in front of it."""
    page.locator("[role=gridcell]").first.wait_for()
    expect(page.locator("[data-live]")).to_have_attribute("data-state", "live")
    for name in ("Skip", "Close the first steps", "Later"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.count() and button.first.is_visible():
            button.first.click()
    return page


def cell(page: Any, tile: str) -> Any:
    """The grid cell of a tile."""
    return page.locator(f"[role=gridcell][data-tile='{tile}']")


def centre(page: Any, tile: str) -> tuple[float, float]:
    """Where a tile's centre is on the screen."""
    box = cell(page, tile).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def affordable(stage: Any, *, free: bool | None = None) -> str:
    """A tile that the first general can pay for now."""
    view, tiles = stage.seat(), stage.public()["tiles"]
    for tile, target in sorted(view["targets"].items()):
        if "short" in target or "queued" in target:
            continue
        if free is None or target["free"] == free:
            assert tile in tiles
            return tile
    raise AssertionError("nothing affordable")


def double_click(page: Any, tile: str) -> None:
    """Double-click a tile at its centre."""
    page.mouse.dblclick(*centre(page, tile))


def order_capture(page: Any, tile: str) -> None:
    """Order a tile through its dialog."""
    double_click(page, tile)
    dialog = page.get_by_role("dialog", name="Capture Tile")
    expect(dialog).to_be_visible()
    fill = dialog.get_by_role("button", name="Fill for me")
    if fill.count():
        fill.click()
    yes = dialog.get_by_role("button", name="Yes")
    expect(yes).to_be_enabled()
    yes.click()
    expect(dialog).to_be_hidden()


def pending(page: Any) -> Any:
    """The rows of the pending orders."""
    return page.locator("#pane-orders [data-order]")
