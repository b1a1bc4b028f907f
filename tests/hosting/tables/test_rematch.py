"""The same people and settings once more."""

from __future__ import annotations

from typing import Any

import pytest

from games.hosting import services
from games.hosting.models import Game
from games.hosting.tables import rematch, seating, starting
from games.hosting.tables.models import Table
from tests.hosting.tables.test_seating import code_of, kinds, told

pytestmark = pytest.mark.django_db


def finish(game: Game, later: Any) -> Game:
    """Let the clock end it."""
    while Game.objects.get(pk=game.pk).status == "running":
        later(100)
        assert services.run_due(game.pk).ok
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def over(folk: Any, gather: Any, later: Any) -> Game:
    """A finished game of Anna, Berit and a bot."""
    table = gather("open", "bot", options={"mood": "wild"}, spectators=False, visibility="unlisted")
    seating.join(table, folk["berit"])
    table.refresh_from_db()
    return finish(table.game, later)


def test_everybody_who_sat_there_is_invited_and_the_settings_are_the_same(
    folk: Any, over: Game
) -> None:
    table = rematch.rematch(over, by=folk["berit"])
    places = [(p.kind, p.user, p.invited) for p in table.places.order_by("number")]
    assert places == [
        ("person", folk["anna"], True), ("person", folk["berit"], False), ("bot", None, False),
    ]  # fmt: skip
    assert (table.options, table.clock, table.preset) == (over.options, over.clock, "live")
    assert (table.name, table.visibility, table.spectators) == (over.name, "unlisted", False)
    assert (table.created_by, table.rematch_of) == (folk["berit"].pk, over)
    assert told(folk["anna"], "invited")[0].params["url"] == f"/tables/{table.code}/"
    seating.join(table, folk["anna"])
    table.refresh_from_db()
    assert table.game is not None and table.game != over


def test_a_second_wish_finds_the_rematch_that_is_gathered(folk: Any, over: Game) -> None:
    first = rematch.rematch(over, by=folk["berit"])
    assert rematch.rematch(over, by=folk["anna"]) == first
    assert Table.objects.filter(rematch_of=over).count() == 1


def test_only_those_who_played_may_ask_and_only_after_the_end(
    folk: Any, over: Game, gather: Any
) -> None:
    assert code_of(rematch.rematch, over, by=folk["cai"]) == "table.no_rematch"
    running = starting.start(gather("bot", begin="hand").pk)
    assert code_of(rematch.rematch, running, by=folk["anna"]) == "table.no_rematch"


def test_who_has_left_the_portal_leaves_an_open_seat(folk: Any, over: Game) -> None:
    type(folk["anna"]).objects.filter(pk=folk["anna"].pk).update(is_active=False)
    table = rematch.rematch(over, by=folk["berit"])
    assert kinds(table) == ["open", "person", "bot"]


def test_own_times_of_a_clock_come_along(folk: Any, gather: Any, later: Any) -> None:
    times = {"round": 45, "first": 0}
    table = gather("bot", begin="now", preset="own", clock=times)
    again = rematch.rematch(finish(table.game, later), by=folk["anna"])
    assert (again.clock, again.preset) == (times, "own")


def test_the_games_page_offers_it_to_players_alone(browse: Any, over: Game) -> None:
    from django.template import Context, RequestContext, Template
    from django.test import RequestFactory

    page = Template("{% load tables %}{% rematch game %}")
    assert "Rematch" not in page.render(Context({"game": over}))
    for seat, is_shown in ((0, True), (1, True)):
        request = RequestFactory().get("/")
        request.user = over.seats.get(number=seat).user  # type: ignore[assignment]
        shown = page.render(RequestContext(request, {"game": over}))
        assert (f"/tables/rematch/{over.code}/" in shown) == is_shown
    answer = browse("anna").post(f"/tables/rematch/{over.code}/")
    assert answer["Location"] == f"/tables/{Table.objects.get(rematch_of=over).code}/"
    for name in ("cai", "grix"):
        assert browse(name).post(f"/tables/rematch/{over.code}/").status_code == 404


def test_the_live_table_knows_who_may_ask_once_it_is_over(
    folk: Any, over: Game, gather: Any
) -> None:
    running = starting.start(gather("bot", begin="hand").pk)
    anna, cai = folk["anna"].pk, folk["cai"].pk
    assert rematch.sat_there(running, anna) and not rematch.is_offered(running, anna)
    assert rematch.sat_there(over, anna) and rematch.is_offered(over, anna)
    assert not any(rematch.sat_there(game, who) for game in (running, over) for who in (cai, None))


def test_a_game_without_times_of_its_own_gets_the_calmest(folk: Any, over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(clock={})
    over.refresh_from_db()
    assert rematch.rematch(over, by=folk["anna"]).preset == "day"
