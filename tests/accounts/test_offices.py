"""Parks, generals and deputies (IM-3.2, IM-8.9, IM-8.10, R-7)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import clock, services
from accounts.models import AuditEntry, General, Membership, Notice, Park, ParkOrkId, Vacation
from accounts.refusals import Refused

DAY = timedelta(days=1)


def _code(refused) -> str:
    return refused.value.code


def test_im_3_2_an_ork_park_belongs_to_at_most_one_park(make_park) -> None:
    make_park("Frost Hold", ork=(11, 12))
    other = make_park("Salt Marsh")
    with pytest.raises(IntegrityError), transaction.atomic():
        ParkOrkId.objects.create(park=other, ork_id=12)


def test_im_3_2_a_mark_is_one_of_twelve(db: None) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Park.objects.create(name="X", slug="x", mark=13)


def test_im_3_2_a_park_has_one_general_and_some_deputies(make_user, make_park) -> None:
    one, two, three = make_user("edda"), make_user("bjorn"), make_user("runa")
    park = make_park("Frost Hold", general=one)
    services.appoint(park, two.player, "deputy", by=one.pk)
    services.appoint(park, three.player, "deputy", by=one.pk)
    assert services.acting_users([park.pk]) == {park.pk: [one.pk, two.pk, three.pk]}
    assert services.offices(two) == [(park.pk, "deputy")]
    with pytest.raises(IntegrityError), transaction.atomic():
        General.objects.create(park=park, player=three.player, office="general")


def test_im_3_2_no_more_than_five_deputies(make_user, make_park) -> None:
    park = make_park("Frost Hold")
    for number in range(5):
        services.appoint(park, make_user(f"deputy {'abcde'[number]}").player, "deputy", by=None)
    with pytest.raises(Refused) as refused:
        services.appoint(park, make_user("edda").player, "deputy", by=None)
    assert _code(refused) == "too_many_deputies"


def test_t_18_nobody_acts_for_two_parks(make_user, make_park) -> None:
    user = make_user("edda")
    make_park("Frost Hold", general=user)
    with pytest.raises(Refused) as refused:
        services.appoint(make_park("Salt Marsh"), user.player, "deputy", by=None)
    assert _code(refused) == "holds_office_elsewhere"


def test_im_8_9_authority_passes_at_once(
    make_user, make_park, heard, django_capture_on_commit_callbacks
) -> None:
    old, new = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=old)
    general = General.objects.get(park=park)
    with django_capture_on_commit_callbacks(execute=True):
        services.hand_over(general, new.player, by=old.pk)
    assert not services.may_act_for(old, park.pk)
    assert services.may_act_for(new, park.pk)
    assert services.general_personas([park.pk]) == {park.pk: "Bjorn"}
    ended = {(m["user"], m["reason"]) for m in heard}
    assert {(old.pk, "rights"), (new.pk, "rights")} <= ended


def test_im_8_9_an_appointment_may_begin_later(make_user, make_park) -> None:
    old, new = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=old)
    now = timezone.now()
    services.appoint(park, new.player, "general", by=None, from_=now + DAY)
    assert services.acting_users([park.pk], now + DAY / 2) == {park.pk: [old.pk]}
    assert services.acting_users([park.pk], now + DAY) == {park.pk: [new.pk]}
    assert services.may_act_for(old, park.pk, now + DAY / 2)
    assert not services.may_act_for(old, park.pk, now + DAY)


def test_a_deputy_who_becomes_general_is_deputy_no_longer(make_user, make_park) -> None:
    old, new = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=old)
    services.appoint(park, new.player, "deputy", by=old.pk)
    services.appoint(park, new.player, "general", by=None)
    assert services.offices(new) == [(park.pk, "general")]


def test_a_plan_changes_nothing_until_it_runs(make_user, make_park) -> None:
    user, park = make_user("edda"), make_park("Frost Hold")
    plan = services.plan_appointment(park, user.player, "general", by=None)
    assert services.offices(user) == []
    with transaction.atomic():
        for work in plan:
            work()
    assert services.offices(user) == [(park.pk, "general")]


def test_a_plan_that_fails_in_its_transaction_leaves_nothing(make_user, make_park) -> None:
    user, park = make_user("edda"), make_park("Frost Hold")
    plan = services.plan_appointment(park, user.player, "general", by=None)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        plan[0]()
        raise ZeroDivisionError
    assert services.offices(user) == []
    assert not AuditEntry.objects.filter(what="appointed").exists()


def test_r_9_every_change_of_office_is_audited_by_number(make_user, make_park) -> None:
    old, new = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=old)
    services.appoint(park, new.player, "general", by=old.pk, reason="moved away")
    row = AuditEntry.objects.filter(what="appointed").latest("id")
    assert (row.by, row.target_id, row.reason) == (old.pk, str(park.pk), "moved away")
    assert row.before == [{"user": old.pk, "office": "general"}]
    assert row.after["user"] == new.pk
    assert "Edda" not in str(row.before) + str(row.after)


def test_ending_twice_is_refused(make_user, make_park) -> None:
    park = make_park("Frost Hold", general=make_user("edda"))
    general = General.objects.get(park=park)
    services.end_appointment(general, by=None)
    with pytest.raises(Refused) as refused:
        services.end_appointment(general, by=None)
    assert _code(refused) == "already_ended"


def test_r_7_leaving_the_park_ends_the_office(make_user, make_park) -> None:
    user = make_user("edda")
    park = make_park("Frost Hold", general=user)
    services.leave_park(user.player, by=user.pk)
    assert services.offices(user) == [] and services.members_of(user) == []
    assert services.member_users([park.pk]) == {}


def test_joining_another_park_leaves_the_first(make_user, make_park) -> None:
    user, one, two = make_user("edda"), make_park("Frost Hold"), make_park("Salt Marsh")
    services.join_park(user.player, one, by=None)
    services.join_park(user.player, two, by=None)
    assert services.members_of(user) == [two.pk]
    assert Membership.objects.filter(player=user.player).count() == 2


def test_r_7_a_banned_general_acts_for_nobody(make_user, make_park) -> None:
    user = make_user("edda")
    park = make_park("Frost Hold", general=user)
    services.deactivate(user, by=None)
    assert services.acting_users([park.pk]) == {}
    assert services.offices(user) == []
    assert services.member_users([park.pk]) == {}


def test_rights_of_many_parks_are_one_query(
    make_user, make_park, django_assert_num_queries
) -> None:
    parks = [make_park(f"Park {n}", general=make_user(f"name {n}")).pk for n in "abcd"]
    at = clock.now()  # the database's time is a query of its own
    with django_assert_num_queries(1):
        assert len(services.acting_users(parks, at)) == 4
    with django_assert_num_queries(1):
        assert len(services.member_users(parks, at)) == 4


def test_im_8_10_deputies_are_told_of_a_vacation(make_user, make_park) -> None:
    general, deputy, other = make_user("edda"), make_user("bjorn"), make_user("runa")
    park = make_park("Frost Hold", general=general)
    services.appoint(park, deputy.player, "deputy", by=general.pk)
    services.join_park(other.player, park, by=None)
    services.set_vacation(general.player, date(2031, 5, 1), date(2031, 5, 9), by=general.pk)
    told = Notice.objects.filter(kind="vacation").values_list("recipient", flat=True)
    assert list(told) == [deputy.pk]


def test_im_8_10_vacation_gives_nobody_else_authority(make_user, make_park) -> None:
    general, member = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=general)
    services.join_park(member.player, park, by=None)
    today = timezone.now().date()
    services.set_vacation(general.player, today, today, by=general.pk)
    assert services.acting_users([park.pk]) == {park.pk: [general.pk]}


def test_im_8_10_days_must_follow_each_other(make_user) -> None:
    user = make_user("edda")
    with pytest.raises(Refused):
        services.set_vacation(user.player, date(2031, 5, 9), date(2031, 5, 1), by=user.pk)
    assert not Vacation.objects.exists()


# -- pages


def test_a_general_appoints_deputies_and_hands_over(make_user, make_park, sign_in) -> None:
    general, member = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=general)
    services.join_park(member.player, park, by=None)
    client = sign_in(general)
    assert "Bjorn" in client.get("/parks/frost-hold/people/").content.decode()
    form = {"player": member.player.pk, "office": "deputy"}
    client.post("/parks/frost-hold/appoint", form)
    assert services.offices(member) == [(park.pk, "deputy")]
    client.post("/parks/frost-hold/hand-over", {"player": member.player.pk, "reason": "tired"})
    assert services.offices(member) == [(park.pk, "general")]
    assert client.post("/parks/frost-hold/appoint", form).status_code == 403


def test_a_general_makes_no_second_general(make_user, make_park, sign_in) -> None:
    general, member = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=general)
    services.join_park(member.player, park, by=None)
    form = {"player": member.player.pk, "office": "general"}
    sign_in(general).post("/parks/frost-hold/appoint", form)
    assert services.offices(member) == []
    assert services.offices(general) == [(park.pk, "general")]


@pytest.mark.parametrize(
    "deed", ["appoint", "hand-over", "invite", "heraldry", "claims/1", "members/1/remove"]
)
def test_t_2_a_deputy_or_stranger_manages_nothing(make_user, make_park, sign_in, deed) -> None:
    general, deputy, stranger = make_user("edda"), make_user("bjorn"), make_user("runa")
    park = make_park("Frost Hold", general=general)
    services.appoint(park, deputy.player, "deputy", by=general.pk)
    for user in (deputy, stranger):
        assert sign_in(user).post(f"/parks/frost-hold/{deed}", {}).status_code == 403


def test_a_deputy_resigns_and_ends_nobody_else(make_user, make_park, sign_in) -> None:
    general, deputy = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=general)
    own = services.appoint(park, deputy.player, "deputy", by=general.pk)
    others = General.objects.get(park=park, office="general")
    client = sign_in(deputy)
    assert client.post(f"/parks/frost-hold/offices/{others.pk}/end").status_code == 403
    client.post(f"/parks/frost-hold/offices/{own.pk}/end")
    assert services.offices(deputy) == [] and services.offices(general) != []


def test_people_of_a_park_are_for_members_of_the_portal(make_park, client) -> None:
    make_park("Frost Hold")
    assert client.get("/parks/frost-hold/people/").url.startswith("/account/login/")


def test_r_14_the_people_page_shows_no_address(make_user, make_park, sign_in) -> None:
    general, member = make_user("edda"), make_user("bjorn")
    park = make_park("Frost Hold", general=general)
    services.join_park(member.player, park, by=None)
    text = sign_in(general).get("/parks/frost-hold/people/").content.decode()
    assert "@" not in text


def test_vacation_days_on_the_profile(make_user, make_park, sign_in) -> None:
    user = make_user("edda")
    make_park("Frost Hold", general=user)
    client = sign_in(user)
    client.post("/profile/vacation", {"first": "2031-05-01", "last": "2031-05-09"})
    vacation = Vacation.objects.get()
    assert "1 May 2031" in client.get("/profile/").content.decode()
    other = sign_in(make_user("bjorn"))
    assert other.post(f"/profile/vacation/{vacation.pk}/drop").status_code == 404
    client.post(f"/profile/vacation/{vacation.pk}/drop")
    assert not Vacation.objects.exists()
