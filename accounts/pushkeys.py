"""The key with which the portal says who it is to push services (VAPID, RFC 8292).

From the environment (`VAPID_PRIVATE_KEY`), or made at first use and kept in the database, so that
every process and the next start have the same. Another key makes every subscription worthless.
"""

from __future__ import annotations

import base64
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction

from accounts.models import Device, PushKey

CLAIM_SECONDS = 12 * 3600
_ROW = 1


def private_key() -> ec.EllipticCurvePrivateKey:
    """The key in use."""
    return _read(settings.VAPID_PRIVATE_KEY or _kept().private)


def _kept() -> PushKey:
    key, _ = PushKey.objects.get_or_create(pk=_ROW, defaults={"private": _fresh()})
    return key


@transaction.atomic
def renew() -> None:
    """Another key; devices must subscribe anew, so the old ones are forgotten."""
    PushKey.objects.update_or_create(pk=_ROW, defaults={"private": _fresh()})
    Device.objects.all().delete()


def public_text() -> str:
    """The public half as a browser wants it: the uncompressed point in base64url."""
    point = (
        private_key()
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def authorization(endpoint: str) -> dict[str, str]:
    """The header that signs one push."""
    from py_vapid import Vapid02

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + CLAIM_SECONDS,
        "sub": f"mailto:{settings.SITE_CONTACT}",
    }
    return dict(Vapid02(private_key()).sign(claims))


def _fresh() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    der = key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return base64.urlsafe_b64encode(der).decode()


@lru_cache(maxsize=2)
def _read(text: str) -> ec.EllipticCurvePrivateKey:
    der = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    key = serialization.load_der_private_key(der, password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key
