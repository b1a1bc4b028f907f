"""Series of games, their garnets, and the results that hosting writes when a game ends.

Games and users are plain numbers here: games belong to the layer above, and accounts are emptied,
never deleted.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Series(models.Model):
    """A row of games with one table of standings and one purse per member (GC-14)."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    start_balance = models.PositiveSmallIntegerField(default=3)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-opened_at"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class SeriesGame(models.Model):
    """A game that belongs to a series; its results go there when they are written."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="games")
    game = models.PositiveBigIntegerField(unique=True)

    class Meta:
        ordering: ClassVar = ["series", "game"]

    def __str__(self) -> str:
        return f"game {self.game} of {self.series_id}"


class Member(models.Model):
    """GC-14.1: somebody who plays in a series; `balance` is the sum of the entries (GC-14.3)."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="members")
    user = models.PositiveBigIntegerField()
    balance = models.PositiveIntegerField(default=0, editable=False)
    eliminated = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "user"], name="league_member_once"),
        ]

    def __str__(self) -> str:
        return f"member {self.user} of {self.series_id}"


class GarnetEntry(models.Model):
    """GC-14.3: one change of a member's balance; `public` once its game has closed (GC-14.4)."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="entries")
    game = models.PositiveBigIntegerField(null=True)
    amount = models.IntegerField()
    reason = models.CharField(max_length=60)
    public = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["game"], name="league_garnet_game")]
        ordering: ClassVar = ["id"]
        verbose_name_plural = "garnet entries"

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.reason}"


class Token(models.Model):
    """GC-14.5: a Token of Life, of one member and one match."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="tokens")
    game = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["member", "game"], name="league_token_once"),
        ]

    def __str__(self) -> str:
        return f"token of {self.member_id} in game {self.game}"


class Result(models.Model):
    """How one seat of a finished game fared; without a place in a game that ended unranked.

    `user`: who held it at the end, nobody for a park's seat. `bot`: the bot played it then.
    `retired`: that person had resigned (PR-8.7). `ties`: what decided between equal scores.
    """

    game = models.PositiveBigIntegerField()
    title = models.SlugField(max_length=60)
    series = models.ForeignKey(
        Series, on_delete=models.SET_NULL, null=True, blank=True, related_name="results"
    )
    seat = models.PositiveSmallIntegerField()
    seat_name = models.CharField(max_length=120)
    park = models.ForeignKey(
        "accounts.Park", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    user = models.PositiveBigIntegerField(null=True, blank=True)
    bot = models.BooleanField(default=False)
    retired = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(default=0)
    ties = models.JSONField(default=dict)
    won = models.BooleanField(default=False)
    reason = models.CharField(max_length=60, blank=True)
    ended_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="league_result_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="league_result_place"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["title", "-ended_at"], name="league_result_title"),
            models.Index(fields=["user"], name="league_result_user"),
            models.Index(fields=["-ended_at"], name="league_result_ended"),
        ]
        ordering: ClassVar = ["-ended_at", "game", "place", "seat"]

    def __str__(self) -> str:
        return f"game {self.game}, seat {self.seat}: place {self.place}"
