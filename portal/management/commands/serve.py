"""`manage.py serve [--demo]`: the whole portal with one command, nothing to install beside it."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from portal.serving.children import Child, Valkey, child_environment, planned, wait_until_up
from portal.serving.place import AlreadyRunning, Place, is_free, next_free
from portal.serving.watchdog import Watchdog


class Command(BaseCommand):
    """Start, supervise and stop embedded Valkey, the web process and a Celery worker with beat."""

    help = "Run the portal with embedded defaults; --demo loads a demo league once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Address, demo, fresh start."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="load the demo league once")
        parser.add_argument("--fresh", action="store_true", help="forget everything and start over")
        parser.add_argument(
            "--single", action="store_true", help="everything in one process, without Valkey"
        )

    def handle(self, *args: Any, **o: Any) -> None:
        """Run until a signal."""
        self._settle(o)
        try:
            place = Place(settings.VAR_DIR)
        except AlreadyRunning as running:
            url = running.note.get("url", "another address")
            self.stdout.write(f"The portal already runs from this folder: {url}")
            return
        place.end_left_over()
        port = self._port(o["host"], o["port"])
        if port != o["port"]:
            os.environ["PORTAL_PORT"] = str(port)
        if o["fresh"]:
            _forget_all(settings.VAR_DIR)
        call_command("migrate", verbosity=0, interactive=False)
        accounts: dict[str, Any] = {}
        if o["demo"]:
            from portal.demo.loading import load_once

            accounts = load_once(say=self.stdout.write)
        try:
            self._run(place, o, port, accounts)
        finally:
            place.leave()

    def _settle(self, o: dict[str, Any]) -> None:
        """Settings read the environment once, so a demo or another port starts the command anew."""
        wanted = {"PORTAL_PORT": str(o["port"]), "PORTAL_DEMO": "1" if o["demo"] else "0"}
        if all(os.environ.get(key) == value for key, value in wanted.items()):
            return
        os.environ.update(wanted)
        os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606

    def _port(self, host: str, port: int) -> int:
        if is_free(host, port):
            return port
        free = next_free(host, port)
        if free is None:
            raise CommandError(f"Port {port} is busy, and no other near it is free.")
        if sys.stdin.isatty():
            answer = input(f"Port {port} is busy. Use {free} instead? [Y/n] ")
            if answer.strip().lower() in ("", "y", "yes"):
                return free
        raise CommandError(
            f"Port {port} is busy. The next free one is {free}: ./dev demo --port {free}"
        )

    def _run(self, place: Place, o: dict[str, Any], port: int, accounts: dict[str, Any]) -> None:
        url = f"http://{o['host']}:{port}"
        valkey, extra = self._valkey(single=o["single"])
        ork_port = next_free(o["host"], max(port, 8765)) or 8765
        env = child_environment(PORTAL_PORT=str(port), PORTAL_ORK_PORT=str(ork_port), **extra)
        children = planned(o["host"], port, env, Path(settings.BASE_DIR))
        watched = [*children, *([valkey.child] if valkey is not None else [])]
        stop: list[int] = []
        for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(sign, lambda number, _: stop.append(number))
        try:
            for child in children:
                child.start()
            _note(place, url, watched)
            if not wait_until_up(url, children[0]):
                raise CommandError("The web process did not start; its messages stand above.")
            self._greet(url, accounts)
            dogs = [Watchdog(url, child) for child in children if child.name == "worker"]
            while not stop:
                time.sleep(0.2)
                if any(dog.look() for dog in dogs):
                    self.stderr.write("the worker stood still and was ended")
                for child in (child for child in watched if child.look()):
                    self.stderr.write(f"{child.name} had ended and was started again")
                    _note(place, url, watched)
        finally:
            self.stdout.write("Stopping ...")
            for child in children:
                child.stop()
            if valkey is not None:
                valkey.stop()

    def _valkey(self, *, single: bool) -> tuple[Valkey | None, dict[str, str]]:
        if os.environ.get("REDIS_URL"):
            return None, {}
        try:
            if single:
                raise RuntimeError("asked for")
            valkey = Valkey(Path(settings.BASE_DIR))
        except Exception as error:  # no wheel for this platform, or it does not start
            self.stderr.write(
                f"Everything runs in one process ({error}); a resolution slows the pages then."
            )
            return None, {"PORTAL_EMBED": "threads"}
        return valkey, valkey.environment()

    def _greet(self, url: str, accounts: dict[str, Any]) -> None:
        self.stdout.write(f"\nThe portal runs at {url}  (Ctrl-C stops it)")
        for line in accounts.get("lines", []):
            self.stdout.write("  " + line.replace("{url}", url))


def _note(place: Place, url: str, children: list[Child]) -> None:
    place.write(url=url, pid=os.getpid(), groups=[c.group for c in children if c.group])


def _forget_all(folder: Path) -> None:
    for pattern in ("portal.sqlite3*", "demo-*.json"):
        for path in folder.glob(pattern):
            path.unlink()
