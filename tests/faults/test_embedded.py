"""The embedded form under fire: `serve` on SQLite, its children killed, itself killed, one process.

A restarted portal must take its place back from what a killed supervisor left behind, and a round
must be resolved by whichever form runs (reliability.md R-2, dependencies.md section 4).
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.services import free_port

pytestmark = pytest.mark.faults
ROOT = Path(__file__).resolve().parents[2]
START_SECONDS, ROUND_SECONDS = 120.0, 60.0


class Embedded:
    """`manage.py serve --demo` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.var = folder / "var with spaces"
        self.log = folder / "log"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.code = ""

    def start(self, *more: str) -> None:
        """Start it, and wait until everything is there."""
        env = {k: v for k, v in os.environ.items() if not k.startswith(("DJANGO_", "REDIS_"))}
        for name in ("DATABASE_URL", "PORTAL_PORT", "PORTAL_DEMO"):
            env.pop(name, None)
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--demo", "--port", str(self.port), *more],
                cwd=ROOT,
                env={**env, "PORTAL_VAR": str(self.var)},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        pid = self.process.pid  # what a killed supervisor left behind may answer too
        self.until(lambda: self.note().get("pid") == pid, START_SECONDS)
        self.until(lambda: self.get("/readyz")[0] == 200, START_SECONDS)

    def groups(self) -> list[int]:
        """The process groups it has noted: web, worker, the demo's ORK, Valkey."""
        return list(self.note().get("groups", []))

    def note(self) -> dict[str, Any]:
        """What the running portal wrote down."""
        with contextlib.suppress(ValueError, OSError):
            found: dict[str, Any] = json.loads((self.var / "serve.lock").read_text() or "{}")
            return found
        return {}

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""
        except OSError:
            return 0, ""

    def until(self, is_so: Any, seconds: float) -> float:
        """Seconds until it is so."""
        began = time.monotonic()
        while not is_so():
            ended = self.process is not None and self.process.poll() is not None
            assert not ended, self.log.read_text(errors="replace")[-3000:]
            took = time.monotonic() - began
            assert took < seconds, self.log.read_text(errors="replace")[-3000:]
            time.sleep(0.2)
        return time.monotonic() - began

    def public(self) -> dict[str, Any]:
        """The season of the demo as a visitor sees it; tables run beside it."""
        if not self.code:
            query = "SELECT code FROM games_game WHERE title = 'iron-mountains'"
            self.code = self.database(query)[0]
        text = self.get(f"/api/games/{self.code}/view")[1]
        view: dict[str, Any] = json.loads(text)["streams"]["public"]["view"]
        return view

    def database(self, query: str) -> Any:
        with (
            contextlib.closing(
                sqlite3.connect(self.var / "portal.sqlite3", timeout=20)
            ) as connection,
            connection,
        ):
            return connection.execute(query).fetchone()

    def resolve_a_round(self) -> float:
        """Make the open round's deadline now, and wait until it is resolved; seconds."""
        before = self.public()
        offset = self.database('SELECT "offset" FROM games_labclock')[0]
        ahead = before["clock"]["due_at"] - time.time() - offset
        self.database(f'UPDATE games_labclock SET "offset" = "offset" + {round(ahead) + 1}')
        return self.until(lambda: self._week() > before["week"], ROUND_SECONDS)

    def _week(self) -> int:
        try:
            return int(self.public()["week"])
        except (ValueError, IndexError, KeyError):
            return -1

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, and see that nothing of it is left."""
        if self.process is None:
            return
        groups = self.groups()
        self.process.send_signal(sign)
        self.process.wait(30)
        if sign != signal.SIGKILL:
            assert not [group for group in groups if is_alive(group)]
        self.process = None


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture(scope="module")
def portal() -> Iterator[Embedded]:
    with tempfile.TemporaryDirectory(prefix="portal-embedded-") as folder:
        made = Embedded(Path(folder))
        try:
            made.start()
            yield made
        finally:
            left = made.groups()
            with contextlib.suppress(Exception):
                made.stop()
            for group in left:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(group, signal.SIGKILL)


def test_r_2_a_round_is_resolved(portal: Embedded) -> None:
    print(f"\nembedded: resolved after {portal.resolve_a_round():.1f} s")


@pytest.mark.parametrize("child", [0, 1, 3], ids=["web", "worker", "valkey"])
def test_a_killed_child_is_started_again_and_rounds_go_on(portal: Embedded, child: int) -> None:
    groups = portal.groups()
    os.kill(groups[child], signal.SIGKILL)
    portal.until(lambda: portal.groups()[child : child + 1] != groups[child : child + 1], 30)
    portal.until(lambda: portal.get("/readyz")[0] == 200, 60)
    if child != 3:  # a worker may end itself when its broker is gone
        others = [group for n, group in enumerate(portal.groups()) if n != child]
        assert others == [group for n, group in enumerate(groups) if n != child]
    portal.resolve_a_round()


def test_r_2_a_round_during_which_web_and_worker_die_is_resolved_once(portal: Embedded) -> None:
    groups = portal.groups()
    before = portal.public()
    offset = portal.database('SELECT "offset" FROM games_labclock')[0]
    ahead = before["clock"]["due_at"] - time.time() - offset
    portal.database(f'UPDATE games_labclock SET "offset" = "offset" + {round(ahead) + 1}')
    for group in groups[:2]:
        os.killpg(group, signal.SIGKILL)
    portal.until(lambda: portal._week() > before["week"], ROUND_SECONDS)
    query = (
        "SELECT COUNT(*) FROM games_logentry WHERE action LIKE '%\"resolve\"%' AND action LIKE "
        f"'%\"week\":{before['week']}%'"
    )
    assert portal.database(query)[0] == 1


def test_the_next_start_ends_what_a_killed_supervisor_left(portal: Embedded) -> None:
    before = portal.groups()
    assert all(is_alive(group) for group in before)
    portal.stop(signal.SIGKILL)
    assert any(is_alive(group) for group in before), "nothing was left to end"
    portal.start()
    assert not [group for group in before if is_alive(group)]
    assert not set(before) & set(portal.groups())
    portal.resolve_a_round()


def test_a_second_start_says_where_the_first_runs(portal: Embedded) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--demo", "--port", str(portal.port)],
        cwd=ROOT,
        env={**os.environ, "PORTAL_VAR": str(portal.var)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert portal.url in done.stdout
    assert portal.get("/readyz")[0] == 200


def test_one_process_without_valkey_resolves_rounds_too(portal: Embedded) -> None:
    portal.stop()
    portal.start("--single")
    assert len(portal.groups()) == 2  # web with everything in it, and the demo's ORK
    print(f"\nsingle: resolved after {portal.resolve_a_round():.1f} s")
    assert "one process" in portal.log.read_text(errors="replace")
    portal.stop(signal.SIGINT)
