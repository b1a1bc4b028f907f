"""Models of people, parks and records, split by topic."""

from __future__ import annotations

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

__all__ = [
    "AuditEntry",
    "Claim",
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
    "User",
    "Vacation",
]
