"""Staging of attendance files (ORK-6.4)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.league.models.books import Book


class ImportFile(models.Model):
    """A checked file that waits to be applied, and afterwards the record of what it did.

    `lines` holds the checked rows only (persona and ids, ORK-5.10), never the file as it came: an
    ORK answer carries more than the portal may keep. `problems` and `diff` name no person.
    """

    class Status(models.TextChoices):
        CHECKED = "checked", "Checked"
        APPLIED = "applied", "Applied"
        DISCARDED = "discarded", "Discarded"

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="imports")
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    form = models.CharField(max_length=8)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CHECKED)
    lines = models.JSONField(default=list)
    problems = models.JSONField(default=list)
    warnings = models.JSONField(default=list)
    counts = models.JSONField(default=dict)
    diff = models.JSONField(default=list)
    by = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField()
    applied_version = models.PositiveBigIntegerField(null=True)
    applied_at = models.DateTimeField(null=True)
    applied_by = models.PositiveBigIntegerField(null=True)
    skipped_lines = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-at", "-id"]

    def __str__(self) -> str:
        return self.name
