"""The Court of the Purple Robes in Chromium: orders by hand, who sees what, and its look."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.hosting.chat.posting import Said, say
from tests.browser.conftest import Stage, _opener
from tests.hosting import courts

MARA, ODO = 0, 1


@pytest.fixture
def court(server: str, make_user: Callable[..., Any], browser: Any) -> Iterator[Stage]:
    """A court of four: Mara and Odo are people, two seats are bots; nobody has ordered.

    Orders may be taken back (PR-5.50).
    """
    users = {name: make_user(name) for name in ("mara", "odo", "guest")}
    players = (("Mara", users["mara"]), ("Odo", users["odo"]))
    game = courts.make_court(users["mara"].pk, players=players, order_recall=True)
    contexts: list[Any] = []
    staged = Stage(server, game, users, lambda *a, **k: None)
    staged.open_page = _opener(staged, browser, contexts)
    yield staged
    for context in contexts:
        context.close()


def at_table(court: Stage, who: str | None = "mara", **options: Any) -> Any:
    """The live table, without the tour of a first visit."""
    page = court.open_page(who, "/rules/", **options)
    page.evaluate("localStorage.setItem('tour:purple-robes', 'seen')")
    page.goto(court.base + court.map_path)
    page.locator(".court").wait_for()
    expect(page.locator("[data-live]").first).to_have_attribute("data-state", "live")
    return page


def until(court: Stage, state: str, *, keep: int | None = None) -> None:
    """All seats order as the bot would, up to a state; `keep` then still owes its order."""
    for _ in range(60):
        if court.public()["state"] == state and (keep is None or owes(court, keep)):
            return
        courts.play_rounds(court.game.pk, 1)
    raise AssertionError(f"no {state} that seat {keep} owes")


def owes(court: Stage, seat: int) -> bool:
    """Whether a seat still has to order."""
    return bool(court.seat(seat)["pending"])


def others_order(court: Stage) -> None:
    """Every seat but Mara's orders once."""
    for seat in range(1, courts.SEATS):
        courts.one_order(court.game.pk, seat)


def test_pr_13_3_a_bid_is_made_by_hand_and_stays_secret(court: Stage) -> None:
    page = at_table(court)
    confirm = page.get_by_role("button", name=re.compile("^Confirm bid"))
    expect(confirm).to_be_disabled()
    page.get_by_role("radio", name=re.compile("^Marker")).first.click()
    page.get_by_role("button", name="Choose queue 3 as number 1").click()
    page.get_by_role("button", name="Fill the rest by size").click()
    rows = page.get_by_role("list", name="Ranking, most wanted first").get_by_role("listitem")
    expect(rows).to_have_count(4)
    page.get_by_role("button", name="Move Queue 3 down").click()
    expect(rows.nth(1)).to_contain_text("Queue 3")
    rows.nth(1).get_by_role("button").first.press("4")
    expect(rows.nth(3)).to_contain_text("Queue 3")
    page.get_by_role("button", name="Undo").click()
    expect(rows.nth(1)).to_contain_text("Queue 3")
    ranking = [int(text.split("Queue ")[1][0]) for text in rows.all_inner_texts()]
    confirm.click()
    sent = page.locator(".order-sent")
    expect(sent).to_contain_text("Marker")
    order = court.seat(MARA)["my_order"]
    assert order["ranking"] == ranking
    assert order["marker"] in court.public()["usable"]["0"]
    expect(page.locator("[data-seat='0'] [data-order]")).to_contain_text("ordered")
    assert court.faults == []


def test_pr_15_1_a_draft_survives_a_reload_and_an_undo_takes_it_back(court: Stage) -> None:
    page = at_table(court)
    page.get_by_role("radio", name=re.compile("^Marker")).nth(1).click()
    page.get_by_role("button", name="Choose queue 2 as number 1").click()
    page.reload()
    expect(page.get_by_role("radio", name=re.compile("^Marker")).nth(1)).to_be_checked()
    expect(page.get_by_role("button", name="Queue 2 is choice 1; take it out")).to_be_visible()


