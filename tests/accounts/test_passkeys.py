"""Passkeys: pages and their scripts under the policy; staff may use one as second factor (R-13)."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.accounts.conftest import PASSWORD

_EXECUTED = re.compile(r'<script(?![^>]*(?:\bsrc=|type="application/json"))[^>]*>')


def _key(user) -> Authenticator:
    data = {"name": "Key", "credential": {}, "passwordless": True}
    return Authenticator.objects.create(user=user, type="webauthn", data=data)


def test_the_sign_in_page_offers_a_passkey_without_inline_script(db: None) -> None:
    text = Client().get("/account/login/").content.decode()
    assert 'id="passkey_login"' in text and "webauthn.js" in text
    assert not _EXECUTED.search(text) and "style=" not in text


def test_a_key_is_added_after_a_fresh_sign_in(make_user, sign_in) -> None:
    client = sign_in(make_user("edda"))
    assert "/reauthenticate/" in client.get("/account/2fa/webauthn/add/").url
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    text = client.get("/account/2fa/webauthn/add/").content.decode()
    assert 'id="mfa_webauthn_add"' in text and "webauthn.js" in text
    assert not _EXECUTED.search(text)


def test_the_challenge_names_no_account(db: None) -> None:
    answer = Client().get("/account/2fa/webauthn/login/", HTTP_ACCEPT="application/json")
    options = answer.json()["request_options"]["publicKey"]
    assert options["rpId"] == "testserver" and not options.get("allowCredentials")


def test_staff_may_use_a_key_as_second_factor(make_user, sign_in) -> None:
    gm = make_user("gm-one", staff=True)
    client = sign_in(gm)
    _key(gm)
    assert client.get("/admin/").url.startswith("/account/2fa/webauthn/reauthenticate/")


FORGED = [
    "", "null", "[]", "{}", '"x"', '{"id": "x"}', '{"rawId": 7, "response": {}}', "{" * 500,
    '{"id":"AA","rawId":"AA","type":"public-key","response":{}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"AA",'
    '"authenticatorData":"AA","signature":"AA","userHandle":"AA"}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30",'
    '"attestationObject":"oA"}}',
]  # fmt: skip


@pytest.mark.parametrize("credential", FORGED)
def test_r_6_a_forged_credential_is_a_wrong_one(make_user, sign_in, credential: str) -> None:
    user = make_user("edda")
    visitor, member = Client(), sign_in(user)
    visitor.get("/account/2fa/webauthn/login/", HTTP_ACCEPT="application/json")
    visitor.post("/account/2fa/webauthn/login/", {"credential": credential})
    assert visitor.get("/settings/").status_code == 302
    member.post("/account/reauthenticate/", {"password": PASSWORD})
    member.get("/account/2fa/webauthn/add/")
    answer = member.post("/account/2fa/webauthn/add/", {"name": "k", "credential": credential})
    assert answer.status_code == 200
    assert not Authenticator.objects.exists()
