"""The one list of titles on offer; adding a title is one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from games.engine.protocol import Rules

TITLES: dict[str, str] = {
    "iron-mountains": "games.iron_mountains:rules",
    "purple-robes": "games.purple_robes:rules",
}


def register(slug: str, target: str) -> None:
    """Offer one more title, from settings `EXTRA_TITLES`; `target` is `module:name`."""
    if TITLES.setdefault(slug, target) != target:
        raise ValueError(f"{slug} is taken by {TITLES[slug]}")
    rules_of.cache_clear()


@cache
def rules_of(slug: str) -> Rules:
    """The rules of a title; `KeyError` if there is no such title."""
    module, _, name = TITLES[slug].partition(":")
    return cast("Rules", getattr(import_module(module), name))


def all_rules() -> dict[str, Rules]:
    """Every registered title by slug."""
    return {slug: rules_of(slug) for slug in TITLES}


def folder_of(slug: str) -> Path:
    """The package folder of a title, where its `ui/` and RULES.md lie."""
    spec = find_spec(TITLES[slug].partition(":")[0])
    if spec is None or spec.origin is None:
        raise KeyError(slug)
    return Path(spec.origin).parent
