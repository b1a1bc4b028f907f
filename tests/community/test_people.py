"""Parks and people: who is shown, to whom, and never more than R-14 allows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from games.community import directory
from games.community import people as persons
from tests.community.conftest import finish

pytestmark = pytest.mark.django_db


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    page = answer.content.decode()
    return page[page.index("<main") : page.index("</main>")]


def test_the_directory_lists_parks_with_generals_members_and_games(
    client: Client, make_park: Any, make_game: Any, people: list[Any]
) -> None:
    frost = make_park("Frost Hold", general=people[0], mark=3)
    make_park("Reed Water")
    services.join_park(people[1].player, frost, by=None)
    finish(make_game([frost, people[2]]), 5, 1)
    page = text(client, "/parks/")
    assert page.index("Frost Hold") < page.index("Reed Water")
    card = page[page.index("Frost Hold") : page.index("Reed Water")]
    assert "Anna" in card and "2 members" in card and "1 game finished" in card
    assert "Berit" not in page  # members are for members
    assert "Frost Hold" not in text(client, "/parks/?q=reed")
    assert "No park is called" in text(client, "/parks/?q=nowhere")


def test_the_directory_is_paged_and_says_when_it_is_empty(client: Client, make_park: Any) -> None:
    assert "There is no park yet" in text(client, "/parks/")
    for number in range(30):
        make_park(f"Park {number:02}")
    assert "Page 1 of 2" in text(client, "/parks/")
    assert "Park 29" in text(client, "/parks/?page=2")
    for odd in ("0", "-1", "x", "9" * 5000, "\x00", "²"):
        assert client.get("/parks/", {"page": odd, "q": odd}).status_code == 200


def test_the_directory_asks_the_same_queries_for_any_number_of_parks(
    client: Client, make_park: Any, make_user: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        make_park(f"Park {number}", general=make_user(f"general{number}"))
    with django_assert_max_num_queries(5 + 2 * (connection.vendor == "postgresql")):  # its time
        assert client.get("/parks/").status_code == 200


def test_a_park_shows_its_seats_standings_and_past_games(
    client: Client, make_park: Any, make_game: Any, people: list[Any]
) -> None:
    frost = make_park("Frost Hold", general=people[0])
    finish(make_game([frost, people[2]], name="Last winter"), 5, 1)
    running = make_game([frost, people[2]], name="This spring")
    make_game([frost, people[2]], name="In secret", visibility="invited")
    page = text(client, "/parks/frost-hold/")
    assert "Last winter" in page and "Lantern" in page
    assert f"/games/{running.code}/parks/0/" in page
    assert "In secret" not in page and "Members and offices" not in page
    client.force_login(people[0])
    assert "In secret" in text(client, "/parks/frost-hold/")
    assert client.get("/parks/no-such-park/").status_code == 404


def test_a_persons_page_shows_games_offices_and_figures_per_title(
    client: Client, make_game: Any, make_park: Any, people: list[Any]
) -> None:
    frost = make_park("Frost Hold", general=people[1])
    services.join_park(people[1].player, frost, by=None)
    finish(make_game(name="Last winter"), 1, 5, 3)
    page = text(client, f"/people/{people[1].pk}/")
    assert "Last winter" in page and "1st of 3" in page and "General of" in page
    assert "Member of" not in page
    client.force_login(people[0])
    page = text(client, f"/people/{people[1].pk}/")
    assert "Member of" in page and "Compare with me" in page


def test_r_14_a_persons_page_holds_no_address_name_or_age(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    person = people[1]
    person.is_minor = True
    person.save()
    person.player.ork_id = 424242
    person.player.save()
    finish(make_game(), 1, 5, 3)
    for reader in (None, people[0], people[3]):
        if reader is not None:
            client.force_login(reader)
        for path in (f"/people/{person.pk}/", "/people/", "/standings/lantern/"):
            page = client.get(path).content.decode().lower()
            for secret in ("example.org", "424242", "under age", "minor"):
                assert secret not in page, (path, secret)


def test_r_14_visitors_see_only_people_whom_public_pages_show_anyway(
    client: Client, make_game: Any, make_user: Any, people: list[Any], make_park: Any
) -> None:
    member = make_user("edda")
    general = make_user("finn")
    make_park("Frost Hold", general=general)
    finish(make_game([member, people[0]], visibility="invited"), 5)
    assert client.get(f"/people/{member.pk}/").status_code == 404
    assert client.get("/people/99999/").status_code == 404
    assert client.get("/people/").status_code == 302
    assert "Finn" in text(client, f"/people/{general.pk}/")
    client.force_login(make_user("gerda"))
    page = text(client, f"/people/{member.pk}/")
    assert "Edda" in page and "Lamps" not in page  # the invited game is not told of
    client.force_login(people[0])
    assert "Lamps" in text(client, f"/people/{member.pk}/")


def test_r_14_an_emptied_account_keeps_its_games_under_a_pseudonym(
    client: Client, make_game: Any, people: list[Any], make_user: Any
) -> None:
    finish(make_game(), 1, 5, 3)
    nobody = make_user("nobody")
    for user in (people[1], nobody):
        services.empty_account(user, by=None)
    page = text(client, f"/people/{people[1].pk}/")
    assert f"Former member {people[1].pk}" in page and "account was closed" in page
    client.force_login(people[0])
    assert client.get(f"/people/{nobody.pk}/").status_code == 404
    assert "Former member" not in text(client, "/people/")


def test_games_of_a_park_stand_with_whoever_acted_for_it_when_they_ended(
    client: Client, make_game: Any, make_park: Any, people: list[Any]
) -> None:
    frost = make_park("Frost Hold", general=people[0])
    finish(make_game([frost, people[2]], name="Under Anna"), 5, 1)
    assert "acting for Frost Hold" in text(client, f"/people/{people[0].pk}/")
    assert persons.led_results(people[1].pk, None).count() == 0


def test_members_are_found_by_persona(client: Client, people: list[Any]) -> None:
    client.force_login(people[0])
    page = text(client, "/people/?q=ber")
    assert "Berit" in page and "Cai" not in page
    assert "Nobody is called" in text(client, "/people/?q=zzz")


def test_past_games_are_paged_with_the_same_queries(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            text(client, f"/people/{people[0].pk}/")
        return len(queries)

    finish(make_game(), 1, 5, 3)
    few = asked()
    for number in range(4):
        finish(make_game(name=f"Game {number}"), 1, 5, 3)
    assert asked() == few


def test_vacations_show_nowhere_in_the_directory(
    client: Client, make_park: Any, people: list[Any]
) -> None:
    make_park("Frost Hold", general=people[0])
    today = timezone.now().date()
    services.set_vacation(people[0].player, today, today + timedelta(days=3), by=people[0].pk)
    assert "away" not in text(client, "/parks/frost-hold/").lower()
    assert directory.parks().count() == 1
