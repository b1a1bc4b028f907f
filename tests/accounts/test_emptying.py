"""Emptied accounts and exports (R-14)."""

from __future__ import annotations

import datetime
import json

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.test import Client

from accounts import invitations, services
from accounts.models import AuditEntry, Claim, User
from accounts.refusals import Refused
from tests.accounts.conftest import PASSWORD


@pytest.fixture
def full(make_user, make_park, sign_in):
    """A person who left traces everywhere."""
    user = make_user("edda")
    park = make_park("Frost Hold", general=user)
    other = make_user("bjorn")
    services.appoint(park, other.player, "deputy", by=user.pk)
    services.ask_claim(user.player, make_park("Salt Marsh"), 4711)
    services.set_vacation(
        user.player, datetime.date(2031, 5, 1), datetime.date(2031, 5, 2), by=user.pk
    )
    services.notify([user.pk], "news", game_id=None, key="1", params={"text": "Edda wins"})
    invitations.invite(park, by=user, email="guest@example.org")
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    user.refresh_from_db()
    return user


def _everything() -> str:
    """All rows of all accounts and sign-in tables, as text."""
    labels = ("accounts", "account", "mfa", "usersessions")
    models = [m for label in labels for m in apps.get_app_config(label).get_models()]
    return str([list(model.objects.values()) for model in models])


def test_r_14_nothing_personal_stays(full, delivered) -> None:
    delivered()  # mail to others that is still on its way goes within minutes
    services.empty_account(full, by=full.pk)
    left = _everything()
    assert "edda@" not in left and "Edda" not in left and "4711" not in left
    full.refresh_from_db()
    assert not full.is_active and not full.has_usable_password() and full.emptied_at
    assert str(full) == f"Former member {full.pk}"
    assert full.player.claim == Claim.NONE
    assert not EmailAddress.objects.filter(user=full).exists()
    assert not Authenticator.objects.filter(user=full).exists()


def test_r_14_logs_keep_the_number(full) -> None:
    rows = AuditEntry.objects.count()
    services.empty_account(full, by=full.pk)
    assert AuditEntry.objects.count() > rows
    assert AuditEntry.objects.filter(what="emptied", target_id=str(full.pk)).exists()


def test_offices_and_membership_end(full) -> None:
    services.empty_account(full, by=full.pk)
    assert services.offices(full) == [] and services.members_of(full) == []


def test_the_name_and_the_address_are_free_again(full, make_user) -> None:
    services.empty_account(full, by=full.pk)
    assert str(make_user("edda")) == "Edda"


def test_emptying_twice_changes_nothing(full) -> None:
    services.empty_account(full, by=None)
    services.empty_account(full, by=None)
    assert AuditEntry.objects.filter(what="emptied").count() == 1
    with pytest.raises(Refused):
        services.reactivate(full, by=None)


def test_a_league_admin_gives_up_the_rights_first(make_user) -> None:
    gm = make_user("gm-one", staff=True)
    with pytest.raises(Refused) as refused:
        services.empty_account(gm, by=gm.pk)
    assert refused.value.code == "last_admin"


def test_emptying_in_the_browser_has_to_be_typed(make_user, sign_in) -> None:
    user = make_user("edda")
    client = sign_in(user)
    assert client.post("/profile/empty/", {"confirm": "Edda"}).url.startswith(
        "/account/reauthenticate/"
    )
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/profile/empty/", {"confirm": "yes"})
    assert User.objects.get(pk=user.pk).is_active
    client.post("/profile/empty/", {"confirm": "Edda"})
    assert not User.objects.get(pk=user.pk).is_active
    assert client.get("/settings/").status_code == 302


def test_r_14_a_person_exports_his_own_data_alone(full, make_user) -> None:
    client = Client()
    client.force_login(full)
    answer = client.get("/profile/export")
    text = answer.content.decode()
    data = json.loads(text)
    assert data["account"]["email"] == full.email and data["player"]["ork_id"] == 4711
    assert "bjorn" not in text.lower() and "password" not in text
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
