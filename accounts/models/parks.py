"""Parks, who belongs to them, who acts for them, and who is invited."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from accounts.models.people import Player

MARKS = 12


class Park(models.Model):
    """IM-3.2: a side of the league, told apart by name, mark and heraldry, never colour alone."""

    name = models.CharField(max_length=60, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    abbreviation = models.CharField(max_length=8, blank=True)
    mark = models.PositiveSmallIntegerField(
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MARKS)],
        help_text="Colour, pattern and emblem.",
    )
    heraldry = models.CharField(max_length=48, blank=True, editable=False)
    is_active = models.BooleanField(default=True)

    class Meta:
        ordering = ("name",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(mark__gte=1, mark__lte=MARKS), name="accounts_park_mark"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def heraldry_url(self) -> str:
        """Where its picture is served, or nothing."""
        return reverse("heraldry", args=[self.heraldry]) if self.heraldry else ""


class ParkOrkId(models.Model):
    """IM-3.2: a park has one or more ORK park ids; an ORK park belongs to at most one."""

    park = models.ForeignKey(Park, on_delete=models.CASCADE, related_name="ork_ids")
    ork_id = models.PositiveBigIntegerField(
        "ORK park id", unique=True, validators=[MinValueValidator(1)]
    )

    class Meta:
        verbose_name = "ORK park id"
        ordering = ("ork_id",)

    def __str__(self) -> str:
        return str(self.ork_id)


class Heraldry(models.Model):
    """A park's re-encoded picture (T-15), kept in the database so that every web process has it."""

    name = models.CharField(max_length=48, primary_key=True)
    park = models.ForeignKey(Park, on_delete=models.CASCADE, related_name="+")
    content = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "heraldry"

    def __str__(self) -> str:
        return self.name


class Dated(models.Model):
    """Something that holds from one moment until another."""

    from_at = models.DateTimeField(default=timezone.now)
    until_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @staticmethod
    def holds(at: object, prefix: str = "") -> models.Q:
        """The condition that a row holds at `at`."""
        return models.Q(**{f"{prefix}from_at__lte": at}) & (
            models.Q(**{f"{prefix}until_at__isnull": True})
            | models.Q(**{f"{prefix}until_at__gt": at})
        )


class Membership(Dated):
    """Which park a player belongs to; one at a time."""

    park = models.ForeignKey(Park, on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(until_at=None),
                name="accounts_membership_one_park",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.park}"


class Office(models.TextChoices):
    """Who acts for a park."""

    GENERAL = "general", "General"
    DEPUTY = "deputy", "Deputy"


class General(Dated):
    """IM-3.2: an appointment, as general or deputy of a park, dated."""

    park = models.ForeignKey(Park, on_delete=models.PROTECT, related_name="appointments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="appointments")
    office = models.CharField(max_length=8, choices=Office.choices, default=Office.GENERAL)
    made_by = models.BigIntegerField(null=True, blank=True, editable=False)
    ended_by = models.BigIntegerField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "appointment"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["park"],
                condition=models.Q(office="general", until_at=None),
                name="accounts_general_one_per_park",
            ),
            models.UniqueConstraint(
                fields=["park", "player"],
                condition=models.Q(until_at=None),
                name="accounts_general_one_office",
            ),
            models.CheckConstraint(
                condition=models.Q(until_at=None) | models.Q(until_at__gte=models.F("from_at")),
                name="accounts_general_dates",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.office} of {self.park}"


class Vacation(models.Model):
    """IM-8.10: days on which somebody will not be there; `bot`: the bot plays meanwhile."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations")
    first = models.DateField("first day")
    last = models.DateField("last day")
    bot = models.BooleanField("the bot plays at tables meanwhile", default=False)

    class Meta:
        ordering = ("first",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(last__gte=models.F("first")), name="accounts_vacation_dates"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.first} to {self.last}"


class Invitation(models.Model):
    """A way into a park, by link or by mail; only the token's hash is kept."""

    park = models.ForeignKey(Park, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.BigIntegerField(db_index=True)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField(default=1)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_by = models.BigIntegerField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at",)

    def __str__(self) -> str:
        return f"Invitation {self.pk} to {self.park}"
