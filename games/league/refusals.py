"""What every GM's change of attendance must bring along."""

from __future__ import annotations

from accounts.refusals import Refused


def required_reason(reason: str) -> str:
    """The reason, trimmed; every GM action must give one (IM-5.5)."""
    trimmed = " ".join(reason.split())
    if not trimmed:
        raise Refused("reason_required")
    return trimmed[:500]
