"""What every request and answer carries: a request id for the logs, and headers (T-1, T-9)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from portal import csp

Next = Callable[[HttpRequest], HttpResponse]

PERMISSIONS_POLICY = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer",
        "autoplay",
        "camera",
        "display-capture",
        "encrypted-media",
        "fullscreen",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "picture-in-picture",
        "screen-wake-lock",
        "usb",
        "xr-spatial-tracking",
    )
)
AWAY = 503
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestContextMiddleware:
    """One id per request, in every log line and in the answer; a trusted proxy may bring one."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = self._given(request) or secrets.token_hex(8)
        request.request_id = request_id  # type: ignore[attr-defined]
        _drop_odd_cookies(request)
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
        response["X-Request-ID"] = request_id
        return response

    def _given(self, request: HttpRequest) -> str:
        given = request.headers.get("X-Request-ID", "")
        is_trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT > 0
        return given if is_trusted and _REQUEST_ID.fullmatch(given) else ""


def _drop_odd_cookies(request: HttpRequest) -> None:
    """A cookie may be quoted to hold any character; nobody's own does (PostgreSQL refuses some)."""
    for name in [name for name, text in request.COOKIES.items() if not text.isprintable()]:
        del request.COOKIES[name]


class HeadersMiddleware:
    """Private pages stay out of every cache; the console's theme gets the policy it needs."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response
        self.console = f"/{settings.ADMIN_PATH}/"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        is_away = response.status_code == AWAY  # asking who this is would wait for it once more
        user = AnonymousUser() if is_away else getattr(request, "user", AnonymousUser())
        is_known = user.is_authenticated
        is_private = is_known or is_away
        response.setdefault(
            "Cache-Control", "private, no-store" if is_private else "private, no-cache"
        )
        if is_known and user.is_staff and request.path.startswith(self.console):
            response._csp_update = csp.ADMIN_UPDATE  # type: ignore[attr-defined]
        return response
