"""The second factor of staff (R-13, T-9, T-11)."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client, RequestFactory

from accounts.second_factor import gm_required
from tests.accounts.conftest import PASSWORD

SECRET = "JBSWY3DPEHPK3PXP"


def _code(secret: str = SECRET) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


@pytest.fixture
def gm(make_user):
    return make_user("gm-one", staff=True)


def test_staff_without_second_factor_are_sent_to_set_it_up(gm, sign_in) -> None:
    client = sign_in(gm)
    answer = client.get("/admin/")
    assert answer.status_code == 302
    assert answer.url.startswith("/account/2fa/totp/activate/?next=")
    assert client.get("/settings/").status_code == 200


def test_setting_it_up_in_the_browser(gm, sign_in) -> None:
    client = sign_in(gm)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.get("/account/2fa/totp/activate/")
    assert page.status_code == 200, page.url
    secret = page.context["form"].secret
    answer = client.post("/account/2fa/totp/activate/", {"code": _code(secret)})
    assert answer.status_code == 302
    assert Authenticator.objects.filter(user=gm, type="totp").exists()
    assert Authenticator.objects.filter(user=gm, type="recovery_codes").exists()


def test_staff_sign_in_with_password_and_code(gm) -> None:
    TOTP.activate(gm, SECRET)
    client = Client()
    answer = client.post("/account/login/", {"login": gm.email, "password": PASSWORD})
    assert answer.url.startswith("/account/2fa/authenticate/")
    assert client.get("/admin/").status_code == 302
    client.post("/account/2fa/authenticate/", {"code": _code()})
    assert client.get("/admin/").status_code == 200


def test_a_wrong_second_factor_signs_nobody_in(gm) -> None:
    TOTP.activate(gm, SECRET)
    client = Client()
    client.post("/account/login/", {"login": gm.email, "password": PASSWORD})
    client.post("/account/2fa/authenticate/", {"code": "000000"})
    assert client.get("/settings/").status_code == 302


def test_a_recovery_code_works_once(gm) -> None:
    TOTP.activate(gm, SECRET)
    codes = RecoveryCodes.activate(gm)
    spare = codes.get_unused_codes()[0]
    for is_first in (True, False):
        client = Client()
        client.post("/account/login/", {"login": gm.email, "password": PASSWORD})
        client.post("/account/2fa/authenticate/", {"code": spare})
        assert (client.get("/settings/").status_code == 200) is is_first


def test_a_session_from_before_the_factor_must_show_it(gm, sign_in) -> None:
    client = sign_in(gm)
    TOTP.activate(gm, SECRET)
    assert client.get("/admin/").url.startswith("/account/2fa/reauthenticate/")
    client.post("/account/2fa/reauthenticate/", {"code": _code(), "next": "/admin/"})
    assert client.get("/admin/").status_code == 200


def test_the_setting_lets_a_demonstration_do_without(gm, sign_in, settings) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    assert sign_in(gm).get("/admin/").status_code == 200


def test_the_console_has_no_sign_in_of_its_own(gm) -> None:
    answer = Client().post(
        "/admin/login/", {"username": gm.email, "password": PASSWORD, "next": "/admin/"}
    )
    assert answer.url.startswith("/account/login/")


def test_the_console_changes_no_password(gm, sign_in, settings) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    assert sign_in(gm).get("/admin/password_change/").url == "/account/password/change/"


def test_members_get_no_console(make_user, sign_in) -> None:
    client = sign_in(make_user("edda"))
    assert client.get("/admin/", follow=False).status_code in (302, 403)
    assert client.get("/admin/accounts/user/", follow=False).status_code in (302, 403)


def test_t_9_staff_sessions_last_eight_hours(gm, make_user, sign_in, settings) -> None:
    client = sign_in(gm)
    client.get("/settings/")
    assert client.session.get_expiry_age() <= 8 * 3600
    member = sign_in(make_user("edda"))
    member.get("/settings/")
    assert member.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_gm_pages_outside_the_console_are_guarded_alike(gm, make_user, sign_in) -> None:
    from django.core.exceptions import PermissionDenied
    from django.http import HttpResponse

    view = gm_required(lambda request: HttpResponse("ok"))
    request = RequestFactory().get("/x")
    request.session = sign_in(gm).session
    request.user = gm
    assert view(request).url.startswith("/account/2fa/totp/activate/")
    request.user = make_user("edda")
    with pytest.raises(PermissionDenied):
        view(request)


def test_the_qr_code_needs_no_inline_style(gm, sign_in) -> None:
    client = sign_in(gm)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    text = client.get("/account/2fa/totp/activate/").content.decode()
    assert "data:image/svg" in text and "style=" not in text and "<script>" not in text
