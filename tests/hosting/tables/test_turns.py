"""Where it is somebody's turn: the lobby's order, "Next table", and what it costs to know."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.protocol import Seat
from games.hosting import services
from games.hosting.models import Game
from games.hosting.tables import turns
from games.hosting.tables.making import Wanted, Wish, make_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(folk: Any) -> Any:
    """`running(seconds)`: a game of Anna and a bot with rounds of so many seconds."""

    def make(seconds: int, *, by: str = "anna") -> Game:
        wish = Wish(
            "lamps", f"Rounds of {seconds}", [Wanted("person", folk[by]), Wanted("bot")],
            preset="own", clock={"round": seconds, "first": 0}, begin="now",
        )  # fmt: skip
        game = make_table(wish, by=folk[by]).game
        assert game is not None
        return game

    return make


def light(game: Game, seat: int = 0) -> None:
    assert services.submit(game.pk, Seat(seat), {"type": "light", "lamps": 3}).ok


def codes(user: Any) -> list[str]:
    return [turn.code for turn in turns.turns_of(user.pk)]


def test_the_nearest_deadline_comes_first_and_only_what_waits(folk: Any, running: Any) -> None:
    slow, quick, done = running(900), running(60), running(300)
    light(done)
    running(50, by="berit")
    assert codes(folk["anna"]) == [quick.code, slow.code]


def test_next_table_goes_on_from_the_one_before(folk: Any, running: Any, browse: Any) -> None:
    games = {seconds: running(seconds) for seconds in (60, 300, 900)}
    anna = browse("anna")
    order = [games[60], games[300], games[900]]
    assert anna.get("/games/next/")["Location"] == f"/games/{order[0].code}/"
    for here, there in zip(order, [*order[1:], order[0]], strict=True):
        answer = anna.get(f"/games/next/?after={here.code}")
        assert answer["Location"] == f"/games/{there.code}/"
    assert anna.get("/games/next/?after=nonsense")["Location"] == f"/games/{order[0].code}/"


def test_next_table_ends_at_home_when_nothing_else_waits(
    folk: Any, running: Any, browse: Any
) -> None:
    game, anna = running(60), browse("anna")
    answer = anna.get(f"/games/next/?after={game.code}", follow=True)
    assert "Nothing else waits for you." in answer.content.decode()
    light(game)
    answer = anna.get("/games/next/", follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert browse("").get("/games/next/").status_code == 302


def test_paused_hidden_and_bots_games_do_not_wait(folk: Any, running: Any) -> None:
    from games.hosting import clocks

    changes: tuple[dict[str, Any], ...] = (
        {"paused_at": clocks.now()}, {"is_hidden": True}, {"status": "needs_gm"},
    )  # fmt: skip
    for change in changes:
        game = running(60)
        assert game.code in codes(folk["anna"])
        Game.objects.filter(pk=game.pk).update(**change)
        assert game.code not in codes(folk["anna"])
    game = running(60)
    game.seats.filter(number=0).update(bot=True)
    assert game.code not in codes(folk["anna"])


def test_a_generals_park_has_turns_too(folk: Any, gather: Any, make_park: Any) -> None:
    from games.hosting.tables import seating

    park = make_park("Frost Hold", general=folk["berit"])
    table = gather("open")
    seating.join(table, folk["berit"], park_id=park.pk)
    table.refresh_from_db()
    assert codes(folk["berit"]) == [table.game.code]


def test_the_header_counts_in_two_statements_whatever_the_number_of_games(
    folk: Any, running: Any
) -> None:
    for seconds in (60, 120, 180, 240, 300):
        running(seconds)
    turns.turns_of(folk["anna"].pk)  # states are known from here on
    with CaptureQueriesContext(connection) as seen:
        assert len(turns.turns_of(folk["anna"].pk)) == 5
    asked = [q["sql"][:80] for q in seen if "clock" not in q["sql"][:40]]  # of the time or the lab
    assert len(asked) == 2, asked  # the offices held, and the seats with their games


def test_a_view_that_fails_stops_no_page(
    folk: Any, running: Any, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting import reading

    good, bad = running(60), running(120)
    real = reading._typed_view

    def fail(game: Game, stream: str) -> Any:
        if game.pk == bad.pk:
            raise RuntimeError("a view is cracked")
        return real(game, stream)

    monkeypatch.setattr(reading, "_typed_view", fail)
    assert codes(folk["anna"]) == [good.code]
    page = browse("anna").get("/")
    assert page.status_code == 200 and good.name in page.content.decode()
