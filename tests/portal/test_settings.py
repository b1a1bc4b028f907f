"""Production settings: the deployment check, headers, cookies, tasks, logs (section 6)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "portal.settings.production",
    "SECRET_KEY": "x1-" * 30 + "longer than anybody would type by hand",
    "ALLOWED_HOSTS": "portal.example.org",
    "SITE_URL": "https://portal.example.org",
    "DATABASE_URL": "postgres://portal@127.0.0.1:1/portal",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_URL": "smtp://127.0.0.1:1",
}


def inside(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python under production settings."""
    keep = {key: os.environ[key] for key in ("PATH", "HOME", "PORTAL_VAR") if key in os.environ}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**keep, **ENVIRONMENT, **env},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


PROBE = """
import json, django
django.setup()
from django.conf import settings
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
from django.test import Client, RequestFactory
from portal import views
names = [n for n in dir(settings) if n.isupper()]
shown = {n: repr(getattr(settings, n)) for n in names}
browser = Client(headers={"host": "portal.example.org"})
plain = browser.get("/healthz")
sent = browser.get("/account/login/")
safe = browser.get("/account/login/", secure=True)
cookies = {n: {k: str(m[k]) for k in ("secure", "httponly", "samesite", "path", "domain")}
           for n, m in safe.cookies.items()}
print(json.dumps({"settings": shown, "plain": plain.status_code,
    "sent": [sent.status_code, sent.get("Location", "")],
    "headers": dict(safe.headers.items()), "status": safe.status_code, "cookies": cookies}))
"""


@cache
def probe() -> dict[str, Any]:
    """Settings, headers and cookies as production has them; the sign-in page needs no database."""
    with tempfile.TemporaryDirectory() as folder:
        done = inside("-c", PROBE, PORTAL_VAR=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_deployment_checklist_is_clean() -> None:
    done = inside("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "False"),
        ("SECURE_SSL_REDIRECT", "True"),
        ("SECURE_HSTS_SECONDS", "31536000"),
        ("SESSION_COOKIE_SECURE", "True"),
        ("SESSION_COOKIE_HTTPONLY", "True"),
        ("SESSION_COOKIE_SAMESITE", "'Lax'"),
        ("SESSION_COOKIE_NAME", "'__Host-session'"),
        ("SESSION_COOKIE_AGE", str(14 * 86_400)),
        ("STAFF_SESSION_AGE", str(8 * 3600)),
        ("CSRF_COOKIE_SECURE", "True"),
        ("CSRF_COOKIE_NAME", "'__Host-csrf'"),
        ("X_FRAME_OPTIONS", "'DENY'"),
        ("DATA_UPLOAD_MAX_MEMORY_SIZE", "1048576"),
        ("LAB_CLOCK", "False"),
        ("STAFF_NEEDS_SECOND_FACTOR", "True"),
        ("ACCOUNT_PREVENT_ENUMERATION", "True"),
        ("ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS", "False"),
        ("ACCOUNT_EMAIL_VERIFICATION", "'mandatory'"),
        ("ACCOUNT_REAUTHENTICATION_TIMEOUT", "300"),
        ("ALLOWED_HOSTS", "['portal.example.org']"),
        ("ALLOWED_ORIGINS", "['https://portal.example.org']"),
        ("CSRF_TRUSTED_ORIGINS", "['https://portal.example.org']"),
        ("CELERY_TASK_ACKS_LATE", "True"),
        ("CELERY_TASK_REJECT_ON_WORKER_LOST", "True"),
        ("CELERY_WORKER_PREFETCH_MULTIPLIER", "1"),
        ("CELERY_TASK_IGNORE_RESULT", "True"),
        ("CELERY_TASK_SERIALIZER", "'json'"),
        ("CELERY_ACCEPT_CONTENT", "['json']"),
        ("CELERY_TASK_SOFT_TIME_LIMIT", "60"),
        ("CELERY_TASK_TIME_LIMIT", "90"),
        ("CELERY_WORKER_MAX_TASKS_PER_CHILD", "500"),
        ("ATOMIC_REQUESTS", "False"),
    ],
)
def test_production_is_set_as_section_6_says(name: str, value: str) -> None:
    assert probe()["settings"][name] == value


def test_the_database_waits_for_its_disk_and_for_nobody_else() -> None:
    options = probe()["settings"]["DATABASES"]
    for part in (
        "synchronous_commit=on",
        "statement_timeout=5s",
        "lock_timeout=3s",
        "idle_in_transaction_session_timeout=15s",
        "'min_size': 2",
        "'max_size': 10",
        "'CONN_MAX_AGE': 0",
    ):
        assert part in options
    show = "from django.conf import settings; print(settings.DATABASES)"
    databases = inside("-c", show, PORTAL_ROLE="worker").stdout
    assert "statement_timeout=60s" in databases and "pool" not in databases


def test_plain_http_goes_to_https_but_health_does_not() -> None:
    found = probe()
    assert found["plain"] == 200
    assert found["sent"] == [301, "https://portal.example.org/account/login/"]


def test_headers_of_a_page() -> None:
    headers = {key.lower(): value for key, value in probe()["headers"].items()}
    assert headers["strict-transport-security"].startswith("max-age=31536000; includeSubDomains")
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers and "x-powered-by" not in headers


def test_cookies_of_a_page() -> None:
    cookies = probe()["cookies"]
    assert "__Host-csrf" in cookies
    for name, marks in cookies.items():
        assert marks["secure"] == "True", name
        assert marks["samesite"] == "Lax", name
        if name.startswith("__Host-"):
            assert (marks["path"], marks["domain"]) == ("/", ""), name


def test_production_needs_its_environment() -> None:
    known = dict(ENVIRONMENT)
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL"):
        del ENVIRONMENT[name]
        try:
            done = inside("-c", "import django; django.setup()")
        finally:
            ENVIRONMENT[name] = known[name]
        assert done.returncode != 0 and name in done.stderr, name


def test_t_19_a_pickled_task_is_rejected() -> None:
    """A message that is not JSON is refused before anything of it is read."""
    from kombu.exceptions import ContentDisallowed
    from kombu.serialization import dumps, loads, prepare_accept_content

    from portal.celery import app

    accept = prepare_accept_content(app.conf.accept_content)
    kind, encoding, body = dumps({"x": 1}, serializer="pickle")
    with pytest.raises(ContentDisallowed):
        loads(body, kind, encoding, accept=accept)
    assert loads(b"{}", "application/json", "utf-8", accept=accept) == {}


def test_sqlite_waits_for_its_turn_and_writes_ahead(db: None) -> None:
    """The trap "database is locked": IMMEDIATE, WAL, a timeout; foreign keys are enforced."""
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("on PostgreSQL")
    options = connection.settings_dict["OPTIONS"]
    assert (options["transaction_mode"], options["timeout"]) == ("IMMEDIATE", 20)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
        cursor.execute("PRAGMA foreign_keys")
        assert cursor.fetchone()[0] == 1


def test_sqlite_is_durable_outside_tests() -> None:
    text = (ROOT / "portal" / "settings" / "base.py").read_text(encoding="utf-8")
    assert "PRAGMA synchronous=FULL" in text


def test_beat_entries_only_tick(settings: Any) -> None:
    """Every entry is a plain interval: no deadline stands in a schedule."""
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        assert isinstance(entry["schedule"], (int, float)), name
    assert settings.CELERY_BEAT_SCHEDULE["tick"]["schedule"] <= 15
