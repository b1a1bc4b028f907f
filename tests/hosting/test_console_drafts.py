"""A season from nothing: seats, settings, generals, map, prizes, calendar, publish."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry
from games import registry
from games.hosting import asking
from games.hosting.models import Game
from games.league.models import Book
from tests.hosting import seasons
from tests.hosting.league import make_league

pytestmark = pytest.mark.django_db

ADD = f"/admin/games/game/add/?title={seasons.TITLE}"


@pytest.fixture
def gm(make_user: Any, settings: Any) -> Client:
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    client = Client()
    client.force_login(make_user("grix", staff=True))
    return client


@pytest.fixture
def parks(make_park: Any) -> list[Any]:
    return [
        make_park("Frost Hold", mark=3, ork=(101, 103)),
        make_park("Reed Water", mark=3, ork=(102,)),
        make_park("Tarn Watch", mark=5),
    ]


def seats(parks: list[Any], **more: Any) -> dict[str, Any]:
    found = {f"park_{n}": park.pk for n, park in enumerate(parks)}
    return {"name": "Winter war", "subtitle": "", "visibility": "public", **found, **more}


def make(gm: Client, parks: list[Any], **more: Any) -> Any:
    answer = gm.post(ADD, seats(parks, **more))
    assert answer.status_code == 302, answer.content.decode()
    return Game.objects.latest("pk")


def draft(game: Any, step: str) -> str:
    return f"/admin/games/game/{game.pk}/draft/{step}/"


def settings_of(gm: Client, game: Any, **changes: Any) -> dict[str, Any]:
    """The settings form as it stands, with some fields filled in anew."""
    form = gm.get(draft(game, "settings")).context["form"]
    data = {}
    for name in form.fields:
        value = form[name].value()
        if value is True:
            data[name] = "on"
        elif value is not None and value is not False:
            data[name] = ", ".join(map(str, value)) if isinstance(value, list) else value
    return {**data, **changes}


def test_im_3_2_sides_are_parks_with_their_ork_ids(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks, name_1="The Reeds", ork_2="9001, 9002")
    state = asking.load(game.pk)[1]
    assert [side.parks for side in state.sides] == [(101, 103), (102,), (9001, 9002)]
    assert [side.name for side in state.sides] == ["Frost Hold", "The Reeds", "Tarn Watch"]
    assert [seat.mark for seat in game.seats.all()] == [3, 1, 5]
    assert game.status == "draft"
    row = AuditEntry.objects.get(what="game.created")
    assert row.target_id == str(game.pk)
    assert [seat["park"] for seat in row.after["seats"]] == [park.pk for park in parks]
    assert row.after["seats"][2]["ork"] == [9001, 9002]


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"ork_1": "101"}, "One ORK park id stands at two seats: 101"),
        ({"name_1": "Frost Hold"}, "One name stands at two seats: Frost Hold"),
        ({"park_1": ""}, "2 to 12 seats are needed."),
        ({"ork_1": "many"}, "Whole numbers only"),
    ],
)
def test_im_3_2_seats_that_do_not_fit_are_told(
    gm: Client, parks: list[Any], more: dict[str, Any], text: str
) -> None:
    page = gm.post(ADD, seats(parks[:2], **more))
    assert page.status_code == 200
    assert text in page.content.decode()
    assert not Game.objects.exists()
    assert not Book.objects.exists()


def test_im_3_1_the_book_follows_the_settings(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks[:2])
    data = settings_of(
        gm,
        game,
        start_at="2026-03-02T00:00",
        weeks=4,
        refresh_hours=6,
        ork_kingdom_ids="12",
        timezone="America/Chicago",
    )
    answer = gm.post(draft(game, "settings"), data)
    assert answer.url == draft(game, "generals")
    game = Game.objects.get(pk=game.pk)
    book = game.book
    assert (book.refresh_hours, book.kingdom_ids, book.zone) == (6, [12], "America/Chicago")
    assert book.attendance_from.isoformat() == "2026-02-28"
    assert game.options["weeks"] == 4
    kept = gm.get(draft(game, "settings")).context["form"]
    assert kept["start_at"].value() == "2026-03-02T00:00"
    (row,) = AuditEntry.objects.filter(what="game.change_settings")
    assert row.after["action"]["changes"]["weeks"] == 4


def test_settings_that_stay_as_they_are_write_nothing(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks[:2])
    answer = gm.post(draft(game, "settings"), settings_of(gm, game))
    assert answer.url == draft(game, "generals")
    assert Game.objects.get(pk=game.pk).seq == 0
    assert not AuditEntry.objects.filter(what="game.change_settings").exists()


def test_settings_that_do_not_fit_keep_what_was_typed(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks[:2])
    page = gm.post(draft(game, "settings"), settings_of(gm, game, weeks=0, timezone="Nowhere"))
    assert page.status_code == 200
    assert set(page.context["form"].errors) == {"weeks", "timezone"}
    late = gm.post(draft(game, "settings"), settings_of(gm, game, rounds_minutes=3))
    assert late.status_code == 200
    assert set(late.context["form"].errors) == {"rounds_minutes"}
    assert Game.objects.get(pk=game.pk).seq == 0


def test_im_3_6_the_map_is_shown_to_gms_and_drawn_anew(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks[:2])
    before = asking.load(game.pk)[1].cells
    page = gm.get(draft(game, "map")).content.decode()
    assert page.count("<polygon") == 271
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token
    data = {"step": "confirm", "token": token.group(1), "back": "map"}
    answer = gm.post(f"/admin/games/game/{game.pk}/act/reseed/", data)
    assert answer.url == draft(game, "map")
    game, state = asking.load(game.pk)
    assert state.cells != before
    (row,) = AuditEntry.objects.filter(what="game.reseed")
    assert "seed" not in str(row.after).replace("reseed", "")
    assert state.seed not in gm.get(draft(game, "map")).content.decode()
    visitor = Client()
    assert visitor.get(f"/games/{game.code}/").status_code == 404


def test_a_season_is_published_from_the_last_step(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks[:2])
    page = gm.get(draft(game, "publish")).content.decode()
    assert "cannot be published yet" in page
    gm.post(draft(game, "settings"), settings_of(gm, game, start_at="2030-01-07T00:00", weeks=3))
    page = gm.get(draft(game, "publish"))
    assert [day for _, day in page.context["calendar"]] == [
        "Sat 12 Jan 2030, 06:00",
        "Sat 19 Jan 2030, 06:00",
        "Sat 26 Jan 2030, 06:00",
    ]
    assert "Nobody acts for: Frost Hold, Reed Water" in page.content.decode()
    url = f"/admin/games/game/{game.pk}/act/publish/"
    looked = gm.get(url).content.decode()
    assert "The season is announced" in looked
    assert gm.post(url, {"step": "confirm"}).url == f"/admin/games/game/{game.pk}/change/"
    game = Game.objects.get(pk=game.pk)
    assert game.status == "running"
    assert game.due_key == "start"
    assert gm.get(draft(game, "settings")).status_code == 302


def test_a_draft_is_taken_up_again_by_another_gm(
    gm: Client, parks: list[Any], make_user: Any
) -> None:
    game = make(gm, parks[:2])
    gm.post(draft(game, "settings"), settings_of(gm, game, weeks=9))
    other = Client()
    other.force_login(make_user("brann", staff=True))
    assert other.get("/admin/").content.decode().count("Winter war") >= 1
    assert other.get(draft(game, "settings")).context["form"]["weeks"].value() == 9


def test_im_15_settings_are_copied_from_a_past_season(
    gm: Client, make_user: Any, make_park: Any
) -> None:
    league = make_league(make_user_apart(make_user), make_park, weeks=7, home_cap_q=40)
    past = league.game
    page = gm.get(f"/admin/games/game/add/?copy={past.pk}")
    form = page.context["form"]
    assert form["park_0"].value() == league.parks[0].pk
    data = {"name": "Spring war", "visibility": "public"}
    data |= {f"park_{n}": park.pk for n, park in enumerate(league.parks)}
    gm.post(f"/admin/games/game/add/?copy={past.pk}", data)
    game = Game.objects.latest("pk")
    assert (game.options["weeks"], game.options["home_cap_q"]) == (7, 40)
    assert (game.options["start_at"], game.options["attendance_from"]) == (0, "")
    assert asking.load(game.pk)[1].seed != asking.load(past.pk)[1].seed


def make_user_apart(make_user: Any) -> Any:
    """The league makes its own GM; the test's has that name already."""
    return lambda name, **more: make_user("other-" + name, **more)


