"""A live evening at court: four people, a bot and a spectator play a cycle by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from games.hosting import bots
from games.hosting.creating import SeatPlan, create_game
from tests.browser.conftest import Stage, _opener

PEOPLE = ("ilse", "bram", "mara", "odo")
RUMOUR = "The War palace is bought."
SECRET = "Only for Bram: I leave the Clans to you."


@pytest.fixture
def evening(server: str, make_user: Callable[..., Any], browser: Any) -> Iterator[Stage]:
    """A table of five with a live clock; nobody has ordered."""
    users = {name: make_user(name) for name in (*PEOPLE, "guest")}
    plans = [SeatPlan(n.title(), k + 1, user=users[n]) for k, n in enumerate(PEOPLE)]
    game = create_game(
        title="purple-robes",
        name="Table of the Seven Lamps",
        options={"players": 5},
        seats=[*plans, SeatPlan("Tam", 5, kind="bot")],
        by=users["ilse"].pk,
        clock={"bid": 600, "influence": 600, "cast": 600},
        seed="an evening at court",
    )
    contexts: list[Any] = []
    staged = Stage(server, game, users, lambda *a, **k: None)
    staged.open_page = _opener(staged, browser, contexts)
    yield staged
    for context in contexts:
        context.close()


class Watched:
    """A page, and every frame its socket brought."""

    def __init__(self, stage: Stage, who: str | None, *, phone: bool = False) -> None:
        self.frames: list[str] = []
        self.page = stage.open_page(who, "/rules/", phone=phone)
        self.page.on("websocket", self._listen)
        self.page.goto(stage.base + stage.map_path)
        skip = self.page.get_by_role("button", name="Skip")
        expect(self.page.locator("[data-live]").first).to_have_attribute("data-state", "live")
        if who is not None:
            skip.first.click()

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.frames)


def now(stage: Stage) -> dict[str, Any]:
    """The public view."""
    return stage.public()


def let_bot_play(stage: Stage) -> None:
    """The bot thinks no time here; what it owes it orders now."""
    bots.play(stage.game.pk)


def bid(seat: Watched) -> None:
    """The first marker, the queues by size."""
    page = seat.page
    page.get_by_role("radio", name=re.compile("^Marker")).first.click()
    page.get_by_role("button", name="Fill the rest by size").click()
    page.get_by_role("button", name=re.compile("^Confirm bid")).click()
    expect(page.get_by_role("button", name=re.compile("^Confirm bid: marker"))).to_be_hidden()


def influence(seat: Watched) -> str:
    """Every item of one kind on the first free clan or palace it works on."""
    page = seat.page
    for target in ("cl_blade", "cl_jade", "cr_royalist", "adv_war"):
        page.get_by_role("combobox", name="Target").select_option(target)
        chips = page.locator("button.item-chip")
        if chips.count():
            chips.first.click()
            page.get_by_role("button", name="Confirm order").click()
            expect(page.locator(".order-sent")).to_be_visible()
            return target
    raise AssertionError("nothing works on anybody")


def pass_(seat: Watched) -> None:
    """A full pass."""
    seat.page.get_by_role("button", name="Pass", exact=True).click()


def say(seat: Watched, text: str, *, anonymous: bool = False) -> None:
    """Write to the room that is open."""
    seat.page.get_by_label("Message", exact=True).fill(text)
    seat.page.get_by_role("button", name="As anonymous" if anonymous else "Send").click()


def bids_of_a_cycle(stage: Stage, seats: list[Watched]) -> None:
    """Three rounds; the window resolves with the last of five orders."""
    for _ in range(3):
        turn = now(stage)["turn"]
        let_bot_play(stage)
        for seat in seats:
            assert now(stage)["turn"] == turn
            bid(seat)
        assert now(stage)["turn"] == turn + 1


def attempts_while_one_is_away(stage: Stage, seats: list[Watched], away: Watched) -> None:
    """Three order, the fourth is offline, comes back without a reload and passes."""
    away.page.context.set_offline(True)
    away.page.evaluate("window.dispatchEvent(new Event('offline'))")
    let_bot_play(stage)
    for seat in seats:
        if seat is not away:
            influence(seat)
    assert now(stage)["state"] == "influence"
    away.page.context.set_offline(False)
    away.page.evaluate("window.dispatchEvent(new Event('online'))")
    live = away.page.locator("[data-live]").first
    expect(live).to_have_attribute("data-state", "live", timeout=35_000)
    stage.faults[:] = [f for f in stage.faults if "ERR_INTERNET_DISCONNECTED" not in f]
    pass_(away)


def until_ordered(stage: Stage, seat: Watched, number: int, turn: int) -> None:
    """Wait until the order is in; it may have been the window's last."""
    for _ in range(80):
        view = now(stage)
        if view["turn"] != turn or view["order_status"].get(str(number)) != "pending":
            return
        seat.page.wait_for_timeout(100)
    raise AssertionError("the order did not arrive")


