"""Production: everything that differs comes from the environment, here and nowhere else."""

from __future__ import annotations

from portal.settings.base import *  # noqa: F403
from portal.settings.base import DATABASES, env

DEBUG = False
SECRET_KEY = env("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
SITE_URL = env("SITE_URL")
ALLOWED_ORIGINS = env.list("ALLOWED_ORIGINS", default=[SITE_URL])
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS

SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
if env.bool("BEHIND_PROXY", default=True):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"

if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    is_web = env("PORTAL_ROLE", default="web") == "web"
    timeout = "5s" if is_web else "60s"
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # the pool hands out no broken connection
    DATABASES["default"]["OPTIONS"] = {
        "options": f"-c statement_timeout={timeout} -c lock_timeout=3s "
        "-c idle_in_transaction_session_timeout=15s -c synchronous_commit=on",
        **({"pool": {"min_size": 2, "max_size": 10, "timeout": 2}} if is_web else {}),
    }

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "portal.storage.ManifestStorage"},
}
ADMINS = [("GM", address) for address in env.list("ADMINS", default=[])]
SENTRY_DSN = env("SENTRY_DSN", default="")
if SENTRY_DSN:
    import sentry_sdk

    sentry_sdk.init(
        SENTRY_DSN,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
    )
