"""Signing in and out: password, mailed code, limits, and answers that tell nothing (R-13, T-4)."""

from __future__ import annotations

import statistics
import time

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Letter, Notice
from tests.accounts.conftest import PASSWORD

UNKNOWN = "nobody@example.org"
LOGIN, CODE, RESET, SIGNUP = (
    f"/account/{p}/" for p in ("login", "login/code", "password/reset", "signup")
)


def _shown(answer, *addresses: str) -> tuple[int, str, str]:
    """Status, target and text of an answer, without what is random or was typed in."""
    import re

    text = answer.content.decode()
    for address in addresses:
        text = text.replace(address, "…")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", text)
    return answer.status_code, answer.headers.get("Location", ""), text


def _followed(client: Client, answer, address: str) -> tuple[int, str, str]:
    return _shown(client.get(answer.headers["Location"]), address)


def test_password_opens_the_portal_and_signing_out_needs_a_post(make_user, sign_in) -> None:
    client = sign_in(make_user("edda"))
    assert client.get("/settings/").status_code == 200
    client.get("/account/logout/")
    assert client.get("/settings/").status_code == 200
    client.post("/account/logout/")
    assert client.get("/settings/").status_code == 302


def test_addresses_are_compared_without_case(make_user) -> None:
    make_user("edda")
    answer = Client().post(LOGIN, {"login": "EDDA@Example.org", "password": PASSWORD})
    assert answer.status_code == 302


def test_r_13_wrong_password_and_unknown_address_answer_alike(make_user) -> None:
    user = make_user("edda")
    known = Client().post(LOGIN, {"login": user.email, "password": "wrong"})
    unknown = Client().post(LOGIN, {"login": UNKNOWN, "password": "wrong"})
    assert _shown(known, user.email, UNKNOWN) == _shown(unknown, user.email, UNKNOWN)


@pytest.mark.parametrize("path", [CODE, RESET])
def test_r_13_codes_answer_alike_for_known_and_unknown_addresses(make_user, path: str) -> None:
    user = make_user("edda")
    shown = []
    for address in (user.email, UNKNOWN):
        client = Client()
        answer = client.post(path, {"email": address})
        shown.append((_shown(answer, address), _followed(client, answer, address)))
    assert shown[0] == shown[1]
    assert list(Letter.objects.values_list("to", flat=True)) == [user.email]


def test_r_13_sign_up_answers_alike_for_known_and_unknown_addresses(make_user) -> None:
    user = make_user("edda")
    shown = []
    for address in (user.email, UNKNOWN):
        client = Client()
        form = {"email": address, "password1": "Quiet-Forest-9", "password2": "Quiet-Forest-9"}
        answer = client.post(SIGNUP, form)
        shown.append((_shown(answer, address), _followed(client, answer, address)))
    assert shown[0] == shown[1]
    letters = Letter.objects.all()
    assert {letter.to for letter in letters} == {user.email, UNKNOWN}


@pytest.mark.parametrize("path", [LOGIN, RESET])
def test_r_13_answers_take_the_same_time(make_user, settings, path: str) -> None:
    settings.EVEN_ANSWER_SECONDS = 0.6
    settings.ACCOUNT_RATE_LIMITS = False
    user = make_user("edda")
    Client().post(path, {})
    medians = []
    for address in (user.email, UNKNOWN):
        took = []
        for _ in range(3):
            start = time.perf_counter()
            form = {"login": address, "email": address, "password": "wrong"}
            Client().post(path, form)
            took.append(time.perf_counter() - start)
        medians.append(statistics.median(took))
    assert max(medians) <= 1.1 * min(medians)


def test_mailed_code_signs_in_without_a_password(make_user, code) -> None:
    user, client = make_user("edda"), Client()
    client.post(CODE, {"email": user.email})
    answer = client.post("/account/login/code/confirm/", {"code": code()})
    assert answer.status_code == 302
    assert client.get("/settings/").status_code == 200


def test_a_wrong_code_signs_nobody_in(make_user) -> None:
    user, client = make_user("edda"), Client()
    client.post(CODE, {"email": user.email})
    client.post("/account/login/code/confirm/", {"code": "ABCDEF"})
    assert client.get("/settings/").status_code == 302


def test_r_13_a_rival_cannot_lock_a_general_out(make_user, sign_in, code) -> None:
    """T-4: failures from one address block that address alone; device and code stay usable."""
    user = make_user("edda")
    device = sign_in(user)
    rival = Client(REMOTE_ADDR="10.0.0.66")
    for _ in range(12):
        rival.post(LOGIN, {"login": user.email, "password": "guess"})
    blocked = rival.post(LOGIN, {"login": user.email, "password": PASSWORD})
    assert blocked.status_code in (200, 429)
    assert rival.get("/settings/").status_code == 302
    assert device.get("/settings/").status_code == 200
    own = sign_in(user, REMOTE_ADDR="10.0.0.7")
    assert own.get("/settings/").status_code == 200
    by_code = Client(REMOTE_ADDR="10.0.0.8")
    by_code.post(CODE, {"email": user.email})
    by_code.post("/account/login/code/confirm/", {"code": code()})
    assert by_code.get("/settings/").status_code == 200


