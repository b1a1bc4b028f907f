"""Words for people, from the text tables beside each title's client and the host's own.

Rules give codes and keys; sentences stand in `ui/texts.json` and `static/js/host-texts.json`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from games import registry

HOST = Path(settings.BASE_DIR) / "static" / "js" / "host-texts.json"


@cache
def table(title: str) -> dict[str, dict[str, str]]:
    """All texts of a title joined with the host's."""
    out: dict[str, dict[str, str]] = {}
    files = [HOST]
    if title in registry.TITLES:
        files.append(registry.folder_of(title) / "ui" / "texts.json")
    for file in files:
        if file.is_file():
            for kind, words in json.loads(file.read_text(encoding="utf-8")).items():
                out.setdefault(kind, {}).update(words)
    return out


def text(title: str, kind: str, key: str, params: dict[str, Any] | None = None) -> str:
    """A sentence by kind and key with its parameters; the key itself where none is written."""
    pattern = table(title).get(kind, {}).get(key)
    if not isinstance(pattern, str):
        return key
    words = {k: plain(v) for k, v in (params or {}).items()}
    try:
        return pattern.format_map(_Lenient(words))
    except (ValueError, IndexError):
        return pattern


def message(title: str, code: str, params: dict[str, Any] | None = None) -> str:
    """The sentence of a refusal code."""
    return text(title, "refusals", code, params)


def plain(value: Any) -> str:
    """A parameter as it stands in a sentence."""
    match value:
        case dict():
            return ", ".join(f"{plain(v)} {k}" for k, v in value.items())
        case list() | tuple():
            return ", ".join(plain(v) for v in value)
        case _:
            return str(value)


class _Lenient(dict[str, str]):
    """A missing parameter leaves its name in braces instead of failing."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
