"""Pages of the community: parse, ask one module, answer."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def shown(
    request: HttpRequest, template: str, tab: str, context: dict[str, Any] | None = None
) -> HttpResponse:
    """A page of the league's part of the site; `tab` says which of its pages."""
    return render(
        request, f"community/{template}.html", {"nav": "league", "tab": tab, **(context or {})}
    )
