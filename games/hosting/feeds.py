"""From the league's attendance books to FEED actions, and what an import would change.

The league knows no title; the rules know no rows' keeper. Here a book becomes one FEED action that
holds only what differs, or none (IM-16.10).
"""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.engine.protocol import FEED
from games.hosting import asking, texts
from games.hosting.intents import Answer, Companion, Intent
from games.hosting.models import Game
from games.hosting.services import commit
from games.league import books, previews
from games.registry import rules_of


def register() -> None:
    """The league's staging page asks here what a file would change."""
    previews.register(preview_book)


def newer_books() -> list[int]:
    """Running games whose book has moved since it was last fed."""
    return list(
        Game.objects.filter(book__version__gt=F("fed_version"))
        .exclude(status__in=["finished", "cancelled", "needs_gm"])
        .values_list("pk", flat=True)
    )


def feed_game(game_id: int, also: tuple[Companion, ...] = ()) -> Answer | None:
    """Feed a game what its book holds now; None where nothing differs. `also` as in `submit`."""
    game, state = asking.load(game_id)
    if game.book is None:
        return None
    rules = rules_of(game.title)
    book = books.to_engine(game.book.pk, rules.book_version(state))
    action = rules.feed(state, book)
    if action is None:
        Game.objects.filter(pk=game_id, fed_version__lt=book.version).update(
            fed_version=book.version
        )
        return None
    return commit([Intent(game_id, FEED, action, also=also)])[0]


def preview_book(book_id: int, staged: Any) -> list[previews.ResourceChange]:
    """What a staged book would change: per seat name and type, in resource points."""
    game = Game.objects.filter(book=book_id).first()
    if game is None:
        return []
    state = asking.load(game.pk)[1]
    rules = rules_of(game.title)
    names = dict(game.seats.values_list("number", "name"))
    return [
        previews.ResourceChange(
            names.get(seat, str(seat)),
            texts.text(game.title, "types", kind),
            points(before),
            points(after),
        )
        for seat, kinds in sorted(rules.feed_preview(state, staged).items())
        for kind, (before, after) in kinds.items()
        if before != after
    ]


def points(q: int) -> str:
    """Quarter points as people write them: 5.5, 0.75, 12, -0.5 (IM-13.7)."""
    whole = f"{abs(q) / 4:.2f}".rstrip("0").rstrip(".")
    return f"-{whole}" if q < 0 else whole


def ledger(game: Game, state: Any) -> Any:
    """Why each row of the book counts or not, as the rules judge it."""
    assert game.book is not None
    rules = rules_of(game.title)
    return rules.ledger(state, books.to_engine(game.book.pk))
