"""R-22: a worker that looks alive but no longer ticks is ended, so that it is started again."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request

from portal.serving.children import Child
from portal.serving.place import end_group

EVERY = 10.0
PATIENCE = 60.0


class Watchdog:
    """Looks at `/readyz` now and then; a worker gets its time to start and one patience more."""

    def __init__(self, url: str, worker: Child) -> None:
        self.url, self.worker = url, worker
        self.next_look = time.monotonic() + EVERY
        self.ill_since: float | None = None

    def look(self) -> bool:
        """True when the worker was ended for standing still."""
        moment = time.monotonic()
        if moment < self.next_look:
            return False
        self.next_look = moment + EVERY
        if "tick" not in self._ills():
            self.ill_since = None
            return False
        self.ill_since = self.ill_since or moment
        since = max(self.ill_since, self.worker.started)
        group = self.worker.group
        if moment - since < PATIENCE or group is None:
            return False
        self.ill_since = None
        end_group(group, patience=3.0)
        return True

    def _ills(self) -> list[str]:
        """What the portal says of itself; nothing where it does not answer."""
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=2) as answer:  # noqa: S310
                text = answer.read()
        except urllib.error.HTTPError as error:
            text = error.read()
        except OSError:
            return []
        try:
            return list(json.loads(text)["ill"])
        except (ValueError, KeyError, TypeError):
            return []
