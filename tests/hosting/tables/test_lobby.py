"""The lobby: whose turn it is, what is told of others, what may be watched (ui.md section 4)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import General
from games.engine.protocol import Seat
from games.hosting import clocks, services
from games.hosting.models import Game
from games.hosting.tables import seating
from tests.hosting.tables import lamps

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(folk: Any, gather: Any) -> Game:
    """A game of Anna, Berit and Cai."""
    table = gather()
    for name in ("berit", "cai"):
        seating.join(table, folk[name])
    table.refresh_from_db()
    found: Game = table.game
    return found


def light(game: Game, seat: int) -> None:
    assert services.submit(game.pk, Seat(seat), {"type": "light", "lamps": 3}).ok


def context(browse: Any, name: str, query: str = "") -> Any:
    return browse(name).get(f"/{query}").context


def test_your_turn_comes_first_with_deadline_and_prompt(browse: Any, game: Game) -> None:
    shown = context(browse, "anna")
    card = shown["turn"][0]
    assert (card["game"], card["mark"], card["is_turn"]) == (game, 1, True)
    assert card["due_at"] == int(game.due_at.timestamp())  # type: ignore[union-attr]
    assert card["prompt"] == "light"  # the test title has no sentences
    page = browse("anna").get("/").content.decode()
    assert "Your turn at one table" in page
    assert page.index("Your turn at one table") < page.index("Open seats")
    light(game, 0)
    shown = context(browse, "anna")
    assert (shown["turn"], [c["game"] for c in shown["waiting"]]) == ([], [game])


@pytest.mark.parametrize(
    ("known", "words"),
    [("all", "1 of 3 have ordered"), ("count", "1 of 3 have ordered"), ("self", "")],
)
def test_who_has_ordered_is_told_as_far_as_the_title_makes_it_public(
    browse: Any, game: Game, monkeypatch: pytest.MonkeyPatch, known: str, words: str
) -> None:
    monkeypatch.setattr(lamps.LampsRules, "known", known)
    light(game, 0)
    assert context(browse, "anna")["waiting"][0]["progress"] == words
    assert context(browse, "dara")["watch"][0]["progress"] == words


def test_a_secret_order_leaves_the_lobby_of_others_as_it_was(
    browse: Any, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lamps.LampsRules, "known", "self")

    def seen() -> tuple[Any, ...]:
        card = context(browse, "dara")["watch"][0]
        return tuple((k, card[k]) for k in sorted(card) if k != "game")

    before = seen()
    light(game, 0)
    assert seen() == before


def test_the_header_counts_the_tables_that_wait(browse: Any, game: Game, settings: Any) -> None:
    page = browse("anna").get("/rules/").content.decode()
    assert 'href="/games/next/"' in page and "1<span" in page
    light(game, 0)
    assert 'href="/games/next/"' not in browse("anna").get("/rules/").content.decode()
    assert 'href="/games/next/"' not in browse("").get("/rules/").content.decode()


def test_games_without_spectators_are_for_those_who_play(
    browse: Any, folk: Any, gather: Any
) -> None:
    table = gather("open", spectators=False)
    seating.join(table, folk["berit"])
    table.refresh_from_db()
    code = table.game.code
    for name, may in (("", False), ("cai", False), ("anna", True), ("berit", True), ("grix", True)):
        for place in (f"/games/{code}/home/", f"/api/games/{code}/view", f"/api/games/{code}/log"):
            if place.endswith("home/"):
                continue  # the test title has no pages of its own
            status = browse(name).get(place).status_code
            assert status == (200 if may else 404), (name, place)
        page = browse(name).get("/games/").content.decode()
        assert (code in page) == (name in ("anna", "berit")), name


def test_games_by_link_and_by_invitation_are_in_nobody_elses_lobby(
    browse: Any, folk: Any, gather: Any
) -> None:
    for visibility in ("unlisted", "invited"):
        table = gather("open", visibility=visibility)
        assert table.code not in browse("berit").get("/games/").content.decode()
        seating.join(table, folk["berit"]) if visibility == "unlisted" else seating.set_bot(
            table, 1, bot=True
        )
        table.refresh_from_db()
        assert table.game.code in browse("anna").get("/games/").content.decode()
        assert table.game.code not in browse("cai").get("/games/").content.decode()


def test_ones_own_games_are_listed_however_many_others_there_are(
    browse: Any, game: Game, monkeypatch: pytest.MonkeyPatch, gather: Any
) -> None:
    from games.hosting import lobby

    monkeypatch.setattr(lobby, "MOST_WATCHED", 1)
    for _ in range(3):
        gather("bot", by="dara", begin="now")
    assert [card["game"] for card in context(browse, "anna")["turn"]] == [game]
    assert len(context(browse, "anna")["watch"]) == 1


@pytest.mark.parametrize("name", ["anna", "dara", ""])
def test_more_games_of_parks_ask_the_database_no_more(
    browse: Any, gather: Any, folk: Any, make_park: Any, name: str
) -> None:
    client, counts = browse(name), []
    for number in (1, 2, 3):
        table = gather("bot", begin="now")
        table.refresh_from_db()
        park = make_park(f"Park {number}")
        General.objects.create(
            park=park, player=folk["anna"].player, office="general", from_at=clocks.now()
        )
        table.game.seats.filter(bot=False).update(user=None, park=park)
        client.get("/")
        with CaptureQueriesContext(connection) as asked:
            shown = client.get("/").context
        counts.append(len(asked))
        assert len(shown["own" if name == "anna" else "watch"]) == number
    assert counts[1] == counts[2]


def test_invitations_stand_in_the_lobby_with_accept_and_decline(browse: Any, gather: Any) -> None:
    table = gather("berit", begin="hand")
    page = browse("berit").get("/").content.decode()
    assert "Invitations" in page and "Accept" in page and "Decline" in page
    assert f'action="/tables/{table.code}/leave"' in page
    browse("berit").post(f"/tables/{table.code}/leave")
    assert "Invitations" not in browse("berit").get("/").content.decode()
    assert table.places.get(number=1).kind == "open"


def test_open_seats_are_filtered_on_the_page(browse: Any, gather: Any) -> None:
    gather("open", name="Quick", preset="live")
    gather("open", "open", name="Slow", preset="day", by="berit")
    page = browse("cai").get("/games/?pace=day&free=2").content.decode()
    assert "Slow" in page and "Quick" not in page
    assert 'value="day" selected' in page
    page = browse("cai").get("/games/?free=4").content.decode()
    assert "No open seat fits." in page
    assert browse("cai").get("/games/?pace=%00&title=%ff&free=-3").status_code == 200


def test_a_table_one_gathers_is_among_ones_own(browse: Any, gather: Any) -> None:
    gather(name="Mine")
    page = browse("anna").get("/").content.decode()
    assert "gathering" in page and "1 of 3 seats" in page


def test_visitors_see_open_seats_and_are_asked_to_sign_in(browse: Any, gather: Any) -> None:
    table = gather()
    page = browse("").get("/").content.decode()
    assert f'href="/tables/{table.code}/"' in page and "/join" not in page


def test_finished_games_are_listed_last_as_past(browse: Any, game: Game, later: Any) -> None:
    while Game.objects.get(pk=game.pk).status == "running":
        later(100)
        services.run_due(game.pk)
    for name in ("anna", "dara"):
        shown = context(browse, name)
        assert [card["game"] for card in shown["past"]] == [game]
        assert not shown["turn"] and not shown["watch"]


def test_the_lobby_asks_the_same_number_of_statements_for_more_games(
    browse: Any, folk: Any, gather: Any
) -> None:
    anna = browse("anna")

    def cost() -> int:
        anna.get("/")
        with CaptureQueriesContext(connection) as seen:
            anna.get("/")
        return len(seen)

    for name in ("anna", "berit"):
        gather("bot", by=name, begin="now")
        gather("open", by=name)
    few = cost()
    for name in ("cai", "dara"):
        gather("bot", by=name, begin="now")
        gather("open", by=name)
    gather("bot", begin="now")
    assert cost() <= few
