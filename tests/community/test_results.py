"""A game's results page and its JSON twin: placings, ties, prizes, figures, proof, rights."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.community import figures, placings
from games.hosting.models import Game, Seat
from games.league.models import Result
from tests.community.conftest import finish
from tests.hosting import seasons

pytestmark = pytest.mark.django_db


def shown(client: Client, game: Any) -> str:
    answer = client.get(f"/games/{game.code}/results/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_results_name_every_seat_with_its_place(client: Client, make_game: Any) -> None:
    game = finish(make_game(), 1, 5, 3)
    page = shown(client, game)
    assert page.index("Berit") < page.index("Anna") < page.index("Cai")
    for link in ("replay/", "export/public.json", "home/"):
        assert f"/games/{game.code}/{link}" in page
    answer = client.get(f"/api/games/{game.code}/results").json()
    assert [(row["name"], row["place"]) for row in answer["placings"]] == [
        ("Berit", 1), ("Anna", 2), ("Cai", 2),
    ]  # fmt: skip


def test_a_running_game_has_no_results_yet(client: Client, make_game: Any) -> None:
    game = make_game()
    assert "still runs" in shown(client, game)
    answer = client.get(f"/api/games/{game.code}/results").json()
    assert (answer["status"], answer["placings"], answer["statistics"]) == ("running", [], {})


def test_an_abandoned_game_lists_its_seats_without_a_ranking(
    client: Client, make_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.engine.protocol import Outcome
    from tests.hosting.lantern import LanternRules

    game = make_game()
    monkeypatch.setattr(
        LanternRules, "outcome", lambda self, s: Outcome("abandoned") if self._over(s) else None
    )
    finish(game, 1, 5, 3)
    assert list(Result.objects.values_list("place", flat=True)) == [None, None, None]
    page = shown(client, game)
    assert "ended without a ranking" in page and "Berit" in page


def test_pr_8_7_resigned_seats_and_bots_are_marked(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    game = make_game([people[0], people[1], None])
    Seat.objects.filter(game=game, number=1).update(retired=True, bot=True)
    finish(game, 1, 5, 3)
    page = shown(client, game)
    assert "resigned, the bot went on" in page
    rows = client.get(f"/api/games/{game.code}/results").json()["placings"]
    assert {row["seat"]: (row["retired"], row["bot"]) for row in rows} == {
        0: (False, False), 1: (True, True), 2: (False, True),
    }  # fmt: skip


def test_r_14_an_emptied_account_stands_under_its_pseudonym(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    from accounts import services

    game = finish(make_game(), 1, 5, 3)
    services.empty_account(people[1], by=None)
    page = shown(client, game)
    league = page[page.index('<div class="league">') :]
    assert f"Former member {people[1].pk}" in league and "Berit" not in league


@pytest.mark.parametrize("path", ["/games/{}/results/", "/api/games/{}/results"])
def test_t_1_results_of_a_game_by_invitation_do_not_exist_for_others(
    client: Client, make_game: Any, people: list[Any], make_user: Any, path: str
) -> None:
    game = finish(make_game(visibility="invited"), 1, 5, 3)
    unknown = client.get(path.format("nosuchgame"))
    hidden = client.get(path.format(game.code))
    assert hidden.status_code == unknown.status_code == 404
    client.force_login(make_user("stranger"))
    assert client.get(path.format(game.code)).status_code == 404
    client.force_login(people[0])
    assert client.get(path.format(game.code)).status_code == 200


def test_the_full_file_is_for_game_masters_without_a_seat(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    game = finish(make_game(), 1, 5, 3)
    client.force_login(people[0])
    assert "full.json" not in shown(client, game)
    client.force_login(people[3])
    assert "full.json" in shown(client, game)


def test_im_8_5_im_8_7_a_season_shows_ties_prizes_and_figures(
    client: Client, make_user: Any, make_park: Any
) -> None:
    parks = [
        make_park("Frost Hold", general=make_user("edda"), mark=2, ork=(901,)),
        make_park("Ember Gate", general=make_user("finn"), mark=5, ork=(902,)),
    ]
    season = seasons.make_season(parks, make_user("grix", staff=True).pk, prize_clock_hours=1)
    prizes = [{"id": f"p{n}", "title": f"Banner {n}"} for n in range(3)]
    seasons.gm(season, {"type": "set_prizes", "prizes": prizes, "reason": "the feast"})
    while Game.objects.get(pk=season.pk).due_at is not None:
        seasons.play_bots(season)
        if Game.objects.get(pk=season.pk).due_at is not None:
            seasons.until_due(season)
    page = shown(client, season)
    assert "Points in the last week" in page  # a column of what decides ties
    assert page.index("Banner 0") < page.index("Banner 2")
    assert "left over" in page and "Victory Points by week" in page
    answer = client.get(f"/api/games/{season.code}/results").json()
    assert set(answer["placings"][0]["ties"]) == {"tiles", "last_week", "castles"}
    assert answer["placings"][0]["side"] == "park"


def test_the_results_page_asks_the_same_queries_for_any_number_of_seats(
    make_game: Any, people: list[Any], django_assert_max_num_queries: Any
) -> None:
    for holders in (people[:2], [*people[:3], None]):
        game = finish(make_game(holders), 1, 5)
        figures.of_game(game)
        with django_assert_max_num_queries(2):  # results, personas
            assert len(placings.context(game)["rows"]) == len(holders)
