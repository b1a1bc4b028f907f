"""The archive: finished games by title and year, under permanent addresses."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.community import archive
from games.hosting.models import Game
from tests.community.conftest import finish

pytestmark = pytest.mark.django_db


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_the_archive_groups_finished_games_by_title_and_year(
    client: Client, make_game: Any
) -> None:
    game = finish(make_game(name="Last winter"), 1, 5, 3)
    make_game(name="Still running")
    year = game.ended_at.year
    for path in ("/archive/", "/archive/lantern/", f"/archive/lantern/{year}/"):
        page = text(client, path)
        assert "Last winter" in page and "Still running" not in page
        for link in ("results/", "replay/", "export/public.json"):
            assert f"/games/{game.code}/{link}" in page
    assert "Last winter" not in text(client, f"/archive/lantern/{year - 1}/")
    assert client.get("/archive/no-such-title/").status_code == 404


def test_the_archive_names_the_winners(
    client: Client, make_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.engine.protocol import Outcome, Placing
    from tests.hosting.lantern import LanternRules

    placings = (Placing(0, 1, 3, won=True), Placing(1, 1, 3, won=True), Placing(2, 3, 0))
    monkeypatch.setattr(
        LanternRules, "outcome", lambda self, s: Outcome("x", placings) if self._over(s) else None
    )
    finish(make_game(), 1)
    page = text(client, "/archive/")
    assert "Anna" in page and "Berit" in page and "Cai" not in page


def test_t_1_private_games_are_in_the_archive_of_their_people_alone(
    client: Client, make_game: Any, people: list[Any], make_user: Any
) -> None:
    for kind in ("invited", "unlisted"):
        finish(make_game(name=f"Quiet {kind}", visibility=kind), 1)
    finish(make_game(name="Quiet room", spectators=False), 1)
    finish(make_game(name="Quiet grave", is_hidden=True), 1)
    client.force_login(make_user("stranger"))
    assert "Quiet" not in text(client, "/archive/")
    assert "lantern" not in text(client, "/archive/")
    client.force_login(people[0])
    page = text(client, "/archive/")
    assert "Quiet invited" in page and "Quiet unlisted" in page and "Quiet room" in page
    assert "Quiet grave" not in page


def test_the_archive_is_paged_and_asks_the_same_queries(
    make_game: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(3):
        finish(make_game(name=f"Game {number}"), 1, 5, 3)
    with django_assert_max_num_queries(4):
        assert len(archive.entries(archive.finished(None))) == 3
    with django_assert_max_num_queries(1):
        assert archive.shelves(None)[0]["years"][0]["games"] == 3


def test_an_empty_archive_says_so(client: Client) -> None:
    assert "No game has ended yet" in text(client, "/archive/")
    assert Game.objects.count() == 0


def test_a_title_that_is_offered_no_more_keeps_its_games(client: Client, make_game: Any) -> None:
    finish(make_game(name="Old friend"), 1)
    from games.league.models import Result

    Game.objects.update(title="gone-title")
    Result.objects.update(title="gone-title")
    assert "Old friend" in text(client, "/archive/gone-title/")
    assert "gone-title" in text(client, "/standings/")
