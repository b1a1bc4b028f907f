"""Browser push: the settings' switch, and what the service worker does with what arrives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts import services
from tests.browser.conftest import Stage

WORKER = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
SHOWN = """async () => {
  const found = await (await navigator.serviceWorker.ready).getNotifications();
  return found.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""


@pytest.fixture
def page(stage: Stage) -> Any:
    """The settings of somebody whose browser lets the portal tell things."""
    page = stage.open_page("edda", "/settings/", permissions=["notifications"])
    page.evaluate(f"{WORKER}.then(() => undefined)")
    return page


def deliver(stage: Stage, page: Any, text: str) -> None:
    """What a push service would do."""
    session = page.context.new_cdp_session(page)
    known: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(50):
        if known:
            break
        page.wait_for_timeout(50)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": stage.base, "registrationId": known[0], "data": text},
    )


def test_a_push_is_shown_once_however_often_it_comes(stage: Stage, page: Any) -> None:
    notice = {"id": 7, "title": "Club", "body": "Your turn in Winter.", "url": "/notices/7/"}
    for _ in range(2):
        deliver(stage, page, json.dumps(notice))
    page.wait_for_function(f"({SHOWN})().then((found) => found.length > 0)")
    shown = page.evaluate(SHOWN)
    assert shown == [
        {"title": "Club", "body": notice["body"], "tag": "notice-7", "url": "/notices/7/"}
    ]
    assert stage.faults == []


def test_what_is_no_notice_breaks_nothing(stage: Stage, page: Any) -> None:
    deliver(stage, page, "no json")
    page.wait_for_function(f"({SHOWN})().then((found) => found.length > 0)")
    assert page.evaluate(SHOWN)[0]["tag"] == "notice-news"
    assert stage.faults == []


def test_the_bell_title_and_mark_follow_a_push_at_once(stage: Stage, page: Any) -> None:
    services.notify(
        [stage.users["edda"].pk], "nudge", game_id=None, key="push", params={"text": "Hurry."}
    )
    deliver(stage, page, json.dumps({"id": 1, "title": "Club", "body": "Hurry.", "url": "/"}))
    page.wait_for_function("/^\\(\\d+\\) /.test(document.title)")
    assert page.locator("[data-bell-count]").inner_text() != ""
    icon = page.locator("link[rel=icon]").get_attribute("href") or ""
    assert "favicon-active" in icon


def test_the_switch_says_what_this_browser_does(stage: Stage, page: Any) -> None:
    page.wait_for_selector("[data-push-on]:visible")
    assert "only while a page is open" in page.locator("[data-push-state]").inner_text()
    key = page.locator("[data-push]").get_attribute("data-push-key")
    length = page.evaluate(
        "async (key) => (await import('/static/js/push.js')).bytesOf(key).length", key
    )
    assert length == 65
    box = page.locator("[data-push-on]").bounding_box()
    assert box is not None and box["height"] >= 43.9
