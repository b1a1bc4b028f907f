"""A game and its seats."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from games.registry import rules_of

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """A random public name of a game: it tells nothing of how many there are."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def new_salt() -> str:
    """Secret salt of a game's log leaves, 128 bits."""
    return secrets.token_hex(16)


class Status(models.TextChoices):
    """What the host knows of a game; the title's own phases stand in its state."""

    DRAFT = "draft", "Draft"
    RUNNING = "running", "Running"
    NEEDS_GM = "needs_gm", "Needs a GM"
    FINISHED = "finished", "Finished"
    CANCELLED = "cancelled", "Cancelled"


class Visibility(models.TextChoices):
    """Who finds and watches a game."""

    PUBLIC = "public", "Public"
    UNLISTED = "unlisted", "By link"
    INVITED = "invited", "Invited only"


class BotWhy(models.TextChoices):
    """Why the bot plays a seat that was not made for it."""

    ASKED = "asked", "Its holder asked"
    VACATION = "vacation", "Its holder is away"
    RESIGNED = "resigned", "Its holder resigned"
    GM = "gm", "The GM seated it"


class Game(models.Model):
    """One play of a title.

    `state` is authoritative; `seq` numbers the log, `streams` every stream; `shown` is the host's
    part of the public view as last shown. `due_at` is the only schedule (UTC).

    `spectators`: whether people without a seat may open it. `friendly`: made by people at a table,
    who pause and extend by agreement; `vote` is the proposal they are asked about. `due_seconds`
    is the length of the present window, `due_extra` what the host added to it. `remind_at` and
    `bots_at` say when the tick has to remind of the clock and let bots act.
    """

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    title = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    subtitle = models.CharField(max_length=160, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    visibility = models.CharField(max_length=12, choices=Visibility, default=Visibility.PUBLIC)
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict, blank=True)
    state = models.BinaryField()
    rules_version = models.PositiveIntegerField()
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    seq = models.PositiveIntegerField(default=0)
    chain = models.CharField(max_length=64)
    streams = models.JSONField(default=dict)
    shown = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True, blank=True)
    due_key = models.CharField(max_length=60, blank=True)
    due_key_at = models.DateTimeField(null=True, blank=True)
    due_seconds = models.PositiveIntegerField(null=True, blank=True)
    due_extra = models.PositiveIntegerField(default=0, db_default=0)
    remind_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=200, blank=True)
    problem_intent = models.JSONField(null=True, blank=True)
    book = models.OneToOneField(
        "league.Book", null=True, blank=True, on_delete=models.PROTECT, related_name="game"
    )
    fed_version = models.PositiveIntegerField(default=0)
    bots_seq = models.PositiveIntegerField(default=0)
    bots_at = models.DateTimeField(null=True, blank=True)
    spectators = models.BooleanField(default=True, db_default=True)
    friendly = models.BooleanField(default=False, db_default=False)
    vote = models.JSONField(null=True, blank=True)
    is_hidden = models.BooleanField(default=False)
    created_by = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["due_at"], name="game_due", condition=models.Q(status="running")),
            models.Index(fields=["status", "title"], name="game_status_title"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def title_name(self) -> str:
        """Shown name of the title."""
        return rules_of(self.title).meta.name


class Seat(models.Model):
    """A place in a game: a park's (its general and deputies act) or a player's.

    `bot`: the bot acts for it at the moment, `bot_why` since when it does so for a person.
    `mark`: the seat's colour, pattern and emblem, 1-12. `offered`: its holder gives it away.
    `retired`: its holder resigned. `away_until`: the last day of the holder's vacation, as shown.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    mark = models.PositiveSmallIntegerField(default=1)
    park = models.ForeignKey(
        "accounts.Park", null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
    )
    bot = models.BooleanField(default=False)
    bot_why = models.CharField(max_length=10, choices=BotWhy, blank=True, default="", db_default="")
    offered = models.BooleanField(default=False, db_default=False)
    retired = models.BooleanField(default=False, db_default=False)
    away_until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="seat_once"),
            models.UniqueConstraint(
                fields=["game", "park"],
                name="park_one_seat",
                condition=models.Q(park__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} (seat {self.number})"
