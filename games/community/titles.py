"""Names of titles and words for what their results hold."""

from __future__ import annotations

from games.hosting import texts
from games.registry import TITLES, rules_of

WORDS = "statistics"  # the section of a title's texts


def title_name(slug: str) -> str:
    """What a title is called; a title that is offered no more keeps its slug."""
    return rules_of(slug).meta.name if slug in TITLES else slug


def word(title: str, key: str) -> str:
    """The title's word for a key, else the key as people would write it."""
    found = texts.text(title, WORDS, key)
    return found if found != key else spoken(key)


def tie_word(title: str, key: str) -> str:
    """The word for what decides ties, where it differs from the figure's (`tie.<key>`)."""
    found = texts.text(title, WORDS, f"tie.{key}")
    return word(title, key) if found == f"tie.{key}" else found


def ending(title: str, reason: str) -> str:
    """How a game ended, in words (`ended.<reason>` in the title's texts)."""
    found = texts.text(title, WORDS, f"ended.{reason}")
    return spoken(reason) if found == f"ended.{reason}" else found


def spoken(key: str) -> str:
    """`captures_made` as "Captures made"."""
    words = key.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
