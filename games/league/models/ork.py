"""What the ORK was asked and what it said, apart from the rows themselves."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.league.models.books import Book


class ParkName(models.Model):
    """ORK-5.8: a park of the GM's chooser, kept from the last GetParks answer."""

    park_id = models.PositiveBigIntegerField(unique=True)
    kingdom_id = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=200)
    abbreviation = models.CharField(max_length=40, blank=True)
    active = models.BooleanField(default=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


class Refresh(models.Model):
    """ORK-5.7: one run over a book's weekend dates.

    `dates` maps an ISO date to its result: `added`, `changed`, `removed`, `unchanged` counts, and
    `held` or `failed` (a failure kind with `detail`) where nothing was applied.
    """

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="refreshes")
    trigger = models.CharField(max_length=12, default="schedule")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    dates = models.JSONField(default=dict)
    calls = models.PositiveIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0, help_text="Failed calls in a row")
    stopped = models.CharField(max_length=40, blank=True, help_text="Why it ended early")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["book", "-started_at"], name="league_refresh_latest"),
        ]
        ordering: ClassVar = ["-started_at", "-id"]
        verbose_name_plural = "refreshes"

    def __str__(self) -> str:
        return f"refresh of {self.book_id} at {self.started_at:%Y-%m-%d %H:%M}"


class Suspicion(models.Model):
    """ORK-5.6: a date with stored rows that came back empty, and which calls were empty."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="suspicions")
    date = models.DateField()
    scopes = models.JSONField(default=list)
    first_seen = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "date"], name="league_suspicion_once"),
        ]
        ordering: ClassVar = ["date"]

    def __str__(self) -> str:
        return f"{self.date} came back empty"
