"""Logs: JSON lines in UTC with an id; no bodies, locals, cookies, queries or chat (T-21)."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.test import Client

from portal import logs

CANARY = "zanzibarcanary"


@pytest.fixture
def lines() -> Iterator[Any]:
    """What is logged during the test, parsed; everything is put back afterwards."""
    root = logging.getLogger()
    before, level, config = list(root.handlers), root.level, structlog.get_config()
    logs.configure({"level": "DEBUG", "json": True})
    stream = io.StringIO()
    root.handlers[0].stream = stream  # type: ignore[attr-defined]
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers, root.level = before, level
    structlog.configure(**config)


def test_a_line_is_json_in_utc_with_the_request_id(lines: Any) -> None:
    with structlog.contextvars.bound_contextvars(request_id="abc"):
        structlog.get_logger("games.hosting").warning("something", games=3)
    line = lines()[-1]
    assert (line["event"], line["games"], line["request_id"]) == ("something", 3, "abc")
    assert line["timestamp"].endswith("Z") and line["level"] == "warning"


def test_the_standard_library_logs_the_same_way(lines: Any) -> None:
    logging.getLogger("some.library").error("plain %s", "words")
    assert lines()[-1]["event"] == "plain words"


def test_t_21_an_exception_is_logged_without_locals(lines: Any) -> None:
    secret_of_the_frame = CANARY
    try:
        raise ValueError("no secret in here" if secret_of_the_frame else "")
    except ValueError:
        structlog.get_logger("x").exception("failed")
    line = lines()[-1]
    assert "ValueError" in line["exception"]
    assert CANARY not in json.dumps(line)


def test_t_21_bodies_and_cookies_of_requests_are_not_logged(db: None, lines: Any) -> None:
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = CANARY
    browser.post("/account/login/", {"login": f"{CANARY}@example.org", "password": CANARY})
    browser.post("/api/games/x/act", {"id": CANARY}, content_type="application/json")
    browser.get("/no/such/place/")
    assert CANARY not in json.dumps(lines())


def test_t_21_a_failing_page_logs_no_body(
    db: None, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.hosting import api

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(api, "Visit", fail)
    browser = Client(raise_request_exception=False)
    answer = browser.post(
        f"/api/games/x/act?q={CANARY}", {"id": CANARY}, content_type="application/json"
    )
    assert answer.status_code == 500
    assert CANARY not in json.dumps(lines())
    assert any(line["event"] == "api failed" for line in lines())


def test_t_21_an_error_mails_nobody_its_locals_and_bodies(
    db: None, lines: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.core import mail
    from django.utils.log import AdminEmailHandler

    from games.hosting import lobby

    def fail(request: Any) -> Any:
        raise RuntimeError(CANARY)

    settings.ADMINS = [("GM", "gm@example.org")]
    monkeypatch.setattr(lobby, "context", fail)
    assert Client(raise_request_exception=False).get("/games/").status_code == 500
    assert mail.outbox == []
    every = [logging.getLogger(name) for name in [None, *logging.root.manager.loggerDict]]
    for logger in every:
        assert not any(isinstance(h, AdminEmailHandler) for h in logger.handlers), logger.name
