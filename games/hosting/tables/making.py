"""Making a table: every wish is checked by name, then table, places and invitations are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts import services as people
from accounts.models import Park, User
from accounts.refusals import Refused
from games.engine.protocol import SeatSetup, TitleMeta
from games.hosting import clocks, texts
from games.hosting.creating import options_of
from games.hosting.models import Game, Status, Visibility
from games.hosting.tables import inviting, pace, starting
from games.hosting.tables.models import Begin, Kind, Table, TablePlace, TableStatus
from games.hosting.tables.naming import clean_name
from games.hosting.tables.seating import need_persona
from games.hosting.tables.standing import acting_parks
from games.registry import TITLES, all_rules, rules_of

FARTHEST = timedelta(days=60)
NOBODYS_SEED = "0" * 32  # options are tried on a state that nobody plays


@dataclass(frozen=True, slots=True)
class Wanted:
    """A seat as its host plans it."""

    kind: str = Kind.OPEN
    user: User | None = None
    park: Park | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as its host wants it; `clock` are own times where `preset` is `own`."""

    title: str
    name: str
    places: Sequence[Wanted]
    options: dict[str, Any] = field(default_factory=dict)
    preset: str = ""
    clock: dict[str, int] = field(default_factory=dict)
    visibility: str = Visibility.PUBLIC
    spectators: bool = True
    begin: str = Begin.FULL
    begin_at: datetime | None = None
    fill_bots: bool = False
    rematch_of: Game | None = None


def offered() -> list[TitleMeta]:
    """The titles that people may make tables of."""
    return [rules.meta for rules in all_rules().values() if rules.meta.open_tables]


def meta_of(title: str) -> TitleMeta:
    """A title that people may make tables of, or `table.not_offered`."""
    if title not in TITLES or not rules_of(title).meta.open_tables:
        raise Refused("table.not_offered")
    return rules_of(title).meta


def make_table(wish: Wish, *, by: User) -> Table:
    """A table with its host's places and invitations; one that begins at once has its game then."""
    meta = meta_of(wish.title)
    need_persona(by)
    check_places(meta, wish.places, by)
    options = fitting_options(meta, wish.options, wish.places)
    clock = (
        pace.own_clock(meta, wish.clock)
        if wish.preset == pace.OWN
        else pace.preset_clock(meta, wish.preset)
    )
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)  # one at a time, so that the limits hold
        now = clocks.now()
        check_begin(wish, by, now)
        _check_limits(by)
        table = Table.objects.create(
            title=wish.title,
            name=clean_name(wish.name),
            options=options,
            preset=wish.preset,
            clock=clock,
            visibility=wish.visibility,
            spectators=wish.spectators,
            begin=wish.begin,
            begin_at=wish.begin_at if wish.begin == Begin.AT else None,
            fill_bots=wish.fill_bots,
            created_by=by.pk,
            rematch_of=wish.rematch_of,
            created_at=now,
            touched_at=now,
        )
        _write_places(table, wish.places, by, now)
        if wish.begin == Begin.NOW:
            starting.start(table.pk, bots=wish.fill_bots)
    if wish.begin == Begin.FULL:
        starting.begin_if_full(table.pk)
    table.refresh_from_db()
    return table


def check_places(meta: TitleMeta, places: Sequence[Wanted], by: User) -> None:
    """As many seats as the title plays with, nobody at two of them, and somebody to play."""
    least, most = meta.seats
    if not least <= len(places) <= most:
        raise Refused("table.seat_count", least=least, most=most)
    users = [place.user.pk for place in places if place.user is not None]
    parks = [place.park.pk for place in places if place.park is not None]
    if len(set(users)) < len(users) or len(set(parks)) < len(parks):
        raise Refused("table.twice")
    acting = people.acting_users(parks)
    if any(user in acting.get(park, ()) for park in parks for user in users):
        raise Refused("table.twice")
    for place in places:
        if place.park is not None and not acting.get(place.park.pk):
            raise Refused("table.park_without_general")
    if all(place.kind == Kind.BOT for place in places):
        raise Refused("table.nobody")


