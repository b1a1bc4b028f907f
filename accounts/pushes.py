"""One browser push: encrypted for its device (RFC 8291), signed with the portal's key."""

from __future__ import annotations

import json

from django.conf import settings

from accounts import outside, pushkeys
from accounts.models import Device

TTL = 6 * 3600  # how long a push service keeps it for a device that is away
MAX_TEXT = 300


def payload(name: str, text: str, url: str) -> bytes:
    """What the device is told, no more than it shows."""
    about = {"id": name, "title": settings.SITE_NAME, "body": text[:MAX_TEXT], "url": url}
    return json.dumps(about, ensure_ascii=False).encode()


def send(device: Device, name: str, text: str, url: str) -> outside.Answered:
    """Hand it to the device's push service."""
    from pywebpush import WebPusher

    keys = {"p256dh": device.key, "auth": device.secret}
    subscription = {"endpoint": device.endpoint, "keys": keys}
    body = bytes(WebPusher(subscription).encode(payload(name, text, url))["body"])
    headers = {
        **pushkeys.authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": name,
    }
    return outside.post(device.endpoint, settings.PUSH_HOSTS, body, headers)
