"""Invitations to a table: by persona, to a park, or by the table's secret link (T-13)."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts import services as people
from accounts.invitations import PER_DAY
from accounts.models import Invitation, Park, Player, User
from accounts.personas import persona_key
from accounts.refusals import Refused
from games.hosting.tables import telling
from games.hosting.tables.holding import free_place, held
from games.hosting.tables.models import Kind, Table, TableBan, TableInvite, TablePlace, new_link
from games.hosting.tables.standing import acting_parks, is_banned, place_of

DAY = timedelta(days=1)


def person_named(persona: str) -> User:
    """The member others know by this name, or `table.no_such_person`."""
    name = " ".join(persona.split())
    player = Player.objects.select_related("user").filter(key=persona_key(name)).first()
    is_it = player is not None and player.persona.casefold() == name.casefold()
    if player is None or not is_it or not player.user.is_active or not name:
        raise Refused("table.no_such_person", name=name[:40])
    return player.user


def invite_person(table: Table, user: User, *, by: User) -> None:
    """Keep an open place for somebody and tell them."""
    parks = acting_parks(user.pk)
    with held(table.pk) as (locked, places, now):
        if place_of(places, user.pk, parks) is not None:
            raise Refused("table.seated_already")
        if is_banned(locked, user.pk, parks):
            raise Refused("table.kicked")
        count_invitations(by, 1, now)
        place = free_place(places)
        keep_place(locked, place, by=by, now=now, user=user)


def invite_park(table: Table, park: Park, *, by: User) -> None:
    """Keep an open place for a park; its general or a deputy answers."""
    acting = people.acting_users([park.pk]).get(park.pk, [])
    if not acting or not park.is_active:
        raise Refused("table.park_without_general")
    with held(table.pk) as (locked, places, now):
        if any(place.park_id == park.pk or place.user_id in acting for place in places):
            raise Refused("table.seated_already")
        if TableBan.objects.filter(table=locked, park=park).exists():
            raise Refused("table.kicked")
        count_invitations(by, 1, now)
        keep_place(locked, free_place(places), by=by, now=now, park=park)


def keep_place(
    table: Table,
    place: TablePlace,
    *,
    by: User,
    now: datetime,
    user: User | None = None,
    park: Park | None = None,
) -> None:
    """Write the invitation down and tell whoever may answer it; the caller holds the table."""
    if park is not None:
        place.become(Kind.PARK, park_id=park.pk)
    elif user is not None:
        place.become(Kind.PERSON, user_id=user.pk)
    place.invited = True
    place.save()
    invite = TableInvite.objects.create(
        table=table, user=user, park=park, made_by=by.pk, made_at=now
    )
    users = telling.holders([place], invited=True)
    telling.tell_invited(table, users, by, key=f"invite:{invite.pk}")


def count_invitations(by: User, wanted: int, now: datetime) -> None:
    """The day's limit holds for parks' and tables' invitations together."""
    if not wanted:
        return
    User.objects.select_for_update().get(pk=by.pk)  # one at a time, so that the limit holds
    sent = TableInvite.objects.filter(made_by=by.pk, made_at__gt=now - DAY).count()
    sent += Invitation.objects.filter(made_by=by.pk, made_at__gt=now - DAY).count()
    if sent + wanted > PER_DAY:
        raise Refused("table.too_many_invitations", most=PER_DAY)


def renew_link(table: Table) -> str:
    """A new secret link; the old one opens nothing any more."""
    with held(table.pk) as (locked, _, _now):
        locked.link = new_link()
    return str(locked.link)
