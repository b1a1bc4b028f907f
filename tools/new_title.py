#!/usr/bin/env python3
"""Begin a title: a small game that works, in the house's layout, its tests and its registry line.

Usage: .venv/bin/python tools/new_title.py SLUG "Name" PREFIX
(letters-and-hyphens, shown name, two capital letters)

What it makes passes the common suites at once; turn it into your own game file by file. The steps
stand in docs/adding-a-title.md.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = Path(__file__).resolve().parent / "title_template"
TEXT = {".py", ".md", ".json", ".js", ".css", ".html", ".svg"}


class BadName(ValueError):
    """A slug, name or prefix that cannot be used; the text says why."""


def words(slug: str, name: str, prefix: str) -> dict[str, str]:
    """What stands in the template, and what takes its place."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", slug):
        raise BadName("the slug is made of lower-case letters and hyphens")
    if not re.fullmatch(r"[A-Z]{2}", prefix):
        raise BadName("the prefix of the rules is two capital letters")
    if not re.fullmatch(r"[A-Z][\w' ]{1,39}", name):
        raise BadName("the name begins with a capital letter and has at most 40 characters")
    package = slug.replace("-", "_")
    return {
        r"blank_title": package,
        r"blank-title": slug,
        r"Blank Title": name,
        r"BlankTitle": "".join(part.title() for part in slug.split("-")),
        r"\bBT(?=-\d)": prefix,
        r"\bbt(?=\.\w)|(?<=\")bt(?=\")|(?<=test_)bt(?=_\d)": prefix.lower(),
    }


def filled(text: str, changes: dict[str, str]) -> str:
    """A template's text for this title."""
    for pattern, word in changes.items():
        text = re.sub(pattern, word, text)
    return text


def make(root: Path, slug: str, name: str, prefix: str) -> list[Path]:
    """Write the folder and its twin under tests/, and register the title; the new files."""
    changes = words(slug, name, prefix)
    package = slug.replace("-", "_")
    if (root / "games" / package).exists():
        raise BadName(f"games/{package} exists already")
    made = []
    for source in sorted(TEMPLATE.rglob("*")):
        if not source.is_file() or "__pycache__" in source.parts:
            continue
        relative = filled(str(source.relative_to(TEMPLATE)), changes)
        target = root / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        target.write_text(filled(text, changes), encoding="utf-8")
        made.append(target)
    register(root, slug, package)
    contract(root, package)
    return made


def register(root: Path, slug: str, package: str) -> None:
    """One line in the registry."""
    path = root / "games" / "registry.py"
    text = path.read_text(encoding="utf-8")
    head = "TITLES: dict[str, str] = {\n"
    if head not in text:
        raise BadName("games/registry.py has no list of titles")
    end = text.index("}\n", text.index(head))
    line = f'    "{slug}": "games.{package}:rules",\n'
    path.write_text(text[:end] + line + text[end:], encoding="utf-8")


def contract(root: Path, package: str) -> None:
    """The import contracts and the strict types hold for the new package too."""
    path = root / "pyproject.toml"
    if not path.is_file():
        return
    text = path.read_text(encoding="utf-8")
    text = text.replace(
        '"games.iron_mountains.*"', f'"games.iron_mountains.*", "games.{package}.*"'
    )
    text = text.replace('"games.iron_mountains"', f'"games.iron_mountains", "games.{package}"')
    path.write_text(text, encoding="utf-8")


def tidy(made: list[Path]) -> None:
    """Imports are sorted by name, and the name is new."""
    files = [str(path) for path in made if path.suffix == ".py"]
    for command in (["check", "--fix", "-q", "--select", "I"], ["format", "-q"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *files], check=False)


def main(argv: list[str]) -> int:
    """Make it and say what comes next."""
    if len(argv) != 3:  # noqa: PLR2004 - slug, name, prefix
        print(__doc__)
        return 2
    slug, name, prefix = argv
    try:
        made = make(ROOT, slug, name, prefix)
    except BadName as error:
        print(f"cannot be made: {error}")
        return 1
    tidy(made)
    for path in made:
        print(path.relative_to(ROOT))
    print(f"\nnext: .venv/bin/python tools/regen_playthroughs.py {slug}")
    print("then: ./dev test tests/rules    (docs/adding-a-title.md says how to go on)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
