"""Deadlines to come, of public games or of one's own; never who is awaited.

A game's next instant stands in its row; a title whose public view has a `calendar` tells the later
ones too. What a game's calendar says is the same for everybody, whatever he has ordered.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from games.community.visibility import own_games, public_games
from games.engine.protocol import PUBLIC
from games.hosting import clocks, reading
from games.hosting.models import Game, Status

HORIZON = timedelta(days=92)
MOST_GAMES = 200
MOST_OF_A_GAME = 12


@dataclass(frozen=True, slots=True)
class Deadline:
    """One instant of one game; `is_next` is the one that its clock acts at."""

    at: datetime
    game: Game
    is_next: bool
    is_own: bool

    @property
    def unix(self) -> int:
        """For clocks on the page."""
        return int(self.at.timestamp())

    @property
    def zone(self) -> str:
        """The zone of the game's league."""
        return str(self.game.options.get("timezone", settings.TIME_ZONE))


def public() -> list[Deadline]:
    """Of games that anybody may find."""
    return _of(public_games(), frozenset())


def own(user_id: int) -> list[Deadline]:
    """Of one's own games alone."""
    games = own_games(user_id)
    return _of(games, frozenset(games.values_list("pk", flat=True)))


def listed(user_id: int | None) -> list[Deadline]:
    """Of public games and one's own, the latter marked."""
    if user_id is None:
        return public()
    merged = {(line.at, line.game.pk): line for line in public()}
    merged |= {(line.at, line.game.pk): line for line in own(user_id)}
    return sorted(merged.values(), key=_order)


def _of(games: QuerySet[Game], own: frozenset[int]) -> list[Deadline]:
    now = clocks.now()
    running = games.filter(status=Status.RUNNING, paused_at=None).exclude(due_at=None)
    found = [
        Deadline(at, game, at == game.due_at, game.pk in own)
        for game in running.order_by("due_at", "pk")[:MOST_GAMES]
        for at in _instants(game)
        if now < at <= now + HORIZON
    ]
    return sorted(found, key=_order)


def _instants(game: Game) -> list[datetime]:
    assert game.due_at is not None
    later = reading.current_view(game, PUBLIC).get("calendar", [])[:MOST_OF_A_GAME]
    instants = {datetime.fromtimestamp(second, UTC) for second in later[1:]}
    return sorted({game.due_at, *(at for at in instants if at > game.due_at)})


def _order(line: Deadline) -> tuple[datetime, int]:
    return line.at, line.game.pk
