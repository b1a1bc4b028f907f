"""The audit log: one append-only row per change and per look at a secret (R-9)."""

from __future__ import annotations

from typing import Any

import structlog
from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import AuditEntry


def audit_entry(
    *,
    by: int | None,
    what: str,
    target: str,
    target_id: str | int = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> AuditEntry:
    """An unsaved row, for whoever saves it in the transaction of the change itself."""
    return AuditEntry(
        by=by,
        what=what,
        target=target,
        target_id=str(target_id),
        before=before,
        after=after,
        reason=reason,
        address=address_of(request),
        request_id=request_id_of(request),
    )


def audit(
    *,
    by: int | None,
    what: str,
    target: str,
    target_id: str | int = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
    request: HttpRequest | None = None,
) -> AuditEntry:
    """Write one row, in the caller's transaction; people stand in it as plain numbers (R-14)."""
    entry = audit_entry(
        by=by,
        what=what,
        target=target,
        target_id=target_id,
        before=before,
        after=after,
        reason=reason,
        request=request,
    )
    entry.save()
    return entry


def address_of(request: HttpRequest | None) -> str | None:
    """Where a request came from, behind as many proxies as the settings trust."""
    if request is None:
        return None
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return None


def request_id_of(request: HttpRequest | None) -> str:
    """The id that follows a request, a task or a socket through the logs."""
    own = getattr(request, "request_id", "")
    return str(own or structlog.contextvars.get_contextvars().get("request_id", ""))[:64]
