"""Coming to a table and going from it: join, answer, leave, send away, bots in and out."""

from __future__ import annotations

from accounts.models import Park, User
from accounts.refusals import Refused
from games.hosting.tables import starting, telling
from games.hosting.tables.holding import free_place, held, numbered
from games.hosting.tables.models import Kind, Table, TableBan, TablePlace
from games.hosting.tables.standing import acting_parks, is_banned, place_of


def join(table: Table, user: User, *, park_id: int | None = None) -> TablePlace:
    """Take the first open place, or the one kept for oneself; `table.full` when there is none.

    Whether the table exists for this person at all is judged by whoever calls (`may_see`).
    """
    need_persona(user)
    parks = acting_parks(user.pk)
    if park_id is not None and park_id not in parks:
        raise Refused("table.not_your_park")
    with held(table.pk) as (locked, places, _):
        if is_banned(locked, user.pk, parks):
            raise Refused("table.kicked")
        own = place_of(places, user.pk, parks)
        if own is not None and own.is_held:
            raise Refused("table.seated_already")
        place = own or free_place(places)
        if own is None and park_id is not None:
            _one_hand_a_seat(places, park_id)
            place.become(Kind.PARK, park_id=park_id)
        elif own is None:
            place.become(Kind.PERSON, user_id=user.pk)
        place.invited = False
        place.save()
        _tell_host(locked, user, "table_joined", f"joined:{place.number}:{user.pk}")
    starting.begin_if_full(table.pk)
    return place


def decline(table: Table, user: User) -> None:
    """Answer no to an invitation; the place is open again."""
    _give_back(table, user, is_answer=True)


def leave(table: Table, user: User) -> None:
    """Give one's place back; the host stays host."""
    _give_back(table, user, is_answer=False)


def _give_back(table: Table, user: User, *, is_answer: bool) -> None:
    parks = acting_parks(user.pk)
    with held(table.pk) as (locked, places, _):
        place = place_of(places, user.pk, parks)
        if place is None or (is_answer and not place.invited):
            raise Refused("table.not_invited" if is_answer else "table.not_seated")
        words = "table_declined" if place.invited else "table_left"
        place.become(Kind.OPEN)
        place.save()
        _tell_host(locked, user, words, f"{words}:{place.number}:{user.pk}")


def send_away(table: Table, number: int, *, by: User) -> None:
    """Free a place before the start; whoever had it may not come back to this table."""
    parks = acting_parks(by.pk)
    with held(table.pk) as (locked, places, _):
        place = numbered(places, number)
        if place.kind not in (Kind.PERSON, Kind.PARK):
            raise Refused("table.nobody_there")
        if place_of([place], by.pk, parks) is not None:
            raise Refused("table.not_yourself")
        users = telling.holders([place], invited=True)
        TableBan.objects.get_or_create(table=locked, user=place.user, park=place.park)
        place.become(Kind.OPEN)
        place.save()
        telling.tell(locked, users, "seat", "table_sent_away", key=f"away:{number}")


def set_bot(table: Table, number: int, *, bot: bool) -> None:
    """Give an open place to a bot, or a bot's place back."""
    with held(table.pk) as (_, places, _now):
        place = numbered(places, number)
        if place.kind not in (Kind.OPEN, Kind.BOT):
            raise Refused("table.taken")
        place.become(Kind.BOT if bot else Kind.OPEN)
        place.save()
    starting.begin_if_full(table.pk)


def need_persona(user: User) -> None:
    """People sit at tables by the name others know them by."""
    if not user.player.persona:
        raise Refused("table.persona_missing")


def _one_hand_a_seat(places: list[TablePlace], park_id: int) -> None:
    """Whoever acts for a park sits at its seat alone, never at another one too."""
    from accounts import services as people

    acting = set(people.acting_users([park_id]).get(park_id, ()))
    if any(place.user_id in acting for place in places if place.user_id):
        raise Refused("table.seated_already")
    if not Park.objects.filter(pk=park_id, is_active=True).exists():
        raise Refused("table.not_your_park")


def _tell_host(table: Table, user: User, words: str, key: str) -> None:
    """The host hears in the page who comes and goes."""
    if table.created_by != user.pk:
        telling.tell(table, [table.created_by], "table", words, key=key)
