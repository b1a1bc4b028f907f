"""What is kept: the audit log, notices on their way, and the mail of a demonstration."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from accounts.models.people import User


class AuditEntry(models.Model):
    """R-9: one change or one look at a secret; the database refuses to change or delete it.

    People stand here as plain numbers, never by persona: an emptied account leaves no name.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.BigIntegerField(null=True, blank=True, db_index=True)
    address = models.GenericIPAddressField(null=True, blank=True)
    what = models.CharField(max_length=64, db_index=True)
    target = models.CharField(max_length=32)
    target_id = models.CharField(max_length=64, blank=True)
    before = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    reason = models.TextField(blank=True)
    request_id = models.CharField(max_length=64, blank=True)

    append_only = True

    class Meta:
        verbose_name = "audit entry"
        verbose_name_plural = "audit log"
        ordering = ("-id",)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["target", "target_id"], name="accounts_audit_target"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.target} {self.target_id}"


class MailState(models.TextChoices):
    """Where the mail about a notice stands."""

    NEVER = "never", "no mail"
    WAITING = "waiting", "to be sent"
    DIGEST = "digest", "in the next digest"
    SENDING = "sending", "being sent"
    SENT = "sent", "sent"
    FAILED = "failed", "given up"


class Notice(models.Model):
    """R-11: something a person should know, written in the transaction of its cause.

    At most one per recipient, game, key and kind, so that a repeated cause collapses.
    """

    recipient = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=32)
    game_id = models.BigIntegerField(null=True, blank=True)
    key = models.CharField(max_length=120)
    params = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    is_shown = models.BooleanField(default=True, help_text="Listed in the portal.")
    mail = models.CharField(max_length=8, choices=MailState.choices, default=MailState.NEVER)
    mail_id = models.CharField(max_length=80, blank=True, help_text="Message-Id of its mail.")
    mail_at = models.DateTimeField(null=True, blank=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)
    to_push = models.BooleanField(
        default=False, help_text="Devices and webhook are still to be told."
    )

    class Meta:
        ordering = ("-id",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["recipient", "game_id", "key", "kind"], name="accounts_notice_once"
            ),
            models.UniqueConstraint(
                fields=["recipient", "key", "kind"],
                condition=models.Q(game_id=None),
                name="accounts_notice_once_without_game",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["mail", "id"],
                condition=models.Q(mail__in=["waiting", "digest", "sending"]),
                name="accounts_notice_outbox",
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(to_push=True),
                name="accounts_notice_to_push",
            ),
            models.Index(
                fields=["recipient"],
                condition=models.Q(read_at=None, is_shown=True),
                name="accounts_notice_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"Notice {self.pk} ({self.kind})"

    def facts(self) -> dict[str, Any]:
        """What its wording may use."""
        return {**self.params, "kind": self.kind, "game_id": self.game_id}


class Letter(models.Model):
    """A mail of the sign-in flows on its way out; the row goes when the mail is sent.

    Sending apart from the page keeps answers alike for known and unknown addresses (R-13) and the
    pages working while mail is down (R-15).
    """

    to = models.EmailField(max_length=254)
    subject = models.TextField()
    body = models.TextField()
    message_id = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)
    taken_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"Letter {self.pk}"


class KeptMail(models.Model):
    """A mail of a demonstration, shown on a page instead of sent."""

    at = models.DateTimeField(default=timezone.now)
    recipients = models.TextField()
    subject = models.TextField()
    body = models.TextField()
    message_id = models.CharField(max_length=255, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.subject
