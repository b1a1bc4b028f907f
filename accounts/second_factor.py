"""The second factor of those who run the league (R-13, T-9, T-11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import urlencode

View = Callable[..., HttpResponse]


def missing_step(request: HttpRequest) -> HttpResponse | None:
    """Where staff must go before the console opens: set the factor up, or show it; else nothing."""
    if not settings.STAFF_NEEDS_SECOND_FACTOR:
        return None
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    own = set(
        Authenticator.objects.filter(user=request.user, type__in=kinds).values_list(
            "type", flat=True
        )
    )
    if not own:
        return _to("mfa_activate_totp", request)
    records = get_authentication_records(request, request.user)
    if any(record.get("method") == "mfa" for record in records):
        return None
    has_app = Authenticator.Type.TOTP in own
    return _to("mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn", request)


def gm_required(view: View) -> View:
    """For GM pages outside the admin: active staff, second factor shown in this session."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return _to(settings.LOGIN_URL, request)
        if not user.is_active or not user.is_staff:
            raise PermissionDenied
        return missing_step(request) or view(request, *args, **kwargs)

    return guarded


def _to(name: str, request: HttpRequest) -> HttpResponse:
    back = request.get_full_path() if request.method == "GET" else "/"
    return HttpResponseRedirect(f"{resolve_url(name)}?{urlencode({'next': back})}")