def fitting_options(
    meta: TitleMeta, raw: dict[str, Any], places: Sequence[Wanted]
) -> dict[str, Any]:
    """The title's options with the number of seats, tried on its rules; else `table.options`."""
    options = dict(raw)
    if meta.seats_option:
        options[meta.seats_option] = len(places)
    setups = tuple(
        SeatSetup(f"Seat {n + 1}", "bot" if place.kind == Kind.BOT else "player")
        for n, place in enumerate(places)
    )
    try:
        rules_of(meta.slug).new(options_of(meta.slug, options), setups, NOBODYS_SEED)
    except ValueError as error:  # `BadOptions` too; the text may be a code of the title's own
        detail = texts.message(meta.slug, str(error)).rstrip(".")
        raise Refused("table.options", detail=detail[:200]) from error
    return options


def check_begin(wish: Wish, by: User, now: datetime) -> None:
    """A start that can happen: an instant ahead, or everybody there already."""
    if wish.begin == Begin.AT:
        if wish.begin_at is None or wish.begin_at <= now:
            raise Refused("table.begin_past")
        if wish.begin_at > now + FARTHEST:
            raise Refused("table.begin_far", days=FARTHEST.days)
    if wish.begin == Begin.NOW:
        parks = acting_parks(by.pk)
        if any(_must_answer(place, by, parks) for place in wish.places):
            raise Refused("table.must_answer")
        if not wish.fill_bots and any(place.kind == Kind.OPEN for place in wish.places):
            raise Refused("table.seats_open")


def _must_answer(place: Wanted, by: User, parks: frozenset[int]) -> bool:
    """Whether somebody else has to say yes to this place."""
    if place.user is not None:
        return place.user.pk != by.pk
    return place.park is not None and place.park.pk not in parks


def _check_limits(by: User) -> None:
    own = Table.objects.filter(created_by=by.pk)
    if own.filter(status=TableStatus.OPEN).count() >= settings.TABLES_PER_HOST:
        raise Refused("table.too_many_tables", most=settings.TABLES_PER_HOST)
    running = own.filter(game__status__in=(Status.RUNNING, Status.NEEDS_GM)).count()
    if running >= settings.TABLE_GAMES_PER_HOST:
        raise Refused("table.too_many_games", most=settings.TABLE_GAMES_PER_HOST)


def _write_places(table: Table, places: Sequence[Wanted], by: User, now: datetime) -> None:
    """Places that are sure are written; for the others their people are asked."""
    parks = acting_parks(by.pk)
    asked = [place for place in places if _must_answer(place, by, parks)]
    inviting.count_invitations(by, len(asked), now)
    for number, wanted in enumerate(places):
        place = TablePlace(table=table, number=number)
        if wanted in asked:
            inviting.keep_place(table, place, by=by, now=now, user=wanted.user, park=wanted.park)
            continue
        user_id = wanted.user.pk if wanted.user is not None else None
        park_id = wanted.park.pk if wanted.park is not None else None
        place.become(wanted.kind, user_id=user_id, park_id=park_id)
        place.save()


def against_bots(title: str, *, by: User) -> Game:
    """A game with oneself at the first seat and bots at the others, begun at once."""
    meta = meta_of(title)
    count = usual_seats(meta)
    wish = Wish(
        title=title,
        name="Against the bots",
        places=[Wanted(Kind.PERSON, by), *([Wanted(Kind.BOT)] * (count - 1))],
        preset=pace.calmest(meta),
        visibility=Visibility.UNLISTED,
        begin=Begin.NOW,
    )
    game = make_table(wish, by=by).game
    assert game is not None  # one that could not begin was refused
    return game


def usual_seats(meta: TitleMeta) -> int:
    """The number of seats the title's own options begin with, else its least."""
    least, most = meta.seats
    usual = getattr(options_of(meta.slug, {}), meta.seats_option, 0) if meta.seats_option else 0
    return usual if least <= usual <= most else least
