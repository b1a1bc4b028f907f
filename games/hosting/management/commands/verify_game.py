"""`manage.py verify_game FILE`: prove an exported game, or say where it does not add up (R-19)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import codec
from games.hosting.exporting import verify


class Command(BaseCommand):
    """Exit code 0: the file proves itself; 1: it does not, with the faults listed."""

    help = "Check an exported game: hash chain, seed, draws, and in the full form every state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read and judge."""
        try:
            data = codec.decode(options["file"].read_bytes(), dict[str, Any])
        except (OSError, ValueError) as error:
            raise CommandError(f"cannot be read: {error}") from error
        faults = verify(data)
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(
            f"{data['name']}: {len(data['entries'])} entries verified ({data['form']})"
        )
