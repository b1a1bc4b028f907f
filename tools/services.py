"""PostgreSQL and Redis for a test run: found or installed, started on ports of their own, stopped.

Nothing that was there before is touched: data live in a temporary folder, and a server that
somebody else runs only gets databases made by the tests (docs/operations.md).
"""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def free_port() -> int:
    """A port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str, package: str) -> str:
    """The path of a program, its Debian package installed where that is possible."""
    found = _find(name)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {package} ...", flush=True)
        _apt("update", "-q")
        _apt("install", "-y", "-q", "--no-install-recommends", package)
        found = _find(name)
    if found is None:
        sys.exit(f"{name} is missing: apt-get install {package}")
    return found


def _apt(*arguments: str) -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", *arguments]
    nothing = subprocess.DEVNULL
    subprocess.run(command, env=env, stdin=nothing, stdout=nothing, check=False)


def _find(name: str) -> str | None:
    versions = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)
    return versions[0] if versions else shutil.which(name)


class Postgres:
    """A PostgreSQL server in a temporary folder.

    `durable` keeps fsync on, as the lab needs it; everything else runs faster without.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self.durable = durable
        self.port = free_port()
        self.pg_ctl = program("pg_ctl", "postgresql")
        initdb = program("initdb", "postgresql")
        self.folder = Path(tempfile.mkdtemp(prefix="portal-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        options = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "--no-sync"]
        self._run([initdb, "-D", str(self.data), *options])

    @property
    def data(self) -> Path:
        """The cluster."""
        return self.folder / "data"

    def url(self, name: str) -> str:
        """Address of a database on this server."""
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        fast = "" if self.durable else " -c fsync=off -c synchronous_commit=off"
        options = f"-p {self.port} -k {self.folder} -c max_connections=100{fast}"
        log = str(self.folder / "log")
        self._run([self.pg_ctl, "-D", str(self.data), "-o", options, "-l", log, "-w", "start"])

    def crash(self) -> None:
        """Stop without a checkpoint, as a power cut would."""
        self._run([self.pg_ctl, "-D", str(self.data), "-m", "immediate", "-w", "stop"])

    def remove(self) -> None:
        """Stop and forget everything."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, command: list[str]) -> None:
        """As the user `postgres` where we are root: it refuses to run as root."""
        user = "postgres" if os.geteuid() == 0 else None
        subprocess.run(
            command,
            check=True,
            user=user,
            group=user,
            extra_groups=[] if user else None,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


class Redis:
    """A Redis without persistence, on a port of its own."""

    def __init__(self) -> None:
        self.port = free_port()
        self.program = program("redis-server", "redis-server")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start empty, and wait until it answers."""
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
             "--appendonly", "no"],
            start_new_session=True,
            cwd=tempfile.gettempdir(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for("127.0.0.1", self.port)

    def stop(self, sign: signal.Signals = signal.SIGKILL) -> None:
        """End it; nothing of it survives."""
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait()
            self.process = None


def wait_for(host: str, port: int, seconds: float = 15.0) -> None:
    """Wait until somebody listens there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            return
        time.sleep(0.05)
    raise TimeoutError(f"nobody listens at {host}:{port}")


def local_postgres() -> str | None:
    """Address of a server that answers on the usual port without a password, for test databases."""
    import psycopg

    url = "postgres://postgres@127.0.0.1:5432/postgres"
    try:
        with psycopg.connect(url.replace("postgres://", "postgresql://"), connect_timeout=2):
            return url
    except psycopg.Error:
        return None


@contextlib.contextmanager
def database(name: str) -> Iterator[str]:
    """Address of a database for Django's test machinery, which makes `test_<name>` beside it."""
    found = local_postgres()
    if found is not None:
        yield found.removesuffix("postgres") + name
        return
    server = Postgres()
    try:
        server.start()
        yield server.url(name)
    finally:
        server.remove()


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """Address of a Redis of our own."""
    server = Redis()
    server.start()
    try:
        yield server.url
    finally:
        server.stop(signal.SIGTERM)
