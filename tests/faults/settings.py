"""The lab's settings: production's, on loopback without TLS, with a clock that tests may move."""

from __future__ import annotations

import os
from pathlib import Path

from portal.settings.production import *  # noqa: F403
from portal.settings.production import CELERY_BEAT_SCHEDULE, VAR_DIR

LAB_CLOCK = True
SECURE_SSL_REDIRECT = False
SECURE_PROXY_SSL_HEADER = None
TICK_SECONDS = 5
CELERY_BEAT_SCHEDULE["tick"]["schedule"] = TICK_SECONDS
BOT_DELAY_SECONDS = (0.0, 0.0)
ADMINS = [("GM", "gm@example.org")]
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = Path(os.environ.get("LAB_MAIL", VAR_DIR / "mail"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
