"""`page`: what the map page weighs at a first visit, from the files it links."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath
from typing import Any

from tools.bench.report import Report

PAGE_KB = 150.0
SCRIPTS_KB = 60.0
STATIC = "/static/"
# what is imported when it is wanted, by `import("…")`, does not count: it waits for a click
IMPORT = re.compile(r"""(?:\bfrom|^\s*import)\s*["'](\.{1,2}/[^"']+|/static/[^"']+)["']""", re.M)
LAZY = re.compile(r"""\bimport\(\s*["'](\.{1,2}/[^"']+)["']\s*\)""")
CSS_URL = re.compile(r"""url\(["']?([^"')]+)["']?\)|@import\s+["']([^"']+)["']""")


class Links(HTMLParser):
    """The files an HTML page loads by itself, and the client's configuration in it."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.config: dict[str, Any] = {}
        self._in_config = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Scripts, styles, preloads, pictures, and the table's module."""
        facts = dict(attrs)
        wanted = [facts.get("src"), facts.get("data-module")]
        if tag == "link" and (facts.get("rel") or "") in ("stylesheet", "modulepreload", "icon"):
            wanted.append(facts.get("href"))
        self.files += [path for path in wanted if path and path.startswith(STATIC)]
        self._in_config = facts.get("id") == "game-config"

    def handle_data(self, data: str) -> None:
        """The JSON of `#game-config`."""
        if self._in_config and data.strip():
            self.config = json.loads(data)
            self._in_config = False


@dataclass(slots=True)
class Load:
    """Every file of a first visit with its packed size."""

    html: int
    files: dict[str, int] = field(default_factory=dict)

    def of(self, *endings: str) -> int:
        """Packed bytes of the files with these endings."""
        return sum(size for path, size in self.files.items() if path.endswith(endings))

    @property
    def total(self) -> int:
        """Packed bytes in all."""
        return self.html + sum(self.files.values())


def packed(data: bytes) -> int:
    """Bytes after gzip, as a proxy packs by default."""
    return len(gzip.compress(data, 6))


def found(path: str) -> Path | None:
    """The file behind a static address."""
    from django.contrib.staticfiles import finders

    name = finders.find(path.removeprefix(STATIC).partition("?")[0])
    return Path(str(name)) if name else None


def follow(path: str, text: str) -> Iterator[str]:
    """Addresses of what a script imports or a style sheet loads."""
    folder = path.rpartition("/")[0]
    if path.endswith(".js"):
        names = IMPORT.findall(text)
    elif path.endswith(".css"):
        names = [a or b for a, b in CSS_URL.findall(text)]
    else:
        names = []
    for name in names:
        if not name.startswith(("data:", "#", "http")):
            yield name if name.startswith("/") else normpath(join(folder, name))


def load(html: bytes) -> Load:
    """Everything the page needs before it stands."""
    links = Links()
    links.feed(html.decode())
    loaded = Load(packed(html))
    waiting = [*links.files, *links.config.get("texts", [])]
    while waiting:
        path = waiting.pop()
        if path in loaded.files:
            continue
        file = found(path)
        if file is None:
            raise FileNotFoundError(path)
        data = file.read_bytes()
        loaded.files[path] = 0 if file.suffix in {".woff2", ".png"} else packed(data)
        loaded.files[path] = loaded.files[path] or len(data)
        if file.suffix in {".js", ".css"}:
            waiting += follow(path, data.decode())
    return loaded


def run() -> list[Report]:
    """The table of a crowded season, as a visitor gets it."""
    from tools.bench.place import place

    with place():
        from django.test import Client

        from games.hosting import reading
        from tools.bench import club, mountains

        door = club.open_season(club.found_club())
        mountains.crowd(door)
        answer = Client(headers={"host": "127.0.0.1"}).get(f"/games/{door.game.code}/")
        if answer.status_code != 200:
            raise RuntimeError(f"the map page answered {answer.status_code}")
        loaded = load(answer.content)
        _, snapshot = reading.snapshot(door.game.pk, "public")
        return [report(loaded, packed(snapshot.encode()))]


def report(loaded: Load, snapshot: int) -> Report:
    """The sums by kind."""
    out = Report("The map page at a first visit, gzip")
    out.add("page", loaded.html / 1000, "kB")
    out.add("scripts", loaded.of(".js") / 1000, "kB", SCRIPTS_KB)
    out.add("styles", loaded.of(".css") / 1000, "kB")
    out.add("texts", loaded.of(".json") / 1000, "kB")
    out.add("everything before the map stands", loaded.total / 1000, "kB", PAGE_KB)
    out.add("files", len(loaded.files), "")
    out.add("snapshot over the socket", snapshot / 1000, "kB")
    largest = sorted(loaded.files.items(), key=lambda pair: -pair[1])[:5]
    out.note("largest: " + ", ".join(f"{p.rpartition('/')[2]} {n / 1000:.1f}" for p, n in largest))
    return out


def imports() -> dict[str, set[str]]:
    """Every client module with what it imports, at once or when it is wanted."""
    from django.contrib.staticfiles import finders

    graph: dict[str, set[str]] = {}
    for finder in finders.get_finders():
        for name, storage in finder.list(["vendor/*"]):
            if name.endswith(".js"):
                prefix = getattr(storage, "prefix", None)
                path = STATIC + (f"{prefix}/{name}" if prefix else name)
                text = Path(storage.path(name)).read_text(encoding="utf-8")
                names = [*IMPORT.findall(text), *LAZY.findall(text)]
                folder = path.rpartition("/")[0]
                graph[path] = {normpath(join(folder, found)) for found in names}
    return graph
