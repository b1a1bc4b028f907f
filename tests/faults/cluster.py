"""The lab's processes: two web, two workers, two beats, Redis and PostgreSQL, all of our own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import psycopg

from tools.services import Postgres, Redis, free_port

ROOT = Path(__file__).resolve().parents[2]
WEB = [
    "-m", "uvicorn", "portal.asgi:application", "--host", "127.0.0.1", "--loop", "uvloop",
    "--ws", "websockets-sansio", "--ws-max-size", "65536", "--ws-max-queue", "32",
    "--ws-per-message-deflate", "False", "--ws-ping-interval", "20", "--ws-ping-timeout", "20",
    "--timeout-graceful-shutdown", "8", "--log-level", "warning", "--no-access-log",
]  # fmt: skip
WORKER = [
    "-m", "celery", "-A", "portal", "--quiet", "worker", "--pool", "prefork", "--concurrency", "1",
    "-Q", "clock,default,mail", "--loglevel", "WARNING", "--without-gossip", "--without-mingle",
]  # fmt: skip
BEAT = ["-m", "celery", "-A", "portal", "--quiet", "beat", "--loglevel", "WARNING", "--pidfile="]


class Process:
    """One of the lab's processes in a group of its own; killed and started again at will."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], log: Path) -> None:
        self.name, self.command, self.env, self.log = name, command, env, log
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, if it does not run."""
        if self.running is not None and self.running.poll() is None:
            return
        with self.log.open("ab") as out:
            self.running = subprocess.Popen(
                [sys.executable, *self.command],
                cwd=ROOT,
                env=self.env,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )

    def signal(self, sign: signal.Signals) -> None:
        """To the whole group."""
        if self.running is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.running.pid, sign)

    def kill(self) -> None:
        """Gone at once, children too."""
        self.signal(signal.SIGKILL)
        if self.running is not None:
            self.running.wait()

    def end(self, seconds: float = 10.0) -> float:
        """Asked politely; seconds until its leader was gone (R-16: at most 10)."""
        began = time.monotonic()
        if self.running is not None:
            self.running.send_signal(signal.SIGTERM)
            self.running.wait(seconds)
        self.signal(signal.SIGKILL)
        return time.monotonic() - began


class Cluster:
    """Everything, started with `start` and gone after `stop`."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="portal-lab-"))
        self.mail = self.folder / "mail"
        self.postgres = Postgres(durable=True)
        self.redis = Redis()
        self.ports = [free_port(), free_port()]
        self.origin = "http://127.0.0.1:9"  # one site in front of both processes
        env = self._environment()
        self.web = [self._process(f"web{n}", [*WEB, "--port", str(p)], env, "web")
                    for n, p in enumerate(self.ports)]  # fmt: skip
        self.workers = [self._worker(n, env) for n in range(2)]
        self.beats = [self._process(f"beat{n}", BEAT, env, "worker") for n in range(2)]
        self.world: dict[str, Any] = {}

    @property
    def children(self) -> list[Process]:
        """All of ours but the two services."""
        return [*self.web, *self.workers, *self.beats]

    @property
    def dsn(self) -> str:
        """The lab's database for psycopg."""
        return self.postgres.url("lab").replace("postgres://", "postgresql://")

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
            "PYTHONWARNINGS": "ignore",
            "SECRET_KEY": "only for the lab, " * 5,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": self.origin,
            "DATABASE_URL": self.postgres.url("lab"),
            "REDIS_URL": self.redis.url,
            "PORTAL_VAR": str(self.folder / "var"),
            "LAB_MAIL": str(self.mail),
        }

    def _process(self, name: str, command: list[str], env: dict[str, str], role: str) -> Process:
        return Process(name, command, {**env, "PORTAL_ROLE": role}, self.folder / f"{name}.log")

    def _worker(self, number: int, env: dict[str, str]) -> Process:
        command = [*WORKER, "--hostname", f"lab{number}@%h"]
        return self._process(f"worker{number}", command, env, "worker")

    def start(self) -> None:
        """Services, database, world, then the processes."""
        (self.folder / "var").mkdir()
        self.postgres.start()
        admin = self.postgres.url("postgres").replace("postgres://", "postgresql://", 1)
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("CREATE DATABASE lab")
        self.redis.start()
        self.world = self.ask("setup")
        for child in self.children:
            child.start()
        self.wait_ready()

    def stop(self) -> None:
        """Everything ends; what is left of it goes too."""
        for child in self.children:
            child.kill()
        self.redis.stop()
        self.postgres.remove()
        shutil.rmtree(self.folder, ignore_errors=True)

    def heal(self) -> None:
        """Everything runs again."""
        for child in self.children:
            child.signal(signal.SIGCONT)
            child.start()

    def ask(self, *command: str, seconds: float = 120) -> dict[str, Any]:
        """An answer of `inside`."""
        return self.answer(self.asking(*command), seconds)

    def asking(self, *command: str) -> subprocess.Popen[str]:
        """`inside` started, to be read with `answer`."""
        return subprocess.Popen(
            [sys.executable, "-m", "tests.faults.inside", *command],
            cwd=ROOT,
            env={**self._environment(), "PORTAL_ROLE": "worker"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def answer(self, asked: subprocess.Popen[str], seconds: float = 120) -> dict[str, Any]:
        """What `inside` said."""
        out, err = asked.communicate(timeout=seconds)
        for line in out.splitlines():
            if line.startswith("ANSWER "):
                found: dict[str, Any] = json.loads(line.removeprefix("ANSWER "))
                return found
        raise AssertionError(f"inside failed: {err[-3000:]}")

    def sql(self, query: str, *values: Any) -> Any:
        """One row of the database, past Django."""
        with psycopg.connect(self.dsn, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchone() if cursor.description else None

    def move_clock(self, seconds: float) -> None:
        """For all processes at once."""
        self.sql(
            'INSERT INTO games_labclock (id, "offset") VALUES (1, %s)'
            ' ON CONFLICT (id) DO UPDATE SET "offset" = games_labclock."offset" + %s',
            round(seconds),
            round(seconds),
        )

    def until_due(self) -> float:
        """Seconds of the lab's clock until the game is due."""
        row = self.sql(
            "SELECT EXTRACT(EPOCH FROM due_at - clock_timestamp()) -"
            ' COALESCE((SELECT "offset" FROM games_labclock WHERE id = 1), 0) FROM games_game'
        )
        return float(row[0])

    def due_key(self) -> str:
        """The game's open deadline."""
        return str(self.sql("SELECT due_at::text FROM games_game")[0])

    def get(self, port: int, path: str, seconds: float = 10) -> tuple[int, str]:
        """A page of one web process; status 0 where nobody answers."""
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
        except OSError:
            return 0, ""

    def wait_ready(self, seconds: float = 60) -> float:
        """Both web processes say that everything is well."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if all(self.get(port, "/readyz")[0] == 200 for port in self.ports):
                return time.monotonic() - began
            time.sleep(0.2)
        raise AssertionError(f"not ready: {[self.get(p, '/readyz') for p in self.ports]}")

    def logs(self) -> str:
        """What the processes wrote, for a failure's report."""
        parts = []
        for path in sorted(self.folder.glob("*.log")):
            parts.append(f"--- {path.name}\n{path.read_text(errors='replace')[-3000:]}")
        return "\n".join(parts)
