"""A mail server that is away."""

from __future__ import annotations

from typing import Any

from django.core.mail.backends.base import BaseEmailBackend


class Backend(BaseEmailBackend):
    """Refuses every connection."""

    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError
