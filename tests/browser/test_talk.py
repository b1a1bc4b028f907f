"""R-12, CHAT-9, CHAT-10: talk beside a map, between people, with everything somebody may type."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.hosting import services
from games.hosting.chat import pace
from games.hosting.chat.posting import Said, say

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "javascript:alert(1)",
    "<a href='javascript:alert(1)'>x</a>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "'\"><style>*{display:none}</style>",
    "{{ 7 * 7 }} {% debug %} ${alert(1)}",
    "<b style='position:fixed;inset:0'>cover</b>",
    "\u202eesrever\u2066 isolate",
    "zero\u200bwidth\u200djoined\ufeff",
    "Z\u0336\u0337\u0338" * 80,
    "w" * 1000,
    "\u0e49" * 500 + "x",
    "line\n" * 19 + "end",
    "\u202e&lt;b&gt; &amp; <!-- --> ]]>",
    "https://example.org/?a=<b>&c='d'",
    "שלום <b>עולם</b> مرحبا",
    "🧙" * 200,
    "</li></ol></section><h1>out</h1>",
)


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BURST", "MOST"):
        monkeypatch.setattr(pace, name, 10_000)


def open_talk(page: Any) -> None:
    page.get_by_role("button", name="Talk").click()
    page.locator(".chat-entry").first.wait_for()


def room(page: Any, name: str) -> None:
    page.locator(".chat-entry", has_text=name).click()


def write(page: Any, text: str) -> None:
    page.get_by_label("Message", exact=True).fill(text)
    page.get_by_role("button", name="Send").click()


def test_generals_talk_in_private_and_a_visitor_sees_nothing_of_it(stage: Any) -> None:
    edda, finn, visitor = stage.open_page("edda"), stage.open_page("finn"), stage.open_page()
    frames: list[str] = []
    visitor.on(
        "websocket", lambda ws: ws.on("framereceived", lambda text: frames.append(str(text)))
    )
    visitor.reload()
    for page in (edda, finn, visitor):
        open_talk(page)
    room(edda, "Ember Gate")
    write(edda, "the canary sings")
    finn.locator(".chat-entry", has_text="Frost Hold").locator(".chat-count").first.wait_for()
    room(finn, "Frost Hold")
    finn.get_by_text("the canary sings").wait_for()
    room(edda, "Everybody")
    write(edda, "Well met, all.")
    visitor.get_by_text("Well met, all.").wait_for()
    assert visitor.locator(".chat-entry").all_inner_texts() == [
        "Everybody\nOnly people who are signed in can write.",
        "Herald\nOnly people who are signed in can write.",
    ]
    assert frames and not any("canary" in text for text in frames)
    assert stage.faults == []


def test_chat_9_drafts_stay_and_mentions_are_completed(stage: Any) -> None:
    edda = stage.open_page("edda")
    open_talk(edda)
    box = edda.get_by_label("Message", exact=True)
    box.press_sequentially("Ask @emb")
    edda.get_by_role("option", name="Ember Gate").wait_for()
    with edda.expect_response("**/chat/draft"):
        box.press("Enter")
    assert box.input_value() == "Ask @Ember Gate "
    edda.reload()
    open_talk(edda)
    assert edda.get_by_label("Message", exact=True).input_value() == "Ask @Ember Gate "
    services.host_change(stage.game.pk, "pause")
    room(edda, "War council")
    edda.get_by_text("only public talk goes on").first.wait_for()
    assert stage.faults == []


def test_r_12_block_and_report_within_two_presses(stage: Any) -> None:
    say(stage.game.pk, stage.users["finn"].pk, Said("public", "You fools."))
    edda = stage.open_page("edda")
    open_talk(edda)
    more = edda.get_by_role("button", name="More about this message")
    more.click()
    edda.get_by_role("button", name="Report").click()
    edda.get_by_text("Reported to the game master").wait_for()
    more.click()
    edda.get_by_role("button", name="Mute Finn").click()
    edda.get_by_text("A message of somebody you have muted.").wait_for()
    assert edda.get_by_text("You fools.").count() == 0
    edda.get_by_role("button", name="Undo").click()
    edda.get_by_text("You fools.").wait_for()
    assert stage.faults == []


def test_r_12_whatever_is_typed_stays_text(stage: Any) -> None:
    bodies = [f"{n}. {PAYLOADS[n % len(PAYLOADS)]}"[:1000] for n in range(500)]
    for body in bodies:
        say(stage.game.pk, stage.users["finn"].pk, Said("public", body))
    edda = stage.open_page("edda", phone=True)
    edda.on("dialog", lambda dialog: stage.faults.append(f"dialog: {dialog.message}"))
    open_talk(edda)
    older = edda.get_by_role("button", name="Older messages")
    for _ in range(9):
        count = edda.locator(".chat-line").count()
        older.click()
        edda.wait_for_function(
            "count => document.querySelectorAll('.chat-line').length > count", arg=count
        )
    assert edda.locator(".chat-line").count() == 500
    inside = edda.evaluate(
        """() => [...document.querySelectorAll('.chat-body')].map((body) => body.childElementCount)
        .reduce((a, b) => a + b)"""
    )
    assert inside == 0
    assert edda.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = edda.evaluate(
        """() => [...document.querySelectorAll('.chat-body')].filter((body) =>
        body.getBoundingClientRect().right > innerWidth).map((body) => body.textContent)"""
    )
    assert wide == []
    assert stage.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_talk_is_accessible(stage: Any, scheme: str) -> None:
    say(stage.game.pk, stage.users["finn"].pk, Said("public", "@Edda, a word."))
    edda = stage.open_page("edda", color_scheme=scheme)
    open_talk(edda)
    edda.get_by_text("a word.").wait_for()
    edda.get_by_role("button", name="More about this message").click()
    found = Axe().run(edda, context="#table-talk")
    assert found.violations_count == 0, found.generate_report()
    narrow = stage.open_page("edda", viewport={"width": 320, "height": 640})
    open_talk(narrow)
    assert narrow.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert stage.faults == []
