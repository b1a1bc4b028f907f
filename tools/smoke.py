"""The demo as a stranger meets it: started in a folder with spaces, looked at, stopped, gone."""

from __future__ import annotations

import contextlib
import html
import json
import os
import re
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

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS, STOP_SECONDS = 150, 25


def copy_of(folder: Path) -> Path:
    """The checkout's files in a folder whose name holds spaces, with the environment as it is."""
    place = folder / "a portal with spaces"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        source = ROOT / name
        if source.is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place / name)
    (place / ".venv").symlink_to(ROOT / ".venv")
    return place


def fetch(url: str) -> tuple[int, str]:
    """Status and text of a page."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - own address
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")
    except OSError:
        return 0, ""


def wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> float:
    """Seconds until `/readyz` says that everything is there."""
    began = time.monotonic()
    while time.monotonic() - began < START_SECONDS:
        if process.poll() is not None:
            raise SystemExit(f"the demo ended by itself with {process.returncode}")
        if fetch(url + "/readyz")[0] == 200:
            return time.monotonic() - began
        time.sleep(0.25)
    raise SystemExit(f"not ready after {START_SECONDS} s: {fetch(url + '/readyz')[1]}")


def config_of(page: str) -> dict[str, Any]:
    """What the table's page tells its client."""
    found = re.search(r'<script[^>]*id="game-config"[^>]*>(.*?)</script>', page, re.DOTALL)
    if found is None:
        raise SystemExit("the table has no configuration")
    config: dict[str, Any] = json.loads(html.unescape(found[1]))
    return config


def snapshot(url: str, path: str) -> dict[str, Any]:
    """The first frame a spectator gets."""
    from websockets.sync.client import connect

    address = url.replace("http", "ws", 1) + path
    with connect(address, origin=url, open_timeout=10) as socket:  # type: ignore[arg-type]
        socket.send('{"type":"hello"}')
        for _ in range(5):
            frame: dict[str, Any] = json.loads(socket.recv(timeout=10))
            if frame["type"] == "snapshot":
                return frame
    raise SystemExit("no snapshot")


def look_around(url: str) -> None:
    """Home, table, snapshot, rules, sign-in and console's door."""
    status, home = fetch(url + "/")
    codes = re.findall(r'href="/games/([a-z0-9]{10})/', home)
    if status != 200 or not codes:
        raise SystemExit(f"home: {status}, {len(codes)} games")
    views = []
    for code in dict.fromkeys(codes):
        status, table = fetch(f"{url}/games/{code}/")
        if status != 200:
            raise SystemExit(f"table: {status}")
        views.append(snapshot(url, config_of(table)["ws"])["streams"]["public"]["view"])
    seasons = [view for view in views if "sides" in view]
    if not seasons or len(seasons) == len(views):
        raise SystemExit(f"{len(views)} games, {len(seasons)} of them seasons: no table beside one")
    view = seasons[0]
    if len(view["sides"]) != 6 or view["phase"] not in ("orders", "review", "scheduled"):
        raise SystemExit(f"snapshot: {len(view['sides'])} sides, {view['phase']}")
    for path in (
        "/rules/iron-mountains/",
        "/rules/purple-robes/",
        "/standings/",
        "/account/login/",
        "/admin/login/",
        "/games/",
    ):
        status, _ = fetch(url + path)
        if status != 200:
            raise SystemExit(f"{path}: {status}")


def living_in(place: Path) -> list[int]:
    """Processes whose working directory is that folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            cwd = os.readlink(entry / "cwd")
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            if cwd.startswith(str(place)) and state != "Z":
                found.append(int(entry.name))
    return found


def stop(process: subprocess.Popen[bytes], sign: signal.Signals, place: Path) -> float:
    """Ask it to end; seconds until nothing of it is left."""
    began = time.monotonic()
    os.killpg(process.pid, sign)
    try:
        code = process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"still there {STOP_SECONDS} s after {sign.name}") from None
    if code not in (0, 130):
        raise SystemExit(f"ended with {code} after {sign.name}")
    left = living_in(place)
    if left:
        raise SystemExit(f"processes left: {left}")
    return time.monotonic() - began


def start(place: Path, port: int, log: Any) -> subprocess.Popen[bytes]:
    """`./dev demo`, as typed in a terminal of its own."""
    command = ["./dev", "demo", "--port", str(port)]
    out = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, cwd=place, start_new_session=True, **out)


def main() -> int:
    """Twice: the first start loads the demo, the second finds it."""
    sys.path.insert(0, str(ROOT))
    from tools.services import free_port

    folder = Path(tempfile.mkdtemp(prefix="portal-smoke-"))
    place, port = copy_of(folder), free_port()
    url = f"http://127.0.0.1:{port}"
    log_path = folder / "log"
    try:
        for sign in (signal.SIGINT, signal.SIGTERM):
            with log_path.open("wb") as log:
                process = start(place, port, log)
            try:
                ready = wait_until_ready(url, process)
                look_around(url)
                gone = stop(process, sign, place)
            except SystemExit:
                print(log_path.read_text(errors="replace")[-6000:], flush=True)
                raise
            finally:
                for left in living_in(place):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(left, signal.SIGKILL)
            print(f"demo: ready after {ready:.1f} s, gone after {gone:.1f} s ({sign.name})")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("smoke: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
