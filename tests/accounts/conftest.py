"""Fixtures of the flows: a fresh cache (rate limits live there), mail sent on demand, sign-in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def no_nudges(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tasks are run by the tests themselves; what was asked for is listed."""
    from accounts import nudging

    asked: list[str] = []
    monkeypatch.setattr(nudging, "_in_the_background", asked.append)
    return asked


@pytest.fixture
def delivered(db: None) -> Callable[[], list[Any]]:
    """`delivered()`: send the letters that wait; every mail so far."""
    from accounts import letters

    def deliver() -> list[Any]:
        letters.send_due()
        return mail.outbox

    return deliver


@pytest.fixture
def code(delivered: Callable[[], list[Any]]) -> Callable[[], str]:
    """`code()`: the code in the last mail."""

    def read() -> str:
        lines = [line.strip() for line in delivered()[-1].body.splitlines()]
        return next(line for line in lines if 5 <= len(line) <= 12 and " " not in line)

    return read


@pytest.fixture
def sign_in() -> Callable[..., Client]:
    """`sign_in(user)`: a browser in which the user signed in with the password."""

    def enter(user: Any, **extra: Any) -> Client:
        client = Client(**extra)
        answer = client.post("/account/login/", {"login": user.email, "password": PASSWORD})
        assert answer.status_code == 302, answer.content.decode()
        return client

    return enter


@pytest.fixture
def heard(settings: Any) -> Iterator[list[dict[str, Any]]]:
    """Messages of the control channel in this process, which go past Redis here."""
    from accounts import live

    settings.REDIS_URL = ""
    messages: list[dict[str, Any]] = []
    stop = live.on_control(messages.append)
    yield messages
    stop()
