"""`manage.py fake_ork`: an ORK on this machine, for demonstrations without the network."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.league.fake_ork import FakeOrk, build_server
from games.league.sample import write_sample


class Command(BaseCommand):
    """Serves a folder of ORK answers; makes a sample season where there is none."""

    help = "Serve ORK answers from files on this machine (ORK-5.9)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen, what to serve, and how to fill an empty folder."""
        parser.add_argument("--port", type=int, default=8765)
        parser.add_argument("--folder", type=Path, default=Path(settings.VAR_DIR) / "fake-ork")
        parser.add_argument("--weekends", type=int, default=16)
        parser.add_argument("--from", dest="first", type=date.fromisoformat, default=None)
        parser.add_argument("--seed", default="sample peaks")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until interrupted."""
        folder: Path = options["folder"]
        if not (folder / "GetKingdoms.json").exists():
            first = options["first"] or _saturday(date.today() - timedelta(weeks=6))
            write_sample(folder, first, options["weekends"], options["seed"])
        server = build_server(FakeOrk(folder), options["port"])
        port = server.server_address[1]
        self.stdout.write(f"ORK answers from {folder} at http://127.0.0.1:{port}/")
        self.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            server.server_close()


def _saturday(day: date) -> date:
    return day - timedelta(days=(day.weekday() - 5) % 7)
