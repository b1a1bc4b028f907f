"""What every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """Name and address of the site, and whether this is a demo."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "is_demo": getattr(settings, "DEMO", False),
    }
