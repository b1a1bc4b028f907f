"""The replay bar on a table: frames both ways without a request each, marks, audiences, links."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.hosting import clocks, replay
from games.hosting.audiences import audience
from games.hosting.chat.posting import Said, say
from games.hosting.film import Film
from games.hosting.models import Game
from tests.hosting.courts import make_court, play_rounds

EDDA = frozenset({"public", "team:0", "seat:0"})

PLAY_BACK = """async ([api, key]) => {
  const { Film } = await import("/static/js/film.js");
  const film = new Film({ key });
  film.take(await (await fetch(`${api}replay/part?as=${key}`)).json());
  const frames = [];
  for (let n = film.last; n >= 0; n -= 1) frames[n] = film.views(n);
  return frames;
}"""


@pytest.fixture
def court(stage: Any) -> Any:
    """A court in its first cycle, a player and three bots; the stage's pages open on it."""
    game = make_court(stage.users["grix"].pk, players=(("Edda", stage.users["edda"]),))
    play_rounds(game.pk, 8)
    return Game.objects.get(pk=game.pk)


def path(game: Any, query: str = "") -> str:
    return f"/games/{game.code}/replay/{query}"


def bar(page: Any) -> Any:
    found = page.get_by_role("region", name="Replay", exact=True)
    found.wait_for()
    return found


def at(page: Any, frame: int, last: int) -> None:
    """Wait until the bar stands at a frame."""
    expect(page.locator(".replay-words b")).to_have_text(f"{frame} / {last}")


def film_of(game: Any, key: str) -> Film:
    game = Game.objects.get(pk=game.pk)
    own = EDDA & frozenset(game.streams)
    return Film.of(game, own, audience(game, own, key))


def end_of(game: Any, key: str) -> int:
    return len(film_of(game, key).cuts) - 1


def test_ui_6_14_steps_both_ways_ask_for_nothing_and_the_address_keeps_the_frame(
    stage: Any,
) -> None:
    page = stage.open_page("edda", path(stage.game))
    bar(page)
    last = end_of(stage.game, "seat:0")
    at(page, last, last)
    page.wait_for_timeout(300)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("slider", name="Frame").focus()
    page.keyboard.press("Home")
    at(page, 0, last)
    start = film_of(stage.game, "seat:0").part(0)["streams"]["public"]["view"]
    standings = page.get_by_role("list", name="Standings")
    expect(standings).to_contain_text(str(start["sides"]["0"]["points"]))
    page.keyboard.press("ArrowRight")
    at(page, 1, last)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    page.keyboard.press("End")
    at(page, last, last)
    page.locator("h1").first.click()
    page.keyboard.press("Shift+ArrowLeft")
    at(page, last - 1, last)
    assert f"frame={last - 1}" in page.url and "as=seat%3A0" in page.url
    assert not [url for url in asked if "/api/" in url]
    page.get_by_role("button", name="Back to now").first.click()
    page.wait_for_url(f"**{stage.map_path}")
    assert stage.faults == []


def test_ui_6_14_every_frame_in_the_browser_is_the_view_served_then(stage: Any, court: Any) -> None:
    page = stage.open_page("edda", path(court))
    bar(page)
    for key in ("public", "seat:0"):
        frames = page.evaluate(PLAY_BACK, [f"/api/games/{court.code}/", key])
        film = film_of(court, key)
        assert len(frames) == len(film.cuts)
        for n, cut in enumerate(film.cuts):
            for stream in film.seen.streams:
                rows = film.seen.rows().filter(stream=stream, log_seq__lte=cut)
                seq = rows.order_by("-seq").values_list("seq", flat=True)[0]
                name = {"public": "public", "team": "members"}.get(stream.split(":")[0], "private")
                assert frames[n][name] == replay.view_at(court, stream, seq)


def test_a_link_opens_its_frame_as_its_audience_and_another_eye_keeps_the_moment(
    stage: Any,
) -> None:
    page = stage.open_page("edda", path(stage.game, "?frame=2&as=public"))
    bar(page)
    last = end_of(stage.game, "public")
    at(page, 2, last)
    seq = film_of(stage.game, "public").part(0)["streams"]["public"]["updates"][1]["seq"]
    page.get_by_label("Seen as").select_option("seat:0")
    own = film_of(stage.game, "seat:0")
    expect(page.locator(".replay-words")).to_contain_text("as Frost Hold (you)")
    frame = int(page.locator(".replay-words b").inner_text().split(" / ")[0])
    same = [n for n in range(len(own.cuts)) if n >= own.frame_of(seq)]
    assert frame in same and frame < own.frame_of(seq + 1)
    expect(page.get_by_role("region", name="Resources")).to_be_visible()
    page.get_by_label("Seen as").select_option("public")
    at(page, 2, last)
    expect(page.get_by_role("region", name="Resources")).to_have_count(0)
    assert stage.faults == []


