"""Defaults that hold everywhere; dev, test and production say what differs."""

from __future__ import annotations

from pathlib import Path

import environ

from games import registry
from games.league import classes
from portal import csp, theme

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = Path(env("PORTAL_VAR", default=str(BASE_DIR / "var")))

SITE_NAME = env("SITE_NAME", default="Club Portal")
SITE_URL = env("SITE_URL", default="http://127.0.0.1:8000")
SITE_CONTACT = env("SITE_CONTACT", default="gm@example.org")

# -- titles beyond the registry (a bench or a club's own), as slug → "module:name"
EXTRA_TITLES: dict[str, str] = env.dict("EXTRA_TITLES", default={})
for _slug, _target in EXTRA_TITLES.items():
    registry.register(_slug, _target)

INSTALLED_APPS = [
    "accounts",
    "games.league",
    "games.hosting",
    "games.hosting.chat",
    "games.hosting.tables",
    "games.community",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_celery_beat",
    "csp",
    "portal",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "portal.middleware.RequestContextMiddleware",
    "csp.middleware.CSPMiddleware",
    "portal.middleware.HeadersMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.hosting.bearer.BearerMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SessionActivityMiddleware",
    "accounts.middleware.EvenAnswersMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.StaffSecondFactorMiddleware",
]

ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
WSGI_APPLICATION = "portal.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TITLE_FOLDERS = {slug: registry.folder_of(slug) / "ui" for slug in registry.TITLES}

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.context.site",
                "accounts.context.person",
                "games.hosting.tables.context.waiting",
            ],
            "loaders": [
                "django.template.loaders.filesystem.Loader",
                "django.template.loaders.app_directories.Loader",
                "portal.titles.Loader",
            ],
        },
    },
]

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/portal.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
        "PRAGMA foreign_keys=ON;PRAGMA temp_store=MEMORY;",
    }
ATOMIC_REQUESTS = False

# -- Redis or Valkey: bus, broker, cache; empty means one process with everything in it
REDIS_URL: str = env("REDIS_URL", default="")
BUS_PREFIX = env("BUS_PREFIX", default="portal")  # channels know no database number
CACHES = {
    "default": (
        {
            "BACKEND": "portal.forgiving_cache.ForgivingRedisCache",
            "LOCATION": env("CACHE_URL", default=REDIS_URL),
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "portal"}
    )
}

# -- accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_FORMS = {"request_login_code": "accounts.sign_in_forms.RequestCodeForm"}
# T-4: by address first, an account as a whole only far above what a person mistypes; mailed codes
# and signed-in devices stay usable. `accounts/adapter.py` uses the names allauth does not know.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/300s/key",
    "login_failed_account": "60/h/key",
    "login_failed_notice": "10/h/key",
    "request_login_code": "20/m/ip",
    "login_code_pair": "3/10m/key",
    "login_code_target": "30/h/key",
    "reset_password": "20/m/ip,6/h/key",
    "signup": "20/m/ip",
}
EVEN_ANSWER_SECONDS = 0.5  # sign-in forms answer no sooner, known address or not
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.passkey_forms.AddForm",
    "authenticate_webauthn": "accounts.passkey_forms.AuthenticateForm",
    "login_webauthn": "accounts.passkey_forms.LoginForm",
    "reauthenticate_webauthn": "accounts.passkey_forms.ReauthenticateForm",
}
MFA_TOTP_ISSUER = SITE_NAME
USERSESSIONS_TRACK_ACTIVITY = True  # `SessionActivityMiddleware` writes it, seldom
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
STAFF_NEEDS_SECOND_FACTOR = True
ADMIN_PATH = "admin"
STAFF_SESSION_AGE = 8 * 3600

SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "portal.views.csrf_failed"
CSRF_COOKIE_HTTPONLY = False  # the client reads it for its HTTP twins
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
CONTENT_SECURITY_POLICY = csp.POLICY
UNFOLD = theme.UNFOLD
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# a checked ORK file may be 5 MB (ORK-6.2), heraldry 2 MiB; larger bodies never reach a view
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

