"""A club and a season as the bench uses them, in the test database.

Guards count statements and bytes, which are the same everywhere, and CPU time with three times the
budget: a busy machine must not fail them, a slip by an order of magnitude must.
"""

from __future__ import annotations

from typing import Any

import pytest

from games import registry

registry.register("stewards", "tools.bench.stewards:rules")

SLACK = 3.0


@pytest.fixture
def club(db: None, clean_caches: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Six parks with generals; the clock that a season moves is put back."""
    from games.hosting import clocks
    from tools.bench.club import found_club

    monkeypatch.setattr(clocks, "now", clocks.now)
    return found_club()


@pytest.fixture
def season(club: Any) -> Any:
    """A season behind the door, its first week open."""
    from tools.bench.club import open_season

    return open_season(club)
