"""Two people at one court in Chromium: an offer that becomes a trade, a pause, and once more."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Stage
from tests.browser.test_court import MARA, ODO, at_table, court, owes, until
from tests.hosting import courts

__all__ = ["court"]  # the fixture


def both_owe(stage: Stage) -> None:
    """Play on until both people try to win members."""
    until(stage, "influence", keep=MARA)
    for _ in range(30):
        if stage.public()["state"] == "influence" and owes(stage, MARA) and owes(stage, ODO):
            return
        courts.play_rounds(stage.game.pk, 1)
    raise AssertionError("they never order in the same round")


def talk_to(page: Any, name: str) -> None:
    """Open the room of two."""
    rooms = page.get_by_role("navigation", name="Rooms")
    rooms.get_by_role("button", name=re.compile(f"^{name}")).click()


def test_chat_8_an_accepted_offer_becomes_the_order_of_both(court: Stage) -> None:
    both_owe(court)
    mara, odo = at_table(court), at_table(court, "odo")
    talk_to(mara, "Odo")
    mara.get_by_role("button", name="Offer", exact=True).click()
    card = mara.get_by_role("group", name="Offer")
    card.locator("fieldset").nth(0).get_by_role("button").first.click()
    card.locator("fieldset").nth(1).get_by_role("button").last.click()
    send = card.get_by_role("button", name="Send offer")
    expect(send).to_be_in_viewport(ratio=1)
    send.click()
    talk_to(odo, "Mara")
    odo.get_by_role("button", name="Accept", exact=True).click()
    expect(odo.get_by_role("button", name="Confirm trade")).to_be_enabled()
    take = mara.get_by_role("button", name="Put it into my order")
    take.click()
    expect(take).to_be_hidden()
    mara.get_by_role("button", name="Confirm trade").click()
    expect(mara.locator(".order-sent")).to_be_visible()
    order = court.seat(MARA)["my_order"]
    assert order["trade"]["partner"] == ODO
    assert court.faults == []


def test_a_pause_is_agreed_wherever_one_looks_and_going_on_is_the_one_thing_to_do(
    court: Stage,
) -> None:
    people = (("Mara", court.users["mara"]), ("Odo", court.users["odo"]))
    court.game = courts.make_court(court.users["mara"].pk, players=people, friendly=True)
    mara, odo = at_table(court), at_table(court, "odo", phone=True)
    mara.get_by_role("button", name="Manage").click()
    mara.get_by_role("button", name="Pause", exact=True).click()
    odo.locator(".table-board").get_by_role("button", name="Agree").tap()
    mara.locator("#table-prompt").get_by_role("button", name="Go on").click()
    odo.get_by_role("button", name="Agree").tap()
    expect(mara.get_by_role("button", name=re.compile("^Confirm bid"))).to_be_visible()
    assert court.faults == []


def test_pr_15_the_last_screen_gathers_the_same_people_again(court: Stage) -> None:
    until(court, "cast", keep=MARA)
    mara, guest = at_table(court), at_table(court, None)
    for _ in range(200):
        if court.public()["state"] == "finished":
            break
        courts.play_rounds(court.game.pk, 1)
    again = mara.get_by_role("button", name="Rematch with the same people")
    expect(again).to_be_visible(timeout=20_000)
    expect(guest.get_by_role("button", name="Rematch with the same people")).to_have_count(0)
    again.click()
    expect(mara.get_by_text("everybody invited has accepted")).to_be_visible()
    assert "/tables/" in mara.url
    assert court.faults == []
