"""Bots act through the same door, from their own views and legal actions only (IM-14)."""

from __future__ import annotations

import hashlib
import hmac

from django.db.models import F, Q

from games.engine.protocol import PUBLIC, Seat, Views
from games.hosting import asking, bot_pace, clocks
from games.hosting.intents import Answer, Intent
from games.hosting.models import Game, Status
from games.hosting.services import commit
from games.registry import rules_of

MOST_ACTIONS = 60
MOST_ROUNDS = 20
TRIES = 4


def waiting() -> list[int]:
    """Running games whose bots have to look now: their time has come, or the state has moved."""
    has_moved = Q(bots_at=None, bots_seq__lt=F("seq"))
    return list(
        Game.objects.filter(status=Status.RUNNING, paused_at=None, seats__bot=True)
        .filter(Q(bots_at__lte=clocks.now()) | has_moved)
        .distinct()
        .values_list("pk", flat=True)
    )


def play(game_id: int) -> int:
    """Let every bot whose time has come do all it wants; the number of accepted actions.

    It ends when all of them have looked at the same state and want nothing more; other workers may
    do the same at once: an action made for a state that is no longer is thrown away.
    """
    done = 0
    for _ in range(MOST_ROUNDS):
        seq = Game.objects.values_list("seq", flat=True).get(pk=game_id)
        acted = sum(_turn(game_id, number) for number in _bots(game_id))
        done += acted
        if not acted:
            _rest(game_id, seq)
            break
    return done


def _bots(game_id: int) -> list[int]:
    game = Game.objects.only("pk").get(pk=game_id)
    return list(game.seats.filter(bot=True).values_list("number", flat=True))


def _turn(game_id: int, seat: int) -> int:
    """All that one bot wants to do now."""
    for number in range(MOST_ACTIONS):
        if not _one(game_id, seat, number):
            return number
    return MOST_ACTIONS


def _one(game_id: int, seat: int, number: int) -> bool:
    """One action of one bot; False when it wants nothing or was refused."""
    answer: Answer | None = None
    for _ in range(TRIES):
        answer = _attempt(game_id, seat, number)
        if answer is None or answer.code != "stale_seq":
            break
    return answer is not None and answer.ok


def _attempt(game_id: int, seat: int, number: int) -> Answer | None:
    """What the bot wants at this state, submitted for just this state."""
    game, state = asking.load(game_id)
    if game.status != Status.RUNNING or game.paused_at:
        return None
    begins = bot_pace.ready_at(game, seat)
    if begins is not None and begins > clocks.now():
        return None
    rules = rules_of(game.title)
    views: Views = asking.views_of(game, state, seat)
    # by what everybody sees: the bot's chance must not tell of what only its seat was told
    key = f"bot|{seat}|{game.streams[PUBLIC]}|{number}"
    seed = hmac.new(game.salt.encode(), key.encode(), hashlib.sha256).hexdigest()
    action = rules.bot(views, rules.legal(state, Seat(seat)), seat, seed)
    if action is None:
        return None
    return commit([Intent(game_id, Seat(seat), action, expect=game.seq)])[0]


def _rest(game_id: int, seq: int) -> None:
    """The bots have seen this state: they look again when it moves or the next one's time comes."""
    game = Game.objects.defer("state").get(pk=game_id)
    later = bot_pace.next_turn(game, _bots(game_id), clocks.now(), have_looked=True)
    Game.objects.filter(pk=game_id, seq=seq).update(bots_seq=seq, bots_at=later)
