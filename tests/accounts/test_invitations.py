"""Invitations by link and by mail (T-13)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts import invitations, services
from accounts.models import AuditEntry, Invitation, Letter
from accounts.refusals import Refused


@pytest.fixture
def general(make_user, make_park):
    user = make_user("edda")
    make_park("Frost Hold", general=user)
    return user


@pytest.fixture
def park(general):
    return general.player.appointments.get().park


def _code(deed, *args, **kwargs) -> str:
    with pytest.raises(Refused) as refused:
        deed(*args, **kwargs)
    return refused.value.code


def test_a_link_is_shown_once_and_leads_into_the_park(general, park, make_user, sign_in) -> None:
    client = sign_in(general)
    client.post("/parks/frost-hold/invite", {"days": 7, "uses": 2})
    page = client.get("/parks/frost-hold/people/")
    link = page.context["new_link"]
    assert link.startswith("http://testserver/join/")
    assert client.get("/parks/frost-hold/people/").context["new_link"] == ""
    user = make_user("bjorn")
    guest = sign_in(user)
    path = link.removeprefix("http://testserver")
    assert "Join Frost Hold" in guest.get(path).content.decode()
    guest.post(f"{path}accept")
    assert services.members_of(user) == [park.pk]


def test_only_the_hash_of_a_token_is_kept(general, park) -> None:
    invitation, token = services.invite(park, by=general)
    stored = str(Invitation.objects.filter(pk=invitation.pk).values())
    assert token not in stored
    assert token not in str(list(AuditEntry.objects.values()))


def test_a_mailed_invitation_works_once(general, park, make_user, delivered) -> None:
    invitation, token = services.invite(park, by=general, email="New@Example.org", uses=5)
    sent = delivered()[-1]
    assert sent.to == ["new@example.org"] and invitations.link_of(token) in sent.body
    services.accept(token, make_user("bjorn").player)
    assert _code(services.accept, token, make_user("runa").player) == "invitation_over"


def test_visitors_are_sent_to_sign_up_and_come_back(general, park) -> None:
    _, token = services.invite(park, by=general)
    text = Client().get(f"/join/{token}/").content.decode()
    assert f"/account/signup/?next=/join/{token}/" in text


def test_an_expired_or_revoked_invitation_is_over(general, park, make_user) -> None:
    player = make_user("bjorn").player
    old, old_token = services.invite(park, by=general)
    old.expires_at -= timedelta(days=8)
    old.save()
    gone, gone_token = services.invite(park, by=general)
    services.revoke(gone, by=general)
    for token in (old_token, gone_token, "no-such-token-at-all"):
        assert _code(services.accept, token, player) == "invitation_over"
        assert Client().get(f"/join/{token}/").status_code == 404


def test_t_13_twenty_invitations_a_day(general, park) -> None:
    for number in range(20):
        services.invite(park, by=general, email=f"guest{number}@example.org")
    assert _code(services.invite, park, by=general) == "too_many_invitations"
    assert Letter.objects.count() == 20


def test_t_13_nobody_is_invited_twice_a_day(general, park, make_user) -> None:
    services.invite(park, by=general, email="guest@example.org")
    gm = make_user("gm-one", staff=True)
    again = _code(services.invite, park, by=gm, email="GUEST@example.org")
    assert again == "invited_already"


@pytest.mark.parametrize("email", ["a@b.org\nBcc: c@d.org", "a@b.org, c@d.org", "nobody", "a b@c"])
def test_t_13_an_address_is_one_address(general, park, email: str) -> None:
    assert _code(services.invite, park, by=general, email=email) == "email_invalid"


@pytest.mark.parametrize("bounds", [{"days": 0}, {"days": 31}, {"uses": 0}, {"uses": 51}])
def test_bounds_of_an_invitation(general, park, bounds) -> None:
    assert _code(services.invite, park, by=general, **bounds) == "invitation_bounds"


def test_only_the_general_or_a_gm_invites(general, park, make_user) -> None:
    assert _code(services.invite, park, by=make_user("bjorn")) == "not_yours"
    invitation, _ = services.invite(park, by=general)
    assert _code(services.revoke, invitation, by=make_user("runa")) == "not_yours"


def test_a_member_does_not_use_up_an_invitation(general, park) -> None:
    invitation, token = services.invite(park, by=general)
    assert _code(services.accept, token, general.player) == "member_already"
    invitation.refresh_from_db()
    assert invitation.uses_left == 1


def test_a_look_joins_nobody(general, park, make_user, sign_in) -> None:
    _, token = services.invite(park, by=general)
    user = make_user("bjorn")
    client = sign_in(user)
    client.get(f"/join/{token}/")
    client.get(f"/join/{token}/accept")
    assert services.members_of(user) == []


def test_t_2_another_parks_invitation_is_not_found(general, park, make_user, make_park, sign_in):
    other = make_user("runa")
    make_park("Salt Marsh", general=other)
    invitation, _ = services.invite(park, by=general)
    answer = sign_in(other).post(f"/parks/salt-marsh/invitations/{invitation.pk}/revoke")
    assert answer.status_code == 404
