"""A league to be battered, and how much: a sample by default, all of it with `PORTAL_FUZZ=full`."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.hosting.league import League, make_league, open_week

IS_FULL = os.environ.get("PORTAL_FUZZ") == "full"
SEED = os.environ.get("PORTAL_FUZZ_SEED", "portal")  # another seed looks elsewhere


@pytest.fixture(autouse=True)
def _fresh(clean_caches: None) -> Iterator[None]:
    yield


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    """All chance of a test, from a seed that a failure prints (`PORTAL_FUZZ_SEED` repeats it)."""
    yield random.Random(f"{SEED}:{request.node.name}")
    if request.session.testsfailed:
        print(f"fuzz seed {SEED}")


@pytest.fixture
def league(make_user: Callable[..., Any], make_park: Callable[..., Any]) -> League:
    """Two parks in the open first week of a season."""
    made = make_league(make_user, make_park)
    open_week(made)
    return made
