"""`serve` in parts: one portal per folder, children in groups, what a crash left, the watchdog."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from portal.serving import children, place, watchdog
from portal.serving.children import Child, Valkey, planned
from portal.serving.place import AlreadyRunning, Place, end_group, is_free, next_free

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)  # uvicorn"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    " print('up', flush=True); time.sleep(600)  # celery",
]
PARENT = [
    sys.executable,
    "-c",
    "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time;"
    " time.sleep(600)  # celery']); print('up', flush=True); time.sleep(600)  # celery",
]


def started(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE)


def members(group: int) -> list[str]:
    """Living members of a process group."""
    return [command for command in place._commands(group) if command.strip()]


def until(is_so: Callable[[], Any], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    made = Child("worker", SLEEPER, dict(os.environ), tmp_path)
    made.start()
    yield made
    made.stop()


def test_one_portal_per_folder_and_the_second_learns_where(tmp_path: Path) -> None:
    first = Place(tmp_path / "var with spaces")
    first.write(url="http://127.0.0.1:8000", groups=[])
    with pytest.raises(AlreadyRunning) as refused:
        Place(tmp_path / "var with spaces")
    assert refused.value.note["url"] == "http://127.0.0.1:8000"
    first.leave()
    second = Place(tmp_path / "var with spaces")
    assert second.note() == {}
    second.leave()


def test_a_broken_note_is_no_note(tmp_path: Path) -> None:
    for text in ("{", "[]", '"x"'):
        (tmp_path / "serve.lock").write_text(text)
        here = Place(tmp_path)
        assert here.note() == {}
        here.leave()


def test_what_a_crash_left_is_ended_and_strangers_are_not(tmp_path: Path) -> None:
    ours = started(SLEEPER)
    stranger = started([sys.executable, "-c", "import time; time.sleep(600)"])
    try:
        crashed = Place(tmp_path)
        crashed.write(url="x", groups=[ours.pid, stranger.pid, 2**22 - 1])
        crashed._file.close()
        here = Place(tmp_path)
        here.end_left_over()
        assert members(ours.pid) == []
        assert stranger.poll() is None
        here.leave()
    finally:
        for process in (ours, stranger):
            process.kill()
            process.wait()


def test_children_of_a_dead_leader_are_ended_too(tmp_path: Path) -> None:
    """A killed worker's prefork child would else run on beside the new worker, with its beat."""
    parent = started(PARENT)
    assert parent.stdout is not None and parent.stdout.readline()
    until(lambda: len(members(parent.pid)) == 2)
    parent.kill()
    parent.wait()
    until(lambda: len(members(parent.pid)) == 1)
    crashed = Place(tmp_path)
    crashed.write(groups=[parent.pid])
    crashed._file.close()
    here = Place(tmp_path)
    here.end_left_over()
    until(lambda: members(parent.pid) == [])
    here.leave()


def test_a_group_that_does_not_listen_is_killed() -> None:
    stubborn = started(STUBBORN)
    assert stubborn.stdout is not None and stubborn.stdout.readline()
    began = time.monotonic()
    end_group(stubborn.pid, patience=0.5)
    stubborn.wait(5)
    assert 0.4 < time.monotonic() - began < 4


def test_a_child_has_a_group_of_its_own(child: Child) -> None:
    assert child.group is not None
    assert os.getpgid(child.group) == child.group != os.getpgrp()


def test_a_child_that_ended_is_started_again_with_a_growing_pause(child: Child) -> None:
    pauses = []
    for _ in range(3):
        old = child.group
        assert old is not None
        os.killpg(old, signal.SIGKILL)
        began = time.monotonic()
        until(child.look)
        pauses.append(time.monotonic() - began)
        assert child.group != old
    assert 0.4 < pauses[0] < pauses[1] < pauses[2]
    assert not child.look()


def test_stopping_ends_the_whole_group(tmp_path: Path) -> None:
    made = Child("worker", PARENT, dict(os.environ), tmp_path)
    made.start()
    group = made.group
    assert group is not None
    until(lambda: len(members(group)) == 2)
    made.stop()
    until(lambda: members(group) == [])


