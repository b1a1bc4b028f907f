"""Courts for tests of the host: a table title's games, played by its bot at any seat."""

from __future__ import annotations

from typing import Any

from games.engine.protocol import Seat
from games.hosting import asking, services
from games.hosting.creating import SeatPlan, create_game
from games.hosting.models import Game, Status
from games.registry import rules_of

SEATS = 4
MOST_ACTS = 2000


def make_court(
    by: int,
    *,
    players: tuple[tuple[str, Any], ...] = (),
    friendly: bool = False,
    **options: Any,
) -> Any:
    """A court of four: the players at the first seats, bots at the others."""
    plans = [SeatPlan(name, k + 1, user=user) for k, (name, user) in enumerate(players)]
    plans += [SeatPlan(f"Bot {k}", k + 1, kind="bot") for k in range(len(players), SEATS)]
    return create_game(
        title="purple-robes",
        name="The evening court",
        options={"players": SEATS, **options},
        seats=plans,
        by=by,
        friendly=friendly,
        seed="court of bots",
    )


def is_running(pk: int) -> bool:
    """Whether the game goes on."""
    return Game.objects.values_list("status", flat=True).get(pk=pk) == Status.RUNNING


def one_order(pk: int, seat: int) -> bool:
    """What the bot would order at a seat now, if anything, people's seats too."""
    game, state = asking.load(pk)
    rules = rules_of(game.title)
    legal = rules.legal(state, Seat(seat))
    wanted = rules.bot(asking.views_of(game, state, seat), legal, seat, f"{game.seq}")
    return wanted is not None and services.submit(pk, Seat(seat), wanted).ok


def play_rounds(pk: int, rounds: int = MOST_ACTS) -> None:
    """Let every seat order in turn so many times, or until the end."""
    for _ in range(rounds):
        if not is_running(pk):
            return
        for seat in range(SEATS):
            one_order(pk, seat)
