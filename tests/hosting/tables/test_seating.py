"""Joining, leaving, inviting, answering, sending away: who gets which seat, and who is told."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest

from accounts import services as people
from accounts.models import Notice
from accounts.refusals import Refused
from games.hosting.tables import inviting, listing, seating, standing
from games.hosting.tables.models import Table, TablePlace

pytestmark = pytest.mark.django_db


def code_of(work: Any, *args: Any, **kw: Any) -> str:
    with pytest.raises(Refused) as caught:
        work(*args, **kw)
    return caught.value.code


def kinds(table: Table) -> list[str]:
    return [p.kind for p in table.places.order_by("number")]


def told(user: Any, kind: str) -> list[Notice]:
    return list(Notice.objects.filter(recipient=user, kind=kind))


def test_joining_takes_the_first_open_seat_and_tells_the_host(folk: Any, gather: Any) -> None:
    table = gather()
    place = seating.join(table, folk["berit"])
    assert (place.number, place.user) == (1, folk["berit"])
    assert kinds(table) == ["person", "person", "open"]
    assert len(told(folk["anna"], "table")) == 1


def test_joining_twice_is_refused_and_a_full_table_says_so(folk: Any, gather: Any) -> None:
    table = gather("open", begin="hand")
    seating.join(table, folk["berit"])
    assert code_of(seating.join, table, folk["berit"]) == "table.seated_already"
    assert code_of(seating.join, table, folk["cai"]) == "table.full"
    assert table.places.count() == 2


def test_of_two_who_join_the_last_seat_at_once_one_gets_table_full(
    live_db: None, folk: Any, gather: Any
) -> None:
    from django.db import connection

    table = gather("open", begin="hand")
    answers: list[str] = []
    ready = Barrier(2)

    def run(name: str) -> None:
        ready.wait()
        try:
            seating.join(table, folk[name])
            answers.append("seated")
        except Refused as refusal:
            answers.append(refusal.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(name,)) for name in ("berit", "cai")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(answers) == ["seated", "table.full"]
    assert table.places.filter(kind="person").count() == 2


def test_leaving_opens_the_seat_for_others(folk: Any, gather: Any) -> None:
    table = gather()
    seating.join(table, folk["berit"])
    seating.leave(table, folk["berit"])
    assert kinds(table) == ["person", "open", "open"]
    assert code_of(seating.leave, table, folk["berit"]) == "table.not_seated"
    seating.join(table, folk["berit"])


def test_a_host_who_leaves_the_seat_stays_host(folk: Any, gather: Any) -> None:
    table = gather()
    seating.leave(table, folk["anna"])
    assert kinds(table) == ["open", "open", "open"]
    assert standing.standing_of(table, folk["anna"].pk).is_host


def test_an_invitation_keeps_a_seat_and_is_a_notice(folk: Any, gather: Any) -> None:
    table = gather("open", begin="hand")
    inviting.invite_person(table, inviting.person_named("berit"), by=folk["anna"])
    notice = told(folk["berit"], "invited")[0]
    assert notice.params["player"] == folk["anna"].player.pk
    assert notice.params["url"] == f"/tables/{table.code}/"
    assert "anna@" not in str(notice.params)
    assert code_of(seating.join, table, folk["cai"]) == "table.full"
    seating.join(table, folk["berit"])
    place = table.places.get(number=1)
    assert (place.user, place.invited) == (folk["berit"], False)


def test_declining_opens_the_seat_and_tells_the_host(folk: Any, gather: Any) -> None:
    table = gather("berit")
    seating.decline(table, folk["berit"])
    assert kinds(table) == ["person", "open"]
    assert "declined" in told(folk["anna"], "table")[0].params["text"]
    assert code_of(seating.decline, table, folk["berit"]) == "table.not_invited"


def test_an_invitation_is_refused_to_strangers_and_to_those_at_the_table(
    folk: Any, gather: Any
) -> None:
    table = gather("berit", "open")
    assert code_of(inviting.person_named, "Nobody At All") == "table.no_such_person"
    assert code_of(inviting.person_named, "") == "table.no_such_person"
    for name in ("anna", "berit"):
        wish = (table, folk[name])
        assert code_of(inviting.invite_person, *wish, by=folk["anna"]) == "table.seated_already"


def test_t_13_invitations_are_limited_to_twenty_a_day(
    folk: Any, gather: Any, monkeypatch: pytest.MonkeyPatch, later: Any
) -> None:
    monkeypatch.setattr(inviting, "PER_DAY", 2)
    table = gather("berit", "open", "open")
    inviting.invite_person(table, folk["cai"], by=folk["anna"])
    wish = (table, folk["dara"])
    assert code_of(inviting.invite_person, *wish, by=folk["anna"]) == "table.too_many_invitations"
    assert not told(folk["dara"], "invited")
    later(86_401)
    inviting.invite_person(table, folk["dara"], by=folk["anna"])


def test_t_13_the_days_limit_is_that_of_the_parks() -> None:
    from accounts.invitations import PER_DAY

    assert inviting.PER_DAY is PER_DAY == 20


def test_whoever_is_sent_away_cannot_come_back(folk: Any, gather: Any) -> None:
    table = gather()
    seating.join(table, folk["berit"])
    seating.send_away(table, 1, by=folk["anna"])
    assert kinds(table) == ["person", "open", "open"]
    assert code_of(seating.join, table, folk["berit"]) == "table.kicked"
    anew = (table, folk["berit"])
    assert code_of(inviting.invite_person, *anew, by=folk["anna"]) == "table.kicked"
    assert told(folk["berit"], "seat")
    assert not listing.open_seats(folk["berit"].pk, listing.Filters())


def test_nobody_is_sent_away_from_a_bots_or_ones_own_seat(folk: Any, gather: Any) -> None:
    table = gather("bot", "open")
    assert code_of(seating.send_away, table, 1, by=folk["anna"]) == "table.nobody_there"
    assert code_of(seating.send_away, table, 0, by=folk["anna"]) == "table.not_yourself"
    assert code_of(seating.send_away, table, 9, by=folk["anna"]) == "table.no_such_place"


def test_bots_come_and_go_on_free_seats_only(folk: Any, gather: Any) -> None:
    table = gather("berit", "open", begin="hand")
    seating.set_bot(table, 2, bot=True)
    assert kinds(table) == ["person", "person", "bot"]
    seating.set_bot(table, 2, bot=False)
    assert kinds(table) == ["person", "person", "open"]
    assert code_of(seating.set_bot, table, 1, bot=True) == "table.taken"


def test_without_a_persona_nobody_sits_down(folk: Any, gather: Any, make_user: Any) -> None:
    from accounts.models import User

    nobody = User.objects.create_user("nobody@example.org", "correct horse")
    assert code_of(seating.join, gather(), nobody) == "table.persona_missing"


def test_a_park_is_invited_and_its_deputy_answers(folk: Any, gather: Any, make_park: Any) -> None:
    park = make_park("Frost Hold", general=folk["berit"], ork=(7,))
    people.join_park(folk["cai"].player, park, by=None)
    people.appoint(park, folk["cai"].player, "deputy", by=None)
    table = gather("open", begin="hand")
    inviting.invite_park(table, park, by=folk["anna"])
    assert told(folk["berit"], "invited") and told(folk["cai"], "invited")
    seating.join(table, folk["cai"])
    place = table.places.get(number=1)
    assert (place.kind, place.park, place.user) == ("park", park, None)
    assert standing.standing_of(table, folk["berit"].pk).is_seated


def test_a_general_sits_down_for_the_park_or_alone_but_not_both(
    folk: Any, gather: Any, make_park: Any
) -> None:
    park = make_park("Frost Hold", general=folk["berit"])
    table = gather()
    assert code_of(seating.join, table, folk["cai"], park_id=park.pk) == "table.not_your_park"
    seating.join(table, folk["berit"], park_id=park.pk)
    assert code_of(seating.join, table, folk["berit"]) == "table.seated_already"
    lonely = make_park("Lonely Moor")
    assert code_of(inviting.invite_park, table, lonely, by=folk["anna"]) == (
        "table.park_without_general"
    )


def test_the_database_holds_who_may_hold_a_place(folk: Any, gather: Any) -> None:
    from django.db import IntegrityError, transaction

    table = gather()
    for wrong in (
        {"kind": "person"},
        {"kind": "open", "user": folk["berit"]},
        {"kind": "bot", "invited": True},
        {"kind": "person", "user": folk["anna"]},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            TablePlace.objects.create(table=table, number=8, **wrong)
