"""Who may open what in the console: every role × every page, blind GMs, GMs who play."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import services as people
from games.hosting import asking
from games.hosting.console import guards
from games.hosting.models import LogEntry
from games.registry import rules_of
from tests.hosting import seasons
from tests.hosting.console_steps import Console, make_console, messages_of

pytestmark = pytest.mark.django_db

PAGES = (
    ("change",),
    ("log",),
    ("resolve",),
    ("act", "grant_moves"),
    ("act", "set_general"),
    ("host", "pause"),
    ("history",),
)


@pytest.fixture
def console(make_user: Any, make_park: Any, settings: Any) -> Console:
    return make_console(make_user, make_park, settings)


@pytest.fixture
def open_console(make_user: Any, make_park: Any, settings: Any) -> Console:
    """A game whose GM is not blind."""
    return make_console(make_user, make_park, settings, blind_gm=False)


@pytest.fixture
def playing(console: Console) -> Console:
    """The GM leads the second park now."""
    gm, park = console.league.people["gm"], console.league.parks[1]
    people.appoint(park, gm.player, "general", by=None)
    return console


def queue_something(console: Console, seat: int = 0) -> str:
    """One order of a seat; its tile or corner, which no blind page may show."""
    state = asking.load(console.game.pk)[1]
    legal = rules_of(console.game.title).legal(state, seasons.Seat(seat))
    action = next(a for a in legal.actions if a.__struct_config__.tag == "submit_capture")
    assert seasons.act(console.game, seat, action).ok
    return str(action.tile)


@pytest.mark.parametrize("role", ["stranger", "member", "deputy", "general", "former", "rival"])
@pytest.mark.parametrize("parts", PAGES, ids="-".join)
def test_ui_20_whoever_runs_no_games_gets_403(
    console: Console, role: str, parts: tuple[str, ...]
) -> None:
    url = console.url(*parts)
    assert console.browser(role).get(url).status_code == 403
    assert console.browser(role).post(url, {"step": "confirm"}).status_code == 403


@pytest.mark.parametrize("parts", [*PAGES, ("look",), ("opened",)], ids="-".join)
def test_visitors_are_sent_to_sign_in(console: Console, parts: tuple[str, ...]) -> None:
    answer = console.browser("visitor").get(console.url(*parts))
    assert answer.status_code == 302
    assert answer.url.startswith("/account/login/?next=")


@pytest.mark.parametrize("path", ["/admin/games/game/add/", "/admin/games/failedtask/1/retry/"])
def test_the_other_pages_are_guarded_too(console: Console, path: str) -> None:
    for role in ("stranger", "general"):
        assert console.browser(role).post(path).status_code == 403
    assert console.browser("visitor").post(path).status_code == 302


def test_staff_without_the_right_to_change_games_is_no_gm(console: Console, make_user: Any) -> None:
    clerk = make_user("clerk")
    clerk.is_staff = True
    clerk.save()
    client = Client()
    client.force_login(clerk)
    assert client.get(console.url("change")).status_code == 403
    assert client.get("/admin/").status_code == 200
    assert "Next deadlines" not in client.get("/admin/").content.decode()


def test_t_9_the_second_factor_stands_before_every_page(console: Console, settings: Any) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    answer = console.gm.get(console.url("change"))
    assert answer.status_code == 302
    assert "/2fa/" in answer.url


@pytest.mark.parametrize("parts", PAGES, ids="-".join)
def test_im_6_4_a_blind_gm_sees_counts_and_no_order(
    console: Console, parts: tuple[str, ...]
) -> None:
    quiet = console.gm.get(console.url(*parts)).content.decode()
    tile = queue_something(console)
    page = console.gm.get(console.url(*parts)).content.decode()
    assert "submit_capture" not in page
    assert page.count(tile) == quiet.count(tile)


def test_im_6_4_the_dashboard_and_the_game_page_count_orders(console: Console) -> None:
    queue_something(console)
    counted = console.gm.get("/admin/").context["running"][0]["seats"]
    assert [(s["name"], s["orders"]) for s in counted] == [("Frost Hold", 1), ("Reed Water", 0)]


def test_im_6_4_a_blind_gm_cannot_look_without_a_public_note(console: Console) -> None:
    assert console.gm.get(console.url("look")).status_code == 403
    assert console.gm.post(console.url("look")).status_code == 403
    answer = console.gm.get(console.url("opened"))
    assert answer.status_code == 302
    assert "shown once" in messages_of(console.gm.get(answer.url))[0]


def test_im_6_4_inspecting_is_public_audited_and_shown_once(console: Console) -> None:
    tile = queue_something(console)
    answer = console.act("inspect_orders", side=0, reason="a complaint")
    assert answer.url == console.url("opened")
    page = console.gm.get(answer.url)
    assert page.status_code == 200
    assert tile in page.content.decode()
    assert "Reed Water" not in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert console.gm.get(answer.url).status_code == 302
    (row,) = console.rows()
    assert (row.what, row.reason) == ("game.inspect_orders", "a complaint")
    assert tile not in str(row.before) + str(row.after)
    entry = LogEntry.objects.filter(game=console.game).latest("seq")
    assert "orders_inspected" in entry.events


def test_a_repeated_confirmation_opens_nothing_anew(console: Console) -> None:
    queue_something(console)
    url = console.url("act", "inspect_orders")
    data = {"step": "confirm", "token": "gm-aaaaaaaaaaaaaaaa", "side": 0, "reason": "once"}
    console.gm.get(console.gm.post(url, data).url)
    assert console.gm.post(url, data).url == console.url("change")
    assert len(console.rows()) == 1


def test_r_9_an_open_games_orders_are_looked_at_with_a_row_each_time(
    open_console: Console,
) -> None:
    console = open_console
    tile = queue_something(console)
    assert tile not in console.gm.get(console.url("look")).content.decode()
    for looks in (1, 2):
        answer = console.gm.post(console.url("look"))
        assert tile in console.gm.get(answer.url).content.decode()
        assert len(console.rows("game.orders_seen")) == looks


def test_r_9_an_unblinded_look_ahead_is_a_look(open_console: Console) -> None:
    console = open_console
    tile = queue_something(console)
    page = console.gm.get(console.url("resolve")).content.decode()
    assert tile in page
    assert len(console.rows("game.looked_ahead")) == 1


def test_im_17_1_a_blind_look_ahead_counts_and_leaves_no_row(console: Console) -> None:
    tile = queue_something(console)
    page = console.gm.get(console.url("resolve")).content.decode()
    assert f">{tile}<" not in page
    assert console.rows() == []


def test_r_9_a_gm_with_a_seat_is_blind_and_shut_out_of_its_secrets(playing: Console) -> None:
    queue_something(playing)
    assert playing.gm.get(playing.url("act", "inspect_orders")).status_code == 403
    data = {"step": "confirm", "side": 0, "reason": "peek"}
    assert playing.gm.post(playing.url("act", "inspect_orders"), data).status_code == 403
    assert playing.gm.get(playing.url("look")).status_code == 403
    page = playing.gm.get(playing.url("change")).content.decode()
    assert "blind for you" in page
    assert "Full export" not in page
    assert playing.url("act", "inspect_orders") not in page
    assert playing.rows() == []


def test_r_9_a_seat_blinds_even_where_the_game_does_not(open_console: Console) -> None:
    console = open_console
    tile = queue_something(console)
    gm, park = console.league.people["gm"], console.league.parks[1]
    people.join_park(gm.player, park, by=None)  # belonging is enough
    assert guards.standing(gm.pk, console.game).blind
    assert console.gm.post(console.url("look")).status_code == 403
    page = console.gm.get(console.url("resolve")).content.decode()
    assert f">{tile}<" not in page
    assert console.rows() == []


def test_opened_orders_close_for_who_takes_a_seat_meanwhile(console: Console) -> None:
    queue_something(console)
    answer = console.act("inspect_orders", side=0)
    gm, park = console.league.people["gm"], console.league.parks[1]
    people.appoint(park, gm.player, "general", by=None)
    assert console.gm.get(answer.url).status_code == 403


def test_r_20_a_gm_with_a_seat_may_rule_but_never_silently(playing: Console) -> None:
    playing.act("grant_moves", side=1, n=1, reason="for my own park")
    (row,) = playing.rows()
    assert row.reason == "for my own park"
    entry = LogEntry.objects.filter(game=playing.game).latest("seq")
    assert "for my own park" in entry.events


def test_the_full_export_is_not_for_a_gm_who_belongs_to_a_seat(playing: Console) -> None:
    game = playing.game
    playing.act("cancel_season", reason="the end")
    assert playing.gm.get(f"/games/{game.code}/export/full.json").status_code == 404
    assert playing.gm.get(f"/games/{game.code}/export/public.json").status_code == 200


def test_a_title_without_the_option_is_blind(make_game: Any) -> None:
    assert guards.is_blind_game(make_game())


def test_r_4_pages_of_a_blind_gm_are_equal_in_twin_worlds(
    make_user: Any, make_park: Any, settings: Any
) -> None:
    """Two orders that differ only in what is hidden: the same bytes but for tokens and times."""
    console = make_console(make_user, make_park, settings)
    state = asking.load(console.game.pk)[1]
    legal = rules_of(console.game.title).legal(state, seasons.Seat(0))
    one, other = [a for a in legal.actions if a.__struct_config__.tag == "submit_capture"][:2]

    def pages() -> list[str]:
        found = []
        for parts in PAGES:
            body = console.gm.get(console.url(*parts)).content.decode()
            found.append("\n".join(line for line in body.splitlines() if not _varies(line)))
        return found

    assert seasons.act(console.game, 0, one).ok
    first = pages()
    order = asking.load(console.game.pk)[1].sides[0].orders[0].id
    assert seasons.act(
        console.game, 0, {"type": "replace_order", "week": 1, "order": order, "tile": other.tile}
    ).ok
    assert pages() == first


def _varies(line: str) -> bool:
    return any(word in line for word in ("csrf", "token", "clock_action", "from now", "ago"))


def test_r_9_a_gm_with_a_seat_reads_no_attendance_of_its_game(playing: Console) -> None:
    seasons.sign_in(playing.game, 101, 101, 16)
    book = playing.game.book_id
    listed = "/admin/league/row/"
    assert playing.gm.get(listed).context["cl"].queryset.count() == 0
    assert playing.gm.get(f"/admin/league/book/{book}/export.csv").status_code == 403
    playing_no_more = playing.league.parks[1]
    appointment = playing_no_more.appointments.get(until_at=None)
    people.end_appointment(appointment, by=None)
    people.leave_park(playing.league.people["gm"].player, by=None)
    assert playing.gm.get(listed).context["cl"].queryset.count() == 1
    assert playing.gm.get(f"/admin/league/book/{book}/export.csv").status_code == 200
