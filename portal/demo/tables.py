"""Tables of the demo: seats to take, a game that waits for the general, and one to watch."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from games.engine.protocol import TitleMeta
from games.hosting import clocks
from games.hosting.creating import SeatPlan, create_game
from games.hosting.tables import making, pace
from games.hosting.tables.making import Wanted, Wish, usual_seats
from games.hosting.tables.models import Begin, Kind, Table


def load(general: User, hosts: tuple[User, User]) -> None:
    """Two open tables, one game against bots and one among them, of every title with tables."""
    if Table.objects.filter(created_by__in=[host.pk for host in hosts]).exists():
        return
    for meta in making.offered():
        _gathering(meta, hosts)
        _waiting(meta, general)
        _bots_alone(meta)


def _gathering(meta: TitleMeta, hosts: tuple[User, User]) -> None:
    """One seat is free, and the game begins when it is taken; the other waits for an evening."""
    count = usual_seats(meta)
    bots = [Wanted(Kind.BOT)] * (count - 1)
    making.make_table(
        Wish(
            title=meta.slug,
            name="Table of the Seven Lamps",
            places=[Wanted(), *bots],
            preset=pace.calmest(meta),
        ),
        by=hosts[0],
    )
    making.make_table(
        Wish(
            title=meta.slug,
            name="Thursday evening",
            places=[Wanted(Kind.PERSON, hosts[1]), *([Wanted()] * (count - 1))],
            preset=meta.clocks[0].key if meta.clocks else "",
            begin=Begin.AT,
            begin_at=clocks.now() + timedelta(days=2),
            fill_bots=True,
        ),
        by=hosts[1],
    )


def _waiting(meta: TitleMeta, general: User) -> None:
    """The general's own table, with bots at the other seats."""
    count = usual_seats(meta)
    making.make_table(
        Wish(
            title=meta.slug,
            name="The Late Empire",
            places=[Wanted(Kind.PERSON, general), *([Wanted(Kind.BOT)] * (count - 1))],
            preset=pace.calmest(meta),
            begin=Begin.NOW,
        ),
        by=general,
    )


def _bots_alone(meta: TitleMeta) -> None:
    """A live game that goes on by itself, to be watched."""
    count = usual_seats(meta)
    create_game(
        title=meta.slug,
        name="The clockwork court",
        options={meta.seats_option: count} if meta.seats_option else {},
        seats=[SeatPlan(f"Bot {n + 1}", n + 1, "bot") for n in range(count)],
        by=None,
        clock=dict(meta.clocks[0].windows) if meta.clocks else {},
    )
