"""Deadlines: page and files, what they never tell, and RFC 5545 to the letter."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts import services
from games.community import deadlines, icalendar
from games.community.models import CalendarLink
from games.hosting.models import Game
from tests.hosting import seasons

pytestmark = pytest.mark.django_db


def unfolded(content: bytes) -> list[str]:
    return content.decode().replace("\r\n ", "").split("\r\n")


def summaries(client: Client, path: str) -> list[str]:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = unfolded(answer.content)
    return [line.partition(":")[2] for line in lines if line.startswith("SUMMARY")]


def own_address(client: Client, user: Any) -> str:
    client.force_login(user)
    page = client.post("/calendar/link", follow=True).content.decode()
    start = page.index("http://testserver/calendar/") + len("http://testserver")
    return page[start : page.index('"', start)]


def test_the_public_file_tells_of_public_games_alone(client: Client, make_game: Any) -> None:
    make_game(name="Open")
    for kind in ("invited", "unlisted"):
        make_game(name=f"Quiet {kind}", visibility=kind)
    make_game(name="Quiet grave", is_hidden=True)
    make_game(name="Quiet room", spectators=False)
    assert summaries(client, "/calendar/public.ics") == ["Open: deadline"]
    assert "Quiet" not in client.get("/calendar/").content.decode()


def test_a_persons_file_tells_of_own_games_under_a_secret_address(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    make_game(people[:2], name="Mine", visibility="invited")
    make_game([people[1], people[2]], name="Of others")
    address = own_address(client, people[0])
    assert CalendarLink.objects.get().token_hash not in address
    visitor = Client()
    assert summaries(visitor, address) == ["Mine: deadline"]
    assert client.get("/calendar/").content.decode().count(address) == 0  # shown once


def test_a_secret_address_can_be_renewed_and_closed(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    first = own_address(client, people[0])
    second = own_address(client, people[0])
    assert client.get(first).status_code == 404
    assert client.get(second).status_code == 200
    client.post("/calendar/link/revoke")
    assert client.get(second).status_code == 404
    third = own_address(client, people[0])
    services.empty_account(people[0], by=None)
    assert Client().get(third).status_code == 404
    assert Client().get("/calendar/abcdefghijklmnopqrstuvwxyz.ics").status_code == 404


def test_the_calendar_never_tells_who_is_awaited(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    from games.engine.protocol import Seat
    from games.hosting import services as door

    game = make_game(name="Lamps")
    client.force_login(people[0])

    def shown() -> tuple[list[str], str]:
        page = client.get("/calendar/").content.decode()
        main = page[page.index("<ol") : page.index("</ol>")]
        return summaries(client, "/calendar/public.ics"), re.sub(r"\d+", "", main)

    before = shown()
    assert door.submit(game.pk, Seat(0), {"type": "light", "lamps": 3}).ok
    assert shown() == before


def test_own_deadlines_are_marked_and_can_be_seen_alone(
    client: Client, make_game: Any, people: list[Any]
) -> None:
    make_game([people[1], people[2]], name="Of others")
    make_game(people[:2], name="Mine")
    client.force_login(people[0])
    page = client.get("/calendar/").content.decode()
    assert "Of others" in page and "yours" in page
    page = client.get("/calendar/?own=1").content.decode()
    assert "Of others" not in page and "Mine" in page


def test_a_paused_or_finished_game_has_no_deadline(make_game: Any) -> None:
    from tests.community.conftest import finish

    finish(make_game())
    paused = make_game()
    Game.objects.filter(pk=paused.pk).update(paused_at=datetime.now(UTC))
    assert deadlines.public() == []


def test_a_titles_own_calendar_tells_later_deadlines_too(
    client: Client, make_user: Any, make_park: Any
) -> None:
    parks = [make_park("Frost Hold", ork=(901,)), make_park("Ember Gate", ork=(902,))]
    season = seasons.make_season(parks, make_user("grix", staff=True).pk)
    seasons.until_due(season)
    lines = deadlines.public()
    assert [line.is_next for line in lines] == [True, False, False]
    assert lines[1].at - lines[0].at == timedelta(hours=1)
    assert lines[0].zone == "America/Denver"
    page = client.get("/calendar/").content.decode()
    assert "America/Denver" in page and f'data-due="{lines[0].unix}"' in page


def test_deadlines_of_many_games_cost_one_query_and_the_clock(
    make_game: Any, django_assert_num_queries: Any
) -> None:
    for number in range(4):
        make_game(name=f"Game {number}")
    deadlines.public()
    with django_assert_num_queries(
        2 + (connection.vendor == "postgresql")
    ):  # its time is asked for
        assert len(deadlines.public()) == 4


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a, b; c", "a\\, b\\; c"),
        ("back\\slash", "back\\\\slash"),
        ("two\r\nlines\nhere\r", "two\\nlines\\nhere\\n"),
        ("bell\x07 null\x00 esc\x1b", "bell null esc"),
        ("BEGIN:VEVENT", "BEGIN:VEVENT"),
        ("Grüße ✨", "Grüße ✨"),
    ],
)
def test_rfc_5545_text_is_escaped(text: str, written: str) -> None:
    assert icalendar.escaped(text) == written


@pytest.mark.parametrize(
    "text", ["x" * 300, "ü" * 200, "✨" * 100, "𝕏" * 90, "a" * 75, "a" * 76, ""]
)
def test_rfc_5545_lines_are_folded_at_75_octets_between_characters(text: str) -> None:
    content = icalendar.folded(f"SUMMARY:{text}")
    assert content.endswith(b"\r\n")
    lines = content.removesuffix(b"\r\n").split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert all(line.startswith(b" ") for line in lines[1:])
    assert unfolded(content)[0] == f"SUMMARY:{text}"
    for line in lines:
        line.decode()


def test_rfc_5545_a_hostile_name_adds_no_line_of_its_own(client: Client, make_game: Any) -> None:
    make_game(name="x\r\nEND:VEVENT\r\nBEGIN:VALARM")
    lines = unfolded(client.get("/calendar/public.ics").content)
    assert lines.count("END:VEVENT") == 1 and "BEGIN:VALARM" not in lines
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2] == "END:VCALENDAR"
    event = lines[lines.index("BEGIN:VEVENT") :]
    for name in ("UID", "DTSTAMP", "DTSTART"):
        assert sum(line.startswith(f"{name}:") for line in event) == 1


def test_a_deadline_keeps_its_id(client: Client, make_game: Any) -> None:
    make_game()
    found = [
        [line for line in unfolded(client.get("/calendar/public.ics").content) if "UID" in line]
        for _ in range(2)
    ]
    assert found[0] == found[1] and len(found[0]) == 1


def test_t_5_the_files_are_limited_per_address(client: Client) -> None:
    answers = [client.get("/calendar/public.ics").status_code for _ in range(70)]
    assert answers[0] == 200 and answers[-1] == 429
