"""Bots act through the same door, from their own views and legal actions only (IM-14)."""

from __future__ import annotations

import hashlib
import hmac

from django.db.models import F, Q

from games.engine.protocol import Seat, Views
from games.hosting import asking
from games.hosting.intents import Intent
from games.hosting.models import Game
from games.hosting.services import commit
from games.registry import rules_of

MOST_ACTIONS = 60


def waiting() -> list[int]:
    """Running games with a bot whose state has moved since its bots last looked."""
    return list(
        Game.objects.filter(status="running", paused_at=None, seats__bot=True)
        .filter(Q(bots_seq__lt=F("seq")))
        .distinct()
        .values_list("pk", flat=True)
    )


def play(game_id: int) -> int:
    """Let every bot of a game do all it wants now; the number of accepted actions."""
    done = 0
    for seat in Game.objects.get(pk=game_id).seats.filter(bot=True):
        for number in range(MOST_ACTIONS):
            if not _one(game_id, seat.number, number):
                break
            done += 1
    seq = Game.objects.values_list("seq", flat=True).get(pk=game_id)
    Game.objects.filter(pk=game_id).update(bots_seq=seq)
    return done


def _one(game_id: int, seat: int, number: int) -> bool:
    """One action of one bot; False when it wants nothing or was refused."""
    game, state = asking.load(game_id)
    if game.status != "running" or game.paused_at:
        return False
    rules = rules_of(game.title)
    views: Views = asking.views_of(game, state, seat)
    key = f"bot|{seat}|{game.streams.get(f'seat:{seat}', 0)}|{number}"
    seed = hmac.new(game.salt.encode(), key.encode(), hashlib.sha256).hexdigest()
    action = rules.bot(views, rules.legal(state, Seat(seat)), seat, seed)
    if action is None:
        return False
    return commit([Intent(game_id, Seat(seat), action)])[0].ok
