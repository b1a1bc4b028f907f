"""Questions of a seat that change nothing: legal actions and preview of a draft."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.protocol import Legal, Refusal, Seat, Views
from games.hosting import cache
from games.hosting.intents import Answer
from games.hosting.models import Game
from games.hosting.working import decode_state
from games.registry import rules_of


def load(game_id: int) -> tuple[Game, Any]:
    """A game and its decoded state."""
    game = Game.objects.defer("state").get(pk=game_id)
    known = cache.get(game_id, game.seq)
    if known is not None:
        return game, known.state
    game = Game.objects.get(pk=game_id)
    state, _ = decode_state(game, bytes(game.state))
    return game, state


def views_of(game: Game, state: Any, seat: int) -> Views:
    """All that one seat sees, typed."""
    rules = rules_of(game.title)
    team = rules.team(state, seat) if rules.meta.has_team_streams else None
    return Views(rules.public(state), team, rules.private(state, seat))


def legal(game_id: int, seat: int, _: Any = None) -> dict[str, Any]:
    """What this seat may do now."""
    game, state = load(game_id)
    found: Legal = rules_of(game.title).legal(state, Seat(seat))
    return {
        "type": "legal",
        "actions": codec.to_builtins(list(found.actions)),
        "forms": codec.to_builtins(list(found.forms)),
    }


def preview(game_id: int, seat: int, draft: dict[str, Any]) -> dict[str, Any] | Answer:
    """What an unsent draft would cost and do, from this seat's own views only."""
    game, state = load(game_id)
    rules = rules_of(game.title)
    try:
        typed = codec.convert(draft, rules.Action)
    except codec.BadInput as error:
        return Answer.refused("bad_frame", detail=str(error)[:200])
    found = rules.preview(views_of(game, state, seat), seat, typed)
    if isinstance(found, Refusal):
        return Answer.of(found)
    return {"type": "preview", "result": codec.to_builtins(found)}