def test_pr_13_3_a_monkey_is_sent_for_an_item(court: Stage) -> None:
    for _ in range(60):
        state = court.public()
        if state["state"] == "bid" and state["hands"]["0"].get("monkey") and owes(court, MARA):
            break
        courts.play_rounds(court.game.pk, 1)
    page = at_table(court)
    page.get_by_role("button", name="Choose item").click()
    page.get_by_role("button", name=re.compile("^Steal .* from queue")).first.click()
    expect(page.get_by_text("Monkey steals this first")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^Marker")).first.click()
    page.get_by_role("button", name="Fill the rest by size").click()
    page.get_by_role("button", name=re.compile("^Confirm bid")).click()
    expect(page.locator(".order-sent")).to_contain_text("Monkey")
    assert "monkey" in court.seat(MARA)["my_order"]


def test_pr_5_50_an_order_is_changed_where_the_option_allows_it(court: Stage) -> None:
    page = at_table(court)
    page.get_by_role("radio", name=re.compile("^Marker")).first.click()
    page.get_by_role("button", name="Fill the rest by size").click()
    page.get_by_role("button", name=re.compile("^Confirm bid")).click()
    page.get_by_role("button", name="Change", exact=True).click()
    confirm = page.get_by_role("button", name=re.compile("^Confirm bid"))
    expect(confirm).to_be_enabled()
    assert court.seat(MARA)["pending"] == ["bid"]
    assert court.faults == []


def test_pr_13_4_target_items_and_live_total_come_from_the_preview(court: Stage) -> None:
    until(court, "influence", keep=MARA)
    page = at_table(court)
    private = court.seat(MARA)
    target, about = next(
        (m, t) for m, t in private["my_legal"]["targets"].items() if sum(t["kinds"].values()) > 1
    )
    page.locator(f"[data-member='{target}']").click()
    expect(page.locator(f"[data-member='{target}']")).to_have_attribute("aria-pressed", "true")
    kinds = page.locator("button.item-chip[data-kind]")
    expect(kinds).to_have_count(len(about["kinds"]))
    kinds.first.press("Space")
    expect(kinds.first).to_have_attribute("aria-pressed", "true")
    kinds.last.click(modifiers=["Shift"])
    for chip in kinds.all():
        expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".total-sum")).to_have_text(re.compile(r"^\d+$"))
    kinds.last.click(modifiers=["ControlOrMeta"])
    page.get_by_role("button", name="Confirm order").click()
    expect(page.locator(".order-sent")).to_be_visible()
    assert court.seat(MARA)["my_order"]["attempt"]["target"] == target
    assert court.faults == []


def test_pr_13_4_a_trade_is_drafted_in_its_drawer(court: Stage) -> None:
    until(court, "influence", keep=MARA)
    page = at_table(court)
    page.get_by_role("button", name="Offer a trade").click()
    page.get_by_role("radio", name="Odo").click()
    page.get_by_role("button", name=re.compile("^You give: ")).first.click()
    page.get_by_role("button", name=re.compile("^Odo gives: ")).last.click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".trade-card")).to_contain_text("works if Odo orders the mirror")
    confirm = page.get_by_role("button", name="Confirm trade")
    expect(confirm).to_be_enabled()
    confirm.click()
    expect(page.locator(".order-sent")).to_contain_text("with Odo")
    assert court.seat(MARA)["my_order"]["trade"]["partner"] == ODO


def test_pr_5_20_pass_asks_before_a_draft_is_given_up(court: Stage) -> None:
    until(court, "influence", keep=MARA)
    page = at_table(court)
    page.get_by_role("combobox", name="Target").select_option("cl_jade")
    page.get_by_role("button", name="Pass", exact=True).click()
    dialog = page.get_by_role("dialog", name="Pass this round?")
    dialog.get_by_role("button", name="Pass").click()
    expect(page.locator(".order-sent")).to_contain_text("none")
    assert "attempt" not in court.seat(MARA)["my_order"]


def test_pr_13_5_a_ballot_is_cast_member_by_member(court: Stage) -> None:
    until(court, "cast", keep=MARA)
    page = at_table(court)
    votes = court.seat(MARA)["my_legal"]["votes"]
    page.get_by_role("button", name="All B").click()
    whole = sum(votes.values())
    expect(page.get_by_role("button", name=f"Seal ballot: B {whole}")).to_be_visible()
    first = page.locator("[data-voter]").first
    first.get_by_role("radio").first.click()
    member = first.get_attribute("data-voter")
    page.get_by_role("button", name=re.compile("^Seal ballot: A")).click()
    expect(page.locator(".order-sent")).to_be_visible()
    cast = court.seat(MARA)["my_order"]["votes"]
    assert cast == {**dict.fromkeys(votes, "B"), member: "A"}
    assert court.faults == []


