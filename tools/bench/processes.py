"""The server of a measurement, started as anybody would start it, and what it uses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tools.bench.place import ROOT

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_SECONDS = 60.0


@dataclass(slots=True)
class Server:
    """`manage.py serve` on a port of its own."""

    url: str
    port: int
    web: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """CPU seconds of the web process so far."""
        fields = Path(f"/proc/{self.web}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Resident megabytes of the web process."""
        return int(Path(f"/proc/{self.web}/statm").read_text().split()[1]) * PAGE / 1e6


def raise_file_limit() -> None:
    """Thousands of sockets need as many descriptors, here and in the server."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """The portal with its embedded defaults on the database in `folder`, until the block ends."""
    port = int(os.environ["PORTAL_PORT"])
    url = f"http://127.0.0.1:{port}"
    log = (folder / "serve.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    try:
        _wait(url, process, folder)
        note = json.loads((folder / "serve.lock").read_text())
        yield Server(url, port, int(note["groups"][0]), process)
    finally:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(30)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        log.close()


def _wait(url: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url + "/healthz", timeout=2):  # noqa: S310
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError("the server did not start:\n" + (folder / "serve.log").read_text()[-2000:])
