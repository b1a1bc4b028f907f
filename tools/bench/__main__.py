"""`python -m tools.bench [COMMAND …]`: measure one thing or all of them.

Every command starts and stops what it needs on loopback, in a folder of its own, and ends by
itself. On a busy machine trust CPU times, bytes and ratios; wall times are for a quiet one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable

from tools.bench.report import Report


def rules(quick: bool) -> list[Report]:
    """The pure rules packages."""
    from tools.bench import rules as bench

    return bench.run(rounds=3 if quick else 9)


def door(quick: bool) -> list[Report]:
    """The door on a database."""
    from tools.bench import door as bench

    return bench.run(rounds=2 if quick else 5)


def season(quick: bool) -> list[Report]:
    """A whole season's growth."""
    from tools.bench import season as bench

    return bench.run(weeks=6, changes=12) if quick else bench.run()


def live(quick: bool) -> list[Report]:
    """The served portal with spectators."""
    from tools.bench import live as bench

    return bench.run(spectators=(200,)) if quick else bench.run()


def page(quick: bool) -> list[Report]:
    """The map page's weight."""
    from tools.bench import page as bench

    return bench.run()


def peer(quick: bool) -> list[Report]:
    """Our side of the comparison."""
    from tools.bench import peer as bench

    return bench.run(matches=(1,), seconds=2.0) if quick else bench.run()


def soak(quick: bool) -> list[Report]:
    """Fifty tables with bots and spectators that come and go."""
    from tools.bench import soak as bench

    return bench.run(games=10, seconds=30.0) if quick else bench.run()


COMMANDS: dict[str, Callable[[bool], list[Report]]] = {
    "rules": rules,
    "door": door,
    "season": season,
    "live": live,
    "page": page,
    "peer": peer,
    "soak": soak,
}


def main(argv: list[str]) -> int:
    """Run what was asked for; exit code 1 if a budget is broken."""
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__.splitlines()[0])
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=", ".join(COMMANDS))
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    options = parser.parse_args(argv)
    unknown = [name for name in options.commands if name not in COMMANDS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}")
    names = options.commands or [name for name in COMMANDS if name != "soak"]
    if len(names) > 1:  # each has a database and settings of its own, so each its own process
        more = [*(["--quick"] if options.quick else []), *(["--json"] if options.json else [])]
        codes = [_alone(name, more) for name in names]
        return max(codes)
    reports = COMMANDS[names[0]](options.quick)
    for report in reports:
        print(report.as_json()) if options.json else report.show()
    over = [figure for report in reports for figure in report.over]
    for figure in over:
        print(f"over budget: {names[0]}: {figure}")
    return 1 if over else 0


def _alone(name: str, more: list[str]) -> int:
    return subprocess.run(
        [sys.executable, "-m", "tools.bench", name, *more], check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
