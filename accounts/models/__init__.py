"""Models of people, parks and records, split by topic."""

from __future__ import annotations

from accounts.models.outward import Delivery, Device, PushKey, Webhook
from accounts.models.parks import (
    General,
    Heraldry,
    Invitation,
    Membership,
    Office,
    Park,
    ParkOrkId,
    Vacation,
)
from accounts.models.people import Claim, Player, Preferences, User
from accounts.models.records import AuditEntry, KeptMail, Letter, MailState, Notice
from accounts.models.tokens import ApiToken, Bearer

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Bearer",
    "Claim",
    "Delivery",
    "Device",
    "General",
    "Heraldry",
    "Invitation",
    "KeptMail",
    "Letter",
    "MailState",
    "Membership",
    "Notice",
    "Office",
    "Park",
    "ParkOrkId",
    "Player",
    "Preferences",
    "PushKey",
    "User",
    "Vacation",
    "Webhook",
]
