"""Accounts, the players behind them, and how each wants the portal."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class UserManager(BaseUserManager["User"]):
    """Makes accounts together with their player."""

    def create_user(
        self, email: str, password: str | None = None, *, persona: str = "", **fields: Any
    ) -> User:
        """An account with its player; without password it signs in by mailed code."""
        from accounts.personas import clean_persona, persona_key

        user = self.model(email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        name = clean_persona(persona) if persona else ""
        Player.objects.using(self._db).create(user=user, persona=name, key=persona_key(name))
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A league admin with every right."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        """Addresses are compared without case."""
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """One account; others see its player's persona, never the address (R-14).

    Accounts are emptied, never deleted: logs hold their plain number.
    """

    email = models.EmailField(max_length=254, unique=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField("GM", default=False)
    is_minor = models.BooleanField(
        "under age",
        default=False,
        help_text="Age band set by the club: no private chat with adults outside a game's rooms.",
    )
    date_joined = models.DateTimeField(default=timezone.now)
    emptied_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("email"), name="accounts_user_email"),
        ]

    def __str__(self) -> str:
        player = getattr(self, "player", None)
        return (player.persona if player else "") or f"Member {self.pk}"

    def get_full_name(self) -> str:
        """What the console shows: the persona."""
        return str(self)

    def get_short_name(self) -> str:
        """What the console greets with: the persona."""
        return str(self)


class Claim(models.TextChoices):
    """How far the club has confirmed that a player is who they say."""

    NONE = "none", "not claimed"
    ASKED = "asked", "waiting for approval"
    APPROVED = "approved", "approved"
    REFUSED = "refused", "refused"


class Player(models.Model):
    """Who an account is in the club: persona, ORK id, home park, each once per person (T-18)."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="player")
    persona = models.CharField(max_length=40, blank=True)
    key = models.CharField(
        max_length=160, blank=True, editable=False, help_text="Persona as a reader may confuse it."
    )
    ork_id = models.PositiveBigIntegerField(
        "ORK id", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    home_park = models.ForeignKey(
        "accounts.Park", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    claim = models.CharField(max_length=10, choices=Claim.choices, default=Claim.NONE)
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    decided_at = models.DateTimeField(null=True, blank=True, editable=False)
    decided_by = models.BigIntegerField(null=True, blank=True, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["key"], condition=~models.Q(key=""), name="accounts_player_persona"
            ),
            models.UniqueConstraint(
                fields=["ork_id"],
                condition=models.Q(claim="approved"),
                name="accounts_player_ork_id",
            ),
        ]

    def __str__(self) -> str:
        return self.persona or f"Member {self.user_id}"


class Theme(models.TextChoices):
    """Colours of the pages."""

    SYSTEM = "system", "As the system"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class Density(models.TextChoices):
    """Room between lines."""

    COSY = "cosy", "Cosy"
    COMPACT = "compact", "Compact"


class Motion(models.TextChoices):
    """Whether pieces move."""

    SYSTEM = "system", "As the system"
    OFF = "off", "No motion"


class Patterns(models.TextChoices):
    """Strength of the park patterns."""

    NORMAL = "normal", "Normal"
    STRONG = "strong", "Strong"


class Preferences(models.Model):
    """How one person wants the portal; no row means every default (ui.md section 4)."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="preferences")
    zone = models.CharField("time zone", max_length=64, blank=True)
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    density = models.CharField(max_length=8, choices=Density.choices, default=Density.COSY)
    motion = models.CharField(max_length=8, choices=Motion.choices, default=Motion.SYSTEM)
    patterns = models.CharField(
        "pattern strength", max_length=8, choices=Patterns.choices, default=Patterns.NORMAL
    )
    sound = models.BooleanField(default=False)
    notices = models.JSONField(
        default=dict, blank=True, help_text="Kind to {page, browser, mail}; absent means default."
    )
    digest_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name_plural = "preferences"

    def __str__(self) -> str:
        return f"Preferences of member {self.user_id}"
