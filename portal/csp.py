"""Content security policy (ui.md section 2): nothing inline, nothing from elsewhere.

The console's theme needs inline styles and `unsafe-eval`; `HeadersMiddleware` widens the policy
under the admin's address only, which serves staff.
"""

from __future__ import annotations

from typing import Any

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE

POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

ADMIN_UPDATE: dict[str, list[str]] = {
    "script-src": [UNSAFE_EVAL, UNSAFE_INLINE],
    "style-src": [UNSAFE_INLINE],
}
