"""Tests: a file database (several threads must see it), memory for the rest unless told otherwise.

`DATABASE_URL` and `REDIS_URL` in the environment move the same tests to PostgreSQL and Redis.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
os.environ.setdefault("PORTAL_VAR", str(Path(tempfile.gettempdir()) / f"portal-test-{os.getpid()}"))
if os.environ.get("REDIS_URL"):  # every worker its own database number, and channels of its own
    number = int(worker.removeprefix("gw")) + 1 if worker.startswith("gw") else 0
    os.environ["REDIS_URL"] = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{number}").geturl()
    os.environ["BUS_PREFIX"] = f"portal-test-{os.getpid()}"

from portal.settings.base import *  # noqa: E402, F403
from portal.settings.base import DATABASES, VAR_DIR  # noqa: E402

SECRET_KEY = "only for tests"  # noqa: S105
DEBUG = False
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
SITE_URL = "http://testserver"
ALLOWED_ORIGINS = ["http://testserver", "http://localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
EVEN_ANSWER_SECONDS = 0.0
LAB_CLOCK = True
BOT_DELAY_SECONDS = (0.0, 0.0)
ORK_CALL_INTERVAL = 0.0
ORK_RETRY_WAITS = (0.0, 0.0)
VAR_DIR.mkdir(parents=True, exist_ok=True)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / f"test-{worker}.sqlite3")}
    # durability is tested by the lab; an fsync per commit only slows the rest
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;PRAGMA foreign_keys=ON;"
    )
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
