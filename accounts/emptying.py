"""Closing accounts: banned or emptied, never deleted; logs keep a number and a pseudonym (R-14)."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import appointments, belongings, live
from accounts.auditing import audit
from accounts.memberships import leave_park
from accounts.models import (
    ApiToken,
    AuditEntry,
    Claim,
    Device,
    Invitation,
    Letter,
    Membership,
    Notice,
    Player,
    Preferences,
    User,
    Webhook,
)
from accounts.refusals import Refused
from accounts.sessions import end_sessions


@transaction.atomic
def deactivate(
    user: User, *, by: int | None, reason: str = "", request: HttpRequest | None = None
) -> None:
    """Ban an account: sessions and sockets end at once, offices too (T-17)."""
    if not user.is_active:
        return
    user.is_active = False
    user.save(update_fields=["is_active"])
    appointments.end_all(_player(user), by=by, reason=reason)
    audit(
        by=by,
        what="deactivated",
        target="user",
        target_id=user.pk,
        before={"is_active": True},
        after={"is_active": False},
        reason=reason,
        request=request,
    )
    end_sessions(user)


@transaction.atomic
def reactivate(
    user: User, *, by: int | None, reason: str = "", request: HttpRequest | None = None
) -> None:
    """Let a banned account sign in again; an emptied one stays empty."""
    if user.emptied_at is not None:
        raise Refused("account_emptied")
    if user.is_active:
        return
    user.is_active = True
    user.save(update_fields=["is_active"])
    audit(
        by=by,
        what="reactivated",
        target="user",
        target_id=user.pk,
        before={"is_active": False},
        after={"is_active": True},
        reason=reason,
        request=request,
    )


@transaction.atomic
def empty_account(
    user: User, *, by: int | None, reason: str = "", request: HttpRequest | None = None
) -> None:
    """Take everything personal out of an account; what remains is its number."""
    if user.emptied_at is not None:
        return
    if user.is_superuser:
        raise Refused("last_admin")
    address, player = user.email, _player(user)
    end_sessions(user)
    appointments.end_all(player, by=by, reason=reason)
    if Membership.objects.filter(player=player, until_at=None).exists():
        leave_park(player, by=by, reason=reason)
    player.vacations.all().delete()
    player.persona, player.key = f"Former member {user.pk}", ""
    player.ork_id, player.home_park, player.claim = None, None, Claim.NONE
    player.save()
    Preferences.objects.filter(user=user).delete()
    Notice.objects.filter(recipient=user).delete()
    Device.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    belongings.empty(user)
    Letter.objects.filter(to__iexact=address).delete()
    Invitation.objects.filter(email__iexact=address).update(email="")
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.email = f"gone-{user.pk}@account.invalid"
    user.is_active = user.is_staff = False
    user.last_login = None
    user.emptied_at = timezone.now()
    user.set_unusable_password()
    user.save()
    audit(by=by, what="emptied", target="user", target_id=user.pk, reason=reason, request=request)
    live.user_ended(user.pk)


def export_of(user: User) -> dict[str, Any]:
    """Everything this application holds about a person, for that person alone (R-14)."""
    player = _player(user)
    own = Preferences.objects.filter(user=user).values(
        "zone", "theme", "density", "motion", "patterns", "sound", "notices"
    )
    return {
        "account": {
            "number": user.pk,
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "under_age": user.is_minor,
        },
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "player": {
            "persona": player.persona,
            "ork_id": player.ork_id,
            "home_park": str(player.home_park or ""),
            "claim": player.claim,
        },
        "memberships": list(player.memberships.values("park__name", "from_at", "until_at")),
        "offices": list(player.appointments.values("park__name", "office", "from_at", "until_at")),
        "vacations": list(player.vacations.values("first", "last", "bot")),
        "preferences": own.first(),
        "devices": list(Device.objects.filter(user=user).values("name", "made_at", "used_at")),
        "webhook": Webhook.objects.filter(user=user).values("made_at", "used_at").first(),
        "tokens": list(
            ApiToken.objects.filter(user=user).values("name", "game", "made_at", "revoked_at")
        ),
        "notices": list(
            Notice.objects.filter(recipient=user).values("kind", "params", "created_at", "read_at")
        ),
        "own_changes": list(
            AuditEntry.objects.filter(by=user.pk).values("at", "what", "target", "target_id")
        ),
        **belongings.exported(user),
    }


def _player(user: User) -> Player:
    return Player.objects.select_related("user").get(user=user)
