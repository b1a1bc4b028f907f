"""T-2: every address of the portal × seven roles, against a table of what each is answered.

An address that is not in the table fails the test, so that nobody adds one without saying who may.
Statuses stand in the order of `ROLES`; one alone means all of them. The console's many addresses
follow one rule: nobody but a GM gets further than the sign-in page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.veils import veiled
from tests.hosting.league import ROLES, League

TABLE = Path(__file__).with_name("roles.txt")
ENDING = ("account/logout/", "profile/leave", "profile/empty/")  # these change who one is


def routes(resolver: Any = None, prefix: str = "") -> Iterator[str]:
    """Every address as its pattern is written."""
    for part in (resolver or get_resolver()).url_patterns:
        whole = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from routes(part, whole)
        else:
            yield whole


def is_console(route: str) -> bool:
    return route.startswith(f"{settings.ADMIN_PATH}/")


def filled(route: str, league: League) -> str:
    """An address with real things of the league where it has places for them."""
    if route.startswith("^api/"):
        return "/api/nothing/here"
    places = {
        "parks/<slug:slug>": f"parks/{league.parks[0].slug}",
        "rules/<slug:slug>": f"rules/{league.game.title}",
        "<slug:title>": league.game.title,
        "<slug:game>": league.game.code,
        "<str:link>": "abcdefghijklmnopqrstuv",
        "<int:number>": str(league.people["general"].pk),
        "<int:year>": "2026",
        "<slug:code>": league.game.code,
        "<int:seat>": "0",
        "<slug:form>": "public",
        "<token:token>": "abcdefghijklmnopqrstuvwxyz",
        "<picture:name>": "0" * 32 + ".webp",
        "<veiled:pk>": veiled(999999),
    }
    for place, real in places.items():
        route = route.replace(place, real)
    route = re.sub(r"\^\(\?P<app_label>(\w+)\|.*$", r"\1/", route)
    route = route.replace("(?P<url>.*)$", "nothing/here/")
    for name in ("object_id", "content_type_id", "url"):
        route = route.replace(f"<path:{name}>", "999999")
    return "/" + _console_places(route)


def _console_places(route: str) -> str:
    for name in ("pk", "book_id", "file_id", "series_id", "content_type_id"):
        route = route.replace(f"<int:{name}>", "999999")
    for name in ("kind", "step", "name", "app_label"):
        route = route.replace(f"<slug:{name}>", "nothing")
    return route


def table() -> dict[tuple[str, str], tuple[int, ...]]:
    """The table, `(method, route)` to the statuses of the seven roles."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        method, route, *codes = line.split()
        statuses = tuple(int(code) for code in codes)
        found[method, route if route != "/" else ""] = (
            statuses * len(ROLES) if len(statuses) == 1 else statuses
        )
    return found


def asked(league: League, browsers: dict[str, Client]) -> dict[tuple[str, str], tuple[int, ...]]:
    """What everybody is answered; addresses that end a role come last."""
    every = [route for route in routes() if not is_console(route)]
    every.sort(key=lambda route: route in ENDING)
    found = {}
    for route in every:
        for method in ("get", "post"):
            answers = []
            for role, browser in browsers.items():
                response = getattr(browser, method)(filled(route, league))
                answers.append(response.status_code)
                if role != "visitor" and "_auth_user_id" not in browser.session:
                    browser.force_login(league.people[role])
            found[method, route] = tuple(answers)
    return found


@pytest.mark.long
@pytest.mark.timeout(600)
def test_t_2_every_address_answers_each_role_as_the_table_says(
    db: None, league: League, browsers: dict[str, Client]
) -> None:
    said, found = table(), asked(league, browsers)
    assert set(said) == set(found), "an address is new, or gone"
    wrong = {key: (said[key], found[key]) for key in said if said[key] != found[key]}
    assert not wrong


@pytest.mark.long
@pytest.mark.parametrize("method", ["get", "post"])
def test_t_2_the_console_opens_to_game_masters_only(
    db: None, league: League, browsers: dict[str, Client], method: str
) -> None:
    for route in routes():
        if not is_console(route) or "login" in route or "logout" in route or "jsi18n" in route:
            continue
        address = filled(route, league)
        assert "<" not in address, route
        for role in ROLES[:-1]:
            response = getattr(browsers[role], method)(address)
            is_out = response.status_code in (302, 403, 404, 405)
            assert is_out, (role, address, response.status_code)
            if response.status_code == 302:
                assert "/login/" in response["Location"], (role, address)
        assert getattr(browsers["gm"], method)(address).status_code < 500, address


def test_t_2_seats_and_secrets_of_others_stay_shut(
    db: None, league: League, browsers: dict[str, Client]
) -> None:
    base = f"/api/games/{league.game.code}"
    for role, browser in browsers.items():
        shown = browser.get(f"{base}/view").json()["streams"]
        expected = {
            "visitor": {"public"},
            "stranger": {"public"},
            "former": {"public"},
            "gm": {"public"},
            "member": {"public", "team:0"},
            "deputy": {"public", "team:0", "seat:0"},
            "general": {"public", "team:0", "seat:0"},
        }[role]
        assert set(shown) == expected, role
        asked_for = browser.get(f"{base}/replay?streams=public,team:1,seat:1,seat:0,team:0").json()
        assert set(asked_for["streams"]) == expected, role
        assert browser.get(f"{base}/legal?seat=1").status_code == 403
        assert browser.get(f"{base}/legal").status_code == (200 if "seat:0" in expected else 403)


def test_t_2_a_game_by_invitation_does_not_exist_for_others(
    db: None, league: League, browsers: dict[str, Client]
) -> None:
    league.game.visibility = "invited"
    league.game.save(update_fields=["visibility"])
    for role, browser in browsers.items():
        may = role in ("member", "deputy", "general", "gm")
        for place in (f"/games/{league.game.code}/", f"/api/games/{league.game.code}/view"):
            assert browser.get(place).status_code == (200 if may else 404), (role, place)
        is_listed = league.game.code in browser.get("/games/").content.decode()
        assert is_listed == (role in ("member", "deputy", "general")), role


def test_t_2_the_deeds_of_another_park_are_refused(
    db: None, league: League, browsers: dict[str, Client]
) -> None:
    other = league.parks[1].slug
    parks = [route for route in routes() if route.startswith("parks/")]
    deeds = [route for route in parks if not route.endswith("/")]  # the rest are pages
    assert len(deeds) > 6
    for route in deeds:
        address = filled(route.replace("<slug:slug>", other), league)
        for role in ("stranger", "member", "deputy", "general", "former"):
            assert browsers[role].post(address).status_code in (403, 404), (role, address)


def test_t_2_things_of_others_do_not_exist(
    db: None, league: League, browsers: dict[str, Client]
) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from accounts import services
    from accounts.models import Notice, Vacation

    rival = league.people["rival"]
    services.notify([rival.pk], "news", game_id=None, key="one", params={})
    today = timezone.now().date()
    services.set_vacation(rival.player, today, today + timedelta(days=3), by=rival.pk)
    notice = Notice.objects.filter(recipient=rival).latest("pk")
    vacation = Vacation.objects.get(player=rival.player)
    for role in ("stranger", "member", "general", "gm"):
        assert browsers[role].get(f"/notices/{veiled(notice.pk)}/").status_code == 404, role
        away = browsers[role].post(f"/profile/vacation/{vacation.pk}/drop")
        assert away.status_code == 404, role
    assert Vacation.objects.filter(pk=vacation.pk).exists()
