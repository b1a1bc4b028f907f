"""A table title, people, and tables of theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import registry

registry.register("lamps", "tests.hosting.tables.lamps:rules")


@pytest.fixture
def folk(make_user: Callable[..., Any]) -> dict[str, Any]:
    """Five people with personas, and a GM."""
    names = ("anna", "berit", "cai", "dara", "edda")
    return {name: make_user(name) for name in names} | {"grix": make_user("grix", staff=True)}


@pytest.fixture
def gather(folk: dict[str, Any]) -> Callable[..., Any]:
    """`gather("open", "bot", by="anna", begin="full")`: a table of Lamps, its host at seat 0."""
    from games.hosting.tables import making
    from games.hosting.tables.making import Wanted, Wish

    def make(*others: str, by: str = "anna", name: str = "Quayside", **wishes: Any) -> Any:
        places = [Wanted("person", folk[by])]
        for other in others or ("open", "open"):
            is_person = other in folk
            places.append(Wanted("person", folk[other]) if is_person else Wanted(other))
        wishes = {"preset": "live", **wishes}
        return making.make_table(Wish("lamps", name, places, **wishes), by=folk[by])

    return make


@pytest.fixture
def browse(folk: dict[str, Any], settings: Any) -> Callable[[str], Client]:
    """`browse("anna")`: her browser; `browse("")`: a visitor's."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False

    def open_as(name: str) -> Client:
        client = Client(raise_request_exception=False)
        if name:
            client.force_login(folk[name])
        return client

    return open_as


@pytest.fixture
def later() -> Callable[[float], None]:
    """`later(seconds)`: the one clock goes on."""
    from games.hosting import clocks

    return lambda seconds: clocks.move_lab_clock(round(seconds))


@pytest.fixture
def sweep() -> Callable[[], int]:
    """What the tick does at tables; the number of tables it found."""
    from games.hosting.tables import sweeping

    def run() -> int:
        waiting = sweeping.waiting()
        for table in waiting:
            sweeping.attend(table)
        return len(waiting)

    return run
