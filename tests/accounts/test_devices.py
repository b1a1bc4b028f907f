"""Devices that take pushes: whose they are, what is accepted, when they go."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.test import Client

from accounts import devices, pushkeys
from accounts.models import Device, PushKey
from accounts.sessions import end_sessions

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def subscription(endpoint: str = ENDPOINT, **more: Any) -> dict[str, Any]:
    """What a browser hands over."""
    point = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    keys = {"p256dh": text(point), "auth": text(os.urandom(16)), **more}
    return {"endpoint": endpoint, "expirationTime": None, "keys": keys}


def subscribe(client: Client, wish: Any) -> Any:
    return client.post(
        "/settings/push/subscribe", json.dumps(wish), content_type="application/json"
    )


@pytest.fixture
def edda(make_user: Callable[..., Any]) -> Any:
    return make_user("edda")


def test_a_device_is_subscribed_listed_and_dropped(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda, headers={"user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"})
    answer = subscribe(client, subscription())
    assert answer.status_code == 200 and answer.json()["name"] == "Firefox on Linux"
    page = client.get("/settings/").content.decode()
    assert "Firefox on Linux" in page and ENDPOINT not in page
    client.post(f"/settings/push/{Device.objects.get().pk}/drop")
    assert not Device.objects.exists()


def test_a_browser_switches_itself_off(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    subscribe(client, subscription())
    answer = client.post(
        "/settings/push/unsubscribe",
        json.dumps({"endpoint": ENDPOINT}),
        content_type="application/json",
    )
    assert answer.json() == {"dropped": True}
    assert not Device.objects.exists()


def test_r_7_a_device_ends_with_the_session_it_was_made_in(edda: Any, sign_in: Any) -> None:
    client, other = sign_in(edda), sign_in(edda)
    subscribe(client, subscription())
    subscribe(other, subscription(ENDPOINT + "2"))
    client.post("/account/logout/")
    assert [device.endpoint for device in Device.objects.all()] == [ENDPOINT + "2"]
    end_sessions(edda)
    assert not Device.objects.exists()


def test_r_7_a_device_of_a_session_that_vanished_is_forgotten(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    subscribe(client, subscription())
    client.session.delete()
    assert devices.still_signed_in(Device.objects.all()) == []
    assert not Device.objects.exists()


def test_who_signs_in_on_the_same_browser_takes_it_over(
    edda: Any, make_user: Any, sign_in: Any
) -> None:
    other = make_user("bjorn")
    subscribe(sign_in(edda), subscription())
    subscribe(sign_in(other), subscription())
    assert [device.user for device in Device.objects.all()] == [other]


def test_others_devices_are_not_found(edda: Any, make_user: Any, sign_in: Any) -> None:
    subscribe(sign_in(edda), subscription())
    client = sign_in(make_user("bjorn"))
    number = Device.objects.get().pk
    assert client.post(f"/settings/push/{number}/drop").status_code == 404
    answer = client.post(
        "/settings/push/unsubscribe",
        json.dumps({"endpoint": ENDPOINT}),
        content_type="application/json",
    )
    assert answer.json() == {"dropped": False}
    assert Device.objects.count() == 1


BAD = [
    "x",
    [],
    {},
    {"endpoint": ENDPOINT},
    {"endpoint": 5, "keys": {}},
    {"endpoint": ENDPOINT, "keys": {"p256dh": "AAAA", "auth": "AAAA"}},
    subscription(p256dh=text(b"\x04" + b"\x01" * 64)),  # not on the curve
    subscription(auth="ü"),
    subscription(auth=text(b"x" * 15)),
    subscription("http://fcm.googleapis.com/x"),
    subscription("https://evil.example/x"),
    subscription("https://169.254.169.254/latest"),
    subscription("https://fcm.googleapis.com/" + "x" * 1000),
]


@pytest.mark.parametrize("wish", BAD, ids=range(len(BAD)))
def test_t_14_a_subscription_that_is_none_is_refused_in_words(
    edda: Any, sign_in: Any, wish: Any
) -> None:
    answer = subscribe(sign_in(edda), wish)
    assert answer.status_code == 400
    assert answer.json()["code"] and answer.json()["message"]
    assert not Device.objects.exists()


def test_bodies_and_numbers_of_devices_are_bounded(edda: Any, sign_in: Any) -> None:
    client = sign_in(edda)
    assert subscribe(client, {"endpoint": "x" * 5000}).json()["code"] == "subscription_invalid"
    for number in range(devices.MOST):
        assert subscribe(client, subscription(f"{ENDPOINT}{number}")).status_code == 200
    assert subscribe(client, subscription(ENDPOINT)).json()["code"] == "too_many_devices"


def test_visitors_subscribe_nothing(db: None, client: Client) -> None:
    assert subscribe(client, subscription()).status_code == 401


def test_t_7_subscribing_needs_its_token(edda: Any) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(edda)
    assert subscribe(strict, subscription()).status_code == 403


def test_the_portal_makes_its_key_once(db: None) -> None:
    first = pushkeys.public_text()
    assert first == pushkeys.public_text() and PushKey.objects.count() == 1
    assert len(base64.urlsafe_b64decode(first + "=")) == 65


def test_a_key_in_the_environment_wins(db: None, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = pushkeys._fresh()
    assert pushkeys.public_text() and not PushKey.objects.exists()


def test_the_command_shows_the_public_half_and_renews(
    edda: Any, sign_in: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("push_key")
    first = capsys.readouterr().out.strip()
    assert first == pushkeys.public_text()
    subscribe(sign_in(edda), subscription())
    call_command("push_key", renew=True)
    assert capsys.readouterr().out.strip() != first
    assert not Device.objects.exists()


def test_the_signature_is_for_the_service_alone(db: None, settings: Any) -> None:
    from py_vapid import Vapid02

    header = pushkeys.authorization(ENDPOINT)["Authorization"]
    assert Vapid02.verify(header)
    claims = header.split("t=")[1].split(".")[1]
    shown = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert shown["aud"] == "https://fcm.googleapis.com"
    assert shown["sub"] == f"mailto:{settings.SITE_CONTACT}"


def test_the_service_worker_is_served_from_the_root(db: None, client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert client.post("/sw.js").status_code == 405
