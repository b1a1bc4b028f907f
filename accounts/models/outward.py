"""What leaves the site besides mail: devices that take pushes, webhooks, and what is on its way."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from accounts.models.parks import Park
from accounts.models.people import User
from accounts.models.records import Notice


class PushKey(models.Model):
    """The portal's own key for browser push (VAPID), one row, made at first use."""

    private = models.TextField(editable=False)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Push key {self.pk}"


class Device(models.Model):
    """A browser that takes pushes for who is signed in there; it goes with that session (R-7)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    session = models.ForeignKey(UserSession, on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=1000, unique=True, editable=False)
    key = models.CharField(max_length=120, editable=False)
    secret = models.CharField(max_length=40, editable=False)
    name = models.CharField(max_length=80)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"Device {self.pk}"


class Webhook(models.Model):
    """Where a person's or a park's notices go besides; the address is a secret, never shown.

    After too many failures `off_at` says since when nothing is sent.
    """

    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="webhook"
    )
    park = models.OneToOneField(
        Park, null=True, blank=True, on_delete=models.CASCADE, related_name="webhook"
    )
    address = models.CharField(max_length=500, editable=False)
    made_by = models.BigIntegerField()
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(user=None, park__isnull=False)
                | models.Q(user__isnull=False, park=None),
                name="accounts_webhook_one_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"Webhook {self.pk}"


class Delivery(models.Model):
    """R-11: one thing to tell one device or webhook, at least once.

    About a `notice`; or, for a park, news of its own made from public facts alone.
    """

    notice = models.ForeignKey(Notice, null=True, on_delete=models.CASCADE, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    hook = models.ForeignKey(Webhook, null=True, on_delete=models.CASCADE, related_name="+")
    game_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=32, blank=True)
    key = models.CharField(max_length=120, blank=True)
    params = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["notice", "device"],
                condition=models.Q(device__isnull=False),
                name="accounts_delivery_once_a_device",
            ),
            models.UniqueConstraint(
                fields=["notice", "hook"],
                condition=models.Q(notice__isnull=False, hook__isnull=False),
                name="accounts_delivery_once_a_hook",
            ),
            models.UniqueConstraint(
                fields=["hook", "game_id", "kind", "key"],
                condition=models.Q(notice=None),
                name="accounts_delivery_news_once",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"], condition=models.Q(done_at=None), name="accounts_delivery_due"
            ),
        ]

    def __str__(self) -> str:
        return f"Delivery {self.pk}"

    def facts(self) -> dict[str, Any]:
        """What the wording of a park's news may use."""
        return {**self.params, "kind": self.kind, "game_id": self.game_id}
