"""Mail of a demonstration: kept in the database and shown on a page instead of being sent."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from accounts.models import KeptMail

BACKEND = "accounts.mailbox.MailboxBackend"


def is_used() -> bool:
    """Whether this site keeps its mail; the page exists only then."""
    return bool(settings.EMAIL_BACKEND == BACKEND)


class MailboxBackend(BaseEmailBackend):
    """Keeps each mail as a row."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep them all."""
        for mail in email_messages:
            KeptMail.objects.create(
                recipients=", ".join(mail.recipients()),
                subject=str(mail.subject),
                body=str(mail.body),
                message_id=mail.extra_headers.get("Message-ID", ""),
            )
        return len(email_messages)