def pass_until_casting(stage: Stage, seats: list[Watched]) -> None:
    """Everybody who owes an order passes, round by round."""
    while now(stage)["state"] == "influence":
        turn = now(stage)["turn"]
        let_bot_play(stage)
        for k, seat in enumerate(seats):
            if now(stage)["turn"] == turn and now(stage)["order_status"][str(k)] == "pending":
                pass_(seat)
                until_ordered(stage, seat, k, turn)
        assert now(stage)["turn"] > turn


def cast_all_a(stage: Stage, seats: list[Watched]) -> None:
    """Who holds a vote gives it to A."""
    for k, seat in enumerate(seats):
        if now(stage)["state"] == "cast" and now(stage)["order_status"][str(k)] == "pending":
            seat.page.get_by_role("button", name="All A", exact=True).click()
            seal = seat.page.get_by_role("button", name=re.compile("^Seal ballot"))
            turn = now(stage)["turn"]
            seal.click()
            until_ordered(stage, seat, k, turn)
    let_bot_play(stage)


@pytest.mark.timeout(400)
def test_pr_13_four_people_a_bot_and_a_spectator_play_a_cycle(evening: Stage) -> None:
    seats = [Watched(evening, name) for name in PEOPLE]
    spectator = Watched(evening, None)
    bids_of_a_cycle(evening, seats)
    say(seats[0], RUMOUR, anonymous=True)
    rooms = seats[0].page.get_by_role("navigation", name="Rooms")
    rooms.get_by_role("button", name=re.compile("Bram")).click()
    say(seats[0], SECRET)
    attempts_while_one_is_away(evening, seats, away=seats[2])
    pass_until_casting(evening, seats)
    cast_all_a(evening, seats)
    assert now(evening)["cycle"] == 2
    expect(spectator.page.get_by_text("Cycle 2 of 5").first).to_be_visible()
    everybody = [*seats, spectator]
    for one in everybody[1:]:  # the author reads another room
        expect(one.page.get_by_text(RUMOUR).first).to_be_attached(timeout=15_000)
    no_author_in_any_frame(everybody)
    assert SECRET in seats[1].text
    assert all(SECRET not in one.text for one in (seats[2], seats[3], spectator))
    assert evening.faults == []


def no_author_in_any_frame(everybody: list[Watched]) -> None:
    """CHAT-7, PR-7.4: all received the very same message, and nothing in it leads to its author."""
    shown = set()
    for one in everybody:
        found = [json.loads(text) for text in one.frames if RUMOUR in text]
        assert found
        for frame in found:
            assert frame["type"] == "chat"
            said = [m for m in _messages(frame) if m.get("body") == RUMOUR]
            shown |= {json.dumps(message, sort_keys=True) for message in said}
    assert len(shown) == 1
    message = json.loads(shown.pop())
    assert {"seat", "from", "by", "user"}.isdisjoint(message)
    assert message["at"] % 60 == 0


def _messages(value: Any) -> Iterator[dict[str, Any]]:
    """Every message somewhere in a frame."""
    if isinstance(value, dict):
        if "body" in value:
            yield value
        for part in value.values():
            yield from _messages(part)
    elif isinstance(value, list):
        for part in value:
            yield from _messages(part)
