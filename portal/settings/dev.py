"""Embedded defaults: SQLite in `var/`, mail kept on a page, whatever `serve` starts beside it."""

from __future__ import annotations

import os

os.environ.setdefault("EMAIL_URL", "consolemail://")

from portal.settings.base import *  # noqa: E402, F403
from portal.settings.base import CELERY_BEAT_SCHEDULE, VAR_DIR, env  # noqa: E402


def _kept_key() -> str:
    """A secret key of this checkout, made at the first start and kept beside the database."""
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    path = VAR_DIR / "secret-key"
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(os.urandom(32).hex())
    except FileExistsError:
        pass
    return path.read_text() or "starting"


(VAR_DIR / "static").mkdir(parents=True, exist_ok=True)
SECRET_KEY = env("SECRET_KEY", default="") or _kept_key()
DEBUG = env.bool("DEBUG", default=False)
DEMO = env.bool("PORTAL_DEMO", default=False)
PORT = env.int("PORTAL_PORT", default=8000)
SITE_URL = f"http://127.0.0.1:{PORT}"
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *env.list("ALLOWED_HOSTS", default=[])]
ALLOWED_ORIGINS = [
    *(f"http://{host}:{PORT}" for host in ("127.0.0.1", "localhost", "[::1]")),
    *env.list("ALLOWED_ORIGINS", default=[]),
]
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS
TICK_SECONDS = 5
CELERY_BEAT_SCHEDULE["tick"]["schedule"] = TICK_SECONDS
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # an edited file is served as it is now
EMAIL_BACKEND = "accounts.mailbox.MailboxBackend"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # passkeys at http://localhost
if DEMO:
    SITE_NAME = env("SITE_NAME", default="Sample Peaks")
    STAFF_NEEDS_SECOND_FACTOR = False
    ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    ORK_PORT = env.int("PORTAL_ORK_PORT", default=8765)
    ORK_URL = f"http://127.0.0.1:{ORK_PORT}/orkservice/Json/index.php"
    ORK_ALLOW_LOOPBACK = True
    ORK_CALL_INTERVAL = 0.1
    LAB_CLOCK = True  # the loaded weeks are resolved at their own instants
    CELERY_BEAT_SCHEDULE["demo"] = {"task": "portal.demo.tasks.renew", "schedule": 30.0}
