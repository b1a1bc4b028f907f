"""For `./dev bench` alone: the embedded defaults in a folder of their own, with wider limits.

The reference game stands beside the titles, and many sockets may come from one address: one
machine plays all players. Durability, sessions, rights and the door are those of every day.
"""

from __future__ import annotations

import os

if "PORTAL_VAR" not in os.environ:
    raise RuntimeError("the bench names its own folder: ./dev bench")
os.environ.setdefault("EXTRA_TITLES", "stewards=tools.bench.stewards:rules")

from portal.settings.dev import *  # noqa: E402, F403
from portal.settings.dev import INSTALLED_APPS, PORT  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "tools.bench"]
SOCKETS_PER_ADDRESS = 20_000
SOCKETS_PER_USER = 1_000
SOCKET_FRAMES = 1_000_000
STAFF_NEEDS_SECOND_FACTOR = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
ALLOWED_ORIGINS = [f"http://127.0.0.1:{PORT}"]
BOT_DELAY_SECONDS = (0.1, 0.6)  # the soak's clocks run for one second
