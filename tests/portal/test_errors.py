"""Error pages: plain words with the right status, JSON with a code under `/api/`, never a trace."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from portal import views

pytestmark = pytest.mark.django_db
SECRET = "a-canary-word"


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page and every entry of the API raises, with a secret in the error's text."""
    from games.hosting import api, lobby

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(lobby, "context", fail)
    monkeypatch.setattr(api, "Visit", fail)


def test_404_in_plain_words(visitor: Client) -> None:
    page = visitor.get("/no/such/place/")
    assert page.status_code == 404 and b"<h1" in page.content
    entry = visitor.get("/api/no/such/place")
    assert entry.status_code == 404 and entry.json()["code"] == "not_found"
    assert entry["Cache-Control"] == "private, no-store"


def test_500_without_a_trace(visitor: Client, broken: None, caplog: Any) -> None:
    page = visitor.get("/")
    assert page.status_code == 500 and b"<h1" in page.content
    entry = visitor.get("/api/games/x/view")
    assert entry.status_code == 500
    found = entry.json()
    assert found["code"] == "server_error" and found["params"]["incident"] in found["message"]
    for answer in (page, entry):
        assert SECRET.encode() not in answer.content
        assert b"Traceback" not in answer.content and b"RuntimeError" not in answer.content


def test_r_15_503_while_the_database_is_away_after_asking_it_once(
    visitor: Client, make_user: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every further question would wait for the database's time-out again."""
    from django.db import connection

    visitor.force_login(make_user("edda"))
    asked: list[str] = []

    def away(*args: Any, **kwargs: Any) -> Any:
        asked.append("once")
        raise OperationalError("gone")

    with connection.execute_wrapper(lambda *_: away()):
        page = visitor.get("/")
        assert (page.status_code, len(asked)) == (503, 1)
        asked.clear()
        entry = visitor.get("/api/games/x/view")
    assert (entry.status_code, entry.json()["code"], len(asked)) == (503, "unavailable", 1)
    assert page["Cache-Control"] == entry["Cache-Control"] == "private, no-store"


def test_r_15_a_page_that_cannot_be_drawn_without_the_database_is_503(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any, **kwargs: Any) -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(views, "render", away)
    assert visitor.get("/no/such/place/").status_code == 503


def test_t_7_a_form_from_elsewhere_is_refused(visitor: Client) -> None:
    page = visitor.post("/settings/theme", {"theme": "dark"})
    assert page.status_code == 403 and b"<h1" in page.content
    entry = visitor.post("/api/games/x/act", b"{}", content_type="application/json")
    assert (entry.status_code, entry.json()["code"]) == (403, "csrf")


def test_400_in_plain_words(visitor: Client) -> None:
    page = visitor.get("/", headers={"host": "evil.example"})
    assert page.status_code == 400 and b"evil.example" not in page.content


@pytest.mark.parametrize("path", ["/", "/games/", "/healthz", "/no/such/"])
def test_every_answer_has_a_request_id_of_our_own(visitor: Client, path: str) -> None:
    first = visitor.get(path, headers={"x-request-id": "chosen-by-a-stranger"})
    assert len(first["X-Request-ID"]) == 16
    assert first["X-Request-ID"] != visitor.get(path)["X-Request-ID"]


def test_r_6_what_the_database_cannot_hold_is_a_400(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import DataError

    from games.hosting import lobby

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise DataError("U+0000")

    monkeypatch.setattr(lobby, "context", refuse)
    assert visitor.get("/games/").status_code == 400


def test_r_6_a_cookie_with_control_characters_is_no_cookie(visitor: Client) -> None:
    for name in ("sessionid", "csrftoken", "messages"):
        visitor.cookies[name] = '"aaaaaaaaaaaaaaaa\\000"'
    answer = visitor.get("/notices/")
    assert answer.status_code == 302 and "/login/" in answer["Location"]