def test_pr_13_6_a_resolution_is_told_step_by_step_and_stays_in_the_log(court: Stage) -> None:
    page = at_table(court, reduced_motion="reduce")
    courts.play_rounds(court.game.pk, 1)
    told = page.get_by_role("region", name="The bids are open")
    expect(told.get_by_role("listitem").first).to_be_visible()
    expect(told).to_contain_text("wins queue")
    told.get_by_role("button", name="Close").click()
    expect(page.locator("#table-log")).to_contain_text("wins queue")


def test_pr_15_4_a_score_tells_its_lines_and_its_rule(court: Stage) -> None:
    page = at_table(court, None)
    page.get_by_role("button", name=re.compile("^Score of Odo")).click()
    card = page.get_by_role("dialog", name="Score of Odo")
    expect(card.get_by_role("link", name="PR-8.1")).to_have_attribute(
        "href", "/rules/purple-robes/#rule-PR-8.1"
    )
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("^Score of Odo"))).to_be_focused()


def test_pr_13_8_a_spectator_sees_all_of_it_and_orders_nothing(court: Stage) -> None:
    until(court, "influence")
    page = at_table(court, None)
    expect(page.get_by_text("Spectating").first).to_be_visible()
    expect(page.locator("[data-member]")).to_have_count(21)
    expect(page.get_by_role("heading", name="Hands")).to_be_visible()
    for name in ("Confirm order", "Pass", "Undo"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def test_pr_13_2_the_text_twin_has_every_member_queue_and_hand(court: Stage) -> None:
    page = at_table(court)
    page.get_by_role("button", name="As text").click()
    twin = page.locator(".twin")
    expect(twin.locator("tr[data-row]")).to_have_count(21)
    expect(twin).to_contain_text("Queue 4")
    expect(twin.get_by_role("row", name=re.compile("^Odo"))).to_be_visible()
    page.get_by_role("button", name="Back to the board").click()
    expect(page.locator(".court")).to_be_visible()


def test_pr_8_7_resigning_is_confirmed_by_name(court: Stage) -> None:
    page = at_table(court)
    page.get_by_role("button", name="Resign …").click()
    dialog = page.get_by_role("dialog", name="Resign as Mara?")
    dialog.get_by_role("button", name="No").click()
    assert "retired" not in court.public()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Resign as Mara").click()
    expect(page.get_by_text("Spectating").first).to_be_visible(timeout=15_000)
    assert court.public()["retired"] == [MARA]


def test_ui_5_a_cut_line_disables_sending_and_keeps_the_draft(court: Stage) -> None:
    page = court.open_page("mara", "/rules/")
    lines: list[Any] = []
    cut = {"on": False}

    def connect(socket: Any) -> None:
        if cut["on"]:
            socket.close()
            return
        socket.connect_to_server()
        lines.append(socket)

    page.route_web_socket(re.compile("/ws/"), connect)
    page.goto(court.base + court.map_path)
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("radio", name=re.compile("^Marker")).first.click()
    page.get_by_role("button", name="Fill the rest by size").click()
    confirm = page.get_by_role("button", name=re.compile("^Confirm bid"))
    expect(confirm).to_be_enabled()
    cut["on"] = True
    lines[-1].close()
    expect(page.locator("[data-live]").first).to_have_attribute("data-state", "reconnecting")
    expect(confirm).to_be_disabled()
    expect(page.locator(".prompt-row")).to_contain_text("your draft is kept")
    cut["on"] = False
    expect(confirm).to_be_enabled(timeout=15_000)
    expect(page.get_by_role("radio", name=re.compile("^Marker")).first).to_be_checked()


def test_pr_13_7_on_a_phone_everything_is_a_tab_and_a_thumb_away(court: Stage) -> None:
    until(court, "influence", keep=MARA)
    page = at_table(court, phone=True)
    expect(page.locator("[data-member]")).to_have_count(21)
    tabs = page.get_by_role("navigation", name="Parts of the table")
    page.locator("[data-member='cl_jade']").click()
    tabs.get_by_role("button", name="Orders").click()
    expect(page.get_by_text("Use items")).to_be_visible()
    for button in page.locator("#table-bar button:visible, button.item-chip:visible").all():
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44, button.inner_text()
    tabs.get_by_role("button", name=re.compile("^Hand")).click()
    expect(page.get_by_role("heading", name="Your hand").last).to_be_visible()
    tabs.get_by_role("button", name=re.compile("^Talk")).click()
    expect(page.locator("#table-talk")).to_be_visible()


def test_pr_7_5_on_a_phone_who_enters_with_unread_messages_finds_the_talk_open(
    court: Stage,
) -> None:
    say(court.game.pk, court.users["mara"].pk, Said("table", "Trade with me?"))
    page = at_table(court, "odo", phone=True)
    expect(page.get_by_text("Trade with me?")).to_be_visible()
    tabs = page.get_by_role("navigation", name="Parts of the table")
    expect(tabs.locator(".foot-count")).to_have_count(0)  # what is on the screen has been read
    tabs.get_by_role("button", name=re.compile("^Court")).click()
    say(court.game.pk, court.users["mara"].pk, Said("table", "Or not?"))
    expect(tabs.locator(".foot-count")).to_contain_text("1")
    expect(page.locator("#table-talk")).to_be_hidden()  # nobody is led away from the board
    for who in ("mara", "guest"):  # her own words are read, and a guest has no seat
        other = at_table(court, who, phone=True)
        other.get_by_role("navigation", name="Parts of the table").wait_for()
        other.wait_for_timeout(300)
        expect(other.locator("#table-talk")).to_be_hidden()
    assert court.faults == []


@pytest.mark.parametrize("how", ["320 px", "200 % text", "phone"])
def test_ui_6_17_no_phase_scrolls_sideways(court: Stage, how: str) -> None:
    sizes = {"320 px": (320, 700), "200 % text": (900, 800), "phone": (390, 844)}
    width, height = sizes[how]
    wide = {}
    for state in ("bid", "influence", "cast"):
        until(court, state, keep=MARA)
        page = at_table(court, viewport={"width": width, "height": height})
        if how.startswith("200"):
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        for tab in ("Court", "Orders", "Hand"):
            button = page.locator(".foot-tabs button", has_text=tab)
            if button.count() and button.is_visible():
                button.click()
            page.wait_for_timeout(150)
            root = "document.documentElement"
            over = page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
            if over > 0:
                wide[f"{state} {tab}"] = over
        page.context.close()
    assert wide == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ui_6_15_axe_finds_nothing_serious_at_the_court(court: Stage, scheme: str) -> None:
    found: dict[str, Any] = {}
    for state in ("bid", "influence", "cast"):
        until(court, state, keep=MARA)
        for phone in (False, True):
            page = at_table(court, phone=phone, color_scheme=scheme)
            if state == "influence":
                page.locator("[data-member='cl_jade']").first.click()
            page.wait_for_timeout(500)
            keep_violations(found, f"{state} {'phone' if phone else 'desktop'}", page)
            page.context.close()
    page = at_table(court, None, color_scheme=scheme)
    page.get_by_role("button", name="As text").click()
    page.locator(".twin").wait_for()
    keep_violations(found, "twin", page)
    for path in ("home/", "parks/0/"):
        page.goto(court.base + court.map_path + path)
        page.wait_for_timeout(300)
        keep_violations(found, path, page)
    assert found == {}


def keep_violations(found: dict[str, Any], name: str, page: Any) -> None:
    """What axe calls serious or critical on a page."""
    bad = [
        (v["id"], [(n["html"][:120], n.get("failureSummary", "")[:160]) for n in v["nodes"][:3]])
        for v in Axe().run(page).response["violations"]
        if v["impact"] in ("serious", "critical")
    ]
    if bad:
        found[name] = bad


def test_ui_6_18_the_courts_scripts_stay_under_60_kb(court: Stage) -> None:
    page = court.open_page("mara", "/rules/")
    scripts: dict[str, int] = {}

    def keep(request: Any) -> None:
        if request.url.partition("?")[0].endswith(".js"):
            body = request.response().body()
            scripts[request.url] = len(gzip.compress(body, 6))

    page.on("requestfinished", keep)
    page.goto(court.base + court.map_path)
    page.locator(".court").wait_for()
    page.wait_for_timeout(400)
    talk = sum(size for url, size in scripts.items() if "/chat" in url)
    assert sum(scripts.values()) - talk < 60_000, scripts
