"""Invitations into a park, by link or by mail (T-13)."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts import letters, rights
from accounts.auditing import audit
from accounts.memberships import join_park
from accounts.models import Invitation, Membership, Park, Player, User
from accounts.notices import notify
from accounts.refusals import Refused

PER_DAY = 20
MAX_DAYS = 30
MAX_USES = 50
DAY = timedelta(days=1)


@transaction.atomic
def invite(
    park: Park,
    *,
    by: User,
    email: str = "",
    days: int = 7,
    uses: int = 1,
    request: HttpRequest | None = None,
) -> tuple[Invitation, str]:
    """Make an invitation; its token is shown once (or mailed) and kept as a hash only."""
    if not rights.may_manage(by, park.pk):
        raise Refused("not_yours")
    if not 1 <= days <= MAX_DAYS or not 1 <= uses <= MAX_USES:
        raise Refused("invitation_bounds")
    email = _checked(email)
    User.objects.select_for_update().get(pk=by.pk)  # one at a time, so that the limit holds
    now = timezone.now()
    recent = Invitation.objects.filter(made_at__gt=now - DAY)
    if recent.filter(made_by=by.pk).count() >= PER_DAY:
        raise Refused("too_many_invitations", most=PER_DAY)
    if email and recent.filter(email=email).exists():
        raise Refused("invited_already")
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        park=park,
        email=email,
        token_hash=hash_of(token),
        made_by=by.pk,
        made_at=now,
        expires_at=now + timedelta(days=days),
        uses_left=1 if email else uses,
    )
    audit(
        by=by.pk,
        what="invited",
        target="park",
        target_id=park.pk,
        after={"invitation": invitation.pk, "by_mail": bool(email), "uses": invitation.uses_left},
        request=request,
    )
    if email:
        _mail(invitation, token, by)
    return invitation, token


def link_of(token: str) -> str:
    """The address an invitation is opened at; always the site's own, never the request's (T-12)."""
    return f"{settings.SITE_URL}{reverse('join', args=[token])}"


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def open_invitation(token: str) -> Invitation | None:
    """The invitation of a token, if it may still be used."""
    return (
        Invitation.objects.select_related("park")
        .filter(
            token_hash=hash_of(token),
            revoked_at=None,
            uses_left__gt=0,
            expires_at__gt=timezone.now(),
            park__is_active=True,
        )
        .first()
    )


@transaction.atomic
def accept(token: str, player: Player, *, request: HttpRequest | None = None) -> Membership:
    """Join the park an invitation leads to."""
    Invitation.objects.select_for_update().filter(token_hash=hash_of(token)).first()
    invitation = open_invitation(token)
    if invitation is None:
        raise Refused("invitation_over")
    if Membership.objects.filter(player=player, park=invitation.park, until_at=None).exists():
        raise Refused("member_already")
    invitation.uses_left -= 1
    invitation.used_by, invitation.used_at = player.user_id, timezone.now()
    invitation.save(update_fields=["uses_left", "used_by", "used_at"])
    membership = join_park(player, invitation.park, by=player.user_id, request=request)
    notify(
        [invitation.made_by],
        "member_joined",
        game_id=None,
        key=f"{invitation.pk}:{player.pk}",
        params={"player": player.pk, "park": invitation.park.name},
    )
    return membership


@transaction.atomic
def revoke(invitation: Invitation, *, by: User, request: HttpRequest | None = None) -> None:
    """Make an invitation useless from now on."""
    if not rights.may_manage(by, invitation.park_id):
        raise Refused("not_yours")
    if invitation.revoked_at is not None:
        raise Refused("already_ended")
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    audit(
        by=by.pk,
        what="invitation_revoked",
        target="park",
        target_id=invitation.park_id,
        before={"invitation": invitation.pk},
        request=request,
    )


def _checked(email: str) -> str:
    if not email:
        return ""
    try:
        validate_email(email)
    except ValidationError as error:
        raise Refused("email_invalid") from error
    return email.lower()


def _mail(invitation: Invitation, token: str, by: User) -> None:
    facts = {
        "park": invitation.park,
        "persona": str(by),
        "link": link_of(token),
        "expires_at": invitation.expires_at,
        "site_name": settings.SITE_NAME,
    }
    letters.post(
        invitation.email,
        render_to_string("accounts/mail/invitation_subject.txt", facts),
        render_to_string("accounts/mail/invitation.txt", facts),
    )