def test_the_first_page_offers_titles_and_past_games(gm: Client, parks: list[Any]) -> None:
    game = make(gm, parks[:2])
    page = gm.get("/admin/games/game/add/").content.decode()
    assert f"?copy={game.pk}" in page
    assert f"?title={seasons.TITLE}" in page
    assert gm.get("/admin/games/game/add/?title=nothing").status_code == 404
    assert gm.get("/admin/games/game/add/?copy=999").status_code == 404


def test_a_title_without_draft_asks_everything_at_once(gm: Client, make_user: Any) -> None:
    registry.register("lantern", "tests.hosting.lantern:rules")
    players = [make_user(name).player for name in ("anna", "berit")]
    page = gm.get("/admin/games/game/add/?title=lantern")
    assert "seconds" in page.context["options"].fields
    data = {"name": "Lamps", "visibility": "public", "seconds": 90, "rounds": 2, "timezone": "UTC"}
    data |= {"known": "self", "opens": -1}
    data |= {f"player_{n}": player.pk for n, player in enumerate(players)}
    answer = gm.post("/admin/games/game/add/?title=lantern", data)
    game = Game.objects.latest("pk")
    assert answer.url == f"/admin/games/game/{game.pk}/change/"
    assert game.options["seconds"] == 90
    assert [seat.user for seat in game.seats.all()] == [player.user for player in players]
    assert gm.get(answer.url).status_code == 200
    assert game.book is None
