"""The campaign map: inspect, capture, pan and zoom, keyboard, touch (ui.md section 6, 1 to 9)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.steps import (
    affordable,
    cell,
    centre,
    double_click,
    order_capture,
    pending,
    ready,
)


def test_ui_6_1_the_map_has_271_cells_and_names_the_views_targets(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    assert page.locator("[role=gridcell]").count() == 271
    named = page.locator("[role=gridcell][aria-label*='can be captured']")
    tiles = {found.get_attribute("data-tile") for found in named.all()}
    assert tiles == {t for t, v in stage.seat()["targets"].items() if "short" not in v}
    assert tiles
    assert stage.faults == []


def test_ui_6_2_a_double_click_opens_the_capture_dialog_and_escape_goes_back(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    tile = affordable(stage, free=False)
    double_click(page, tile)
    dialog = page.get_by_role("dialog", name="Capture Tile")
    expect(dialog).to_be_visible()
    for word in ("needed", "have", "left after"):
        expect(dialog.get_by_text(word).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    focused = page.evaluate("document.activeElement.getAttribute('data-tile')")
    assert focused == tile


def test_ui_6_3_a_tile_out_of_reach_opens_nothing_and_says_why(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    view, public = stage.seat(), stage.public()
    far = next(
        t
        for t, v in sorted(public["tiles"].items())
        if t not in view["targets"] and "owner" not in v and v["kind"] not in ("base", "temple")
    )
    double_click(page, far)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#pane-tile")).to_contain_text("Not next to your land")


def test_ui_6_4_a_drag_pans_and_a_small_move_is_still_a_click(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    tile = affordable(stage)
    x, y = centre(page, "0,0")
    page.keyboard.press("Escape")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(500)
    x, y = centre(page, "0,0")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 10, steps=4)
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.up()
    moved = centre(page, "0,0")
    assert abs(moved[0] - (x + 40)) < 3
    assert page.locator("[role=gridcell][aria-selected=true]").count() == 0
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("slider", name="Zoom level").fill("1")
    page.wait_for_timeout(400)
    x, y = centre(page, tile)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y)
    page.mouse.up()
    expect(page.locator(f"[data-tile='{tile}'][aria-selected=true]")).to_have_count(1)


def test_ui_6_5_the_wheel_zooms_at_the_pointer_and_keys_and_slider_agree(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    x, y = centre(page, "2,1")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(500)
    after = centre(page, "2,1")
    assert abs(after[0] - x) < 2
    assert abs(after[1] - y) < 2
    slider = page.get_by_role("slider", name="Zoom level")
    level = float(slider.input_value())
    assert level > 1
    cell(page, "2,1").focus()
    page.keyboard.press("+")
    page.wait_for_timeout(400)
    assert float(slider.input_value()) > level
    page.keyboard.press("0")
    page.wait_for_timeout(500)
    assert float(slider.input_value()) == 1


def test_ui_6_6_a_keyboard_alone_signs_in_and_orders(stage: Any) -> None:
    page = stage.open_page(None, "/account/login/?next=" + stage.map_path)
    page.locator("input[name=login]").focus()
    page.keyboard.type("edda@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url("**" + stage.map_path)
    ready(page)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    else:
        raise AssertionError("the map cannot be reached by Tab")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Capture Tile")
    expect(dialog).to_be_visible()
    fill = dialog.get_by_role("button", name="Fill for me")
    if fill.count():
        fill.focus()
        page.keyboard.press("Enter")
    yes = dialog.get_by_role("button", name="Yes")
    expect(yes).to_be_enabled()
    for _ in range(20):
        if yes.evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(pending(page)).to_have_count(1)


def test_ui_6_7_on_a_phone_a_tap_selects_and_a_second_opens(stage: Any) -> None:
    page = ready(stage.open_page("edda", phone=True))
    page.wait_for_timeout(600)
    view = stage.seat()["targets"]
    sheet = page.locator("#table-panel").bounding_box()
    tile, (x, y) = next(
        (t, centre(page, t))
        for t in sorted(view)
        if "short" not in view[t] and _shows(centre(page, t), sheet["y"])
    )
    page.touchscreen.tap(x, y)
    expect(page.locator(f"[data-tile='{tile}'][aria-selected=true]")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_timeout(500)
    page.touchscreen.tap(*centre(page, tile))
    expect(page.get_by_role("dialog", name="Capture Tile")).to_be_visible()
    assert page.evaluate("window.scrollY") == 0
    assert page.evaluate("window.visualViewport.scale") == 1
    page.keyboard.press("Escape")
    small = page.evaluate(
        """() => [...document.querySelectorAll('#table-panel :is(button, a, summary)')]
          .filter((e) => e.checkVisibility())
          .map((e) => [e.textContent.trim() || e.ariaLabel, e.getBoundingClientRect().height])
          .filter(([, height]) => height < 44)"""
    )
    assert small == []


def test_ui_6_8_a_ruins_split_must_sum_up(stage: Any) -> None:
    from tests.hosting import seasons

    page = ready(stage.open_page("edda"))
    ruin = next(
        (t for t, v in stage.public()["tiles"].items() if v["kind"] == "ruin" and "owner" not in v)
    )
    near = _neighbour(stage, ruin)
    seasons.gm(stage.game, {"type": "set_tile", "tile": near, "side": 0, "reason": "test"})
    page.wait_for_timeout(300)
    ready(page)
    double_click(page, ruin)
    dialog = page.get_by_role("dialog", name="Capture Tile")
    yes = dialog.get_by_role("button", name="Yes")
    expect(yes).to_be_disabled()
    dialog.get_by_role("button", name="More Rangers").click()
    expect(dialog).to_contain_text("1 of 6")
    expect(yes).to_be_disabled()
    dialog.get_by_role("button", name="Fill for me").click()
    expect(dialog).to_contain_text("6 of 6")
    expect(yes).to_be_enabled()
    dialog.locator("button[aria-label^='Less']:enabled").first.click()
    expect(dialog).to_contain_text("5 of 6")
    expect(yes).to_be_disabled()


def _shows(point: tuple[float, float], bottom: float) -> bool:
    """Whether a point of the map is free to be touched on a phone."""
    return 20 < point[0] < 370 and 170 < point[1] < bottom - 20


def _neighbour(stage: Any, tile: str) -> str:
    from games.engine.hexgrid import grid

    tiles = stage.public()["tiles"]
    return next(
        n
        for n in grid(9).neighbours[tile]
        if tiles[n]["kind"] not in ("base", "temple", "ruin") and "owner" not in tiles[n]
    )


def test_ui_6_9_building_mode_shows_the_views_corners_and_orders_a_tower(stage: Any) -> None:
    from tests.hosting import seasons

    seasons.gm(
        stage.game, {"type": "grant_supplies", "side": 0, "n": 20, "reason": "a good harvest"}
    )
    page = ready(stage.open_page("edda"))
    page.get_by_role("button", name="Building Mode").click()
    page.locator("circle[data-corner]").first.wait_for()
    corners = {c.get_attribute("data-corner") for c in page.locator("circle[data-corner]").all()}
    assert corners == set(stage.seat()["corners"])
    corner = sorted(c for c, v in stage.seat()["corners"].items() if "tower" in v["options"])[0]
    spot = page.locator(f"circle[data-corner='{corner}']").bounding_box()
    before = stage.seat()["queue"]["available"]["supplies"]
    page.mouse.dblclick(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    dialog = page.get_by_role("dialog", name="Build Fortification")
    expect(dialog).to_be_visible()
    dialog.get_by_text("Tower").first.click()
    dialog.get_by_role("button", name="Build", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(pending(page)).to_have_count(1)
    expect(page.locator("[data-ghost-corner]")).to_have_count(1)
    queue = stage.seat()["queue"]
    assert queue["reserved"]["supplies"] == 10
    assert queue["available"]["supplies"] == before - 10


def test_two_captures_stand_in_the_list(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    order_capture(page, affordable(stage))
    expect(pending(page)).to_have_count(1)
    assert stage.faults == []