# -- mail
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="portal@example.org")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10

# -- what goes to addresses that people gave (T-14): names, `.example.org` for all under it, `*`
VAPID_PRIVATE_KEY = env("VAPID_PRIVATE_KEY", default="")  # empty: made once, kept in the database
PUSH_HOSTS: list[str] = env.list(
    "PUSH_HOSTS",
    default=[
        "fcm.googleapis.com",
        ".push.services.mozilla.com",
        ".notify.windows.com",
        ".push.apple.com",
    ],
)
WEBHOOK_HOSTS: list[str] = env.list(
    "WEBHOOK_HOSTS", default=["discord.com", "discordapp.com", "ptb.discord.com"]
)

# -- places, languages, files
LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS: list[object] = [
    BASE_DIR / "static",
    *((f"games/{slug}", folder) for slug, folder in TITLE_FOLDERS.items() if folder.is_dir()),
]
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"

# -- Celery (reliability.md section 6)
CELERY_BROKER_URL = env("CELERY_BROKER_URL", default=REDIS_URL or "memory://")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # tasks log as everything else does
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, float] = {
    "visibility_timeout": 600,
    "unacked_restore_throttle": 1,
}
if CELERY_BROKER_URL.startswith("memory:"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_TASK_ROUTES = {
    "games.hosting.tasks.tick": {"queue": "clock"},
    "games.hosting.tasks.run_due": {"queue": "clock"},
    "accounts.tasks.*": {"queue": "mail"},
}
CELERY_TASK_DEFAULT_QUEUE = "default"

# -- hosting (docs/operations.md)
TICK_SECONDS = 15
LAB_CLOCK = False  # adds an offset kept in the database to the one clock (hosting/clocks.py)
ALLOWED_ORIGINS: list[str] = env.list("ALLOWED_ORIGINS", default=[SITE_URL])
SOCKETS_PER_USER = 10
SOCKETS_PER_ADDRESS = 100
SOCKET_FRAMES = 20  # frames a person may send in 5 s over all sockets
TABLES_PER_HOST = 3  # open tables a person may gather at once
TABLE_GAMES_PER_HOST = 12  # running games of tables that a person has made
TABLE_STALE_HOURS = 72  # an open table where nothing happens closes itself
BOT_DELAY_SECONDS = (1.0, 4.0)  # a bot thinks between so and so long
CHAT_RELEASE_SECONDS = 10.0  # CHAT-7: anonymous posts come out together, at most so often

CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "games.hosting.tasks.tick",
        "schedule": TICK_SECONDS,
        "options": {"expires": 60},
    },
    "letters": {"task": "accounts.tasks.send_letters", "schedule": 15.0},
    "notices": {"task": "accounts.tasks.send_notices", "schedule": 60.0},
    "outward": {"task": "accounts.tasks.send_outward", "schedule": 15.0},
    "tidy": {"task": "accounts.tasks.tidy", "schedule": 86_400.0},
    "attendance": {"task": "games.league.tasks.refresh_due", "schedule": 300.0},
    "forget": {"task": "games.league.tasks.purge_old", "schedule": 86_400.0},
}

# -- the ORK (ORK-1 to ORK-5)
ORK_URL = env("ORK_URL", default="https://ork.amtgard.com/orkservice/Json/index.php")
ORK_ALLOWED_HOSTS: list[str] = env.list("ORK_ALLOWED_HOSTS", default=["ork.amtgard.com"])
ORK_CALL_INTERVAL = 1.0
ORK_RETRY_WAITS = (2.0, 10.0)
ORK_TIMEOUT = 20.0
ORK_CLASSES = dict(classes.ORK_CLASSES)  # ORK-4
ORK_ALLOW_LOOPBACK = env.bool("ORK_ALLOW_LOOPBACK", default=False)  # the fake ORK of a demo

LOGGING_CONFIG = "portal.logs.configure"
LOGGING = {"level": env("LOG_LEVEL", default="WARNING"), "json": env.bool("LOG_JSON", default=True)}
