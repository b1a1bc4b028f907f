"""`manage.py bench_matches N`: matches of the reference title, for a load generator.

Exists under the bench settings only. Prints one JSON line: per match its public code and a session
key per seat.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from tools.bench import club


class Command(BaseCommand):
    """Make matches for six, each with six players of its own, signed in."""

    help = "Make matches of the reference title and print their codes and sessions as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many."""
        parser.add_argument("count", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them."""
        made = []
        first = User.objects.count()
        for number in range(first, first + options["count"]):
            players = club.players(f"m{number}")
            game = club.reference_game(players)
            made.append({"code": game.code, "sessions": [club.session_of(u) for u in players]})
        self.stdout.write(json.dumps(made))
