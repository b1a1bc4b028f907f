"""The lobby and a table that is gathered, by hand: two people meet and are taken to the game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.hosting.tables import making
from games.hosting.tables.making import Wanted, Wish, usual_seats
from games.hosting.tables.models import Begin, Kind, Table


@pytest.fixture
def meta() -> Any:
    """A title that people gather tables of."""
    return making.offered()[0]


def gather(meta: Any, user: Any, *, name: str = "Seven Lamps", bots: int, **wishes: Any) -> Table:
    """A table with its host, some bots, and open seats."""
    free = usual_seats(meta) - 1 - bots
    places = [Wanted(Kind.PERSON, user), *[Wanted(Kind.BOT)] * bots, *[Wanted()] * free]
    wish = Wish(meta.slug, name, places, preset=meta.clocks[0].key, **wishes)
    return making.make_table(wish, by=user)


def test_from_the_form_to_the_game_for_two(stage: Any, meta: Any) -> None:
    host = stage.open_page("edda", f"/tables/new/{meta.slug}/")
    host.get_by_label("Name of the table").fill("Thursday")
    for seat in range(3, usual_seats(meta) + 1):
        host.get_by_label(f"Seat {seat}", exact=True).select_option("bot")
    host.get_by_label("Seat 2", exact=True).select_option("person")
    host.get_by_label("Persona for seat 2").fill("Nobody Here")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_text("Nobody here has the persona")).to_be_visible()
    host.get_by_label("Persona for seat 2").fill("Finn")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("heading", name="Thursday")).to_be_visible()
    guest = stage.open_page("finn", "/", phone=True)
    guest.get_by_role("button", name="Accept the invitation to Thursday").click()
    at_game = re.compile(r"/games/[a-z0-9]{10}/")
    expect(guest).to_have_url(at_game)
    expect(host).to_have_url(at_game, timeout=15_000)  # taken there by itself


def test_fields_that_a_choice_does_not_need_are_out_of_the_way(stage: Any, meta: Any) -> None:
    page = stage.open_page("edda", f"/tables/new/{meta.slug}/")
    person, times = page.get_by_label("Persona for seat 2"), page.get_by_label("Start on")
    expect(person).to_be_hidden()
    expect(times).to_be_hidden()
    page.get_by_label("Seat 2", exact=True).select_option("person")
    page.get_by_label("The game starts").select_option("at")
    expect(person).to_be_visible()
    expect(times).to_be_visible()


def test_a_table_shows_who_came_without_a_reload_by_hand(stage: Any, meta: Any) -> None:
    from games.hosting.tables import seating

    table = gather(meta, stage.users["edda"], bots=0, begin=Begin.HAND)
    page = stage.open_page("edda", f"/tables/{table.code}/")
    seating.join(table, stage.users["finn"])
    expect(page.get_by_role("button", name="Send away Finn")).to_be_visible(timeout=15_000)


def test_play_against_bots_is_one_click_by_keyboard(stage: Any, meta: Any) -> None:
    page = stage.open_page("edda", "/")
    page.get_by_role("button", name="Play a game against bots now").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/games/[a-z0-9]{10}/"))
    expect(page.get_by_role("link", name="Next table")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ui_6_15_axe_finds_nothing_serious_in_the_lobby(stage: Any, meta: Any, scheme: str) -> None:
    table = gather(meta, stage.users["edda"], bots=1, begin=Begin.HAND)
    found = {}
    for who, path in pages(table, meta):
        page = stage.open_page(who, path, color_scheme=scheme)
        page.wait_for_timeout(300)
        bad = [v["id"] for v in Axe().run(page).response["violations"]
               if v["impact"] in ("serious", "critical")]  # fmt: skip
        if bad:
            found[who, path] = bad
        page.context.close()
    assert found == {}
    assert stage.faults == []


def test_ui_6_17_the_lobby_fits_320_px_and_its_buttons_a_thumb(stage: Any, meta: Any) -> None:
    table = gather(meta, stage.users["edda"], bots=1, begin=Begin.HAND)
    for who, path in pages(table, meta):
        page = stage.open_page(who, path, viewport={"width": 320, "height": 700}, has_touch=True)
        page.wait_for_timeout(200)
        over = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        low = page.locator("main .button:visible").evaluate_all(
            "all => all.filter((b) => b.offsetHeight < 44).map((b) => b.innerText)"
        )
        assert (over, low) == (0, []), (who, path)
        page.context.close()


def pages(table: Table, meta: Any) -> list[tuple[str | None, str]]:
    """Who looks at what."""
    return [
        (None, "/"), (None, f"/tables/{table.code}/"), ("finn", "/"), ("edda", "/games/"),
        ("finn", f"/tables/{table.code}/"), ("edda", f"/tables/{table.code}/"),
        ("edda", "/tables/new/"), ("edda", f"/tables/new/{meta.slug}/"),
    ]  # fmt: skip
