"""`./dev full [tests|lab]`: the tests on PostgreSQL and Redis, the long fuzz, the lab's short form.

What it starts it stops; the exit code is that of whatever failed first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.services import database, redis_server  # noqa: E402

FOLDERS = (
    "tests/hosting", "tests/league", "tests/accounts", "tests/community", "tests/portal",
    "tests/fuzz",
)  # fmt: skip

MARKS = "not browser and not faults and not seasons"


def pytest(arguments: list[str], **env: str) -> int:
    """Run pytest; its exit code."""
    command = [sys.executable, "-m", "pytest", *arguments]
    env = {**os.environ, **env}
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode


def tests(arguments: list[str]) -> int:
    """Everything that touches a database or a socket, on PostgreSQL and Redis."""
    with database(f"portal_{os.getpid()}") as db, redis_server() as redis:
        env = {"DATABASE_URL": db, "REDIS_URL": redis, "PORTAL_FUZZ": "full"}
        return pytest(["-n", "2", "-m", MARKS, "--create-db", *(arguments or FOLDERS)], **env)


def lab(arguments: list[str]) -> int:
    """Real processes that are killed: in CI the short form, `PORTAL_LAB=full` before a release."""
    return pytest(["-m", "faults", "-s", "--timeout", "3600", *(arguments or ["tests/faults"])])


def main(argv: list[str]) -> int:
    """Run the parts asked for, both without a name, and say what became of each."""
    parts = {"tests": tests, "lab": lab}
    wanted = [argv[0]] if argv and argv[0] in parts else list(parts)
    rest = argv[1:] if argv and argv[0] in parts else argv
    failed = []
    for name in wanted:
        began = time.monotonic()
        print(f"-- {name}", flush=True)
        code = parts[name](rest)
        print(f"-- {name}: exit code {code}, {time.monotonic() - began:.0f} s", flush=True)
        if code:
            failed.append(name)
    print("full: " + (f"failed: {', '.join(failed)}" if failed else "all passed"), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
