"""Pages of tables as people use them: the form, the table, what the host does, and who sees it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.engine import codec
from games.hosting import clocks
from games.hosting.creating import options_of
from games.hosting.models import Game
from games.hosting.tables import seating
from games.hosting.tables.models import Table
from tests.hosting.tables.test_seating import kinds

pytestmark = pytest.mark.django_db

NEW = "/tables/new/lamps/"
JSON: dict[str, Any] = {"content_type": "application/json"}


def form(**changed: Any) -> dict[str, Any]:
    """A form that is right, with changes; options that are not named keep their defaults."""
    known = codec.to_builtins(options_of("lamps", {}))
    options = {f"option_{k}": v for k, v in known.items() if not isinstance(v, bool)}
    right = {
        **options,
        "name": "Quayside", "visibility": "public", "spectators": "on", "begin": "full",
        "preset": "live", "seat_0": "me", "seat_1": "open", "seat_2": "bot", "seat_3": "unused",
        "option_mood": "wild", "window_round": "1", "unit_round": "60",
        "window_first": "30", "unit_first": "1",
    }  # fmt: skip
    return {k: v for k, v in {**right, **changed}.items() if v is not None}


def faults(response: Any) -> set[str]:
    """The codes a page shows."""
    return set(re.findall(r'data-code="([^"]+)"', response.content.decode()))


def test_a_form_asks_for_the_titles_options_and_not_for_the_number_of_seats(browse: Any) -> None:
    page = browse("anna").get(NEW).content.decode()
    for text in ("Mood", "How the wind blows.", "Seconds a round", "By the day", "Seat 4"):
        assert text in page
    assert 'name="option_players"' not in page
    assert 'value="' in page and "Anna" not in page.partition("<main")[2]  # no persona
    assert 'style="' not in page and "<script>" not in page


def test_a_table_is_made_of_the_form(browse: Any, folk: Any) -> None:
    answer = browse("anna").post(NEW, form(visibility="unlisted", spectators=None))
    table = Table.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/tables/{table.code}/"
    assert kinds(table) == ["person", "open", "bot"]
    assert table.options["players"] == 3 and table.options["mood"] == "wild"
    assert table.clock == {"round": 90, "first": 120}
    assert (table.visibility, table.spectators, table.begin) == ("unlisted", False, "full")
    assert table.created_by == folk["anna"].pk


def test_own_times_are_kept_by_window(browse: Any) -> None:
    browse("anna").post(NEW, form(preset="own", window_round="2", unit_round="3600"))
    assert Table.objects.get().clock == {"round": 7200, "first": 30}


def test_people_and_parks_are_invited_by_the_form(browse: Any, folk: Any, make_park: Any) -> None:
    park = make_park("Frost Hold", general=folk["cai"])
    answer = browse("anna").post(
        NEW, form(seat_1="person", person_1=" berit ", seat_3="park", park_3=park.pk)
    )
    assert answer.status_code == 302
    places = Table.objects.get().places.order_by("number")
    assert [(p.kind, p.invited) for p in places] == [
        ("person", False), ("person", True), ("bot", False), ("park", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": "x"}, "table.name_length"),
        ({"name": "a\u202eb"}, "table.name_characters"),
        ({"name": "\u2060\u2060\u2060"}, "table.name_characters"),
        ({"name": "..."}, "table.name_characters"),
        ({"name": None}, "required"),
        ({"seat_1": "unused", "seat_2": "unused"}, "table.seat_count"),
        ({"seat_1": "me"}, "table.twice"),
        ({"seat_0": "bot", "seat_1": "bot"}, "table.nobody"),
        ({"seat_1": "person", "person_1": "Nobody Here"}, "table.no_such_person"),
        ({"seat_1": "person"}, "table.no_such_person"),
        ({"seat_1": "park"}, "table.no_park"),
        ({"seat_1": "throne"}, "invalid_choice"),
        ({"seat_1": "park", "park_1": "999999999999999999999"}, "invalid_choice"),
        ({"visibility": "secret"}, "invalid_choice"),
        ({"preset": "never"}, "invalid_choice"),
        ({"preset": "own", "window_round": "5", "unit_round": "1"}, "table.window_bounds"),
        ({"preset": "own", "window_round": "400", "unit_round": "3600"}, "table.window_bounds"),
        ({"preset": "own", "window_round": None}, "table.window_bounds"),
        ({"option_seconds": "0"}, "min_value"),
        ({"option_mood": "sour"}, "invalid_choice"),
        ({"option_impossible": "on"}, "table.options"),
        ({"begin": "at"}, "table.begin_past"),
        ({"begin": "at", "begin_at": "2001-01-01T10:00"}, "table.begin_past"),
        ({"begin": "at", "begin_at": "2999-01-01T10:00"}, "table.begin_far"),
        ({"begin": "at", "begin_at": "soon"}, "invalid"),
        ({"begin": "now"}, "table.seats_open"),
        ({"begin": "now", "seat_1": "person", "person_1": "Berit"}, "table.must_answer"),
    ],
)  # fmt: skip
def test_what_is_wrong_stands_at_its_field_with_its_code_and_nothing_is_made(
    browse: Any, changed: dict[str, Any], code: str
) -> None:
    answer = browse("anna").post(NEW, form(**changed))
    assert answer.status_code == 400
    assert code in faults(answer), faults(answer)
    assert not Table.objects.exists()


def test_names_are_kept_in_nfc_and_shown_escaped(browse: Any) -> None:
    browse("anna").post(NEW, form(name="  Cafe\u0301   <b>x</b> "))
    table = Table.objects.get()
    assert table.name == "Caf\u00e9 <b>x</b>"
    page = browse("berit").get("/games/").content.decode()
    assert "<b>x</b>" not in page and "&lt;b&gt;x&lt;/b&gt;" in page


def test_a_host_has_at_most_so_many_open_tables(browse: Any, settings: Any) -> None:
    settings.TABLES_PER_HOST = 2
    anna = browse("anna")
    for _ in range(2):
        assert anna.post(NEW, form()).status_code == 302
    answer = anna.post(NEW, form())
    assert (answer.status_code, faults(answer)) == (400, {"table.too_many_tables"})
    assert Table.objects.count() == 2


def test_t_13_a_form_with_too_many_invitations_makes_nothing(
    browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting.tables import inviting

    monkeypatch.setattr(inviting, "PER_DAY", 1)
    wish = form(seat_1="person", person_1="Berit", seat_2="person", person_2="Cai")
    assert faults(browse("anna").post(NEW, wish)) == {"table.too_many_invitations"}
    assert not Table.objects.exists()


def test_titles_that_are_no_tables_have_no_form(browse: Any) -> None:
    for title in ("iron-mountains", "lantern", "nothing"):
        assert browse("anna").get(f"/tables/new/{title}/").status_code == 404
        answer = browse("anna").post(f"/tables/bots/{title}/")
        assert answer.status_code == 302 and not Game.objects.exists()
    assert browse("").get(NEW).status_code == 302


def test_the_whole_way_from_form_to_game(browse: Any) -> None:
    anna, berit = browse("anna"), browse("berit")
    anna.post(NEW, form())
    table = Table.objects.get()
    assert f'action="/tables/{table.code}/join"' in berit.get("/games/").content.decode()
    answer = berit.post(f"/tables/{table.code}/join")
    table.refresh_from_db()
    assert answer["Location"] == f"/games/{table.game.code}/"
    assert anna.get(f"/tables/{table.code}/")["Location"] == f"/games/{table.game.code}/"


def test_a_table_by_invitation_does_not_exist_for_others(browse: Any, gather: Any) -> None:
    table = gather("berit", "open", visibility="invited", begin="hand")
    places = [f"/tables/{table.code}/", f"/api/tables/{table.code}/"]
    for name, status in (("", 404), ("cai", 404), ("berit", 200), ("anna", 200), ("grix", 200)):
        for place in places:
            assert browse(name).get(place).status_code == status, (name, place)
        assert ("Quayside" in browse(name).get("/games/").content.decode()) == (
            name in ("anna", "berit")
        )
    for deed in ("join", "leave", "ready", "start", "close", "invite", "ready-check"):
        assert browse("cai").post(f"/tables/{table.code}/{deed}").status_code == 404, deed
    for deed in ("join", "leave", "ready"):
        answer = browse("cai").post(f"/api/tables/{table.code}/{deed}", **JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert kinds(table) == ["person", "person", "open"]


def test_its_secret_link_opens_a_table_until_it_is_renewed(browse: Any, gather: Any) -> None:
    table = gather(visibility="invited", begin="hand")
    old = f"/tables/link/{table.link}/"
    assert "Sign in to join" in browse("").get(old).content.decode()
    page = browse("cai").get(old).content.decode()
    assert f'action="{old}join"' in page and "You are the host" not in page
    assert browse("cai").post(old + "join")["Location"] == f"/tables/{table.code}/"
    assert table.link not in browse("dara").get("/games/").content.decode()
    assert table.link in browse("cai").get(f"/tables/{table.code}/").content.decode()
    browse("anna").post(f"/tables/{table.code}/new-link")
    assert browse("dara").get(old).status_code == 404
    assert browse("dara").post(old + "join").status_code == 404
    assert kinds(table) == ["person", "person", "open"]


def test_the_link_is_shown_to_those_at_the_table_alone(browse: Any, gather: Any) -> None:
    table = gather()
    for name, is_shown in (("", False), ("cai", False), ("anna", True)):
        page = browse(name).get(f"/tables/{table.code}/").content.decode()
        assert (table.link in page) == is_shown, name


def test_whoever_was_sent_away_does_not_get_in_by_the_link(browse: Any, gather: Any) -> None:
    table = gather("berit", "open", visibility="invited", begin="hand")
    browse("anna").post(f"/tables/{table.code}/seats/1/away")
    assert browse("berit").get(f"/tables/{table.code}/").status_code == 404
    assert browse("berit").get(f"/tables/link/{table.link}/").status_code == 404


def test_who_is_only_invited_is_known_to_those_at_the_table(browse: Any, gather: Any) -> None:
    table = gather("berit", "open", begin="hand")
    for name, is_known in (("", False), ("cai", False), ("anna", True), ("berit", True)):
        for place in (f"/tables/{table.code}/", f"/api/tables/{table.code}/"):
            text = browse(name).get(place).content.decode().replace('"Account of Berit"', "")
            assert ("Berit" in text) == is_known, (name, place)


def test_what_is_the_hosts_is_refused_to_others(browse: Any, gather: Any) -> None:
    table = gather("berit", "open", begin="hand")
    deeds = ("invite", "new-link", "seats/0/away", "seats/2/bot", "ready-check", "start", "close")
    for name in ("berit", "cai"):
        for deed in deeds:
            answer = browse(name).post(f"/tables/{table.code}/{deed}", follow=True)
            assert "Only the host may do that." in answer.content.decode(), (name, deed)
    link = table.link
    table.refresh_from_db()
    assert (table.status, table.link, table.ready_by) == ("open", link, None)


def test_r_9_a_gm_who_does_the_hosts_part_leaves_an_audit_row(browse: Any, gather: Any) -> None:
    from accounts.models import AuditEntry

    table = gather(visibility="invited")
    browse("grix").post(f"/tables/{table.code}/close")
    table.refresh_from_db()
    assert (table.status, table.ended) == ("closed", "host")
    assert AuditEntry.objects.filter(what="table_close", target_id=str(table.pk)).exists()


def test_the_host_invites_asks_and_starts_from_the_page(browse: Any, gather: Any) -> None:
    table = gather("open", "open", begin="hand")
    base, anna = f"/tables/{table.code}", browse("anna")
    anna.post(f"{base}/invite", {"persona": "Berit"})
    assert "Accept" in browse("berit").get("/").content.decode()
    browse("berit").post(f"{base}/join")
    anna.post(f"{base}/ready-check", {"minutes": "5"})
    assert "I am ready" in browse("berit").get(f"{base}/").content.decode()
    browse("berit").post(f"{base}/ready")
    anna.post(f"{base}/seats/2/bot", {"bot": "1"})
    answer = anna.post(f"{base}/start")
    assert answer["Location"] == f"/games/{Game.objects.get().code}/"


def test_nonsense_from_the_page_is_answered_in_words(browse: Any, gather: Any) -> None:
    table = gather("open", begin="hand")
    base, anna = f"/tables/{table.code}", browse("anna")
    wrong: tuple[tuple[str, dict[str, str], str], ...] = (
        ("invite", {}, "Nobody here has the persona"),
        ("invite", {"persona": "\x00"}, "Nobody here has the persona"),
        ("invite", {"park": "9" * 40}, "Choose a park."),
        ("invite", {"park": "7"}, "Choose a park."),
        ("ready-check", {"minutes": "many"}, "1 to 60 minutes"),
        ("ready-check", {"minutes": "5"}, "Nobody but you"),
        ("seats/77/away", {}, "no such seat"),
        ("seats/1/away", {}, "Nobody sits there"),
        ("start", {}, "Not every seat is taken yet (1 free)"),
        ("join", {"park": "12"}, "You do not act for this park"),
        ("ready", {}, "No ready check"),
    )
    for deed, sent, words in wrong:
        answer = anna.post(f"{base}/{deed}", sent, follow=True)
        assert answer.status_code == 200
        assert words in answer.content.decode(), (deed, sent)
    assert kinds(table) == ["person", "open"]


def test_a_closed_table_says_why_to_those_who_were_there(browse: Any, gather: Any) -> None:
    table = gather("berit")
    browse("anna").post(f"/tables/{table.code}/close")
    for name, status in (("anna", 200), ("berit", 200), ("cai", 404)):
        answer = browse(name).get(f"/tables/{table.code}/")
        assert answer.status_code == status, name
    assert "Its host closed it." in browse("anna").get(f"/tables/{table.code}/").content.decode()


def test_play_against_bots_begins_by_one_click(browse: Any, folk: Any) -> None:
    page = browse("anna").get("/").content.decode()
    assert 'action="/tables/bots/lamps/"' in page
    answer = browse("anna").post("/tables/bots/lamps/")
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.code}/"
    seats = list(game.seats.order_by("number"))
    assert [seat.bot for seat in seats] == [False, True, True]
    assert seats[0].user == folk["anna"]
    assert game.clock["round"] == 86_400  # nobody hurries who plays alone
    assert game.visibility == "unlisted"


def test_running_games_of_ones_own_tables_are_limited(browse: Any, settings: Any) -> None:
    settings.TABLE_GAMES_PER_HOST = 1
    browse("anna").post("/tables/bots/lamps/")
    answer = browse("anna").post("/tables/bots/lamps/", follow=True)
    assert "1 games of your tables are running" in answer.content.decode()
    assert Game.objects.count() == 1


def test_deeds_are_limited_by_the_minute(
    browse: Any, gather: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting.tables import views

    monkeypatch.setattr(views, "DEEDS", 2)
    table, berit = gather(), browse("berit")
    for _ in range(3):
        berit.post(f"/tables/{table.code}/join")
        answer = berit.post(f"/tables/{table.code}/leave", follow=True)
    assert "Too many messages at once" in answer.content.decode()


def test_signed_out_people_are_sent_to_sign_in_and_come_back(browse: Any, gather: Any) -> None:
    table = gather()
    answer = browse("").post(f"/tables/{table.code}/join")
    assert answer["Location"] == f"/account/login/?next=/tables/{table.code}/"
    assert kinds(table) == ["person", "open", "open"]


def test_pages_of_tables_are_for_no_shared_cache(browse: Any, gather: Any) -> None:
    for place in (NEW, f"/tables/{gather().code}/"):
        assert "no-store" in browse("anna").get(place)["Cache-Control"]


def test_a_time_is_chosen_in_ones_own_zone(browse: Any, folk: Any) -> None:
    from accounts.models import Preferences

    Preferences.objects.create(user=folk["anna"], zone="America/Chicago")
    day = f"{clocks.now().year + 1}-01-15"
    browse("anna").post(NEW, form(begin="at", begin_at=f"{day}T20:00"))
    table = Table.objects.first()
    if table is None:  # a time of the year from which that day is too far
        return
    assert f"{table.begin_at:%H:%M}" == "02:00"


def test_joining_from_the_lobby_is_one_click(browse: Any, folk: Any, gather: Any) -> None:
    table = gather()
    seating.join(table, folk["cai"])
    answer = browse("berit").post(f"/tables/{table.code}/join")
    table.refresh_from_db()
    assert answer["Location"] == f"/games/{table.game.code}/"


def test_a_table_that_has_become_a_closed_game_is_gone_for_others(
    browse: Any, folk: Any, gather: Any
) -> None:
    table = gather("open", spectators=False)
    seating.join(table, folk["berit"])
    for name, status in (("", 404), ("cai", 404), ("berit", 302), ("anna", 302), ("grix", 302)):
        assert browse(name).get(f"/tables/{table.code}/").status_code == status, name
        found = browse(name).get(f"/api/tables/{table.code}/").status_code
        assert found == (404 if status == 404 else 200), name
