"""The league's pages in a browser: accessible, inside their bounds, usable by hand and by key."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.community import sample
from games.hosting.models import Game, Status

SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
TARGETS = ".league :is(.button, button, input:not([type=hidden])), .sub-nav a"
LOW = f"""[...document.querySelectorAll('{TARGETS}')]
    .filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 90))"""


@pytest.fixture
def pages(stage: Any) -> dict[str, tuple[str | None, str]]:
    """Every page of the league with something on it, as somebody."""
    sample.load(stage.users["grix"], [stage.users["edda"], stage.users["finn"]])
    code = Game.objects.get(status=Status.FINISHED).code
    edda, finn = stage.users["edda"].pk, stage.users["finn"].pk
    return {
        "home": (None, "/"),
        "news": (None, "/news/"),
        "standings": (None, "/standings/"),
        "title": ("edda", "/standings/purple-robes/"),
        "duel": (None, f"/standings/head-to-head/?a={edda}&b={finn}"),
        "parks": (None, "/parks/"),
        "park": ("edda", "/parks/frost-hold/"),
        "people": ("edda", "/people/"),
        "person": (None, f"/people/{edda}/"),
        "archive": (None, "/archive/"),
        "results": ("edda", f"/games/{code}/results/"),
        "calendar": ("edda", "/calendar/"),
        "empty": (None, "/standings/iron-mountains/"),
    }


@pytest.mark.timeout(300)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ui_6_15_axe_finds_nothing_serious_in_the_league(
    stage: Any, pages: dict[str, tuple[str | None, str]], scheme: str
) -> None:
    found = {}
    for name, (who, path) in pages.items():
        page = stage.open_page(who, path, color_scheme=scheme)
        bad = [
            (v["id"], v["nodes"][0]["html"][:160])
            for v in Axe().run(page).response["violations"]
            if v["impact"] in ("serious", "critical")
        ]
        if bad:
            found[name] = bad
        page.context.close()
    assert found == {}
    assert stage.faults == []


def test_ui_6_17_the_league_fits_320_px_with_targets_to_tap(
    stage: Any, pages: dict[str, tuple[str | None, str]]
) -> None:
    for name, (who, path) in pages.items():
        page = stage.open_page(who, path, viewport={"width": 320, "height": 700})
        assert not page.evaluate(SIDEWAYS), name
        assert page.evaluate(LOW) == [], name
        page.context.close()


def test_two_players_are_compared_by_typing_their_names(
    stage: Any, pages: dict[str, tuple[str | None, str]]
) -> None:
    page = stage.open_page(None, "/standings/")
    page.get_by_role("link", name="Head-to-head").click()
    page.get_by_label("Player").fill("edda")
    page.get_by_label("against").fill("Finn")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Edda and Finn")).to_be_visible()
    page.get_by_role("link", name="The first table").click()
    expect(page.get_by_role("heading", name="Placings")).to_be_visible()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_a_calendar_address_is_made_shown_once_and_closed(stage: Any) -> None:
    page = stage.open_page("edda", "/calendar/")
    page.get_by_role("button", name="Make my address").click()
    address = page.get_by_label("Your calendar's address").input_value()
    path = address[address.index("/calendar/") :]
    assert page.request.get(stage.base + path).status == 200
    page.reload()
    expect(page.get_by_label("Your calendar's address")).to_have_count(0)
    page.get_by_role("button", name="Close my address").click()
    expect(page.get_by_role("button", name="Make my address")).to_be_visible()
    assert page.request.get(stage.base + path).status == 404
