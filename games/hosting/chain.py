"""The hash chain over a game's log, made of salted leaves.

Each entry commits to its parts by leaf = SHA-256(salt | text), so that a public export can show a
leaf in place of what stays secret and the chain still adds up (docs/protocol.md, export).
"""

from __future__ import annotations

import hashlib
import hmac

LEAVES = ("by", "action", "events", "state")
EMPTY = "0" * 64


def salt(secret: str, seq: int, leaf: str) -> str:
    """The salt of one leaf, derived from the game's secret."""
    return hmac.digest(secret.encode(), f"{seq}|{leaf}".encode(), "sha256").hex()[:32]


def leaf(leaf_salt: str, text: str) -> str:
    """The commitment to one part of an entry."""
    return hashlib.sha256(f"{leaf_salt}|{text}".encode()).hexdigest()


def link(previous: str, *, seq: int, at: str, actor: str, leaves: dict[str, str]) -> str:
    """The chain after an entry; `at` is the ISO time, `leaves` holds one hash per part."""
    parts = [previous, str(seq), at, actor, *(leaves[name] for name in LEAVES)]
    return hashlib.sha256("|".join(parts).encode()).hexdigest()


def entry_link(  # noqa: PLR0913 - the parts of an entry
    secret: str,
    previous: str,
    *,
    seq: int,
    at: str,
    actor: str,
    by: int | None,
    action: str,
    events: str,
    state_hash: str,
) -> str:
    """The chain after an entry whose parts are all known."""
    texts = {
        "by": "" if by is None else str(by),
        "action": action,
        "events": events,
        "state": state_hash,
    }
    leaves = {name: leaf(salt(secret, seq, name), text) for name, text in texts.items()}
    return link(previous, seq=seq, at=at, actor=actor, leaves=leaves)