def test_the_embedded_valkey_runs_from_a_path_with_spaces(tmp_path: Path) -> None:
    import redis

    root = tmp_path / "a checkout with spaces"
    root.mkdir()
    (root / "portal").symlink_to(Path(children.__file__).parents[1])
    valkey = Valkey(root)
    try:
        found = valkey.environment()
        assert redis.Redis.from_url(found["REDIS_URL"]).ping()
        assert found["CELERY_BROKER_URL"].startswith("redis+socket:///")
        assert len(str(valkey.socket)) < 100 and " " not in str(valkey.socket)
        mode = valkey.folder.stat().st_mode & 0o777
        assert mode == 0o700
    finally:
        valkey.stop()
    assert not valkey.folder.exists()


def test_what_is_started(tmp_path: Path) -> None:
    names = [c.name for c in planned("127.0.0.1", 8000, {}, tmp_path)]
    assert names == ["web", "worker"]
    embedded = {"PORTAL_EMBED": "threads"}
    assert [c.name for c in planned("127.0.0.1", 8000, embedded, tmp_path)] == ["web"]
    demo = {"PORTAL_DEMO": "1", "PORTAL_ORK_PORT": "8765"}
    assert [c.name for c in planned("127.0.0.1", 8000, demo, tmp_path)][-1] == "ork"
    web = planned("127.0.0.1", 8000, {}, tmp_path)[0].command
    for option in ("--ws-max-size", "--ws-max-queue", "--ws-per-message-deflate", "--loop"):
        assert option in web
    assert web[web.index("--ws-max-size") + 1] == "65536"


def test_a_busy_port_is_seen_and_the_next_free_one_found() -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert not is_free("127.0.0.1", port)
        found = next_free("127.0.0.1", port)
        assert found is not None and found > port and is_free("127.0.0.1", found)


def test_a_busy_port_is_told_with_the_next_free_one(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=Path(children.__file__).parents[2],
            env={
                **os.environ,
                "PORTAL_VAR": str(tmp_path),
                "DJANGO_SETTINGS_MODULE": "portal.settings.dev",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode != 0
    assert f"Port {port} is busy" in done.stderr and "--port" in done.stderr


# -- the watchdog


@pytest.fixture
def portal() -> Iterator[tuple[str, list[bytes]]]:
    """A server that answers `/readyz` with the last of these bodies."""
    bodies: list[bytes] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(503)
            self.end_headers()
            self.wfile.write(bodies[-1])

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    server.server_close()


def test_r_22_a_worker_that_stands_still_is_ended(
    portal: tuple[str, list[bytes]], child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, bodies = portal
    monkeypatch.setattr(watchdog, "EVERY", 0.0)
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)
    dog = watchdog.Watchdog(url, child)
    bodies.append(b'{"ill": ["tick", "outbox"]}')
    assert not dog.look()
    until(dog.look)
    until(child.look)
    assert not dog.look(), "the new worker gets its time"


@pytest.mark.parametrize(
    "body", [b'{"ill": []}', b'{"ill": ["redis"]}', b"<html>", b"{}", b"[1]"], ids=range(5)
)
def test_r_22_a_worker_that_ticks_is_left_alone(
    portal: tuple[str, list[bytes]], child: Child, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    url, bodies = portal
    bodies.append(body)
    monkeypatch.setattr(watchdog, "EVERY", 0.0)
    monkeypatch.setattr(watchdog, "PATIENCE", 0.0)
    dog = watchdog.Watchdog(url, child)
    assert not any(dog.look() for _ in range(3))
    assert not watchdog.Watchdog("http://127.0.0.1:1", child).look()


def test_a_web_process_that_ends_at_once_is_noticed(tmp_path: Path) -> None:
    made = Child("web", [sys.executable, "-c", "raise SystemExit(3)"], dict(os.environ), tmp_path)
    made.start()
    assert not children.wait_until_up("http://127.0.0.1:1", made, seconds=10)
    made.stop()
