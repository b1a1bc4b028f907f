"""How the lab compares views: the same digest for clients and for the server's own record."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any


def digest(view: Any) -> str:
    """One view, however its keys are ordered."""
    return sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:20]
