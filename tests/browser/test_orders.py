"""Pending orders, secrecy and the resolution (ui.md section 6, 10 to 14)."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser.steps import affordable, order_capture, pending, ready
from tests.hosting import seasons


def frames_of(page: Any) -> list[str]:
    """Every websocket frame this page will receive from now on."""
    seen: list[str] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: seen.append(str(data))))
    return seen


def test_ui_6_10_cancel_and_undo_are_seen_by_a_second_session_at_once(stage: Any) -> None:
    one, two = ready(stage.open_page("edda")), ready(stage.open_page("edda"))
    order_capture(one, affordable(stage))
    expect(pending(one)).to_have_count(1)
    expect(pending(two)).to_have_count(1, timeout=1500)
    reserved = stage.seat()["queue"]["reserved"]["moves"]
    assert reserved == 1
    pending(one).get_by_role("button", name="Cancel").click()
    expect(pending(one)).to_have_count(0)
    expect(pending(two)).to_have_count(0, timeout=1500)
    assert stage.seat()["queue"]["reserved"]["moves"] == 0
    one.get_by_role("button", name="Undo").click()
    expect(pending(one)).to_have_count(1)
    expect(pending(two)).to_have_count(1, timeout=1500)
    assert stage.seat()["queue"]["reserved"]["moves"] == 1


def test_ui_6_11_nobody_else_receives_a_byte_of_an_order(stage: Any) -> None:
    own = stage.open_page("edda", "/")
    rival = stage.open_page("finn", "/")
    watcher = stage.open_page(None, "/")
    frames = {page: frames_of(page) for page in (own, rival, watcher)}
    for page in frames:
        page.goto(stage.base + stage.map_path)
        ready(page)
    counts = {page: len(seen) for page, seen in frames.items()}
    order_capture(own, affordable(stage))
    expect(pending(own)).to_have_count(1)
    rival.wait_for_timeout(600)
    for page in (rival, watcher):
        fresh = frames[page][counts[page] :]
        assert [text[:300] for text in fresh if '"update"' in text] == []
        assert orders_of(frames[page], side=0) == []
    assert orders_of(frames[own], side=0)


def orders_of(frames: list[str], *, side: int) -> list[Any]:
    """Every queued order of a side that these frames tell of."""
    found = []
    for text in frames:
        frame = json.loads(text)
        streams = frame.get("streams", {}).values()
        events = [*frame.get("events", []), *(e for s in streams for e in s.get("events", []))]
        found += [e for e in events if e["type"] == "order_queued" and e["side"] == side]
    return found


def test_ui_6_12_a_resolution_is_announced_and_played_in_five_steps(stage: Any) -> None:
    page, watcher = ready(stage.open_page("edda")), ready(stage.open_page(None))
    order_capture(page, affordable(stage))
    seasons.play_bots(stage.game)
    seasons.until_due(stage.game)
    for each in (page, watcher):
        banner = each.get_by_text("Week 3 resolved").or_(each.get_by_text("Round 3 resolved"))
        expect(banner.first).to_be_visible(timeout=5000)
    current = page.get_by_role("region", name="Round 3 resolved").locator("[aria-current=step]")
    seen = [0]
    for _ in range(40):
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_timeout(250)  # the next frame shows the step
        number = int(current.inner_text().split()[0])
        if number != seen[-1]:
            seen.append(number)
        if number == 5:
            break
    assert seen == [0, 1, 2, 3, 4, 5]
    watcher.get_by_role("button", name="Play", exact=True).click()
    playing = watcher.get_by_role("region", name="Round 3 resolved").locator("[aria-current=step]")
    expect(playing).to_contain_text("1")


def test_ui_6_12_with_reduced_motion_there_is_a_numbered_list_and_nothing_moves(
    stage: Any,
) -> None:
    page = ready(stage.open_page(None, reduced_motion="reduce"))
    seasons.play_bots(stage.game)
    seasons.until_due(stage.game)
    steps = page.get_by_role("region", name="The resolution in five steps").locator("ol > li")
    expect(steps).to_have_count(5)
    running = page.evaluate(
        "document.getAnimations().filter((a) => a.playState === 'running').length"
    )
    assert running == 0


def test_ui_6_13_a_cut_socket_disables_resumes_and_equals_a_fresh_load(stage: Any) -> None:
    page = ready(stage.open_page("edda"))
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    live = page.locator("[data-live]")
    expect(live).not_to_have_attribute("data-state", "live", timeout=45_000)
    for amount in (1, 2):
        seasons.gm(
            stage.game, {"type": "grant_moves", "side": 0, "n": amount, "reason": f"gift {amount}"}
        )
    expect(page.get_by_role("button", name="Capture Tile").first).to_be_disabled()
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(live).to_have_attribute("data-state", "live", timeout=35_000)
    stage.faults.clear()
    fresh = ready(stage.open_page("edda"))
    for each in (page, fresh):
        expect(each.get_by_role("region", name="Resources")).to_be_visible()
    words = [each.get_by_role("region", name="Resources").inner_text() for each in (page, fresh)]
    assert words[0] == words[1]


def test_ui_6_14_a_replay_frame_equals_the_served_view_and_the_address_keeps_it(
    stage: Any,
) -> None:
    page = stage.open_page(None, stage.map_path + "?frame=3")
    page.locator("[role=gridcell]").first.wait_for()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    slider = page.get_by_role("slider", name="Frame")
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert "frame=" in page.url
    assert not [url for url in asked if "/api/" in url]
    page.keyboard.press("End")
    served = stage.public()
    page.wait_for_timeout(300)
    for number, side in served["sides"].items():
        strip = page.get_by_role("list", name="Standings")
        expect(strip).to_contain_text(side["name"])
        assert number in served["standings"]
        expect(strip).to_contain_text(str(side["points"]))
    page.get_by_role("button", name="Back to now").first.click()
    expect(page.get_by_role("region", name="Replay")).to_have_count(0)


def test_the_frames_a_general_receives_are_json_objects(stage: Any) -> None:
    page = stage.open_page("edda", "/")
    seen = frames_of(page)
    page.goto(stage.base + stage.map_path)
    ready(page)
    kinds = {json.loads(text)["type"] for text in seen}
    assert "snapshot" in kinds
