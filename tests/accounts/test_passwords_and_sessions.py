"""Passwords, sign-up, and what ends with a session (R-7, R-13)."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client

from accounts import live, services
from accounts.models import Player, User
from tests.accounts.conftest import PASSWORD

NEW = "Quiet-Forest-9"


def _change(client: Client) -> None:
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/account/password/change/", form).status_code == 302


def test_sign_up_needs_the_mailed_code(db: None, code) -> None:
    client = Client()
    form = {"email": "New@Example.org", "password1": NEW, "password2": NEW}
    client.post("/account/signup/", form)
    assert client.get("/settings/").status_code == 302
    client.post("/account/confirm-email/", {"code": code()})
    assert client.get("/settings/").status_code == 200
    user = User.objects.get(email="new@example.org")
    assert EmailAddress.objects.get(user=user).verified
    assert Player.objects.get(user=user).persona == ""


def test_sign_up_refuses_a_common_password(db: None) -> None:
    form = {"email": "new@example.org", "password1": "password1", "password2": "password1"}
    Client().post("/account/signup/", form)
    assert not User.objects.exists()


def test_r_7_a_new_password_ends_every_session(
    make_user, sign_in, heard, django_capture_on_commit_callbacks
) -> None:
    user = make_user("edda")
    here, there = sign_in(user), sign_in(user)
    with django_capture_on_commit_callbacks(execute=True):
        _change(here)
    assert there.get("/settings/").status_code == 302
    assert here.get("/settings/").status_code == 302
    assert UserSession.objects.filter(user=user).count() == 0
    assert {"kind": "user_ended", "user": user.pk, "session": None, "reason": "session"} in heard


def test_r_7_a_reset_password_ends_every_session(make_user, sign_in, code) -> None:
    user = make_user("edda")
    there, client = sign_in(user), Client()
    client.post("/account/password/reset/", {"email": user.email})
    client.post("/account/password/reset/confirm/", {"code": code()})
    answer = client.post("/account/password/reset/complete/", {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302, answer.content.decode()
    assert there.get("/settings/").status_code == 302
    user.refresh_from_db()
    assert user.check_password(NEW)


def test_r_13_a_changed_password_is_told_by_mail(make_user, sign_in, delivered) -> None:
    user = make_user("edda")
    _change(sign_in(user))
    assert delivered()[-1].to == [user.email]


def test_r_13_a_changed_address_is_told_to_the_old_one(make_user, sign_in, delivered, code) -> None:
    user = make_user("edda")
    client = sign_in(user)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    client.post("/account/confirm-email/", {"code": code()})
    user.refresh_from_db()
    assert user.email == "new@example.org"
    told = [mail for mail in delivered() if mail.to == ["edda@example.org"]]
    assert told and "new@example.org" not in told[-1].subject


def test_v_6_a_new_address_needs_a_fresh_sign_in(make_user, sign_in) -> None:
    client = sign_in(make_user("edda"))
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    answer = client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert "/reauthenticate/" in answer.headers["Location"]


def test_v_7_4_sessions_are_listed_and_the_others_ended(make_user, sign_in) -> None:
    user = make_user("edda")
    here, there = sign_in(user), sign_in(user, HTTP_USER_AGENT="Lamp and Book 9")
    assert "Lamp and Book 9" in here.get("/account/sessions/").content.decode()
    here.post("/account/sessions/", {})
    assert there.get("/settings/").status_code == 302
    assert here.get("/settings/").status_code == 200


def test_r_7_ending_other_sessions_closes_their_sockets(
    make_user, sign_in, heard, django_capture_on_commit_callbacks
) -> None:
    user = make_user("edda")
    here, there = sign_in(user), sign_in(user)
    tag = live.session_tag(there.session.session_key)
    with django_capture_on_commit_callbacks(execute=True):
        here.post("/account/sessions/", {})
    assert tag in [message["session"] for message in heard]


def test_r_7_signing_out_closes_the_sockets_of_that_session(
    make_user, sign_in, heard, django_capture_on_commit_callbacks
) -> None:
    user = make_user("edda")
    client = sign_in(user)
    key = client.session.session_key
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/account/logout/")
    assert heard == [
        {
            "kind": "user_ended",
            "user": user.pk,
            "session": live.session_tag(key),
            "reason": "session",
        }
    ]
    assert key not in str(heard)


def test_r_7_a_banned_member_is_out_at_once(
    make_user, sign_in, heard, django_capture_on_commit_callbacks
) -> None:
    user, gm = make_user("edda"), make_user("gm-one", staff=True)
    client = sign_in(user)
    with django_capture_on_commit_callbacks(execute=True):
        services.deactivate(user, by=gm.pk, reason="abuse")
    assert client.get("/settings/").status_code == 302
    assert any(m["user"] == user.pk and m["session"] is None for m in heard)
    answer = Client().post("/account/login/", {"login": user.email, "password": PASSWORD})
    assert "/settings/" not in answer.headers.get("Location", "")
    services.reactivate(user, by=gm.pk)
    assert Client().post("/account/login/", {"login": user.email, "password": PASSWORD}).url == "/"


def test_messages_reach_only_callbacks_until_redis_is_configured(db: None, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    got: list[object] = []
    stop = live.on_control(got.append)
    try:
        live._send({"kind": "x"})  # Redis is away: never raises, never falls back
    finally:
        stop()
    assert got == []


def test_r_7_messages_travel_by_redis(db: None, settings) -> None:
    if not settings.REDIS_URL:
        pytest.skip("no Redis in this run")
    import redis

    listener = redis.Redis.from_url(settings.REDIS_URL).pubsub(ignore_subscribe_messages=True)
    listener.subscribe(live.CHANNEL)
    listener.get_message(timeout=2)
    live._send({"kind": "user_ended", "user": 7, "session": None, "reason": "rights"})
    message = next(m for m in iter(lambda: listener.get_message(timeout=2), None) if m)
    assert json.loads(message["data"])["user"] == 7
    listener.close()


@pytest.mark.parametrize("page", ["login", "signup", "password/reset", "login/code"])
def test_entrance_pages_stand_in_the_shell(db: None, page: str) -> None:
    text = Client().get(f"/account/{page}/").content.decode()
    assert 'class="site-header"' in text and "<label" in text


@pytest.mark.parametrize("page", ["email", "password/change", "2fa", "sessions", "logout"])
def test_own_pages_stand_in_the_shell(make_user, sign_in, page: str) -> None:
    client = sign_in(make_user("edda"))
    text = client.get(f"/account/{page}/", follow=True).content.decode()
    assert 'class="site-header"' in text and "style=" not in text


def test_a_device_is_written_down_seldom(make_user, sign_in) -> None:
    user = make_user("edda")
    client = sign_in(user)
    client.get("/notices/count")
    seen = UserSession.objects.get(user=user).last_seen_at
    client.get("/notices/count")
    assert UserSession.objects.get(user=user).last_seen_at == seen
    cache.clear()
    client.get("/notices/count", REMOTE_ADDR="10.0.0.5")
    assert UserSession.objects.get(user=user).ip == "10.0.0.5"


def test_r_15_pages_and_sign_in_work_while_redis_is_away(make_user, sign_in, settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "portal.forgiving_cache.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    client = sign_in(make_user("edda"))
    assert client.get("/settings/").status_code == 200
    wrong = Client().post("/account/login/", {"login": "edda@example.org", "password": "wrong"})
    assert wrong.status_code == 200
