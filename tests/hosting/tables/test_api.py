"""`/api/tables/`: the same deeds with the same codes, for clients that are no browser."""

from __future__ import annotations

from typing import Any

import pytest

from games.hosting.tables import ready, seating
from tests.hosting.tables.test_seating import kinds

pytestmark = pytest.mark.django_db
JSON: dict[str, Any] = {"content_type": "application/json"}


def test_the_list_holds_public_tables_with_a_free_seat(browse: Any, gather: Any) -> None:
    shown = gather(name="Shown")
    gather("open", name="By link", visibility="unlisted", by="berit")
    gather("open", name="By invitation", visibility="invited", by="cai")
    listed = browse("").get("/api/tables/").json()["tables"]
    assert [row["name"] for row in listed] == ["Shown"]
    assert listed[0] == {
        "code": shown.code, "title": "lamps", "name": "Shown", "host": "Anna", "pace": "live",
        "seats": 3, "free": 2,
    }  # fmt: skip


def test_the_list_is_filtered_and_nonsense_filters_nothing(browse: Any, gather: Any) -> None:
    gather("open", name="Quick", preset="live")
    gather("open", "open", name="Slow", preset="day", by="berit")
    wanted = {
        "": ["Slow", "Quick"], "pace=day": ["Slow"], "pace=live": ["Quick"], "pace=none": [],
        "free=2": ["Slow"], "free=3": [], "title=lamps": ["Slow", "Quick"],
        "title=lantern": [], "title=nothing&free=x&pace=warp": ["Slow", "Quick"],
        "free=99999999999999999999": ["Slow", "Quick"],
    }  # fmt: skip
    for query, names in wanted.items():
        listed = browse("").get(f"/api/tables/?{query}").json()["tables"]
        assert [row["name"] for row in listed] == names, query


def test_join_look_ready_and_leave(browse: Any, folk: Any, gather: Any) -> None:
    table = gather()
    base, berit = f"/api/tables/{table.code}/", browse("berit")
    before = berit.get(base).json()
    assert before["you"] == {"host": False, "may_join": True}
    shown = berit.post(base + "join", **JSON).json()
    assert shown["you"]["seat"] == 1 and shown["stamp"] > before["stamp"]
    assert shown["seats"][1] == {"number": 1, "kind": "person", "ready": False, "name": "Berit"}
    ready.ask_ready(table, by=folk["anna"], minutes=5)
    assert berit.post(base + "ready", **JSON).json()["seats"][1]["ready"] is True
    assert berit.post(base + "leave", **JSON).json() == {"code": table.code, "left": True}
    assert kinds(table) == ["person", "open", "open"]


def test_refusals_have_their_codes_and_change_nothing(browse: Any, folk: Any, gather: Any) -> None:
    table = gather("open", begin="hand")
    base = f"/api/tables/{table.code}/"
    asked: tuple[tuple[str, str, Any, int, str], ...] = (
        ("", "join", {}, 401, "sign_in"),
        ("berit", "leave", {}, 409, "table.not_seated"),
        ("berit", "ready", {}, 409, "table.not_seated"),
        ("anna", "ready", {}, 409, "table.no_ready_check"),
        ("anna", "join", {}, 409, "table.seated_already"),
        ("berit", "join", {"park": 99}, 409, "table.not_your_park"),
        ("berit", "join", {"park": "x"}, 400, "bad_frame"),
        ("berit", "join", {"park": True}, 400, "bad_frame"),
        ("berit", "join", [1], 400, "bad_frame"),
        ("berit", "join", "{", 400, "bad_frame"),
        ("berit", "join", {"link": "nonsense"}, 404, "not_found"),
        ("berit", "join", {"link": "x" * 200_000}, 413, "too_large"),
    )
    for name, deed, body, status, code in asked:
        answer = browse(name).post(base + deed, body, **JSON)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (name, deed, body)
        assert answer.json()["message"]
    assert browse("anna").get("/api/tables/nothing/").json()["code"] == "not_found"
    seating.join(table, folk["cai"])
    answer = browse("berit").post(base + "join", **JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "table.full")
    assert kinds(table) == ["person", "person"]


def test_the_secret_link_opens_a_table_of_its_own_code_alone(browse: Any, gather: Any) -> None:
    table, other = gather(visibility="invited"), gather(by="berit", visibility="invited")
    cai, body = browse("cai"), {"link": table.link}
    assert cai.post(f"/api/tables/{other.code}/join", body, **JSON).status_code == 404
    assert cai.post(f"/api/tables/{table.code}/join", body, **JSON).json()["you"]["seat"] == 1


def test_a_game_that_began_is_named_and_closed_tables_are_gone(browse: Any, gather: Any) -> None:
    table = gather("open")
    shown = browse("berit").post(f"/api/tables/{table.code}/join", **JSON).json()
    table.refresh_from_db()
    assert (shown["status"], shown["game"]) == ("started", table.game.code)
    assert browse("berit").get("/api/tables/").json()["tables"] == []


def test_entries_are_limited_by_the_minute(
    browse: Any, gather: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting.tables import api

    monkeypatch.setattr(api, "REQUESTS", 2)
    anna = browse("anna")
    answers = [anna.get("/api/tables/") for _ in range(3)]
    assert [a.status_code for a in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0


def test_t_7_a_deed_needs_the_pages_own_token(folk: Any, gather: Any) -> None:
    from django.test import Client

    table, client = gather(), Client(enforce_csrf_checks=True)
    client.force_login(folk["berit"])
    for place in (f"/api/tables/{table.code}/join", f"/tables/{table.code}/join"):
        assert client.post(place, **JSON).status_code == 403
    assert kinds(table) == ["person", "open", "open"]
