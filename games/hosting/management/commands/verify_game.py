"""`manage.py verify_game FILE` or `--all`: prove a game, or say where it does not add up (R-19).

A file is one that was exported. `--all` proves every game of the database in its full form, running
ones too, without a byte of it leaving the process: the rehearsal of a restore (R-18).
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import codec
from games.hosting.exporting import export, verify
from games.hosting.models import Game


class Command(BaseCommand):
    """Exit code 0: everything proves itself; 1: it does not, with the faults listed."""

    help = "Check a game: hash chain, seed, draws, and in the full form every state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One file, or the database."""
        parser.add_argument("file", type=Path, nargs="?")
        parser.add_argument("--all", action="store_true", help="every game of the database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read and judge."""
        if options["all"] == (options["file"] is not None):
            raise CommandError("name a file, or --all")
        if options["all"]:
            self._all()
        else:
            self._file(options["file"])

    def _file(self, path: Path) -> None:
        try:
            data = codec.decode(path.read_bytes(), dict[str, Any])
        except (OSError, ValueError) as error:
            raise CommandError(f"cannot be read: {error}") from error
        faults = verify(data)
        if faults:
            raise CommandError("\n".join(faults))
        self._say(data)

    def _all(self) -> None:
        faults: list[str] = []
        for game in Game.objects.order_by("pk").iterator():
            data = export(game, full=True)
            found = verify(data)
            faults += [f"{game.code}: {fault}" for fault in found]
            if not found:
                self._say(data)
        if faults:
            raise CommandError("\n".join(faults))

    def _say(self, data: dict[str, Any]) -> None:
        self.stdout.write(
            f"{data['name']}: {len(data['entries'])} entries verified ({data['form']})"
        )
