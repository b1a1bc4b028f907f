"""Pushes and webhooks on their way: at least once, after their cause, never in its way (R-11)."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import http_ece
import pytest
import requests
import responses
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.core.cache import cache

from accounts import delivering, gamefacts, sending, services, webhooks
from accounts.models import Delivery, Device, Notice, Webhook
from accounts.notices import choose
from accounts.veils import veiled
from tests.accounts.test_devices import text
from tests.hosting.sockets import session_of

PUSH = "https://fcm.googleapis.com/fcm/send/abc"
HOOK = "https://discord.com/api/webhooks/1/very-secret-word"


@pytest.fixture(autouse=True)
def outside_world() -> Iterator[responses.RequestsMock]:
    """Nothing leaves the machine; a request nobody expects fails as a host that is away does."""
    with responses.RequestsMock(assert_all_requests_are_fired=False) as world:
        yield world


@pytest.fixture
def edda(make_user: Callable[..., Any]) -> Any:
    return make_user("edda")


@pytest.fixture
def own_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@pytest.fixture
def device(edda: Any, own_key: ec.EllipticCurvePrivateKey) -> Device:
    point = own_key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    session = UserSession.objects.create(
        user=edda, ip="127.0.0.1", session_key=session_of(edda), user_agent="x"
    )
    return Device.objects.create(
        user=edda,
        session=session,
        endpoint=PUSH,
        key=text(point),
        secret=text(os.urandom(16)),
        name="Firefox",
    )


@pytest.fixture
def hook(edda: Any) -> Webhook:
    made = webhooks.set_webhook(edda, HOOK, by=edda.pk)
    Delivery.objects.all().delete()  # the first word
    return made


def _tell(*users: Any, kind: str = "your_turn", key: str = "turn-1", **params: Any) -> None:
    services.notify([u.pk for u in users], kind, game_id=7, key=key, params=params)


def _later(**ago: float) -> int:
    """A run so much later."""
    return delivering.send_due(datetime.now(UTC) + timedelta(**ago))


def _read(call: Any, device: Device, own_key: ec.EllipticCurvePrivateKey) -> dict[str, Any]:
    """What the browser decrypts."""
    secret = base64.urlsafe_b64decode(device.secret + "==")
    plain = http_ece.decrypt(call.request.body, private_key=own_key, auth_secret=secret)
    return json.loads(plain)  # type: ignore[no-any-return]


def test_a_push_says_what_and_where_and_nothing_else(
    edda: Any, device: Device, own_key: Any, outside_world: Any
) -> None:
    outside_world.post(PUSH, status=201)
    _tell(edda, game_name="Winter", url="/games/winter/", hidden="a secret of the params")
    assert delivering.send_due() == 1
    call = outside_world.calls[0]
    name = veiled(Notice.objects.get().pk)
    assert _read(call, device, own_key) == {
        "id": name,
        "title": "Club Portal",
        "body": "Your turn in Winter.",
        "url": f"/notices/{name}/",
    }
    assert call.request.headers["Content-Encoding"] == "aes128gcm"
    assert call.request.headers["Authorization"].startswith("vapid t=")
    assert "Cookie" not in call.request.headers
    device.refresh_from_db()
    assert device.used_at is not None


def test_r_11_each_device_is_told_once(
    edda: Any, device: Device, hook: Webhook, outside_world: Any
) -> None:
    outside_world.post(PUSH, status=201)
    outside_world.post(HOOK, status=204)
    for _ in range(3):
        _tell(edda)
        delivering.send_due()
    assert len(outside_world.calls) == 2
    assert delivering.send_due() == 0


def test_r_11_nothing_is_pushed_of_what_was_rolled_back(edda: Any, device: Device) -> None:
    from django.db import transaction

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        _tell(edda)
        raise ZeroDivisionError
    assert delivering.send_due() == 0


def test_r_11_a_worker_that_dies_leaves_its_deliveries_to_the_next(
    edda: Any, device: Device, outside_world: Any
) -> None:
    outside_world.post(PUSH, status=201)
    _tell(edda)
    now = datetime.now(UTC)
    delivering._spread(now)
    assert len(delivering._take(now)) == 1  # and dies
    assert delivering.send_due(now) == 0
    assert _later(minutes=3) == 1


def test_what_fails_is_tried_again_with_growing_pauses(
    edda: Any, device: Device, outside_world: Any
) -> None:
    outside_world.post(PUSH, status=500)
    _tell(edda)
    assert delivering.send_due() == 0
    assert _later(seconds=20) == 0 and len(outside_world.calls) == 1
    _later(seconds=40)
    assert len(outside_world.calls) == 2
    _later(seconds=40)
    assert len(outside_world.calls) == 2  # now it waits a minute
    for hour in range(1, 12):
        _later(hours=hour)
    assert len(outside_world.calls) == delivering.MAX_TRIES
    assert Device.objects.get().failures == delivering.MAX_TRIES


@pytest.mark.parametrize("status", [404, 410, 401, 403])
def test_a_subscription_that_ended_is_forgotten(
    edda: Any, device: Device, outside_world: Any, status: int
) -> None:
    outside_world.post(PUSH, status=status)
    _tell(edda)
    delivering.send_due()
    assert not Device.objects.exists() and not Delivery.objects.exists()


def test_a_service_that_is_busy_is_left_alone_as_long_as_it_asks(
    edda: Any, device: Device, outside_world: Any
) -> None:
    outside_world.post(PUSH, status=429, headers={"Retry-After": "600"})
    _tell(edda)
    delivering.send_due()
    _later(minutes=9)
    assert len(outside_world.calls) == 1
    _later(minutes=11)
    assert len(outside_world.calls) == 2
    assert Device.objects.get().failures == 0


def test_what_was_read_meanwhile_is_not_pushed(edda: Any, device: Device) -> None:
    _tell(edda)
    services.mark_read(edda)
    assert delivering.send_due() == 0
    _tell(edda, key="turn-2")
    delivering._spread(datetime.now(UTC))
    services.mark_read(edda)
    assert delivering.send_due() == 0
    assert not Delivery.objects.filter(done_at=None).exists()


def test_yesterdays_turn_is_pushed_to_nobody(edda: Any, device: Device) -> None:
    _tell(edda)
    Notice.objects.update(created_at=datetime.now(UTC) - timedelta(hours=25))
    assert delivering.send_due() == 0
    assert not Delivery.objects.exists()


def test_each_way_out_follows_its_own_choice(
    edda: Any, device: Device, hook: Webhook, outside_world: Any
) -> None:
    outside_world.post(PUSH, status=201)
    outside_world.post(HOOK, status=204)
    base = {"page": True, "mail": "never"}
    choose(edda, {"your_turn": {**base, "browser": False, "hook": True}})
    _tell(edda)
    delivering.send_due()
    choose(edda, {"your_turn": {**base, "browser": True, "hook": False}})
    _tell(edda, key="turn-2")
    delivering.send_due()
    assert [call.request.url for call in outside_world.calls] == [HOOK, PUSH]
    choose(edda, {"your_turn": {**base, "browser": False, "hook": False}})
    _tell(edda, key="turn-3")
    assert not Notice.objects.get(key="turn-3").to_push


def test_r_7_a_device_of_a_session_that_ended_hears_nothing(edda: Any, device: Device) -> None:
    _tell(edda)
    device.session._session_store().delete(device.session.session_key)
    assert delivering.send_due() == 0
    assert not Device.objects.exists()


def test_a_banned_person_hears_nothing(edda: Any, device: Device, hook: Webhook) -> None:
    _tell(edda)
    services.deactivate(edda, by=None)
    assert delivering.send_due() == 0


def test_a_webhook_gets_plain_words_that_call_nobody(
    edda: Any, hook: Webhook, outside_world: Any
) -> None:
    outside_world.post(HOOK, status=204)
    _tell(edda, game_name="@everyone **Winter** [x](https://evil.example)")
    assert delivering.send_due() == 1
    said = json.loads(outside_world.calls[0].request.body)
    assert said["allowed_mentions"] == {"parse": []}
    assert "\\@everyone \\*\\*Winter\\*\\* \\[x\\]\\(https" in said["content"]
    assert said["content"].endswith(f"http://testserver/notices/{veiled(Notice.objects.get().pk)}/")


def _give_up() -> None:
    """As many tries as there are, each when it is due."""
    for hours in range(1, delivering.MAX_TRIES + 1):
        _later(hours=hours)


def test_one_outage_switches_no_webhook_off(edda: Any, hook: Webhook, outside_world: Any) -> None:
    outside_world.post(HOOK, status=503)
    for number in range(4):
        _tell(edda, key=str(number))
        for minutes in (1, 2, 3):
            _later(minutes=minutes)
    assert Webhook.objects.get().failures == 0


def test_a_webhook_that_keeps_failing_is_switched_off_and_its_owner_told(
    edda: Any, hook: Webhook, outside_world: Any
) -> None:
    outside_world.post(HOOK, status=500)
    for number in range(webhooks.MOST_FAILURES):
        assert Webhook.objects.get().off_at is None
        _tell(edda, key=str(number))
        _give_up()
    hook.refresh_from_db()
    assert hook.off_at is not None
    assert Notice.objects.filter(recipient=edda, kind="webhook_off").count() == 1
    asked = len(outside_world.calls)
    _tell(edda, key="one more")
    _later(hours=20)
    assert len(outside_world.calls) == asked


def test_a_success_forgives_the_failures_before(
    edda: Any, hook: Webhook, outside_world: Any
) -> None:
    Webhook.objects.update(failures=9)
    outside_world.post(HOOK, status=204)
    _tell(edda)
    delivering.send_due()
    assert Webhook.objects.get().failures == 0


@pytest.mark.parametrize("status", [404, 410, 401])
def test_a_webhook_that_is_gone_is_switched_off_at_once(
    edda: Any, hook: Webhook, outside_world: Any, status: int
) -> None:
    outside_world.post(HOOK, status=status)
    _tell(edda)
    delivering.send_due()
    assert Webhook.objects.get().off_at is not None
    webhooks.try_out(edda, by=edda.pk)
    assert Webhook.objects.get().off_at is None


def test_a_host_that_does_not_answer_is_asked_once_a_run(
    edda: Any, hook: Webhook, outside_world: Any
) -> None:
    outside_world.post(HOOK, body=requests.ConnectTimeout())
    for number in range(5):
        _tell(edda, key=str(number))
    delivering.send_due()
    assert len(outside_world.calls) == 1


def test_one_run_at_a_time(edda: Any, device: Device, outside_world: Any) -> None:
    outside_world.post(PUSH, status=201)
    _tell(edda)
    cache.add(delivering._RUNNING, 1)
    assert delivering.send_due() == 0
    cache.delete(delivering._RUNNING)
    assert delivering.send_due() == 1


def test_t_21_no_address_and_no_key_stands_in_a_log(
    edda: Any, device: Device, hook: Webhook, outside_world: Any, caplog: Any
) -> None:
    caplog.set_level("DEBUG")
    _tell(edda)
    delivering.send_due()
    outside_world.post(HOOK, status=500)
    outside_world.post(PUSH, status=500)
    _later(hours=1)
    assert "very-secret-word" not in caplog.text and "fcm/send/abc" not in caplog.text
    assert device.secret not in caplog.text


@pytest.fixture
def discreet_game() -> Iterator[None]:
    """Game 7 is one of which hardly anything is said outside."""
    before = gamefacts._facts()
    gamefacts.register(
        gamefacts.GameFacts(discreet=lambda games: {7: "Goose: Night"} if 7 in games else {})
    )
    yield
    gamefacts.register(before)


def test_gc_16_9_outside_the_site_a_discreet_game_is_name_and_phase_alone(
    edda: Any,
    device: Device,
    own_key: Any,
    hook: Webhook,
    outside_world: Any,
    discreet_game: None,
    sign_in: Any,
) -> None:
    outside_world.post(PUSH, status=201)
    outside_world.post(HOOK, status=204)
    _tell(edda, kind="offer", text="Bjorn the wolf offers you poison")
    sending.send_due()
    assert delivering.send_due() == 2
    by_address = {call.request.url: call for call in outside_world.calls}
    assert _read(by_address[PUSH], device, own_key)["body"] == "Goose: Night"
    assert "wolf" not in str(by_address[HOOK].request.body)
    letter = mail.outbox[0]
    whole = letter.subject + letter.body
    assert "Goose: Night" in whole
    for word in ("wolf", "offer", "Bjorn"):
        assert word not in whole
    assert "wolf" in services_text(edda)
    page = sign_in(edda)
    assert page.get("/notices/count").json()["latest"][0]["text"] == "Goose: Night"


def services_text(user: Any) -> str:
    """What the page says of a user's notices."""
    from accounts.notices import listed, worded

    return " ".join(said for _, said in worded(listed(user)))


def test_gc_16_9_the_mails_of_two_kinds_of_news_differ_in_no_word(
    edda: Any, discreet_game: None
) -> None:
    sent = []
    for kind in ("offer", "mention"):
        choose(edda, {kind: {"mail": "once"}})
        _tell(edda, kind=kind)
        sending.send_due()
        letter = mail.outbox.pop()
        number = str(Notice.objects.get().pk)
        links = {"List-Unsubscribe"}
        sent.append((letter.subject, letter.body.replace(number, "n")))
        assert links <= set(letter.extra_headers)
        Notice.objects.all().delete()
    (subject, body), (other_subject, other_body) = sent
    assert subject == other_subject

    def plain(said: str) -> list[str]:
        return [line for line in said.splitlines() if "/notices/stop/" not in line]

    assert plain(body) == plain(other_body)
