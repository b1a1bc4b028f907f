"""`manage.py push_key [--renew]`: make and show the portal's key for browser push."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts import pushkeys


class Command(BaseCommand):
    """Shows the public half; the private one stays where it is."""

    help = "Show the public key for browser push, making one where there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to replace it."""
        parser.add_argument(
            "--renew", action="store_true", help="make another; every device must subscribe anew"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make, and show."""
        if options["renew"]:
            if settings.VAPID_PRIVATE_KEY:
                raise CommandError("The key stands in VAPID_PRIVATE_KEY; change it there.")
            pushkeys.renew()
        self.stdout.write(pushkeys.public_text())
