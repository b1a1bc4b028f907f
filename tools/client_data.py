#!/usr/bin/env python3
"""Write the names and tables that a title's client needs, from the title's own data.

Usage: .venv/bin/python tools/client_data.py [PACKAGE …]
A title may have `games/<title>/client_data.py` with `FILE` and `client_data()`; the result is the
module `ui/<FILE>`, which is kept in the repository.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEAD = "// @ts-check\n// Made by tools/client_data.py; change the title's tables instead.\n"


def packages() -> list[str]:
    """Titles that offer data for their client."""
    return sorted(path.parent.name for path in (ROOT / "games").glob("*/client_data.py"))


def text_of(value: Any) -> str:
    """A module that exports the value, one line an entry."""
    lines = []
    for key, part in value.items():
        opened, closed = ("[", "]") if isinstance(part, list) else ("{", "}")
        if isinstance(part, list):
            rows = [_json(item) for item in part]
        else:
            rows = [f"{_json(name)}: {_json(item)}" for name, item in part.items()]
        body = "".join(f"    {row},\n" for row in rows)
        lines.append(f"  {_json(key)}: {opened}\n{body}  {closed},\n")
    return f"{HEAD}export default {{\n{''.join(lines)}}};\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def module_of(package: str) -> tuple[Path, str]:
    """The client's file of a title and what it must hold."""
    source = import_module(f"games.{package}.client_data")
    return ROOT / "games" / package / "ui" / source.FILE, text_of(source.client_data())


def main() -> None:
    """Write the files of the titles named, or of all."""
    for package in sys.argv[1:] or packages():
        path, text = module_of(package)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(text)} characters")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
