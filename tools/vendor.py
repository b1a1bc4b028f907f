"""Copy the client's few npm modules into `static/vendor/`, ready to be served without a build.

    python tools/vendor.py [folder of an unpacked package]

Without a folder the pinned packages are fetched with `npm pack`. Files are copied as published
(minified ES modules with relative imports) less their `sourceMappingURL` line: a hashed static
file must not name a map that is not served. `VERSIONS.md` records what was taken.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
PACKAGE, VERSION, LICENCE = "lit-html", "3.3.3", "BSD-3-Clause"
FILES = (
    "lit-html.js",
    "directive.js",
    "directive-helpers.js",
    "directives/guard.js",
    "directives/keyed.js",
    "directives/live.js",
    "directives/repeat.js",
)
SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=.*\n?")
BARE_IMPORT = re.compile(r"""(?:from|import)\s*\(?["'](?![./])""")


def fetch(folder: Path) -> Path:
    """Unpack the pinned package into `folder` and return its root."""
    done = subprocess.run(
        ["npm", "pack", "--silent", f"{PACKAGE}@{VERSION}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    with tarfile.open(folder / done.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def clean(text: str, name: str) -> str:
    """A module as we serve it; a bare import would need an import map, so it is an error."""
    if BARE_IMPORT.search(text):
        raise SystemExit(f"{name}: imports by a bare name")
    return SOURCE_MAP.sub("\n", text).rstrip("\n") + "\n"


def copy(package: Path) -> list[tuple[str, int, str]]:
    """Write every file; returns name, size and digest of each."""
    rows = []
    for name in FILES:
        text = clean((package / name).read_text(encoding="utf-8"), name)
        target = VENDOR / PACKAGE / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        digest = hashlib.sha256(text.encode()).hexdigest()
        rows.append((f"{PACKAGE}/{name}", len(text.encode()), digest))
    return rows


def record(rows: list[tuple[str, int, str]]) -> None:
    """Write `VERSIONS.md`."""
    lines = [
        "# Vendored modules",
        "",
        "Written by `tools/vendor.py`; do not edit by hand.",
        "",
        f"{PACKAGE} {VERSION}, {LICENCE}, from the npm package.",
        "",
        "| file | bytes | SHA-256 |",
        "| --- | --- | --- |",
        *(f"| {name} | {size} | {digest} |" for name, size, digest in rows),
    ]
    (VENDOR / "VERSIONS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Vendor from the given folder, or from the registry."""
    if arguments:
        record(copy(Path(arguments[0])))
        return
    with tempfile.TemporaryDirectory() as folder:
        record(copy(fetch(Path(folder))))


if __name__ == "__main__":
    main(sys.argv[1:])
