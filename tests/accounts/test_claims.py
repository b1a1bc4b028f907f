"""Claiming who one is, and the park's answer (T-17, T-18)."""

from __future__ import annotations

import pytest

from accounts import services
from accounts.models import AuditEntry, Claim, Notice
from accounts.refusals import Refused


@pytest.fixture
def park(make_user, make_park):
    return make_park("Frost Hold", general=make_user("edda"))


@pytest.fixture
def general(park):
    return park.appointments.get().player.user


@pytest.fixture
def claimant(make_user, park):
    user = make_user("bjorn")
    services.ask_claim(user.player, park, 4711)
    user.player.refresh_from_db()
    return user


def test_the_general_is_told_of_a_claim(claimant, general) -> None:
    assert Notice.objects.get(kind="claim_asked").recipient == general


def test_without_a_general_the_gms_are_told(make_user, make_park) -> None:
    gm, user = make_user("gm-one", staff=True), make_user("bjorn")
    services.ask_claim(user.player, make_park("Salt Marsh"), None)
    assert Notice.objects.get(kind="claim_asked").recipient == gm


def test_approval_makes_a_member(claimant, general, park) -> None:
    services.decide_claim(claimant.player, approve=True, by=general)
    claimant.player.refresh_from_db()
    assert claimant.player.claim == Claim.APPROVED
    assert services.members_of(claimant) == [park.pk]
    assert Notice.objects.filter(kind="claim_decided", recipient=claimant).exists()


def test_refusal_makes_none_and_may_be_asked_again(claimant, general, park) -> None:
    services.decide_claim(claimant.player, approve=False, by=general, reason="unknown here")
    assert services.members_of(claimant) == []
    services.ask_claim(claimant.player, park, 4711)
    claimant.player.refresh_from_db()
    assert claimant.player.claim == Claim.ASKED


def test_t_17_the_club_sets_the_age_band(claimant, general) -> None:
    services.decide_claim(claimant.player, approve=True, by=general, is_minor=True)
    claimant.refresh_from_db()
    assert claimant.is_minor
    assert AuditEntry.objects.filter(what="age_band", target_id=str(claimant.pk)).exists()


def test_t_17_the_age_is_never_asked_in_public(claimant, sign_in) -> None:
    text = sign_in(claimant).get("/profile/").content.decode().lower()
    assert "birth" not in text and "under age" not in text


def test_t_18_one_ork_number_belongs_to_one_account(claimant, general, make_user, park) -> None:
    services.decide_claim(claimant.player, approve=True, by=general)
    second = make_user("runa")
    services.ask_claim(second.player, park, 4711)
    with pytest.raises(Refused) as refused:
        services.decide_claim(second.player, approve=True, by=general)
    assert refused.value.code == "ork_id_taken"
    second.player.refresh_from_db()
    assert second.player.claim == Claim.ASKED


def test_t_18_an_unconfirmed_claim_blocks_nobody(claimant, make_user, park) -> None:
    second = make_user("runa")
    services.ask_claim(second.player, park, 4711)
    second.player.refresh_from_db()
    assert second.player.ork_id == 4711


def test_nobody_confirms_himself(make_user, park, general, make_park) -> None:
    other = make_park("Salt Marsh")
    gm = make_user("gm-one", staff=True)
    services.ask_claim(gm.player, other, None)
    with pytest.raises(Refused) as refused:
        services.decide_claim(gm.player, approve=True, by=gm)
    assert refused.value.code == "not_yours"


def test_a_general_of_another_park_decides_nothing(claimant, make_user, make_park) -> None:
    other = make_user("runa")
    make_park("Salt Marsh", general=other)
    with pytest.raises(Refused) as refused:
        services.decide_claim(claimant.player, approve=True, by=other)
    assert refused.value.code == "not_yours"


def test_a_decided_claim_stays_decided(claimant, general) -> None:
    services.decide_claim(claimant.player, approve=True, by=general)
    with pytest.raises(Refused) as refused:
        services.decide_claim(claimant.player, approve=False, by=general)
    assert refused.value.code == "claim_decided"


def test_r_14_the_audit_log_names_no_persona(claimant, general) -> None:
    services.decide_claim(claimant.player, approve=True, by=general)
    rows = AuditEntry.objects.all().values_list("before", "after", "reason", "target_id")
    assert rows and not any("Bjorn" in str(row) for row in rows)


def test_asking_and_confirming_in_the_browser(make_user, park, general, sign_in) -> None:
    user = make_user("bjorn")
    client = sign_in(user)
    client.post("/profile/claim", {"park": park.pk, "ork_id": "4711"})
    assert "was asked to confirm" in client.get("/profile/").content.decode()
    page = sign_in(general)
    assert "Confirm Bjorn" in page.get("/parks/frost-hold/people/").content.decode()
    page.post(f"/parks/frost-hold/claims/{user.player.pk}", {"approve": "on"})
    assert services.members_of(user) == [park.pk]


def test_a_refusal_is_shown_in_words(make_user, park, sign_in) -> None:
    user = make_user("bjorn")
    client = sign_in(user)
    text = client.post("/profile/persona", {"persona": "Edda"}, follow=True).content.decode()
    assert "Somebody has this name or one that looks like it." in text
