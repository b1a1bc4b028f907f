"""GC-16.9: of a title that asks for it mail, push and webhook know game and phase alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core import mail

from accounts import gamefacts, sending, services
from games.engine.protocol import Seat, replace
from games.hosting import discretion
from games.hosting.models import Game
from tests.hosting import lantern

pytestmark = pytest.mark.django_db


@pytest.fixture
def discreet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The test title asks for it."""
    monkeypatch.setattr(lantern.LanternRules, "meta", replace(lantern.rules.meta, discreet=True))
    yield


def test_gc_16_9_a_discreet_game_is_its_name_and_phase(discreet: None, game: Any) -> None:
    assert gamefacts.discreet([game.pk, None]) == {game.pk: "Lamps: round"}


def test_other_games_are_spoken_of_freely(game: Any) -> None:
    assert gamefacts.discreet([game.pk]) == {}


def test_gc_16_9_a_letter_about_it_tells_no_more(
    discreet: None, game: Any, people: list[Any]
) -> None:
    services.notify(
        [people[0].pk], "nudge", game_id=game.pk, key="1", params={"text": "Berit lit nine lamps."}
    )
    sending.send_due()
    letter = mail.outbox[0]
    assert "Lamps: round" in letter.body and "nine" not in letter.subject + letter.body


def test_gc_16_9_two_worlds_say_the_same_outside(
    discreet: None, make_game: Callable[..., Any]
) -> None:
    from games.hosting import services as door

    games = [make_game(), make_game()]
    for lamps, game in zip((0, 6), games, strict=True):
        door.submit(game.pk, Seat(0), {"type": "light", "lamps": lamps})
    said = discretion.discreet(frozenset(game.pk for game in games))
    assert len(set(said.values())) == 1


def test_the_seats_a_person_may_bind_a_token_to(
    people: list[Any], make_game: Any, make_park: Any
) -> None:
    from games.hosting.creating import SeatPlan, create_game

    own = make_game()
    park = make_park("Frost Hold", general=people[0])
    plans = [SeatPlan("Frost Hold", 1, park=park), SeatPlan("Seat 1", 2, user=people[1])]
    season = create_game(title="lantern", name="Season", seats=plans, options={}, by=None)
    over = make_game(name="Over")
    Game.objects.filter(pk=over.pk).update(status="finished")
    found = [(seat.game, seat.number) for seat in gamefacts.seats_of(people[0].pk)]
    assert found == [(season.code, 0), (own.code, 0)]
    assert gamefacts.seats_of(people[3].pk) == []
