"""Parks and their members: joining, leaving, claiming a persona, approving it (T-17, T-18)."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import clock, live, rights
from accounts.auditing import audit
from accounts.models import Claim, Membership, Park, Player, User
from accounts.notices import notify
from accounts.personas import clean_persona, persona_key
from accounts.refusals import Refused


@transaction.atomic
def rename(player: Player, persona: str, *, by: int | None) -> None:
    """Give a player a persona that nobody can take for another's; the log keeps no name (R-14)."""
    name = clean_persona(persona)
    if name == player.persona:
        return
    player.persona, player.key = name, persona_key(name)
    _save_persona(player)
    audit(by=by, what="renamed", target="player", target_id=player.pk)


@transaction.atomic
def join_park(
    player: Player, park: Park, *, by: int | None, request: HttpRequest | None = None
) -> Membership:
    """Make a player a member of `park` alone; leaving a park ends the offices held there."""
    now = clock.now()
    current = Membership.objects.select_for_update().filter(player=player, until_at=None).first()
    if current is not None and current.park_id == park.pk:
        return current
    if not park.is_active:
        raise Refused("park_closed")
    if current is not None:
        _close(current, by)
    membership = Membership.objects.create(player=player, park=park, from_at=now)
    player.home_park = park
    player.save(update_fields=["home_park"])
    audit(
        by=by,
        what="joined",
        target="park",
        target_id=park.pk,
        before={"park": current.park_id} if current else None,
        after={"user": player.user_id},
        request=request,
    )
    live.rights_changed(player.user_id)
    return membership


@transaction.atomic
def leave_park(
    player: Player, *, by: int | None, reason: str = "", request: HttpRequest | None = None
) -> None:
    """End a player's membership and offices; their orders stay the park's (IM-8.9)."""
    current = Membership.objects.select_for_update().filter(player=player, until_at=None).first()
    if current is None:
        raise Refused("no_member")
    _close(current, by)
    audit(
        by=by,
        what="left",
        target="park",
        target_id=current.park_id,
        before={"user": player.user_id},
        reason=reason,
        request=request,
    )


@transaction.atomic
def ask_claim(
    player: Player,
    park: Park,
    ork_id: int | None,
    *,
    request: HttpRequest | None = None,
) -> None:
    """Ask that the club confirms persona, park and ORK id; the park's general is told, else GMs."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not player.persona:
        raise Refused("persona_missing")
    if player.claim == Claim.APPROVED and player.home_park_id == park.pk:
        raise Refused("claim_decided")
    player.home_park, player.ork_id = park, ork_id
    player.claim, player.claimed_at = Claim.ASKED, clock.now()
    player.decided_at = player.decided_by = None
    player.save()
    audit(
        by=player.user_id,
        what="claim_asked",
        target="player",
        target_id=player.pk,
        after={"park": park.pk, "with_ork_id": ork_id is not None},
        request=request,
    )
    users = rights.acting_users([park.pk]).get(park.pk) or rights.masters()
    notify(
        [user for user in users if user != player.user_id],
        "claim_asked",
        game_id=None,
        key=f"{player.pk}:{player.claimed_at.timestamp():.0f}",
        params={"player": player.pk, "park": park.name, "url": f"/parks/{park.slug}/people/"},
    )


@transaction.atomic
def decide_claim(
    player: Player,
    *,
    approve: bool,
    by: User,
    is_minor: bool = False,
    reason: str = "",
    request: HttpRequest | None = None,
) -> None:
    """Approve or refuse a claim: the park's general or a GM, never the claimant."""
    player = (
        Player.objects.select_for_update(of=("self",))
        .select_related("user", "home_park")
        .get(pk=player.pk)
    )
    park = player.home_park
    if player.claim != Claim.ASKED or park is None:
        raise Refused("claim_decided")
    if player.user_id == by.pk or not rights.may_manage(by, park.pk):
        raise Refused("not_yours")
    player.claim = Claim.APPROVED if approve else Claim.REFUSED
    player.decided_at, player.decided_by = clock.now(), by.pk
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise Refused("ork_id_taken") from error
    if approve:
        _settle(player, park, by, is_minor)
    audit(
        by=by.pk,
        what="claim_approved" if approve else "claim_refused",
        target="player",
        target_id=player.pk,
        before={"claim": Claim.ASKED.value},
        after={"claim": player.claim, "park": park.pk},
        reason=reason,
        request=request,
    )
    notify(
        [player.user_id],
        "claim_decided",
        game_id=None,
        key=f"{player.pk}:{player.decided_at.timestamp():.0f}",
        params={"park": park.name, "approved": approve, "reason": reason, "url": "/profile/"},
    )


def _settle(player: Player, park: Park, by: User, is_minor: bool) -> None:
    if is_minor and not player.user.is_minor:
        player.user.is_minor = True
        player.user.save(update_fields=["is_minor"])
        audit(by=by.pk, what="age_band", target="user", target_id=player.user_id, after="minor")
    join_park(player, park, by=by.pk)


def _close(membership: Membership, by: int | None) -> None:
    from accounts.appointments import end_all

    membership.until_at = max(clock.now(), membership.from_at)
    membership.save(update_fields=["until_at"])
    end_all(membership.player, by=by, park=membership.park)
    live.rights_changed(membership.player.user_id)


def _save_persona(player: Player) -> None:
    try:
        with transaction.atomic():
            player.save(update_fields=["persona", "key"])
    except IntegrityError as error:
        raise Refused("persona_taken") from error
