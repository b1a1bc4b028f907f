"""What the community keeps of its own: announcements, and the secret addresses of calendars."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

MOST_TEXT = 8000


class Announcement(models.Model):
    """What a GM tells everybody, or those who may watch one game.

    `shown_from` empty: still a draft. `told_at`: when its notice was written, once for good.
    """

    title = models.CharField(max_length=120)
    text = models.TextField(max_length=MOST_TEXT, help_text="Markdown, without HTML or pictures.")
    game = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="announcements"
    )
    pinned = models.BooleanField(default=False, help_text="Stands above the others.")
    shown_from = models.DateTimeField(
        "shown from", null=True, blank=True, help_text="Empty: a draft that nobody else sees."
    )
    shown_until = models.DateTimeField(
        "shown until", null=True, blank=True, help_text="Empty: for good."
    )
    by = models.PositiveBigIntegerField(null=True, editable=False)
    made_at = models.DateTimeField(editable=False)
    told_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-pinned", "-shown_from", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(shown_until=None)
                | Q(shown_from=None)
                | Q(shown_until__gt=F("shown_from")),
                name="community_announcement_dates",
                violation_error_message="It must end after it begins.",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["shown_from"],
                condition=Q(told_at=None),
                name="community_announcement_untold",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class CalendarLink(models.Model):
    """A secret address at which calendar programs read one person's deadlines; a hash is kept."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_link"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Calendar of member {self.user_id}"
