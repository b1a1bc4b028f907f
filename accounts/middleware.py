"""What every request of a person brings: their zone and theme, and the console's second factor."""

from __future__ import annotations

import time
from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts.live import session_tag
from accounts.models import Preferences
from accounts.second_factor import missing_step

Next = Callable[[HttpRequest], HttpResponse]

SEEN_EVERY = 300  # seconds
THEME_COOKIE = "theme"
THEME_COOKIE_AGE = 365 * 24 * 3600
_EVEN = ("account_login", "account_signup", "account_reset_password", "account_request_login_code")


class PreferencesMiddleware:
    """Dates in the person's zone; the theme in a cookie so that the first paint is right."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        preferences = None
        if request.user.is_authenticated:
            preferences = Preferences.objects.filter(user=request.user).first()
        request.preferences = preferences or Preferences()  # type: ignore[attr-defined]
        try:
            zone = zone_of(preferences)
            if zone:
                timezone.activate(zone)
            response = self.get_response(request)
        finally:
            timezone.deactivate()
        if preferences and THEME_COOKIE not in response.cookies:
            self._keep_theme(request, response, preferences.theme)
        return response

    @staticmethod
    def _keep_theme(request: HttpRequest, response: HttpResponse, theme: str) -> None:
        if request.COOKIES.get(THEME_COOKIE) != theme:
            set_theme_cookie(response, theme)


class SessionActivityMiddleware:
    """When and where a session was last seen, for the list of signed-in devices.

    Written every few minutes, not with every page: the database's one writer belongs to the games.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.session.session_key or ""
        is_known = key != "" and request.user.is_authenticated
        if is_known and cache.add(f"seen:{session_tag(key)}", 1, SEEN_EVERY):
            UserSession.objects.create_from_request(request)
        return self.get_response(request)


class StaffSecondFactorMiddleware:
    """The console opens to staff with a second factor only; their sessions are short (T-9)."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response
        self.prefix = f"/{settings.ADMIN_PATH}/"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and user.is_staff:
            if request.session.get_expiry_age() > settings.STAFF_SESSION_AGE:
                request.session.set_expiry(settings.STAFF_SESSION_AGE)
            if request.path.startswith(self.prefix):
                step = missing_step(request)
                if step is not None:
                    return step
        return self.get_response(request)


class EvenAnswersMiddleware:
    """R-13: forms that must not tell who is a member answer no sooner than a fixed time."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response
        self.paths: frozenset[str] | None = None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self.paths is None:
            self.paths = frozenset(reverse(name) for name in _EVEN)
        if request.method != "POST" or request.path not in self.paths:
            return self.get_response(request)
        due = time.monotonic() + settings.EVEN_ANSWER_SECONDS
        response = self.get_response(request)
        time.sleep(max(0.0, due - time.monotonic()))
        return response


def set_theme_cookie(response: HttpResponse, theme: str) -> None:
    """Keep the theme for pages read before the account is known."""
    response.set_cookie(
        THEME_COOKIE,
        theme,
        max_age=THEME_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def zone_of(preferences: Preferences | None) -> ZoneInfo | None:
    """The zone a person chose, if this machine knows it."""
    if preferences is None or not preferences.zone:
        return None
    try:
        return ZoneInfo(preferences.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return None
