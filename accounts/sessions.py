"""What ends with a session: the open sockets of that session or of all the user's (R-7)."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest

from accounts import live


def bind() -> None:
    """Follow Django's own sign-out, whichever page it came from."""
    user_logged_out.connect(_signed_out, dispatch_uid="accounts.signed_out")


def _signed_out(*, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    if user is None:
        return
    key = request.session.session_key
    UserSession.objects.filter(user=user, session_key=key).delete()
    live.user_ended(user.pk, key)


def end_sessions(user: Any, *, keep: str | None = None) -> int:
    """End every session of `user` (but `keep`) and the sockets opened with them."""
    ended = 0
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep or ""):
        end_one(session)
        ended += 1
    if keep is None:
        live.user_ended(user.pk)
    return ended


def end_one(session: UserSession) -> None:
    """End one session and the sockets opened with it."""
    key = session.session_key
    session.end()
    live.user_ended(session.user_id, key)
