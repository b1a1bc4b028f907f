"""The secret address of a person's own calendar: made, shown once, read, revoked."""

from __future__ import annotations

import hashlib
import secrets

from django.db import transaction

from accounts import clock
from accounts.models import User
from accounts.services import audit
from games.community.models import CalendarLink


def renew(user: User) -> str:
    """A new secret for this person; an older address opens nothing any more."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        CalendarLink.objects.update_or_create(
            user=user, defaults={"token_hash": _hash(token), "made_at": clock.now()}
        )
        audit(by=user.pk, what="calendar_link", target="user", target_id=user.pk)
    return token


def revoke(user: User) -> None:
    """Close the address."""
    with transaction.atomic():
        gone, _ = CalendarLink.objects.filter(user=user).delete()
        if gone:
            audit(by=user.pk, what="calendar_link_revoked", target="user", target_id=user.pk)


def link_of(user: User) -> CalendarLink | None:
    """Whether and since when a person has such an address."""
    return CalendarLink.objects.filter(user=user).first()


def reader_of(token: str) -> User | None:
    """Whose calendar a secret opens; nobody's where the account is closed."""
    link = CalendarLink.objects.select_related("user").filter(token_hash=_hash(token)).first()
    return link.user if link is not None and link.user.is_active else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
