"""Home, health and error pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.hosting import api, health, lobby

log = structlog.get_logger(__name__)


def home(request: HttpRequest) -> HttpResponse:
    """What this is, games to watch and standings; signed in: whose turn it is first."""
    return render(request, "portal/home.html", {**lobby.context(request), "nav": "home"})


def healthz(request: HttpRequest) -> HttpResponse:
    """The process is alive."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """R-22: database, Redis, age of the last tick, outbox and queue; 503 with what is ill."""
    found = health.judge()
    return JsonResponse(found, status=200 if found["ready"] else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus, from this machine only."""
    if request.META.get("REMOTE_ADDR") not in ("127.0.0.1", "::1"):
        return not_found(request, None)
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows pushes; from the root, so that it may speak for every page."""
    script = Path(settings.BASE_DIR) / "static" / "js" / "sw.js"
    response = HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _page(request: HttpRequest, status: int, code: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return api.refuse(code)
    try:
        return render(request, f"portal/{status}.html", status=status)
    except DatabaseError:
        return HttpResponse("The portal is away for a moment.", status=503)


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """400 in plain words."""
    return _page(request, 400, "bad_frame")


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """403 in plain words."""
    return _page(request, 403, "not_yours")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that did not come from a page of ours (T-7)."""
    return _page(request, 403, "csrf")


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """404 in plain words."""
    return _page(request, 404, "not_found")


def server_error(request: HttpRequest) -> HttpResponse:
    """500 without a trace; 503 where the database is away, 400 where it cannot hold the input."""
    if isinstance(sys.exc_info()[1], DataError | OverflowError):  # U+0000, 400 digits
        return bad_request(request)
    if _database_is_away():
        if request.path.startswith("/api/"):
            return api.refuse("unavailable")
        return HttpResponse("The portal is away for a moment.", status=503)
    if request.path.startswith("/api/"):
        return api.failed(request)
    return render(request, "portal/500.html", {"site_name": settings.SITE_NAME}, status=500)


def _database_is_away() -> bool:
    """Whether this answer is made because of the database; asking it again would only wait more."""
    return isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
