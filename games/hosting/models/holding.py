"""Who held which seat and when, and the turns that people missed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.hosting.models.game import Game, Seat


class HeldFrom(models.TextChoices):
    """How somebody came to hold a seat."""

    START = "start", "From the start"
    OFFERED = "offered", "It was offered"
    RESIGNED = "resigned", "It was free"
    ABSENT = "absent", "Its holder was absent"
    GM = "gm", "By the GM"


class HeldUntil(models.TextChoices):
    """How a holding ended."""

    OFFERED = "offered", "Given away"
    RESIGNED = "resigned", "Resigned"
    ABSENT = "absent", "Absent"
    GM = "gm", "By the GM"


class SeatHolding(models.Model):
    """A person's time on a seat; `until_at` is empty while it lasts."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holdings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="holdings"
    )
    from_at = models.DateTimeField()
    until_at = models.DateTimeField(null=True, blank=True)
    began = models.CharField(max_length=10, choices=HeldFrom, default=HeldFrom.START)
    ended = models.CharField(max_length=10, choices=HeldUntil, blank=True, default="")

    class Meta:
        ordering = ("seat", "from_at")
        constraints = (
            models.UniqueConstraint(
                fields=["seat"],
                name="seat_held_once",
                condition=models.Q(until_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} on {self.seat}"


class MissedTurn(models.Model):
    """A window in which a person's default was taken; written when the game has ended."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="missed_turns")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="missed_turns")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="missed_turns"
    )
    key = models.CharField("window", max_length=60)
    at = models.DateTimeField()
    excused_at = models.DateTimeField(null=True, blank=True)
    excused_by = models.PositiveBigIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        ordering = ("-at", "seat")
        constraints = (models.UniqueConstraint(fields=["seat", "key"], name="missed_turn_once"),)

    def __str__(self) -> str:
        return f"{self.seat}, {self.key}"
