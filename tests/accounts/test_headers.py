"""Headers of every answer: policy, caches, request id, permissions (T-1, T-7, T-9)."""

from __future__ import annotations

import pytest

PAGES = ["/account/login/", "/account/signup/", "/account/password/reset/", "/settings/theme"]


@pytest.fixture
def gm_client(make_user, sign_in, settings):
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    return sign_in(make_user("gm-one", staff=True))


def test_t_9_eval_is_allowed_in_the_console_only(gm_client) -> None:
    console = gm_client.get("/admin/")["Content-Security-Policy"]
    assert "'unsafe-eval'" in console
    for page in ("/settings/", "/notices/", "/profile/", "/account/email/", "/account/2fa/"):
        policy = gm_client.get(page)["Content-Security-Policy"]
        assert "unsafe" not in policy, page


def test_t_9_the_console_address_widens_nothing_for_others(make_user, sign_in, client) -> None:
    member = sign_in(make_user("edda"))
    for browser in (member, client):
        assert "unsafe" not in browser.get("/admin/")["Content-Security-Policy"]


@pytest.mark.parametrize("page", PAGES)
def test_t_7_nothing_foreign_and_nothing_inline(client, db: None, page: str) -> None:
    policy = client.get(page)["Content-Security-Policy"]
    for part in ("default-src 'self'", "script-src 'self'", "style-src 'self'"):
        assert part in policy
    assert "frame-ancestors 'none'" in policy and "unsafe" not in policy


@pytest.mark.parametrize("page", ["/settings/", "/notices/", "/notices/count", "/profile/"])
def test_t_1_pages_of_members_stay_out_of_every_cache(make_user, sign_in, page: str) -> None:
    answer = sign_in(make_user("edda")).get(page)
    assert answer["Cache-Control"] == "private, no-store"


def test_t_1_visitors_pages_are_private_too(client, db: None) -> None:
    assert "private" in client.get("/notices/count")["Cache-Control"]


def test_permissions_are_an_empty_list(client, db: None) -> None:
    policy = client.get("/account/login/")["Permissions-Policy"]
    assert "camera=()" in policy and "=(self" not in policy


def test_every_answer_has_its_own_request_id(client, db: None) -> None:
    ids = {client.get("/account/login/")["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3


def test_a_request_id_is_taken_from_a_trusted_proxy_only(client, db: None, settings) -> None:
    given = {"HTTP_X_REQUEST_ID": "from-the-proxy-1", "HTTP_X_FORWARDED_FOR": "10.0.0.1"}
    assert client.get("/account/login/", **given)["X-Request-ID"] != "from-the-proxy-1"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert client.get("/account/login/", **given)["X-Request-ID"] == "from-the-proxy-1"
    given["HTTP_X_REQUEST_ID"] = "evil\r\nSet-Cookie: x"
    assert "evil" not in client.get("/account/login/", **given)["X-Request-ID"]


def test_v_4_1_3_an_untrusted_forwarded_address_means_nothing(rf, settings) -> None:
    from accounts.services import address_of

    request = rf.get("/", REMOTE_ADDR="10.0.0.9", HTTP_X_FORWARDED_FOR="1.2.3.4")
    assert address_of(request) == "10.0.0.9"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert address_of(request) == "1.2.3.4"


def test_the_request_id_is_in_the_audit_log(make_user, make_park, sign_in) -> None:
    from accounts.models import AuditEntry

    park = make_park("Frost Hold")
    answer = sign_in(make_user("edda")).post("/profile/claim", {"park": park.pk})
    assert AuditEntry.objects.get(what="claim_asked").request_id == answer["X-Request-ID"]
