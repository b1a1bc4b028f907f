"""The league of two parks, and a browser for each role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from tests.hosting.league import ROLES, League, make_league, open_week


@pytest.fixture(autouse=True)
def _fresh(clean_caches: None) -> Iterator[None]:
    yield


@pytest.fixture
def league(make_user: Callable[..., Any], make_park: Callable[..., Any]) -> League:
    """Two parks in the open first week of a season."""
    made = make_league(make_user, make_park)
    open_week(made)
    return made


@pytest.fixture
def browsers(league: League, settings: Any) -> dict[str, Client]:
    """A signed-in browser per role; the visitor's is not."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    found = {}
    for role in ROLES:
        found[role] = Client(raise_request_exception=False)
        if role != "visitor":
            found[role].force_login(league.people[role])
    return found
