"""A folder, a database and Django for one run; everything is gone when it ends."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "portal.settings.bench"


@contextmanager
def place() -> Iterator[Path]:
    """Settings and an empty migrated database in a temporary folder.

    `DATABASE_URL` and `REDIS_URL` in the environment move the same run to PostgreSQL and Redis; the
    database must be empty then.
    """
    folder = Path(tempfile.mkdtemp(prefix="portal-bench-"))
    os.environ["PORTAL_VAR"] = str(folder)
    os.environ["PORTAL_PORT"] = str(free_port())
    os.environ["PORTAL_DEMO"] = "0"
    os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
    try:
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0, interactive=False)
        yield folder
        connections.close_all()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def megabytes(path: Path) -> float:
    """Size of a file with its write-ahead log."""
    files = [path, path.with_name(path.name + "-wal")]
    return sum(file.stat().st_size for file in files if file.exists()) / 1e6
