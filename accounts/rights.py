"""Who holds which office and belongs to which park, at a moment (R-7), one query a question."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts import clock
from accounts.models import General, Membership, Office, Player, User


def offices(user: User | int, at: datetime | None = None) -> list[tuple[int, str]]:
    """Offices of a user at `at`, as (park id, `general` or `deputy`)."""
    held = General.objects.filter(
        General.holds(at or clock.now()), player__user=user, player__user__is_active=True
    )
    return list(held.order_by("park_id", "office").values_list("park_id", "office"))


def may_act_for(user: User | int, park_id: int, at: datetime | None = None) -> bool:
    """Whether a user is general or deputy of a park at `at`."""
    return General.objects.filter(
        General.holds(at or clock.now()),
        park_id=park_id,
        player__user=user,
        player__user__is_active=True,
    ).exists()


def members_of(user: User | int, at: datetime | None = None) -> list[int]:
    """The parks a user belongs to, as ids (one, or none)."""
    held = Membership.objects.filter(
        Membership.holds(at or clock.now()), player__user=user, player__user__is_active=True
    )
    return list(held.order_by("park_id").values_list("park_id", flat=True))


def acting_users(park_ids: Iterable[int], at: datetime | None = None) -> dict[int, list[int]]:
    """Per park the users who act for it at `at`: general first, then deputies."""
    rows = (
        General.objects.filter(
            General.holds(at or clock.now()),
            park_id__in=list(park_ids),
            player__user__is_active=True,
        )
        .order_by("-office", "from_at", "id")
        .values_list("park_id", "player__user_id")
    )
    return _by_park(rows)


def member_users(park_ids: Iterable[int], at: datetime | None = None) -> dict[int, list[int]]:
    """Per park the users who belong to it."""
    rows = (
        Membership.objects.filter(
            Membership.holds(at or clock.now()),
            park_id__in=list(park_ids),
            player__user__is_active=True,
        )
        .order_by("from_at", "id")
        .values_list("park_id", "player__user_id")
    )
    return _by_park(rows)


def general_personas(park_ids: Iterable[int], at: datetime | None = None) -> dict[int, str]:
    """Per park the persona of its general; parks without one are left out."""
    rows = General.objects.filter(
        General.holds(at or clock.now()),
        park_id__in=list(park_ids),
        office=Office.GENERAL,
        player__user__is_active=True,
    ).select_related("player")
    return {row.park_id: str(row.player) for row in rows}


def personas(user_ids: Iterable[int]) -> dict[int, str]:
    """Per user the name others see."""
    players = Player.objects.filter(user_id__in=list(user_ids))
    return {player.user_id: str(player) for player in players}


def masters() -> list[int]:
    """Users who run the league."""
    staff = User.objects.filter(is_staff=True, is_active=True)
    return list(staff.order_by("id").values_list("id", flat=True))


def may_manage(user: User, park_id: int, at: datetime | None = None) -> bool:
    """A GM, or the park's general: who may approve, invite, appoint deputies and hand over."""
    if not user.is_active:
        return False
    if user.is_staff:
        return True
    return (park_id, Office.GENERAL.value) in offices(user, at)


def _by_park(rows: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    users: dict[int, list[int]] = {}
    for park_id, user_id in rows:
        kept = users.setdefault(park_id, [])
        if user_id not in kept:
            kept.append(user_id)
    return users
