"""Mail of the sign-in flows and invitations: written with the page, sent by a task.

So a page takes as long for an unknown address as for a known one (R-13), and works while mail is
down (R-15). Rows go once sent; the mail keeps its Message-Id over repeats.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Letter
from accounts.nudging import nudge_after_commit

BATCH = 50
STUCK_AFTER = timedelta(minutes=2)
MAX_TRIES = 8
KEPT_FOR = timedelta(hours=6)  # a code or link in a letter is worthless by then

log = structlog.get_logger()


def post(to: str, subject: str, body: str) -> Letter:
    """Put one mail on its way."""
    letter = Letter.objects.create(
        to=to,
        subject=" ".join(subject.split()),
        body=body.strip() + "\n",
        message_id=message_id(uuid.uuid4().hex),
    )
    nudge_after_commit("accounts.tasks.send_letters")
    return letter


def message_id(name: str) -> str:
    """A Message-Id under the site's own name."""
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname}>"


def send_due(now: datetime | None = None) -> int:
    """Send what waits, each at least once; answers how many were sent."""
    now = now or timezone.now()
    Letter.objects.filter(created_at__lt=now - KEPT_FOR).delete()
    sent = 0
    for letter in _take(now):
        try:
            EmailMessage(
                letter.subject,
                letter.body,
                to=[letter.to],
                headers={"Message-ID": letter.message_id},
            ).send()
        except Exception as error:  # whatever the mail server or its library raises: tried again
            log.warning("letter_not_sent", letter=letter.pk, error=type(error).__name__)
        else:
            letter.delete()
            sent += 1
    return sent


def _take(now: datetime) -> list[Letter]:
    free = Q(taken_at=None) | Q(taken_at__lt=now - STUCK_AFTER)
    with transaction.atomic():
        letters = list(
            Letter.objects.select_for_update(skip_locked=True)
            .filter(free, tries__lt=MAX_TRIES)
            .order_by("id")[:BATCH]
        )
        for letter in letters:
            letter.taken_at, letter.tries = now, letter.tries + 1
        Letter.objects.bulk_update(letters, ["taken_at", "tries"])
    return letters
