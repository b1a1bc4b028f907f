"""Tasks of the application; each looks at the database, not at why it was called."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts import delivering, letters, nudging, sending
from accounts.models import Delivery, Invitation, KeptMail, Notice

NOTICES_KEPT = timedelta(days=365)
INVITATIONS_KEPT = timedelta(days=90)
MAIL_KEPT = timedelta(days=7)
DELIVERIES_KEPT = timedelta(days=30)


@shared_task  # type: ignore[untyped-decorator]
def send_letters() -> int:
    """Mail of the sign-in flows and invitations."""
    nudging.begun(send_letters.name)
    return letters.send_due()


@shared_task  # type: ignore[untyped-decorator]
def send_notices() -> int:
    """Mail about notices, at once or as digest; sweeps what an earlier run left (R-11)."""
    nudging.begun(send_notices.name)
    if Notice.objects.filter(to_push=True).exists() and nudging.wanted(send_outward.name):
        send_outward.delay()
    return sending.send_due()


@shared_task  # type: ignore[untyped-decorator]
def send_outward() -> int:
    """Pushes and webhooks; sweeps what an earlier run left (R-11)."""
    nudging.begun(send_outward.name)
    return delivering.send_due()


@shared_task  # type: ignore[untyped-decorator]
def tidy() -> None:
    """Let go of what is old: read notices, spent invitations, the demonstration's mail."""
    now = timezone.now()
    Notice.objects.filter(created_at__lt=now - NOTICES_KEPT).delete()
    Invitation.objects.filter(expires_at__lt=now - INVITATIONS_KEPT).delete()
    KeptMail.objects.filter(at__lt=now - MAIL_KEPT).delete()
    Delivery.objects.filter(created_at__lt=now - DELIVERIES_KEPT).delete()
