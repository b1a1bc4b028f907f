"""A real server on the test database, a season in its third week, and pages for its people."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

SERVED_IN = "127.0.0.1"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a browser test; without Chromium it fails in CI, else it is skipped."""
    is_missing = _chromium() is None and not os.environ.get("CI")
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            if is_missing:
                item.add_marker(pytest.mark.skip(reason="no Chromium here"))


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, with nothing that talks to the network by itself."""
    return {
        "executable_path": _chromium(),
        "args": [
            "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-default-apps",
        ],
    }  # fmt: skip


@pytest.fixture
def server(live_db: None, settings: Any) -> Iterator[str]:
    """The portal served by uvicorn in a thread; gives its address."""
    import uvicorn

    with socket.socket() as probe:
        probe.bind((SERVED_IN, 0))
        port = probe.getsockname()[1]
    base = f"http://{SERVED_IN}:{port}"
    settings.ALLOWED_ORIGINS = [base]
    settings.SITE_URL = base
    from portal.asgi import application

    config = uvicorn.Config(
        application,
        host=SERVED_IN,
        port=port,
        ws="websockets-sansio",
        lifespan="on",
        log_level="error",
        timeout_graceful_shutdown=2,
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until = time.monotonic() + 15
    while not running.started and time.monotonic() < until:
        time.sleep(0.02)
    assert running.started
    yield base
    running.should_exit = True
    thread.join(10)


@dataclass
class Stage:
    """A served season: its game, users by name, and pages opened as somebody."""

    base: str
    game: Any
    users: dict[str, Any]
    open_page: Callable[..., Any]
    faults: list[str] = field(default_factory=list)

    @property
    def map_path(self) -> str:
        """The live table."""
        return f"/games/{self.game.code}/"

    def public(self) -> dict[str, Any]:
        """The public view as served now."""
        from tests.hosting.seasons import view

        return view(self.game, "public")

    def seat(self, number: int = 0) -> dict[str, Any]:
        """A seat's private view as served now."""
        from tests.hosting.seasons import view

        return view(self.game, f"seat:{number}")


PARKS = (
    ("Frost Hold", 2, 901), ("Ember Gate", 5, 902), ("Sunfall", 1, 903),
    ("Deepwatch", 4, 904), ("Fern Hollow", 3, 905), ("Dusk Mere", 6, 906),
)  # fmt: skip


@pytest.fixture
def stage(
    server: str,
    make_user: Callable[..., Any],
    make_park: Callable[..., Any],
    browser: Any,
) -> Iterator[Stage]:
    """Six parks, two weeks resolved, the third open with resources for everybody."""
    from tests.hosting import seasons

    users = {"edda": make_user("edda"), "finn": make_user("finn"), "moss": make_user("moss")}
    users["grix"] = make_user("grix", staff=True)
    generals = [users["edda"], users["finn"], None, None, None, None]
    parks = [
        make_park(name, general=general, mark=mark, ork=(ork,))
        for (name, mark, ork), general in zip(PARKS, generals, strict=True)
    ]
    game = seasons.make_season(parks, users["grix"].pk, weeks=8)
    seasons.until_due(game)
    for week in range(3):
        seasons.sign_in_all(game, [ork for _, _, ork in PARKS], weekend=week)
        if week < 2:
            seasons.play_bots(game)
            seasons.until_due(game)
    contexts: list[Any] = []
    staged = Stage(server, game, users, lambda *a, **k: None)
    staged.open_page = _opener(staged, browser, contexts)
    yield staged
    for context in contexts:
        context.close()


def _opener(stage: Stage, browser: Any, contexts: list[Any]) -> Callable[..., Any]:
    from django.conf import settings

    from tests.hosting.sockets import session_of

    def open_page(
        who: str | None = None, path: str | None = None, *, phone: bool = False, **options: Any
    ) -> Any:
        """A page as somebody (None: a visitor), at the map unless told otherwise."""
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if phone else {}
        context = browser.new_context(**{"viewport": size, **touch, **options})
        contexts.append(context)
        if who is not None:
            context.add_cookies(
                [
                    {
                        "name": settings.SESSION_COOKIE_NAME,
                        "value": session_of(stage.users[who]),
                        "url": stage.base,
                    }
                ]
            )
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: stage.faults.append(f"script: {error}"))
        page.on("console", lambda said: _keep(stage, said))
        page.on("request", lambda request: _inside(stage, request.url))
        page.goto(stage.base + (stage.map_path if path is None else path))
        return page

    return open_page


def _keep(stage: Stage, said: Any) -> None:
    if said.type == "error":
        stage.faults.append(f"console: {said.text}")


def _inside(stage: Stage, url: str) -> None:
    if not url.startswith((stage.base, stage.base.replace("http", "ws"), "data:", "blob:")):
        stage.faults.append(f"left the origin: {url}")
