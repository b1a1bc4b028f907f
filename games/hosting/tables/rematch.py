"""The same people, the same settings, once more."""

from __future__ import annotations

from accounts.models import User
from accounts.refusals import Refused
from games.hosting import clocks, rights
from games.hosting.models import Game, Seat, Status
from games.hosting.tables import pace
from games.hosting.tables.making import Wanted, Wish, make_table
from games.hosting.tables.models import Kind, Table, TableStatus
from games.registry import TITLES, rules_of

OVER = (Status.FINISHED, Status.CANCELLED)


def is_offered(game: Game, user_id: int | None) -> bool:
    """Whether this person may ask for a rematch of this game: it is over and they sat there."""
    return game.status in OVER and sat_there(game, user_id)


def sat_there(game: Game, user_id: int | None) -> bool:
    """Whether this person plays, or played, a game whose title people gather tables of."""
    is_title = game.title in TITLES and rules_of(game.title).meta.open_tables
    if user_id is None or not is_title:
        return False
    seats = list(game.seats.all())
    return bool(rights.of_seats(seats, clocks.now(), members=False).seats_of(user_id))


def rematch(game: Game, *, by: User) -> Table:
    """A table with the same seats: whoever asks sits, everybody else is invited, bots are bots.

    A rematch that is being gathered already is the answer.
    """
    if not is_offered(game, by.pk):
        raise Refused("table.no_rematch")
    known = Table.objects.filter(rematch_of=game, status=TableStatus.OPEN).first()
    if known is not None:
        return known
    wish = Wish(
        title=game.title,
        name=game.name[:60],
        places=[_same(seat) for seat in game.seats.select_related("user__player", "park")],
        options=dict(game.options),
        preset=_preset(game),
        clock=dict(game.clock),
        visibility=game.visibility,
        spectators=game.spectators,
        rematch_of=game,
    )
    return make_table(wish, by=by)


def _preset(game: Game) -> str:
    """The preset with the game's times; a game that was given none gets the calmest."""
    meta = rules_of(game.title).meta
    return pace.preset_of(meta, game.clock) if game.clock else pace.calmest(meta)


def _same(seat: Seat) -> Wanted:
    """Who sat there; whoever has left the portal leaves an open seat."""
    if seat.park is not None:
        return Wanted(Kind.PARK, park=seat.park) if seat.park.is_active else Wanted()
    if seat.user is not None:
        return Wanted(Kind.PERSON, seat.user) if seat.user.is_active else Wanted()
    return Wanted(Kind.BOT) if seat.bot else Wanted()
