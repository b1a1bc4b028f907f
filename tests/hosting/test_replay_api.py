"""Replay over HTTP: who is told of which audience, codes of what is wrong, files of the end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry
from games.hosting import clocks, services
from games.hosting.models import Game, Visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(game: Any) -> Any:
    """Three rounds without a lamp."""
    for _ in range(3):
        clocks.move_lab_clock(61)
        assert services.run_due(game.pk).ok
    return Game.objects.get(pk=game.pk)


def client_of(user: Any = None) -> Client:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def get(game: Any, entry: str, user: Any = None) -> tuple[int, Any]:
    answer = client_of(user).get(f"/api/games/{game.code}/{entry}")
    assert answer["Cache-Control"] == "private, no-store"
    return answer.status_code, answer.json()


def test_everybody_is_told_the_audiences_that_he_may_replay_as(
    game: Any, people: list[Any]
) -> None:
    spectator = {"key": "public", "kind": "spectator", "own": True}
    assert get(game, "replay/audiences") == (
        200, {"audiences": [spectator], "over": False, "files": {}},
    )  # fmt: skip
    told = get(game, "replay/audiences", people[1])[1]["audiences"]
    seat = {"key": "seat:1", "kind": "seat", "own": True, "seat": 1}
    assert told == [{**spectator, "own": False}, seat]


@pytest.mark.parametrize("entry", ["replay/part", "replay/marks"])
@pytest.mark.parametrize("key", ["seat:1", "seat:77", "team:0", "", "%00", "public,seat:0"])
def test_a_view_that_one_may_not_replay_is_not_found_as_if_it_were_none(
    game: Any, people: list[Any], entry: str, key: str
) -> None:
    status, found = get(game, f"{entry}?as={key}", people[0])
    assert (status, found["code"]) == (404, "not_found")
    assert found == get(game, f"{entry}?as=seat:99", people[0])[1]


@pytest.mark.parametrize("frame", ["-1", "x", "1.5", "", "9" * 40, "%C2%B2", "1e3"])
def test_a_frame_that_is_no_number_is_a_bad_frame(game: Any, frame: str) -> None:
    for name in ("frame", "public"):
        status, found = get(game, f"replay/part?{name}={frame}")
        assert (status, found["code"]) == (400, "bad_frame")


def test_a_frame_past_the_end_gives_the_last_part(ended: Any) -> None:
    last = get(ended, "replay/part?frame=99999999")
    assert last == get(ended, "replay/part")
    assert last[1]["as"] == "public" and last[1]["frames"] == 4


def test_the_end_names_its_files_the_full_one_to_a_gm_without_a_seat(
    ended: Any, people: list[Any]
) -> None:
    for user, forms in (
        (None, ["public"]),
        (people[0], ["public"]),
        (people[3], ["public", "full"]),
    ):
        files = get(ended, "replay/audiences", user)[1]["files"]
        assert list(files) == forms
        for address in files.values():
            assert client_of(user).get(address).status_code == 200
    assert client_of(people[0]).get(f"/games/{ended.code}/export/full.json").status_code == 404
    assert [row.by for row in AuditEntry.objects.filter(what="game.exported")] == [people[3].pk]


def test_statistics_come_with_the_end(game: Any, ended: Any) -> None:
    assert get(ended, "statistics") == (200, {"rounds": 3})


def test_a_running_game_has_no_statistics(game: Any) -> None:
    status, found = get(game, "statistics")
    assert (status, found["code"]) == (409, "not_now")


@pytest.mark.parametrize("entry", ["replay/audiences", "replay/part", "replay/marks", "statistics"])
def test_an_invited_game_does_not_exist_for_others(
    ended: Any, people: list[Any], entry: str
) -> None:
    Game.objects.filter(pk=ended.pk).update(visibility=Visibility.INVITED)
    status, found = get(ended, entry)
    assert (status, found["code"]) == (404, "not_found")
    assert client_of().get(f"/games/{ended.code}/replay/").status_code == 404
    assert get(ended, entry, people[0])[0] == 200
