"""A season's attendance: the rows, and all that outlives a row when the ORK is read again.

Everywhere in these tables 0 stands for "none": no park (outside the game), no home, no player
record, unknown class, no event. The ORK itself uses 0 and null alike (ORK-5.5).
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

FIRST_PORTAL_ID = 10**12
SATURDAY = 5


class Source(models.TextChoices):
    """Where a book's rows, or one row, come from (IM-3.1, IM-16.1)."""

    ORK = "ork", "ORK"
    IMPORT = "import", "File import"
    MANUAL = "manual", "By hand"
    SIMULATED = "simulated", "Simulated"


BOOK_SOURCES = [choice for choice in Source.choices if choice[0] != Source.MANUAL]
ROW_SOURCES = [choice for choice in Source.choices if choice[0] != Source.SIMULATED]


class BookQuerySet(models.QuerySet["Book"]):
    """Books by what happens to them."""

    def open(self) -> BookQuerySet:
        """Seasons that still take attendance."""
        return self.filter(closed_at=None)


class Book(models.Model):
    """One season's attendance; `version` counts every change of its rows."""

    name = models.CharField(max_length=120)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    attendance_from = models.DateField(help_text="First weekend that counts")
    until = models.DateField(null=True, blank=True, help_text="Last date that is read")
    source = models.CharField(max_length=10, choices=BOOK_SOURCES, default=Source.ORK)
    kingdom_ids = models.JSONField(default=list, blank=True)
    park_ids = models.JSONField(
        default=list, blank=True, help_text="ORK parks outside those kingdoms"
    )
    refresh_hours = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(24)]
    )
    zone = models.CharField(max_length=64, default="America/Denver")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    purged_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_deadline = models.DateTimeField(null=True, blank=True, editable=False)
    cursor = models.DateField(null=True, blank=True, editable=False)
    busy_until = models.DateTimeField(null=True, blank=True, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True, editable=False)
    refreshed_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_portal_id = models.PositiveBigIntegerField(default=FIRST_PORTAL_ID, editable=False)

    objects = BookQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(refresh_hours__gte=1, refresh_hours__lte=24),
                name="league_book_refresh_hours",
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("attendance_from")),
                name="league_book_until_after_from",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def weekend_dates(self, today: date) -> list[date]:
        """IM-16.10: the Saturdays and Sundays from attendance_from to today, ascending."""
        last = min(today, self.until) if self.until else today
        days = range((last - self.attendance_from).days + 1)
        dates = (self.attendance_from + timedelta(days=n) for n in days)
        return [day for day in dates if day.weekday() >= SATURDAY]


class Row(models.Model):
    """One sign-in (IM-16.1). Persona and ids only, nothing else of the ORK's is kept (ORK-5.10)."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="rows")
    row_id = models.PositiveBigIntegerField()
    date = models.DateField()
    park = models.PositiveBigIntegerField(default=0)
    player_id = models.PositiveBigIntegerField(default=0)
    player = models.CharField(max_length=240, help_text="Player key (IM-16.8)")
    persona = models.CharField(max_length=200, blank=True)
    home = models.PositiveBigIntegerField(default=0, help_text="Pinned home park (IM-16.9)")
    home_seen = models.PositiveBigIntegerField(default=0, help_text="Home park as last read")
    class_id = models.PositiveSmallIntegerField(default=0)
    class_name = models.CharField(max_length=60, blank=True, help_text="Text of an unknown class")
    event_id = models.PositiveBigIntegerField(default=0)
    source = models.CharField(max_length=10, choices=ROW_SOURCES)
    scope = models.CharField(max_length=24, blank=True, help_text="The ORK call that gave it")
    excluded = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "row_id"], name="league_row_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["book", "date", "park"], name="league_row_day"),
            models.Index(fields=["book", "player"], name="league_row_player"),
        ]
        ordering: ClassVar = ["date", "park", "row_id"]

    def __str__(self) -> str:
        return f"row {self.row_id}"


class HomePin(models.Model):
    """IM-16.9: the home of a row as first read with one, or as the GM set it; outlives the row."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="pins")
    row_id = models.PositiveBigIntegerField()
    home = models.PositiveBigIntegerField()
    by_gm = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "row_id"], name="league_pin_once"),
        ]

    def __str__(self) -> str:
        return f"home of row {self.row_id}"


class Exclusion(models.Model):
    """IM-16.11: a row the GM took out; stays out though the row is read again."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="exclusions")
    row_id = models.PositiveBigIntegerField()
    by = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "row_id"], name="league_exclusion_once"),
        ]

    def __str__(self) -> str:
        return f"exclusion of row {self.row_id}"


class Shield(models.Model):
    """IM-16.11: a date and park whose rows came from a file; the ORK does not touch them."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="shields")
    date = models.DateField()
    park = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "date", "park"], name="league_shield_once"),
        ]
        ordering: ClassVar = ["date", "park"]

    def __str__(self) -> str:
        return f"{self.date} at park {self.park or 'outside'}"


class PortalId(models.Model):
    """ORK-6.5: the permanent id of an imported row that has none of the ORK's."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="portal_ids")
    date = models.DateField()
    park = models.PositiveBigIntegerField(default=0)
    player = models.CharField(max_length=240)
    row_id = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["book", "date", "park", "player"], name="league_portal_id_key_once"
            ),
            models.UniqueConstraint(fields=["book", "row_id"], name="league_portal_id_once"),
            models.CheckConstraint(
                condition=Q(row_id__gte=FIRST_PORTAL_ID), name="league_portal_id_range"
            ),
        ]

    def __str__(self) -> str:
        return f"portal id {self.row_id}"


class Pseudonym(models.Model):
    """ORK-5.10: a player whose rows were dropped on request, known by a keyed digest alone."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="pseudonyms")
    digest = models.CharField(max_length=64)
    alias = models.CharField(max_length=40)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "digest"], name="league_pseudonym_once"),
        ]

    def __str__(self) -> str:
        return self.alias


class RowChange(models.Model):
    """How many rows of a date, park and home one version added, changed or removed."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveBigIntegerField()
    date = models.DateField()
    park = models.PositiveBigIntegerField(default=0)
    home = models.PositiveBigIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    removed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["book", "version", "date", "park", "home"], name="league_row_change_once"
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.version}, {self.date}"


class BookEdit(models.Model):
    """R-20: what a GM did to attendance, as the public log tells it: never a person."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="edits")
    version = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=24)
    parks = models.JSONField(default=list)
    dates = models.JSONField(default=list)
    reason = models.CharField(max_length=500)
    by = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["book", "version"], name="league_edit_version"),
        ]
        ordering: ClassVar = ["version", "id"]

    def __str__(self) -> str:
        return f"{self.kind} at version {self.version}"
