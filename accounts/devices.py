"""Devices that take pushes: subscribed by who is signed in there, gone with that session."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from typing import Any

from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from accounts import outside
from accounts.models import Device, User
from accounts.refusals import Refused

MOST = 20
MAX_ENDPOINT = 1000
_POINT, _SECRET = 65, 16  # bytes of a public key and of the secret beside it (RFC 8291)

_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"),
             ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
_SYSTEMS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
            ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux"))  # fmt: skip


@transaction.atomic
def subscribe(request: HttpRequest, user: User, wish: dict[str, Any]) -> Device:
    """Take pushes on the browser that asks; who was told there before is told no more."""
    endpoint, keys = wish.get("endpoint"), wish.get("keys")
    if not isinstance(endpoint, str) or not isinstance(keys, dict):
        raise Refused("subscription_invalid")
    outside.check_url(endpoint, settings.PUSH_HOSTS, most=MAX_ENDPOINT)
    key, secret = _bytes(keys.get("p256dh"), _POINT), _bytes(keys.get("auth"), _SECRET)
    _check_point(key)
    Device.objects.filter(endpoint=endpoint).delete()
    if Device.objects.filter(user=user).count() >= MOST:
        raise Refused("too_many_devices", most=MOST)
    return Device.objects.create(
        user=user,
        session=_session(request),
        endpoint=endpoint,
        key=_text(key),
        secret=_text(secret),
        name=name_of(request.headers.get("User-Agent", "")),
    )


def _session(request: HttpRequest) -> UserSession:
    """The list's row of the session that asks."""
    UserSession.objects.create_from_request(request)
    return UserSession.objects.get(session_key=request.session.session_key)


def _bytes(text: Any, length: int) -> bytes:
    if not isinstance(text, str) or not text.isascii() or len(text) > 2 * length:
        raise Refused("subscription_invalid")
    try:
        found = base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError) as error:
        raise Refused("subscription_invalid") from error
    if len(found) != length:
        raise Refused("subscription_invalid")
    return found


def _check_point(key: bytes) -> None:
    """A point off the curve would fail at every push."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError as error:
        raise Refused("subscription_invalid") from error


def _text(found: bytes) -> str:
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()


def name_of(agent: str) -> str:
    """How the list calls a browser: "Firefox on Linux"."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "Browser")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser


def drop(user: User, *, pk: int | None = None, endpoint: str | None = None) -> bool:
    """No more pushes to one of one's own devices, by its number or by its endpoint."""
    own = Device.objects.filter(user=user)
    chosen = own.filter(pk=pk) if pk is not None else own.filter(endpoint=endpoint or "")
    return chosen.delete()[0] > 0


def still_signed_in(devices: Iterable[Device]) -> list[Device]:
    """R-7: those whose session has not ended meanwhile; the others are forgotten."""
    kept = []
    for device in devices:
        if device.session.exists():
            kept.append(device)
        else:
            device.delete()
    return kept