def test_what_a_link_may_not_show_is_told_and_everybody_s_view_shown(stage: Any) -> None:
    page = stage.open_page("finn", path(stage.game, "?frame=1&as=seat:0"))
    bar(page)
    expect(page.locator(".toast")).to_contain_text("not open to you")
    expect(page.locator(".replay-words")).to_contain_text("as spectator")
    values = (
        page.get_by_label("Seen as").locator("option").evaluate_all("all => all.map(o => o.value)")
    )
    assert values == ["public", "seat:1"]


def test_it_plays_to_the_end_faster_or_slower_and_stops(stage: Any) -> None:
    page = stage.open_page(None, path(stage.game, "?frame=0"))
    bar(page)
    last = end_of(stage.game, "public")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at(page, last, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert stage.faults == []


def test_without_motion_nothing_plays_and_the_marks_are_a_numbered_list(stage: Any) -> None:
    page = stage.open_page(None, path(stage.game), reduced_motion="reduce")
    bar(page)
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    marks = film_of(stage.game, "public").marks()
    words = page.get_by_label("Go to").locator("option").all_inner_texts()[1:]
    assert [int(text.split(".")[0]) for text in words] == list(range(1, len(marks) + 1))
    page.get_by_label("Go to").select_option(str(marks[1]["frame"]))
    at(page, marks[1]["frame"], end_of(stage.game, "public"))


def test_a_court_is_replayed_in_place_and_follows_what_happens_meanwhile(
    stage: Any, court: Any
) -> None:
    page = stage.open_page("edda", f"/games/{court.code}/")
    expect(page.locator("[data-live]")).to_have_attribute("data-state", "live")
    page.get_by_role("button", name="Replay").first.click()
    found = bar(page)
    last = end_of(court, "seat:0")
    at(page, last, last)
    expect(found.locator(".replay-action")).not_to_have_count(0)
    page.get_by_role("slider", name="Frame").focus()
    page.keyboard.press("PageUp")
    play_rounds(court.pk, 1)
    expect(found.get_by_text("moved on")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    at(page, last + 1, end_of(court, "seat:0"))
    page.get_by_role("button", name="Back to now").first.click()
    expect(page.get_by_role("region", name="Replay", exact=True)).to_have_count(0)
    assert "frame" not in page.url
    assert stage.faults == []


def test_the_last_frame_has_figures_and_a_record_that_proves_the_game(
    stage: Any, court: Any, tmp_path: Any, capsys: Any
) -> None:
    play_rounds(court.pk)
    page = stage.open_page(None, path(court))
    found = bar(page)
    found.get_by_role("button", name="Statistics").click()
    expect(found.get_by_role("region", name="Statistics")).to_contain_text("Edda")
    with page.expect_download() as download:
        found.get_by_role("link", name="Record of the game").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    from django.core.management import call_command

    call_command("verify_game", str(file))
    assert "verified (public)" in capsys.readouterr().out
    assert stage.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ui_6_15_17_the_bar_is_accessible_and_fits_a_small_phone(
    stage: Any, court: Any, scheme: str
) -> None:
    for game in (stage.game, court):
        small = {"viewport": {"width": 320, "height": 640}, "color_scheme": scheme}
        page = stage.open_page("edda", path(game), **small)
        found = bar(page)
        found.get_by_role("button", name="Options").click()
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        for control in found.locator("button, select, input").all():
            box = control.bounding_box()
            assert box and box["height"] >= 43.5 and box["x"] + box["width"] <= 320
        result = Axe().run(page, context=".replay-bar")
        assert [v["id"] for v in result.response["violations"]] == []
        page.context.close()


def test_chat_11_a_moment_shows_what_had_been_said_by_then_and_no_more(
    stage: Any, court: Any
) -> None:
    early = end_of(court, "seat:0")
    clocks.move_lab_clock(5)
    say(court.pk, stage.users["edda"].pk, Said("table", "the causeway is mine"))
    clocks.move_lab_clock(5)
    play_rounds(court.pk, 2)
    page = stage.open_page("edda", path(court))
    bar(page)
    talk = page.get_by_role("region", name="Talk")
    expect(talk).to_contain_text("the causeway is mine")
    page.get_by_role("slider", name="Frame").focus()
    page.keyboard.press("Home")
    expect(talk).not_to_contain_text("the causeway is mine")
    expect(talk).to_contain_text("by then")
    page.get_by_label("Seen as").select_option("public")
    page.get_by_role("slider", name="Frame").focus()
    page.keyboard.press("End")
    expect(talk).to_contain_text("the causeway is mine")
    assert early < end_of(court, "seat:0")
    assert stage.faults == []
