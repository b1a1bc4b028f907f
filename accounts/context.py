"""What the page shell shows of the person who reads it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import Preferences
from accounts.notices import unread_count


def person(request: HttpRequest) -> dict[str, Any]:
    """Look of the pages and the number on the bell; nothing for visitors but the defaults."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    own: Preferences = getattr(request, "preferences", None) or Preferences()
    return {
        "theme": own.theme,
        "density": own.density,
        "motion": own.motion,
        "patterns": own.patterns,
        "sound": "on" if own.sound else "off",
        "initials": "".join(word[0] for word in str(user).split()[:2]),
        "unread": SimpleLazyObject(lambda: unread_count(user)),
    }
