"""Public tables: whom they count, who reads them, and their JSON twins."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.community import tables
from games.league import series as league
from games.league.models import Result, Series
from games.league.standings import PARK, USER
from tests.community.conftest import finish

pytestmark = pytest.mark.django_db


def lines(client: Client, **query: str) -> list[dict[str, Any]]:
    answer = client.get("/api/standings/lantern", query)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["lines"]
    return found


def test_standings_are_public_and_show_tables_of_people(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    finish(make_game(), 1, 5, 3)
    page = client.get("/standings/lantern/").content.decode()
    assert page.index("Berit") < page.index("Anna")
    assert "Mean score" in page
    assert client.get("/standings/").status_code == 200
    assert [line["name"] for line in lines(client)] == ["Berit", "Anna", "Cai"]


def test_standings_of_parks_stand_apart_from_those_of_people(
    client: Client, make_game: Any, make_park: Any, people: list[Any]
) -> None:
    park = make_park("Frost Hold")
    finish(make_game([park, people[0], None]), 9, 1, 0)
    assert [line["name"] for line in lines(client, side="park")] == ["Frost Hold"]
    assert [line["name"] for line in lines(client, side="user")] == ["Anna"]
    assert "/parks/frost-hold/" in client.get("/standings/lantern/?side=park").content.decode()


def test_t_1_games_that_others_may_not_find_count_in_no_table(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    finish(make_game(visibility="invited"), 5)
    finish(make_game(visibility="unlisted"), 5)
    finish(make_game(spectators=False), 5)
    finish(make_game(is_hidden=True), 5)
    assert Result.objects.count() == 12
    for reader in (None, people[0], people[3]):
        if reader is not None:
            client.force_login(reader)
        assert lines(client) == []
        assert client.get("/api/standings").json() == {"titles": []}
        assert client.get("/api/head-to-head?a=anna&b=berit").status_code == 404


def test_a_series_has_a_table_its_games_and_its_garnets(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    from accounts import clock

    spring = Series.objects.create(name="Spring court", slug="spring", opened_at=clock.now())
    league.join(spring, people[1].pk)
    game = make_game(name="Round one")
    league.enter_game(spring, game.pk, by=None)
    finish(game, 1, 5, 3)
    finish(make_game(name="Not of it"), 5)
    page = client.get("/series/spring/").content.decode()
    assert "Round one" in page and "Not of it" not in page and "Garnets" in page
    answer = client.get("/api/series/spring/standings").json()
    assert [(line["name"], line["played"]) for line in answer["lines"]][0] == ("Berit", 1)
    assert client.get("/api/series/none/standings").status_code == 404


@pytest.mark.parametrize("names", [("anna", "berit"), ("BERIT", "Anna"), ("1", "2")])
def test_head_to_head_counts_shared_games_by_place(
    client: Client, make_game: Any, people: list[Any], names: tuple[str, str]
) -> None:
    finish(make_game(), 1, 5, 3)
    finish(make_game(), 1, 6, 3)
    finish(make_game([people[0], people[2]]), 5, 1)
    numbers = {"1": people[0].pk, "2": people[1].pk}
    a, b = (str(numbers.get(name, name)) for name in names)
    answer = client.get("/api/head-to-head", {"a": a, "b": b}).json()
    winner = "a" if answer["names"]["a"] == "Berit" else "b"
    assert answer["better"][winner] == 2
    assert len(answer["meetings"]) == 2
    page = client.get("/standings/head-to-head/", {"a": a, "b": b}).content.decode()
    assert "Games of both" in page


def test_head_to_head_of_parks(client: Client, make_game: Any, make_park: Any) -> None:
    parks = [make_park("Frost Hold", mark=1), make_park("Reed Water", mark=2)]
    finish(make_game(parks), 1, 5)
    query = {"side": "park", "a": "frost hold", "b": str(parks[1].pk)}
    assert client.get("/api/head-to-head", query).json()["better"] == {"a": 0, "b": 1, "even": 0}


@pytest.mark.parametrize("words", ["", "nobody at all", "\x00", "9" * 40, "²", "<script>"])
def test_head_to_head_says_whom_it_does_not_know(
    client: Client, make_game: Any, words: str
) -> None:
    finish(make_game(), 1, 5, 3)
    page = client.get("/standings/head-to-head/", {"a": words, "b": "anna"})
    assert page.status_code == 200
    assert "<script>alert" not in page.content.decode()
    assert client.get("/api/head-to-head", {"a": words, "b": "anna"}).status_code == 404


@pytest.mark.parametrize("path", ["/api/standings/lantern", "/api/head-to-head"])
def test_r_6_an_unknown_side_is_refused_with_a_code(client: Client, path: str) -> None:
    answer = client.get(path, {"side": "dragons"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_frame")


def test_r_6_unknown_titles_are_not_found(client: Client) -> None:
    assert client.get("/standings/no-such-title/").status_code == 404
    assert client.get("/api/standings/no-such-title").json()["code"] == "not_found"


def test_a_title_nobody_finished_has_an_empty_table(client: Client) -> None:
    page = client.get("/standings/lantern/").content.decode()
    assert "has finished a game of this title yet" in page
    assert "No game has ended yet" in client.get("/standings/").content.decode()


def test_standings_ask_the_same_few_queries_however_many_games(
    make_game: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        finish(make_game(), number, 5, 3)
    with django_assert_max_num_queries(2):
        assert len(tables.of_title("lantern", USER)) == 3
    with django_assert_max_num_queries(2):
        assert tables.of_title("lantern", PARK) == []
