"""Forms of the sign-in flows that differ from allauth's."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.forms import RequestLoginCodeForm
from allauth.core import context, ratelimit


class RequestCodeForm(RequestLoginCodeForm):  # type: ignore[misc]
    """T-4, T-13: codes are limited per asking address and target, and far above that per target.

    So nobody fills a mailbox, and nobody uses up the codes of somebody else from one address.
    """

    def clean_email(self) -> str:
        """Check both limits, alike for known and unknown addresses."""
        request, adapter = context.request, get_adapter()
        target = str(self.cleaned_data["email"]).lower()
        pair = f"{adapter.get_client_ip(request)}|{target}"
        if not ratelimit.consume(
            request, action="login_code_pair", key=pair
        ) or not ratelimit.consume(request, action="login_code_target", key=target):
            raise adapter.validation_error("too_many_login_attempts")
        return str(super().clean_email())
