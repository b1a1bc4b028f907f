"""`Authorization: Bearer …`: programs that act for a person, by a token instead of a session.

Under `/api/` alone. The session's cookie does not count then, so that no page can lend a session
to a request, and the CSRF token is not needed. A view says which scope opens it; one that says
nothing is shut to programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.sessions.backends.cache import SessionStore
from django.http import HttpRequest, HttpResponse

from accounts import tokens
from accounts.services import address_of
from accounts.tokens import ACT, CHAT, WATCH
from games.hosting import frames, limits

__all__ = ["ACT", "CHAT", "WATCH", "BearerMiddleware", "open_to", "scope_of"]

FAILURES, FAILURE_SECONDS = 30, 60

Next = Callable[[HttpRequest], HttpResponse]
View = TypeVar("View", bound=Callable[..., HttpResponse])


_FRAMES: dict[type, str] = {
    frames.Act: ACT,
    frames.Say: CHAT,
    frames.Read: CHAT,
}


def scope_of(frame: frames.AnyFrame) -> str:
    """The scope that a frame on a program's socket needs."""
    return _FRAMES.get(type(frame), WATCH)


def open_to(scope: str) -> Callable[[View], View]:
    """Let programs with this scope use a view."""

    def mark(view: View) -> View:
        view.token_scope = scope  # type: ignore[attr-defined]
        return view

    return mark


class BearerMiddleware:
    """Takes the person from the token, and refuses what the token does not open."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        secret = tokens.secret_in(request.headers.get("Authorization", ""))
        if secret is None or not request.path.startswith("/api/"):
            return self.get_response(request)
        return self._refused(request, secret) or self.get_response(request)

    def _refused(self, request: HttpRequest, secret: str) -> HttpResponse | None:
        from games.hosting.api import refuse

        grant = tokens.find(secret)
        if grant is None:
            wait = limits.http_allows(f"bearer:{address_of(request)}", FAILURES, FAILURE_SECONDS)
            return refuse("rate_limited", {"retry_after": wait}) if wait else refuse("bad_token")
        request.grant = grant  # type: ignore[attr-defined]
        request.user = tokens.bearer(grant)
        request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        request.session = SessionStore()
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return None

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Only what the token's scopes open, only where it is bound to."""
        from games.hosting.api import refuse

        grant: tokens.Grant | None = getattr(request, "grant", None)
        if grant is None:
            return None
        scope = getattr(view, "token_scope", None)
        if scope not in grant.scopes:
            return refuse("token_scope", {"scope": scope or ""})
        if not grant.holds_in(str(kwargs.get("code", ""))):
            return refuse("not_found")
        return None
