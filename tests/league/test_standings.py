"""Standings: what counts, for whom, and how equals are told apart."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.league import series as league
from games.league.models import Result, Series
from games.league.standings import PARK, standings
from tests.league.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(clock: Clock) -> Series:
    return Series.objects.create(name="Spring", slug="spring", opened_at=clock())


def result(game: int, seat: int, place: int | None, at: Any, **more: Any) -> Result:
    fields = {"title": "court", "seat_name": f"Seat {seat}", "won": place == 1, **more}
    return Result(game=game, seat=seat, place=place, ended_at=at, **fields)


def _of(title: str) -> list[Any]:
    return standings(Result.objects.filter(title=title))


def test_standings_count_wins_then_places_then_score(season: Series, clock: Clock) -> None:
    for game, places in enumerate([(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 1, 3)], start=1):
        league.record_results(
            game,
            [
                result(
                    game, seat, place, clock() + timedelta(days=game), series=season, user=10 + seat
                )
                for seat, place in enumerate(places)
            ],
        )
    table = standings(season.results.all())
    assert [(line.rank, line.number, line.played, line.won) for line in table] == [
        (1, 10, 4, 2),
        (2, 11, 4, 2),
        (3, 12, 4, 0),
    ]


def test_standings_share_a_rank_when_nothing_differs(season: Series, clock: Clock) -> None:
    league.record_results(1, [result(1, n, 1, clock(), user=10 + n) for n in range(2)])
    league.record_results(2, [result(2, 0, 1, clock(), title="other", user=10)])
    assert [(line.rank, line.number) for line in _of("court")] == [
        (1, 10),
        (1, 11),
    ]
    assert [line.number for line in _of("other")] == [10]


def test_standings_of_parks_leave_bots_out(season: Series, clock: Clock, make_park: Any) -> None:
    park = make_park("Copper Gate")
    league.record_results(1, [result(1, 0, 1, clock(), park=park), result(1, 1, 2, clock())])
    table = standings(Result.objects.all(), PARK)
    assert [(line.number, line.name) for line in table] == [(park.pk, "Copper Gate")]
    assert standings(Result.objects.all()) == []


def test_standings_give_mean_score_and_mean_placing(season: Series, clock: Clock) -> None:
    league.record_results(1, [result(1, 0, 1, clock(), user=10, score=30)])
    league.record_results(2, [result(2, 0, 4, clock(), user=10, score=11)])
    (line,) = standings(Result.objects.all())
    assert (line.mean_score, line.mean_place, line.best) == (20.5, 2.5, 1)


def test_standings_leave_out_games_that_ended_unranked(season: Series, clock: Clock) -> None:
    league.record_results(1, [result(1, 0, None, clock(), user=10, won=False)])
    assert standings(Result.objects.all()) == []


def test_pr_8_7_who_resigned_keeps_the_place_but_not_the_win(season: Series, clock: Clock) -> None:
    league.record_results(1, [result(1, 0, 1, clock(), user=10, retired=True)])
    (line,) = standings(Result.objects.all())
    assert (line.played, line.won, line.best) == (1, 0, 1)


def test_r_14_an_emptied_account_stands_under_its_pseudonym(
    season: Series, clock: Clock, make_user: Any
) -> None:
    from accounts import services

    user = make_user("edda")
    league.record_results(1, [result(1, 0, 1, clock(), user=user.pk, seat_name="Edda")])
    services.empty_account(user, by=None)
    (line,) = standings(Result.objects.all())
    assert line.name == f"Former member {user.pk}"
