"""Our only hook into allauth: what an account is made of, where its mail goes, who is throttled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.core import ratelimit
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts import letters, live
from accounts.models import Player, User
from accounts.notices import notify
from accounts.sessions import end_one, end_sessions


@dataclass(frozen=True, slots=True)
class _Site:
    """The site as mail names it: from the settings, never from a request's Host (T-12)."""

    name: str
    domain: str


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-in flows of the portal."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """An account comes with its player."""
        saved: User = super().save_user(request, user, form, commit=commit)
        if commit:
            Player.objects.get_or_create(user=saved)
        return saved

    def set_password(self, user: User, password: str) -> None:
        """A new password, changed or reset, ends every other session and all sockets (R-7)."""
        super().set_password(user, password)
        request = allauth_context.request
        own = request.session.session_key if request.user == user else None
        end_sessions(user, keep=own)
        live.user_ended(user.pk)

    # -- mail

    def format_email_subject(self, subject: str) -> str:
        """The site's name first."""
        return f"[{settings.SITE_NAME}] {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put the mail on its way; a task sends it, so that answers take as long for anybody."""
        site = _Site(settings.SITE_NAME, urlsplit(settings.SITE_URL).netloc)
        facts = {"request": allauth_context.request, "email": email, "current_site": site}
        facts |= {name: _at_our_site(value) for name, value in context.items()}
        facts["current_site"] = site
        mail = self.render_mail(template_prefix, email, facts)
        letters.post(email, mail.subject, str(mail.body))

    # -- throttling (T-4)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Failures count per address and account together: a rival blocks nobody but himself."""
        return f"{self.get_client_ip(request)}|{_account(credentials)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """By address first; an account as a whole only after many failures from many places."""
        super().pre_authenticate(request, **credentials)
        key = _account(credentials)
        if not ratelimit.consume(request, action="login_failed_account", key=key, dry_run=True):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count it, and tell the owner once an hour when it happens often."""
        key = _account(credentials)
        ratelimit.consume(request, action="login_failed_account", key=key)
        if ratelimit.consume(request, action="login_failed_notice", key=key):
            return
        owners = User.objects.filter(email__iexact=key).values_list("pk", flat=True)
        hour = timezone.now().strftime("%Y-%m-%dT%H")
        notify(
            owners, "sign_in_attempts", game_id=None, key=hour, params={"url": "/account/sessions/"}
        )


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """The list of signed-in devices."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Sessions end with the sockets opened in them (R-7)."""
        for session in sessions:
            end_one(session)


def _account(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").lower()


def _at_our_site(value: Any) -> Any:
    """Addresses in mail lead to the site of the settings, whatever Host a request named."""
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        return value
    parts = urlsplit(value)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.SITE_URL}{parts.path}{query}"
