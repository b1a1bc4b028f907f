"""What apps above keep of a person: asked for an export, and emptied with the account (R-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from accounts.models import User

Export = Callable[[User], Any]
Empty = Callable[[User], None]

_kept: dict[str, tuple[Export, Empty]] = {}


def register(name: str, export: Export, empty: Empty) -> None:
    """Let `name` stand in exports; `empty` runs in the transaction that empties an account."""
    _kept[name] = (export, empty)


def exported(user: User) -> dict[str, Any]:
    """Everything the apps above hold about a person, by name."""
    return {name: export(user) for name, (export, _) in sorted(_kept.items())}


def empty(user: User) -> None:
    """Take what is personal out of it."""
    for _, (_, work) in sorted(_kept.items()):
        work(user)
