"""Small things hosting keeps: marks, failed tasks, the lab's clock."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.hosting.models.game import Game


class Mark(models.Model):
    """An opaque text a person's client keeps per game: what it has looked at."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    mark = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "user"], name="mark_once"),)

    def __str__(self) -> str:
        return self.mark


class FailedTask(models.Model):
    """A task that failed for good; the console shows it with a Retry."""

    name = models.CharField(max_length=120)
    arguments = models.JSONField(default=list)
    error = models.CharField(max_length=200)
    incident = models.CharField(max_length=24)
    failed_at = models.DateTimeField(auto_now_add=True)
    retried_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} {self.incident}"


class LabClock(models.Model):
    """Seconds that lab and demo settings add to the one clock, for all processes at once."""

    offset = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.offset} s"
