"""Generals and deputies: appointing, ending, handing over, vacations (IM-3.2, IM-8.9, IM-8.10).

Each `plan_…` checks at once what can be checked and answers callables that do the work inside the
transaction of whoever runs them; the door saves them beside the game's own change.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from accounts import clock, live, rights
from accounts.auditing import audit
from accounts.memberships import join_park
from accounts.models import General, Office, Park, Player, Vacation
from accounts.notices import notify
from accounts.refusals import Refused

MAX_DEPUTIES = 5
MAX_VACATIONS = 12
MAX_VACATION = timedelta(days=120)
Plan = list[Callable[[], None]]


def plan_appointment(
    park: Park,
    player: Player,
    office: str,
    *,
    by: int | None,
    from_: datetime | None = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> Plan:
    """What makes `player` general or deputy of `park` from `from_` on."""
    _check(park, player, Office(office))
    work = partial(_appoint, park.pk, player.pk, Office(office), by, from_, reason, request)
    return [work]


def appoint(
    park: Park,
    player: Player,
    office: str,
    *,
    by: int | None,
    from_: datetime | None = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> General:
    """Make `player` general or deputy of `park`; a new general ends the old one's appointment."""
    _run(plan_appointment(park, player, office, by=by, from_=from_, reason=reason, request=request))
    return General.objects.get(park=park, player=player, until_at=None)


