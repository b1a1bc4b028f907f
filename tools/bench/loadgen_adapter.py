"""Lets the comparison's load generator talk to this portal; see tools/bench/README.md.

Copy it to `loadgen/adapters/portal.py` beside the generator's other adapters. It needs nothing of
the project but its commands: `PROJECT` names the checkout, `BENCH_TMP` a scratch folder.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "refgame"))
from adapters.base import Adapter as Base  # type: ignore[import-not-found]  # noqa: E402
from adapters.base import Match  # noqa: E402
from stewards import script_bid, script_orders  # type: ignore[import-not-found]  # noqa: E402

MOVES = re.compile(rb'"moves":(\d+)')
UPDATE = b'{"type":"update","stream":"public"'


class Adapter(Base):  # type: ignore[misc]
    """The portal: one match is one game, a credential is a session key."""

    name = "portal"

    def create_matches(self, n: int, seats: int) -> list[Any]:
        """By the project's own command under its bench settings."""
        project = Path(os.environ["PROJECT"])
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "portal.settings.bench",
            "PORTAL_VAR": os.environ["BENCH_TMP"] + "/portal",
            "PORTAL_PORT": self.base.rsplit(":", 1)[1],
        }
        done = subprocess.run(
            [str(project / ".venv/bin/python"), "manage.py", "bench_matches", str(n)],
            cwd=project,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        made = json.loads(done.stdout.strip().splitlines()[-1])
        return [Match(game["code"], game["sessions"][:seats]) for game in made]

    def ws(self, match: Any, seat: int | None) -> tuple[str, dict[str, str]]:
        """Address and headers of a seat's or a spectator's socket."""
        headers = {"Origin": self.base}
        if seat is not None:
            headers["Cookie"] = f"sessionid={match.seats[seat]}"
        return self.base.replace("http", "ws", 1) + f"/ws/games/{match.id}/", headers

    def hello(self, match: Any, seat: int | None) -> list[str]:
        """The first frame."""
        return ['{"type":"hello"}']

    def on_frame(self, conn: Any, data: bytes) -> Any:
        """A snapshot makes a socket ready; a public update says how many moves were accepted."""
        if data.startswith(UPDATE):
            found = MOVES.search(data, len(UPDATE), 160)
            return ("state", int(found[1]), 1) if found else None
        if data.startswith(b'{"type":"snapshot"'):
            found = MOVES.search(data)
            return ("ready", int(found[1])) if found else ("ready",)
        if data.startswith(b'{"type":"refused"'):
            return ("refused", data[:120])
        return None

    def move(self, conn: Any, match: Any, seat: int, rnd: int, stage: str, version: int) -> str:
        """The scripted move."""
        if stage == "orders":
            action: dict[str, Any] = {"type": "orders", "orders": script_orders(rnd, seat)}
        else:
            action = {"type": "bid", "amount": script_bid(rnd, seat)}
        return json.dumps({"type": "act", "id": f"{stage}{rnd}", "action": action})

    def final_round(self, match: Any) -> int | None:
        """The round as the portal tells anybody."""
        found = self.http("GET", f"/api/games/{match.id}/view")
        return int(found["streams"]["public"]["view"]["round"])
