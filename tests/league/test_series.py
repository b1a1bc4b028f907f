"""GC-14: purses, ledger, Tokens; results and standings."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.refusals import Refused
from games.league import series as league
from games.league.models import GarnetEntry, Result, Series
from tests.league.conftest import Clock


@pytest.fixture
def season(db: None, clock: Clock) -> Series:
    return Series.objects.create(name="Winter court", slug="winter", opened_at=clock())


def sums(series: Series) -> dict[int, int]:
    found: dict[int, int] = {}
    for user, amount in GarnetEntry.objects.filter(member__series=series).values_list(
        "member__user", "amount"
    ):
        found[user] = found.get(user, 0) + amount
    return found


def test_gc_14_1_a_member_begins_with_three_garnets_once(season: Series) -> None:
    league.join(season, 7)
    league.join(season, 7)
    assert league.purse(season, 7) == 3
    assert league.purse(season, 8) == 0


def test_gc_14_3_the_sum_of_the_entries_is_the_balance(season: Series) -> None:
    for user in (7, 8):
        league.join(season, user)
    league.credit(season, 7, -2, "auction", game=1)
    league.credit(season, 8, 1, "win", game=1)
    assert sums(season) == {7: 1, 8: 4}
    assert (league.purse(season, 7), league.purse(season, 8)) == (1, 4)


def test_gc_14_1_a_balance_is_never_negative(season: Series) -> None:
    league.join(season, 7)
    with pytest.raises(Refused) as caught:
        league.credit(season, 7, -4, "auction", game=1)
    assert caught.value.code == "purse_empty"
    assert sums(season) == {7: 3}


def test_gc_14_4_entries_of_a_running_match_are_not_public(season: Series) -> None:
    league.join(season, 7)
    league.credit(season, 7, -2, "auction", game=1)
    assert league.public_balances(season) == {7: 3}
    league.settle(1)
    assert league.public_balances(season) == {7: 1}


def test_gc_14_9_an_aborted_match_is_reversed_once(season: Series) -> None:
    league.join(season, 7)
    league.credit(season, 7, -2, "auction", game=1)
    league.grant_token(season, 7, game=1)
    league.reverse(1)
    league.reverse(1)
    assert (league.purse(season, 7), sums(season)) == (3, {7: 3})
    assert league.public_balances(season) == {7: 3}
    assert league.token_holders(1) == set()


def test_gc_14_5_a_token_belongs_to_one_match(season: Series) -> None:
    league.join(season, 7)
    league.grant_token(season, 7, game=1)
    league.grant_token(season, 7, game=1)
    assert (league.token_holders(1), league.token_holders(2)) == ({7}, set())


def test_gc_14_6_the_winner_of_a_death_match_takes_all(season: Series) -> None:
    for user in (7, 8):
        league.join(season, user)
    league.record_death_match(season, loser=7, winner=8, by=1)
    assert sums(season) == {7: 0, 8: 6}
    assert league.purse(season, 7) == 0
    for loser, winner, code in ((7, 8, "member_eliminated"), (8, 9, "no_such_member")):
        with pytest.raises(Refused) as caught:
            league.record_death_match(season, loser=loser, winner=winner, by=1)
        assert caught.value.code == code


def test_gc_14_2_balances_are_frozen_while_a_match_runs(season: Series) -> None:
    for user in (7, 8):
        league.join(season, user)
    league.credit(season, 8, -1, "auction", game=1)
    with pytest.raises(Refused) as caught:
        league.record_death_match(season, loser=7, winner=8, by=1)
    assert caught.value.code == "match_running"
    league.settle(1)
    league.record_death_match(season, loser=7, winner=8, by=1)
    assert sums(season) == {7: 0, 8: 5}


def result(game: int, seat: int, place: int, at: Any, **more: Any) -> Result:
    fields = {"title": "court", "seat_name": f"Seat {seat}", "won": place == 1, **more}
    return Result(game=game, seat=seat, place=place, ended_at=at, **fields)


def test_results_written_twice_stand_once(season: Series, clock: Clock) -> None:
    for place in (2, 1):
        league.record_results(1, [result(1, 0, place, clock(), user=10)])
    assert list(Result.objects.values_list("place", flat=True)) == [1]


def test_results_go_to_the_series_of_their_game(season: Series, clock: Clock) -> None:
    league.enter_game(season, 1, by=None)
    league.record_results(1, [result(1, 0, 1, clock(), user=10)])
    assert Result.objects.get(game=1).series == season
    league.record_results(2, [result(2, 0, 1, clock(), user=10)])
    league.enter_game(season, 2, by=None)
    assert Result.objects.get(game=2).series == season
