"""Tokens with which a person's programs act for them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from accounts.models.people import User


class ApiToken(models.Model):
    """T-22: a person's own token for programs; only its hash is kept.

    `game` and `seat` bind it to one game (its code) and one seat there. `head` are its first
    letters, by which its owner knows it again.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    head = models.CharField(max_length=12, editable=False)
    may_act = models.BooleanField(default=False)
    may_chat = models.BooleanField(default=False)
    game = models.CharField(max_length=16, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(seat=None) | ~models.Q(game=""),
                name="accounts_token_seat_in_game",
            ),
        ]

    def __str__(self) -> str:
        return f"Token {self.pk}"


class Bearer(User):
    """Whoever a token stands for, without a GM's powers; never saved."""

    class Meta:
        proxy = True

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """None: a token gives no staff powers."""
        return False

    def has_module_perms(self, app_label: str) -> bool:
        """None: a token gives no staff powers."""
        return False

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Refuse: the instance says less than the account."""
        raise TypeError("a bearer is not saved")