def plan_end_appointment(
    appointment: General,
    *,
    by: int | None,
    at: datetime | None = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> Plan:
    """What ends an appointment at `at`."""
    return [partial(_end_by_id, appointment.pk, by, at, reason, request)]


def end_appointment(
    appointment: General,
    *,
    by: int | None,
    at: datetime | None = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> None:
    """End an appointment; authority passes at once (IM-8.9)."""
    _run(plan_end_appointment(appointment, by=by, at=at, reason=reason, request=request))


def plan_hand_over(
    general: General,
    to: Player,
    *,
    by: int | None,
    from_: datetime | None = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> Plan:
    """What makes `to` the successor of a general who holds office."""
    if general.office != Office.GENERAL or general.until_at is not None:
        raise Refused("not_general")
    return plan_appointment(
        general.park, to, Office.GENERAL, by=by, from_=from_, reason=reason, request=request
    )


def hand_over(
    general: General,
    to: Player,
    *,
    by: int | None,
    from_: datetime | None = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> General:
    """Pass the office of general on."""
    _run(plan_hand_over(general, to, by=by, from_=from_, reason=reason, request=request))
    return General.objects.get(park=general.park, player=to, until_at=None)


@transaction.atomic
def set_vacation(  # noqa: PLR0913 - what an absence is made of
    player: Player,
    first: date,
    last: date,
    *,
    by: int | None,
    bot: bool = False,
    request: HttpRequest | None = None,
) -> Vacation:
    """IM-8.10: mark days of absence; those who act with this player are told.

    `bot`: tables seat the bot for that time.
    """
    if last < first or last - first > MAX_VACATION:
        raise Refused("vacation_dates", most=MAX_VACATION.days)
    if player.vacations.filter(last__gte=clock.now().date()).count() >= MAX_VACATIONS:
        raise Refused("too_many_vacations", most=MAX_VACATIONS)
    vacation = Vacation.objects.create(player=player, first=first, last=last, bot=bot)
    after = {"first": first.isoformat(), "last": last.isoformat()}
    audit(
        by=by,
        what="vacation",
        target="player",
        target_id=player.pk,
        after={**after, "bot": bot},
        request=request,
    )
    parks = [park_id for park_id, _ in rights.offices(player.user_id)]
    for park_id, users in rights.acting_users(parks).items():
        notify(
            [user for user in users if user != player.user_id],
            "vacation",
            game_id=None,
            key=f"{park_id}:{vacation.pk}",
            params={"player": player.pk, **after},
        )
    return vacation


@transaction.atomic
def cancel_vacation(
    vacation: Vacation, *, by: int | None, request: HttpRequest | None = None
) -> None:
    """Take marked days back."""
    before = {"first": vacation.first.isoformat(), "last": vacation.last.isoformat()}
    audit(
        by=by,
        what="vacation_cancelled",
        target="player",
        target_id=vacation.player_id,
        before=before,
        request=request,
    )
    vacation.delete()


def end_all(player: Player, *, by: int | None, reason: str = "", park: Park | None = None) -> None:
    """End every appointment a player holds (at `park`), in the caller's transaction."""
    held = General.objects.filter(player=player, until_at=None)
    for appointment in held.filter(park=park) if park else held:
        _end(appointment, by, None, reason, None)


def _run(plan: Plan) -> None:
    with transaction.atomic():
        for work in plan:
            work()


def _check(park: Park, player: Player, office: Office) -> None:
    if not park.is_active:
        raise Refused("park_closed")
    if not player.user.is_active or not player.persona:
        raise Refused("player_cannot_act")
    held = General.objects.filter(player=player, until_at=None)
    if held.exclude(park=park).exists():
        raise Refused("holds_office_elsewhere")
    if held.filter(park=park, office=office).exists():
        raise Refused("holds_this_office")
    deputies = General.objects.filter(park=park, office=Office.DEPUTY, until_at=None)
    if office == Office.DEPUTY and deputies.exclude(player=player).count() >= MAX_DEPUTIES:
        raise Refused("too_many_deputies", most=MAX_DEPUTIES)


def _appoint(
    park_id: int,
    player_id: int,
    office: Office,
    by: int | None,
    from_: datetime | None,
    reason: str,
    request: HttpRequest | None,
) -> None:
    park = Park.objects.select_for_update().get(pk=park_id)
    player = Player.objects.select_for_update().select_related("user").get(pk=player_id)
    _check(park, player, office)
    start = from_ or clock.now()
    gone = General.objects.filter(park=park, player=player, until_at=None)
    if office == Office.GENERAL:
        gone = gone | General.objects.filter(park=park, office=Office.GENERAL, until_at=None)
    before: list[dict[str, Any]] = []
    for old in gone.select_related("player"):
        before.append({"user": old.player.user_id, "office": old.office})
        _close(old, by, start)
    join_park(player, park, by=by, request=request)
    General.objects.create(park=park, player=player, office=office, from_at=start, made_by=by)
    after = {"user": player.user_id, "office": office.value, "from": start.isoformat()}
    audit(
        by=by,
        what="appointed",
        target="park",
        target_id=park.pk,
        before=before or None,
        after=after,
        reason=reason,
        request=request,
    )
    live.rights_changed(player.user_id)
    _tell(park, player, office, start, {row["user"] for row in before})


def _tell(park: Park, player: Player, office: Office, start: datetime, old: set[int]) -> None:
    users = {*old, *rights.acting_users([park.pk]).get(park.pk, []), player.user_id}
    notify(
        users,
        "appointment",
        game_id=None,
        key=f"{park.pk}:{player.pk}:{office.value}:{start.timestamp():.0f}",
        params={
            "park": park.name,
            "player": player.pk,
            "office": office.value,
            "url": f"/parks/{park.slug}/people/",
        },
    )


def _end_by_id(
    pk: int, by: int | None, at: datetime | None, reason: str, request: HttpRequest | None
) -> None:
    appointment = General.objects.select_for_update().select_related("player", "park").get(pk=pk)
    if appointment.until_at is not None:
        raise Refused("already_ended")
    _end(appointment, by, at, reason, request)


def _end(
    appointment: General,
    by: int | None,
    at: datetime | None,
    reason: str,
    request: HttpRequest | None,
) -> None:
    end = at or clock.now()
    _close(appointment, by, end)
    before = {"user": appointment.player.user_id, "office": appointment.office}
    audit(
        by=by,
        what="appointment_ended",
        target="park",
        target_id=appointment.park_id,
        before=before,
        after={"until": end.isoformat()},
        reason=reason,
        request=request,
    )
    notify(
        [appointment.player.user_id],
        "appointment_ended",
        game_id=None,
        key=str(appointment.pk),
        params={"park": appointment.park.name, "office": appointment.office},
    )


def _close(appointment: General, by: int | None, at: datetime) -> None:
    appointment.until_at = max(at, appointment.from_at)
    appointment.ended_by = by
    appointment.save(update_fields=["until_at", "ended_by"])
    live.rights_changed(appointment.player.user_id)
