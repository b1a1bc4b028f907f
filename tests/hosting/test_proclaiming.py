"""A park's webhook hears what everybody may see of its games, once, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts import webhooks
from accounts.models import Delivery
from games.engine.protocol import Seat
from games.hosting import clocks, proclaiming, services
from games.hosting.creating import SeatPlan, create_game
from games.hosting.models import Game

pytestmark = pytest.mark.django_db

HOOK = "https://discord.com/api/webhooks/1/abc"
HOURS = 3600


@pytest.fixture
def parks(people: list[Any], make_park: Callable[..., Any]) -> list[Any]:
    """Two parks; the first has a webhook."""
    made = [make_park("Frost Hold", general=people[0]), make_park("Ember Gate", general=people[1])]
    webhooks.set_webhook(made[0], HOOK, by=people[0].pk)
    Delivery.objects.all().delete()  # the first word
    return made


def make(parks: list[Any], *, seconds: int = 48 * HOURS, **more: Any) -> Any:
    plans = [SeatPlan(park.name, k + 1, park=park) for k, park in enumerate(parks)]
    options = {"seconds": seconds, "rounds": 2}
    return create_game(
        title="lantern", name="Winter", seats=plans, options=options, by=None, **more
    )


def news() -> list[tuple[str, str]]:
    return list(Delivery.objects.order_by("id").values_list("kind", "params__game_name"))


def run_clock(seconds: int) -> None:
    clocks.move_lab_clock(seconds + 1)
    for game in Game.objects.filter(status="running"):
        assert services.run_due(game.pk).ok


def test_beginning_resolutions_and_end_are_told(parks: list[Any]) -> None:
    game = make(parks)
    assert news() == [("started", "Winter")]
    run_clock(48 * HOURS)
    run_clock(48 * HOURS)
    assert [kind for kind, _ in news()] == ["started", "resolved", "game_over"]
    told = Delivery.objects.get(kind="resolved")
    assert told.params["url"] == f"/games/{game.code}/" and told.params["when"]
    assert told.hook is not None and told.hook.park == parks[0]


def test_r_4_orders_and_what_stands_in_them_are_told_to_no_channel(parks: list[Any]) -> None:
    game = make(parks)
    for lamps in (1, 5):
        assert services.submit(game.pk, Seat(0), {"type": "light", "lamps": lamps}).ok
    assert [kind for kind, _ in news()] == ["started"]
    run_clock(48 * HOURS)
    shown = set(Delivery.objects.get(kind="resolved").params)
    assert shown == {"game_name", "url", "when"}


def test_r_4_two_worlds_tell_the_same(parks: list[Any]) -> None:
    told = []
    for lamps in (0, 6):
        game = make(parks, seed="one seed")
        services.submit(game.pk, Seat(1), {"type": "light", "lamps": lamps})
        run_clock(48 * HOURS)
        found = Delivery.objects.filter(game_id=game.pk).order_by("id")
        told.append([(d.kind, d.key, {**d.params, "url": "", "when": ""}) for d in found])
        Game.objects.update(status="cancelled")
    assert told[0] == told[1]


def test_a_live_table_does_not_flood_a_channel(parks: list[Any]) -> None:
    make(parks, seconds=60)
    run_clock(60)
    assert [kind for kind, _ in news()] == ["started"]


def test_a_deadline_is_told_a_day_before_once(parks: list[Any]) -> None:
    game = make(parks)
    assert list(proclaiming.near()) == []
    clocks.move_lab_clock(25 * HOURS)
    assert list(proclaiming.near()) == [game.pk]
    for _ in range(2):
        proclaiming.remind(game.pk)
    assert [kind for kind, _ in news()] == ["started", "deadline"]


def test_where_the_next_window_is_short_no_reminder_comes_with_its_beginning(
    parks: list[Any],
) -> None:
    make(parks, seconds=20 * HOURS)
    assert list(proclaiming.near()) == []


@pytest.mark.parametrize(
    "shut", [{"visibility": "invited"}, {"is_hidden": True}, {"spectators": False}]
)
def test_r_4_a_game_that_not_everybody_may_watch_is_not_spoken_of(
    parks: list[Any], shut: dict[str, Any]
) -> None:
    game = make(parks)
    Delivery.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(**shut)
    run_clock(48 * HOURS)
    clocks.move_lab_clock(25 * HOURS)
    proclaiming.remind(game.pk)
    assert news() == []


def test_parks_that_do_not_play_hear_nothing(parks: list[Any], make_game: Any) -> None:
    make_game()
    assert news() == []
