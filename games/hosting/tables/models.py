"""A table: a game being gathered, with its places, invitations and those who were sent away."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.hosting.models import Visibility
from games.hosting.models.game import new_code
from games.registry import rules_of


def new_link() -> str:
    """The secret part of a table's link, 128 bits."""
    return secrets.token_urlsafe(16)


class Begin(models.TextChoices):
    """What makes a table's game start besides its host."""

    NOW = "now", "At once"
    FULL = "full", "When every seat is taken"
    AT = "at", "At a time"
    HAND = "hand", "When the host starts it"


class TableStatus(models.TextChoices):
    """Where a table stands."""

    OPEN = "open", "Open"
    STARTED = "started", "Started"
    CLOSED = "closed", "Closed"


class Ended(models.TextChoices):
    """Why a table closed without a game."""

    HOST = "host", "Its host closed it."
    STALE = "stale", "Nothing happened there for a long time."
    TIME = "time", "Its time came and not all seats were taken."
    HOSTLESS = "hostless", "Its host has left the portal."


class Table(models.Model):
    """A game being gathered: what it will be, who may come, and what makes it start.

    `options` and `clock` (seconds by window) become the game's own. `ready_by` is the end of a
    running ready check; `link` the secret that opens the table to whoever holds it.
    """

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    link = models.CharField(max_length=32, unique=True, default=new_link, editable=False)
    title = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    options = models.JSONField(default=dict)
    preset = models.CharField(max_length=20, blank=True)
    clock = models.JSONField(default=dict, blank=True)
    visibility = models.CharField(max_length=12, choices=Visibility, default=Visibility.PUBLIC)
    spectators = models.BooleanField(default=True)
    begin = models.CharField(max_length=8, choices=Begin, default=Begin.FULL)
    begin_at = models.DateTimeField(null=True, blank=True)
    fill_bots = models.BooleanField(default=False)
    created_by = models.PositiveBigIntegerField()
    status = models.CharField(max_length=8, choices=TableStatus, default=TableStatus.OPEN)
    ended = models.CharField(max_length=8, choices=Ended, blank=True)
    game = models.OneToOneField(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="table"
    )
    rematch_of = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="rematches"
    )
    ready_by = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(status="started", game__isnull=False)
                | (~Q(status="started") & Q(game__isnull=True)),
                name="table_game_when_started",
            ),
            models.CheckConstraint(
                condition=Q(begin="at", begin_at__isnull=False)
                | (~Q(begin="at") & Q(begin_at__isnull=True)),
                name="table_instant_when_timed",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=Q(status="open"), name="table_one_open_rematch"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["touched_at"], name="table_open", condition=Q(status="open")),
            models.Index(fields=["created_by", "status"], name="table_host"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def title_name(self) -> str:
        """Shown name of the title."""
        return rules_of(self.title).meta.name

    @property
    def is_open(self) -> bool:
        """Whether people may still come and go."""
        return self.status == TableStatus.OPEN


class Kind(models.TextChoices):
    """Who a place is for."""

    OPEN = "open", "Open"
    PERSON = "person", "A person"
    PARK = "park", "A park"
    BOT = "bot", "A bot"


class TablePlace(models.Model):
    """A seat of the game to be. `invited`: kept for somebody who has not answered yet."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.OPEN)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="table_places",
    )
    park = models.ForeignKey(
        "accounts.Park", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    invited = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)

    class Meta:
        ordering = ("table", "number")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="place_once"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(user__isnull=False), name="place_one_person"
            ),
            models.UniqueConstraint(
                fields=["table", "park"], condition=Q(park__isnull=False), name="place_one_park"
            ),
            models.CheckConstraint(
                condition=Q(kind="person", user__isnull=False, park__isnull=True)
                | Q(kind="park", user__isnull=True, park__isnull=False)
                | Q(kind__in=["open", "bot"], user__isnull=True, park__isnull=True, invited=False),
                name="place_holder_fits_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"Place {self.number + 1}: {self.kind}"

    @property
    def is_held(self) -> bool:
        """Whether people sit here who said yes."""
        return self.kind in (Kind.PERSON, Kind.PARK) and not self.invited

    @property
    def is_taken(self) -> bool:
        """Whether the game could start as far as this place goes."""
        return self.is_held or self.kind == Kind.BOT

    def become(self, kind: str, *, user_id: int | None = None, park_id: int | None = None) -> None:
        """Give the place to somebody else, or to nobody."""
        self.kind, self.user_id, self.park_id = kind, user_id, park_id
        self.invited = self.ready = False


class TableInvite(models.Model):
    """One invitation of a person or a park; counted against its sender's day (T-13)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invites")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    park = models.ForeignKey("accounts.Park", null=True, on_delete=models.PROTECT, related_name="+")
    made_by = models.PositiveBigIntegerField(db_index=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, park__isnull=True)
                | Q(user__isnull=True, park__isnull=False),
                name="invite_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"Invitation {self.pk}"


class TableBan(models.Model):
    """Somebody whom the host sent away: the table is closed to them for good."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="bans")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    park = models.ForeignKey("accounts.Park", null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(user__isnull=False), name="ban_person_once"
            ),
            models.UniqueConstraint(
                fields=["table", "park"], condition=Q(park__isnull=False), name="ban_park_once"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, park__isnull=True)
                | Q(user__isnull=True, park__isnull=False),
                name="ban_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"Ban {self.pk}"