def test_r_13_many_addresses_throttle_the_password_but_not_the_code(make_user, code) -> None:
    user = make_user("edda")
    for number in range(16):
        rival = Client(REMOTE_ADDR=f"10.0.1.{number}")
        for _ in range(4):
            rival.post(LOGIN, {"login": user.email, "password": "guess"})
    own = Client(REMOTE_ADDR="10.0.0.7")
    own.post(LOGIN, {"login": user.email, "password": PASSWORD})
    assert own.get("/settings/").status_code == 302
    own.post(CODE, {"email": user.email})
    own.post("/account/login/code/confirm/", {"code": code()})
    assert own.get("/settings/").status_code == 200


def test_t_4_the_owner_is_told_of_many_failures_once(make_user) -> None:
    user = make_user("edda")
    for number in range(5):
        rival = Client(REMOTE_ADDR=f"10.0.2.{number}")
        for _ in range(4):
            rival.post(LOGIN, {"login": user.email, "password": "guess"})
    assert Notice.objects.filter(recipient=user, kind="sign_in_attempts").count() == 1


def test_t_4_one_address_cannot_use_up_the_codes_of_an_account(make_user) -> None:
    user = make_user("edda")
    rival = Client(REMOTE_ADDR="10.0.0.66")
    for _ in range(10):
        rival.post(CODE, {"email": user.email})
    asked_by_rival = Letter.objects.count()
    Client(REMOTE_ADDR="10.0.0.7").post(CODE, {"email": user.email})
    assert asked_by_rival <= 3
    assert Letter.objects.count() == asked_by_rival + 1


def test_t_13_nobody_fills_a_mailbox(make_user) -> None:
    user = make_user("edda")
    for number in range(40):
        Client(REMOTE_ADDR=f"10.0.3.{number}").post(CODE, {"email": user.email})
    assert Letter.objects.count() <= 30
    Letter.objects.all().delete()
    for number in range(20):
        Client(REMOTE_ADDR=f"10.0.4.{number}").post(RESET, {"email": user.email})
    assert Letter.objects.count() <= 6


def test_t_13_an_unknown_address_gets_no_mail_from_reset_or_code(db: None) -> None:
    Client().post(RESET, {"email": UNKNOWN})
    Client().post(CODE, {"email": UNKNOWN})
    assert Letter.objects.count() == 0


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_HOST", "HTTP_HOST"])
def test_t_12_mail_names_the_site_of_the_settings(make_user, delivered, settings, header) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://portal.example"
    user = make_user("edda")
    form = {"email": user.email, "password1": "Quiet-Forest-9", "password2": "Quiet-Forest-9"}
    Client().post(SIGNUP, form, **{header: "evil.example"})
    sent = delivered()[-1]
    assert "evil.example" not in sent.body + sent.subject
    assert "portal.example" in sent.body


def test_t_12_a_foreign_host_is_refused(db: None) -> None:
    assert Client().post(RESET, {"email": "a@b.org"}, HTTP_HOST="evil.example").status_code == 400


def test_t_13_no_header_is_injected_by_an_address(db: None) -> None:
    Client().post(RESET, {"email": "a@b.org\nBcc: c@d.org"})
    assert Letter.objects.count() == 0 and mail.outbox == []


def test_t_7_a_post_without_token_is_refused(make_user) -> None:
    client = Client(enforce_csrf_checks=True)
    user = make_user("edda")
    assert client.post(LOGIN, {"login": user.email, "password": PASSWORD}).status_code == 403
    client.force_login(user)
    assert client.post("/account/logout/").status_code == 403
    assert client.post("/profile/persona", {"persona": "Mallory"}).status_code == 403


def test_r_15_sign_in_works_while_mail_is_down(make_user, sign_in, settings) -> None:
    from accounts import letters

    settings.EMAIL_BACKEND = "tests.accounts.broken_mail.Backend"
    user = make_user("edda")
    Client().post(CODE, {"email": user.email})
    assert letters.send_due() == 0
    assert Letter.objects.get().tries == 1
    assert sign_in(user).get("/settings/").status_code == 200


def test_an_open_redirect_after_sign_in_is_not_followed(make_user) -> None:
    user = make_user("edda")
    form = {"login": user.email, "password": PASSWORD, "next": "https://evil.example/"}
    answer = Client().post(LOGIN, form)
    assert "evil" not in answer.headers["Location"]
