"""Whom a head-to-head is asked about: names or numbers, of those who finished public games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accounts.models import Park, Player
from accounts.personas import persona_key
from games.community.competitors import Competitor, of_park, of_user
from games.community.tables import public_results
from games.league.standings import PARK

MOST_CHOICES = 300
LONGEST = 60
NOBODY = Competitor("")


@dataclass(frozen=True, slots=True)
class Asked:
    """Two competitors as they were found, and the words they were asked by."""

    words: tuple[str, str]
    a: Competitor
    b: Competitor

    @property
    def is_complete(self) -> bool:
        """Whether both were found, and are two."""
        return bool(self.a.number and self.b.number) and self.a.number != self.b.number

    @property
    def unknown(self) -> list[str]:
        """The words that name nobody who finished a public game."""
        pairs = zip(self.words, (self.a, self.b), strict=True)
        return [words for words, who in pairs if words and not who.number]


def asked(side: str, a: str, b: str) -> Asked:
    """Both competitors of a question."""
    words = (_clean(a), _clean(b))
    first, second = (_found(side, text) for text in words)
    shown = (first.name or words[0], second.name or words[1])
    return Asked(shown, first, second)


def choices(side: str) -> list[str]:
    """Names one may type."""
    if side == PARK:
        parks = Park.objects.filter(pk__in=public_results().exclude(park=None).values("park"))
        return list(parks.order_by("name").values_list("name", flat=True)[:MOST_CHOICES])
    people = Player.objects.filter(user__in=_people()).exclude(persona="")
    return list(people.order_by("persona").values_list("persona", flat=True)[:MOST_CHOICES])


def _people() -> Any:
    return public_results().exclude(user=None).values("user")


def _clean(text: str) -> str:
    return " ".join("".join(c for c in text if c.isprintable()).split())[:LONGEST]


def _found(side: str, words: str) -> Competitor:
    if not words:
        return NOBODY
    number = int(words) if words.isascii() and words.isdecimal() and len(words) < 10 else 0
    return _park(words, number) if side == PARK else _person(words, number)


def _park(words: str, number: int) -> Competitor:
    parks = Park.objects.filter(pk__in=public_results().exclude(park=None).values("park"))
    named = parks.filter(name__iexact=words).first() or parks.filter(pk=number).first()
    return of_park(named) if named else NOBODY


def _person(words: str, number: int) -> Competitor:
    people = Player.objects.filter(user__in=_people())
    key = persona_key(words)
    named = people.filter(key=key).first() if key else None
    named = named or people.filter(user=number).first()
    return of_user(named.user_id, str(named)) if named else NOBODY
