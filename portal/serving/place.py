"""One portal per folder: the lock, the note of what runs, and a free port."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: a second start then meets the busy port instead
    fcntl = None  # type: ignore[assignment]


class AlreadyRunning(Exception):
    """Another portal runs from this folder; `note` says where."""

    def __init__(self, note: dict[str, Any]) -> None:
        super().__init__("already running")
        self.note = note


class Place:
    """The lock file in `var/`, held while the portal runs."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "serve.lock"
        self._file = self.path.open("a+")
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                note = self.note()
                self._file.close()
                raise AlreadyRunning(note) from None

    def note(self) -> dict[str, Any]:
        """What the last portal here wrote down."""
        self._file.seek(0)
        try:
            found = json.loads(self._file.read() or "{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, **facts: Any) -> None:
        """Write down address and process groups, for a second start and for after a crash."""
        self._file.seek(0)
        self._file.truncate()
        json.dump(facts, self._file)
        self._file.flush()

    def end_left_over(self) -> None:
        """End the groups that a crashed supervisor left behind."""
        for group in self.note().get("groups", []):
            if _belongs_here(int(group)):
                end_group(int(group), patience=3.0)

    def leave(self) -> None:
        """Forget the note and let the lock go."""
        self.write()
        self._file.close()


OURS = ("uvicorn", "celery", "portal.serving.valkey", "fake_ork")


def _belongs_here(group: int) -> bool:
    """Whether a noted group is still ours: its number may have been given to somebody else.

    Its leader may be gone while its children still run.
    """
    return any(any(word in command for word in OURS) for command in _commands(group))


def _commands(group: int) -> list[str]:
    """The command lines of a process group's members."""
    if Path("/proc/self/stat").exists():
        return [command for number, command in _from_proc() if number == group]
    try:
        listed = subprocess.run(
            ["ps", "-A", "-o", "pgid=,args="],  # noqa: S607 - wherever this system keeps it
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    except OSError:
        return []
    lines = (line.strip().partition(" ") for line in listed.splitlines())
    return [command for number, _, command in lines if number == str(group)]


def _from_proc() -> Iterator[tuple[int, str]]:
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
            yield int(fields[2]), command.decode(errors="replace")


def end_group(group: int, patience: float = 15.0) -> None:
    """Ask a whole process group to end; what is left when its leader is gone is killed."""
    _signal(group, signal.SIGTERM)
    until = time.monotonic() + patience
    while time.monotonic() < until and _leads(group):
        time.sleep(0.05)
    _signal(group, signal.SIGKILL)


def _signal(group: int, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, sign)


def _leads(group: int) -> bool:
    """Whether the group's leader still runs; our own children are reaped on the way."""
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(group, os.WNOHANG)[0]:
            return False
    try:
        os.kill(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def is_free(host: str, port: int) -> bool:
    """Whether somebody could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def next_free(host: str, port: int) -> int | None:
    """The first free port above a busy one."""
    return next((p for p in range(port + 1, min(port + 100, 65536)) if is_free(host, p)), None)
