"""Settings: zone, theme, notices, and what every page takes from them (ui.md section 4)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts import services
from accounts.forms import zones
from accounts.kinds import KINDS
from accounts.models import Preferences

LOOK = {
    "form": "look",
    "zone": "America/Denver",
    "theme": "dark",
    "density": "compact",
    "motion": "off",
    "patterns": "strong",
}


@pytest.fixture
def client_of_edda(make_user, sign_in):
    return sign_in(make_user("edda"))


def test_the_look_is_saved_and_shown(client_of_edda) -> None:
    client_of_edda.post("/settings/", LOOK)
    text = client_of_edda.get("/settings/").content.decode()
    for mark in ("theme", "density", "motion", "patterns"):
        assert f'data-{mark}="{LOOK[mark]}"' in text
    assert client_of_edda.cookies["theme"].value == "dark"


def test_dates_stand_in_ones_own_zone(client_of_edda, make_user) -> None:
    client_of_edda.post("/settings/", LOOK)
    own = Preferences.objects.get()
    services.notify([own.user_id], "news", game_id=None, key="1", params={"text": "x"})
    notice = own.user.notices.get()
    shown = notice.created_at.astimezone(timezone.zoneinfo.ZoneInfo("America/Denver"))
    text = client_of_edda.get("/notices/").content.decode()
    assert f"{shown:%H:%M}</time>" in text
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize("field", ["zone", "theme", "density", "motion", "patterns"])
def test_only_what_is_on_offer_is_saved(client_of_edda, field: str) -> None:
    client_of_edda.post("/settings/", {**LOOK, field: "../etc/passwd"})
    assert not Preferences.objects.exists()


def test_r_21_zones_are_those_of_the_world() -> None:
    assert {"America/Denver", "Australia/Sydney", "Europe/Vienna", "UTC"} <= set(zones())


def test_a_zone_this_machine_does_not_know_breaks_no_page(client_of_edda) -> None:
    client_of_edda.post("/settings/", LOOK)
    Preferences.objects.update(zone="Mars/Olympus")
    assert client_of_edda.get("/notices/").status_code == 200


def test_notices_are_chosen_per_kind(client_of_edda) -> None:
    form = {f"{kind}-mail": "never" for kind in KINDS} | {"form": "notices"}
    form["your_turn-mail"], form["your_turn-page"] = "digest", "on"
    client_of_edda.post("/settings/", form)
    own = Preferences.objects.get()
    wanted = {"page": True, "browser": False, "mail": "digest", "hook": True}
    assert own.notices["your_turn"] == wanted
    assert own.notices["mention"]["mail"] == "never"
    text = client_of_edda.get("/settings/").content.decode()
    assert '<option value="digest" selected>' in text


def test_the_theme_switch_works_for_visitors_and_members(client, client_of_edda, db: None) -> None:
    for browser in (client, client_of_edda):
        answer = browser.post("/settings/theme", {"theme": "light", "next": "/settings/"})
        assert answer.url == "/settings/" and browser.cookies["theme"].value == "light"
    assert Preferences.objects.get().theme == "light"


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:x"])
def test_the_theme_switch_leads_nowhere_outside(client, db: None, back: str) -> None:
    assert client.post("/settings/theme", {"theme": "dark", "next": back}).url == "/"


def test_an_unknown_theme_is_refused(client, db: None) -> None:
    assert client.post("/settings/theme", {"theme": "pink"}).status_code == 400


def test_a_page_of_a_member_asks_little_of_the_database(
    client_of_edda, django_assert_max_num_queries
) -> None:
    client_of_edda.get("/notices/")
    with django_assert_max_num_queries(
        10
    ):  # three for the tables that wait, with PostgreSQL's time
        client_of_edda.get("/notices/")


def test_every_kind_of_notice_has_a_name(client_of_edda) -> None:
    text = client_of_edda.get("/settings/").content.decode()
    assert text.count('scope="row"') == len(KINDS)
    assert "Other notices" not in text
