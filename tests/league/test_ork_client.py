"""ORK-1, ORK-3, ORK-5: the client against a fake ORK on this machine; no test leaves it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from games.league import ork, ork_transport
from games.league.fake_ork import FakeOrk
from games.league.ork import OrkClient
from games.league.ork_answers import Failure, Kind, Unusable
from games.league.ork_transport import Transport
from tests.league import samples
from tests.league.conftest import KINGDOM, SATURDAY, answer, row


def client(**wanted: Any) -> OrkClient:
    return OrkClient(**(wanted or {"kingdom_ids": [KINGDOM]}))


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_ork_1_1_the_address_is_a_setting(settings: Any) -> None:
    from portal.settings import base

    assert base.ORK_URL == "https://ork.amtgard.com/orkservice/Json/index.php"


def test_ork_1_2_bracketed_fields_are_sent_encoded(fake: FakeOrk) -> None:
    client().fetch_day(SATURDAY)
    query = fake.seen[0]["query"]
    assert "call=Report%2FAttendanceForDate" in query
    assert "request%5BKingdomId%5D=903" in query
    assert "request%5BDate%5D=2026-02-07" in query


def test_ork_1_3_a_call_without_arguments_sends_an_empty_request(fake: FakeOrk) -> None:
    put(fake.folder, "GetKingdoms.json", samples.KINGDOMS)
    assert isinstance(client().get_kingdoms(), list)
    assert fake.seen[0]["sent"] == {"call": "Kingdom/GetKingdoms", "request": ""}


def test_ork_1_4_request_is_never_one_json_string(fake: FakeOrk) -> None:
    everything(client())
    assert len(fake.seen) == 8
    assert all(not seen["sent"].get("request") for seen in fake.seen)


def test_ork_1_4_the_fake_server_dies_of_a_json_string(fake: FakeOrk) -> None:
    with pytest.raises(Unusable) as caught:
        Transport().get({"call": "Kingdom/GetParks", "request": '{"KingdomId":903}'})
    assert caught.value.failure == Failure(Kind.HTTP, "HTTP 500")


def test_ork_1_5_no_token_is_sent(fake: FakeOrk) -> None:
    everything(client())
    assert "token" not in json.dumps(fake.seen).lower()


def test_ork_1_6_a_challenge_page_is_not_data(fake: FakeOrk) -> None:
    fake.fail("challenge")
    assert failed(client()).kind == Kind.NOT_JSON


def test_ork_1_7_application_errors_come_with_http_200(fake: FakeOrk) -> None:
    fake.fail("status3")
    assert failed(client()) == Failure(Kind.STATUS, "status 3")


def test_ork_1_8_only_own_integers_and_dates_are_sent(fake: FakeOrk) -> None:
    ids: Any = ["903", "5;drop", "x", -1, 0, 77.0]
    client(kingdom_ids=ids).fetch_day(SATURDAY)
    assert [seen["sent"]["request[KingdomId]"] for seen in fake.seen] == ["77", "903"]


def everything(reader: OrkClient) -> None:
    """Every call the portal ever makes."""
    reader.fetch_day(SATURDAY)
    reader.get_kingdoms()
    reader.get_parks(KINGDOM)
    reader.get_park_short_info(9001)
    reader.get_player(61001)
    reader.get_roster(9001)
    reader.get_attendance_of(61001, SATURDAY)
    client(park_ids=[77]).fetch_day(SATURDAY)


def failed(reader: OrkClient) -> Failure:
    failure = reader.fetch_day(SATURDAY).failure
    assert failure is not None
    return failure


def test_ork_3_1_kingdoms_are_an_object_by_id(fake: FakeOrk) -> None:
    put(fake.folder, "GetKingdoms.json", samples.KINGDOMS)
    found = client().get_kingdoms()
    assert isinstance(found, list)
    assert [(k.kingdom_id, k.name, k.parent_id) for k in found] == [
        (903, "Kingdom of the Sample Peaks", 0),
        (904, "Principality of Testmere", 903),
    ]


def test_ork_2_15_no_kingdoms_may_come_as_a_list(fake: FakeOrk) -> None:
    assert client().get_kingdoms() == []


def test_ork_3_2_parks_are_a_list_with_mangled_texts(fake: FakeOrk) -> None:
    put(fake.folder, "GetParks/903.json", samples.PARKS)
    found = client().get_parks(KINGDOM)
    assert isinstance(found, list)
    assert (found[0].name, found[0].abbreviation) == ("Copper Gate", "CG")


def test_ork_3_2_1_retired_parks_are_left_out(fake: FakeOrk) -> None:
    put(fake.folder, "GetParks/903.json", samples.PARKS)
    assert [park.park_id for park in parks_of(KINGDOM)] == [9001]


def test_ork_3_2_2_the_kingdom_is_the_one_asked_for(fake: FakeOrk) -> None:
    text = samples.PARKS.replace('"KingdomId":903,"Name":"Copper', '"KingdomId":5,"Name":"Copper')
    put(fake.folder, "GetParks/903.json", text)
    assert parks_of(KINGDOM)[0].kingdom_id == KINGDOM


def test_ork_3_2_3_an_unknown_kingdom_has_no_parks(fake: FakeOrk) -> None:
    assert parks_of(4711) == []


def parks_of(kingdom_id: int) -> list[ork.OrkPark]:
    found = client().get_parks(kingdom_id)
    assert isinstance(found, list)
    return found


def test_ork_3_3_2_no_call_filters_a_day_by_player(fake: FakeOrk) -> None:
    everything(client())
    days = [s["sent"] for s in fake.seen if s["sent"]["call"].endswith("ForDate")]
    assert days
    assert all("request[MundaneId]" not in sent for sent in days)


def test_ork_3_4_where_one_player_signed_in(fake: FakeOrk) -> None:
    put(fake.folder, "AttendanceForPlayer/61001.json", json.dumps(answer(row(1), row(2))))
    found = client().get_attendance_of(61001, date(2026, 1, 1))
    assert isinstance(found, list)
    assert [one.row_id for one in found] == [1, 2]
    assert fake.seen[0]["sent"]["request[date_start]"] == "2026-01-01"
    assert client().get_attendance_of(5, SATURDAY) == []


def test_ork_3_5_of_a_player_only_five_fields_are_kept(fake: FakeOrk) -> None:
    put(fake.folder, "GetPlayer/61002.json", samples.PLAYER)
    assert client().get_player(61002) == ork.OrkPlayer(61002, "Osric", 9003, 903, active=True)


def test_ork_3_5_an_unknown_player_is_a_failure(fake: FakeOrk) -> None:
    assert client().get_player(1) == Failure(Kind.STATUS, "status 4: no such id")


def test_ork_3_6_a_roster_names_the_members(fake: FakeOrk) -> None:
    body = {**answer(row(1)), "Roster": [{"MundaneId": 7, "Persona": 404, "ParkId": 9001}]}
    put(fake.folder, "GetPlayerRoster/9001.json", json.dumps(body))
    found = client().get_roster(9001)
    assert isinstance(found, list)
    assert (found[0].player_id, found[0].persona, found[0].active) == (7, "404", True)
    assert fake.seen[0]["sent"]["request[Type]"] == "Park"


def test_ork_3_7_class_names_need_no_call(fake: FakeOrk) -> None:
    everything(client())
    assert not any("GetClasses" in seen["query"] for seen in fake.seen)


def test_ork_3_8_a_park_outside_the_kingdom(fake: FakeOrk) -> None:
    info = {"ParkId": 77, "KingdomId": 5, "ParkName": "Far", "Abbreviation": 7, "Active": "Active"}
    put(fake.folder, "GetParkShortInfo/77.json", json.dumps({**answer(row(1)), "ParkInfo": info}))
    assert client().get_park_short_info(77) == ork.OrkPark(77, 5, "Far", "7", active=True)


def test_ork_5_1_one_call_per_kingdom_and_extra_park_rows_united(
    fake: FakeOrk, ork_says: Callable[..., None]
) -> None:
    ork_says(row(1), row(2))
    ork_says(row(2), row(3), scope="p77")
    found = client(kingdom_ids=[KINGDOM], park_ids=[77]).fetch_day(SATURDAY)
    assert [(one.row_id, one.scope) for one in found.rows] == [(1, "k903"), (2, "k903"), (3, "p77")]
    assert len(fake.seen) == 2


def test_ork_5_1_which_call_was_empty_is_known(
    fake: FakeOrk, ork_says: Callable[..., None]
) -> None:
    ork_says(row(1))
    found = client(kingdom_ids=[KINGDOM], park_ids=[77]).fetch_day(SATURDAY)
    assert found.empty == ("p77",)


def test_ork_5_2_agent_names_portal_and_contact(fake: FakeOrk, settings: Any) -> None:
    settings.SITE_NAME = "Peaks – Café"
    client().fetch_day(SATURDAY)
    assert fake.seen[0]["agent"] == "Peaks ? Caf? (gm@example.org)"


@pytest.mark.parametrize("fault", ["http500", "http429", "dropped"])
def test_ork_5_2_passing_faults_are_tried_three_times(
    fake: FakeOrk, ork_says: Callable[..., None], fault: str
) -> None:
    ork_says(row(1))
    fake.fail(fault, times=2)
    found = client().fetch_day(SATURDAY)
    assert (len(found.rows), len(fake.seen)) == (1, 3)


@pytest.mark.parametrize("fault", ["http403", "challenge", "status3", "redirect", "truncated"])
def test_ork_5_2_lasting_faults_are_not_tried_again(fake: FakeOrk, fault: str) -> None:
    fake.fail(fault)
    assert client().fetch_day(SATURDAY).failure is not None
    assert len(fake.seen) == 1


def test_ork_5_2_waits_two_and_ten_seconds_and_keeps_calls_a_second_apart(
    fake: FakeOrk, settings: Any
) -> None:
    settings.ORK_RETRY_WAITS, settings.ORK_CALL_INTERVAL = (2.0, 10.0), 1.0
    slept: list[float] = []
    transport = Transport(sleep=slept.append, clock=lambda: sum(slept))
    fake.fail("http500", times=3)
    reader = OrkClient(kingdom_ids=[KINGDOM], transport=transport)
    assert failed(reader) == Failure(Kind.HTTP, "HTTP 500")
    assert slept == [2.0, 10.0]
    reader.fetch_day(SATURDAY)
    assert slept == [2.0, 10.0, 1.0]


def test_ork_5_2_the_settings_say_twenty_seconds_three_tries_and_one_second() -> None:
    from portal.settings import base

    assert (base.ORK_TIMEOUT, base.ORK_RETRY_WAITS, base.ORK_CALL_INTERVAL) == (20, (2, 10), 1)
    assert ork_transport.BODY_LIMIT == 20 * 1024 * 1024


def test_ork_5_2_five_failed_calls_in_a_row_are_enough(fake: FakeOrk) -> None:
    reader = client()
    fake.fail("challenge", times=4)
    for _ in range(4):
        reader.fetch_day(SATURDAY)
    assert (reader.failures, reader.is_given_up) == (4, False)
    reader.fetch_day(SATURDAY)
    assert reader.failures == 0
    fake.fail("challenge", times=5)
    for _ in range(5):
        reader.fetch_day(SATURDAY)
    assert reader.is_given_up


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("http500", Kind.HTTP),
        ("http429", Kind.HTTP),
        ("http403", Kind.HTTP),
        ("redirect", Kind.HTTP),
        ("challenge", Kind.NOT_JSON),
        ("no_body", Kind.NOT_JSON),
        ("truncated", Kind.NOT_JSON),
        ("leading_text", Kind.NOT_JSON),
        ("error_shape", Kind.SERVER_ERROR),
        ("status3", Kind.STATUS),
        ("bare_status", Kind.SHAPE),
        ("no_list", Kind.SHAPE),
        ("no_row_id", Kind.SHAPE),
        ("huge", Kind.SHAPE),
        ("wrong_date", Kind.WRONG_DATE),
        ("slow", Kind.TIMEOUT),
        ("dropped", Kind.NETWORK),
    ],
)
def test_ork_5_3_every_way_to_fail_has_its_kind(
    fake: FakeOrk, ork_says: Callable[..., None], settings: Any, fault: str, kind: Kind
) -> None:
    ork_says(row(1))
    settings.ORK_TIMEOUT = 0.4
    if fault == "huge":
        settings.ORK_TIMEOUT = 20
    fake.fail(fault, times=3)
    assert failed(client()).kind == kind


def test_ork_5_3_nobody_at_home_is_a_network_failure(fake: FakeOrk, settings: Any) -> None:
    settings.ORK_URL = "http://127.0.0.1:9/index.php"
    assert failed(client()).kind == Kind.NETWORK


def test_ork_5_4_one_failed_call_fails_the_day(
    fake: FakeOrk, ork_says: Callable[..., None]
) -> None:
    ork_says(row(1))
    ork_says(row(2), scope="p77")
    fake.fail("status3", times=1)
    found = client(kingdom_ids=[KINGDOM], park_ids=[77]).fetch_day(SATURDAY)
    assert found.failure is not None
    assert found.rows == ()


@pytest.mark.parametrize(
    "url",
    [
        "http://ork.amtgard.com/index.php",
        "https://evil.example/index.php",
        "https://ork.amtgard.com.evil.example/",
        "https://user:pw@ork.amtgard.com/",
        "https://ork.amtgard.com@evil.example/",
        "ftp://ork.amtgard.com/",
        "file:///etc/passwd",
        "//ork.amtgard.com/",
        "http://127.0.0.1:6379/",
        "http://[::1]/",
        "http://localhost/",
        "https://127.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/",
        "",
    ],
)
def test_t_14_the_ork_address_is_held_to_the_list(settings: Any, url: str) -> None:
    settings.ORK_URL = url
    settings.ORK_ALLOW_LOOPBACK = False
    assert failed(client()).kind == Kind.NETWORK


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.9.9",
        "169.254.169.254",
        "0.0.0.0",
        "224.0.0.1",
    ]
    + ["100.64.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::"]
    + ["64:ff9b::7f00:1", "2002:7f00:1::1"],
)
def test_t_14_addresses_inside_are_known(address: str) -> None:
    assert not ork_transport.is_public(address)
    assert ork_transport.is_public("93.184.216.34")


def test_t_14_a_listed_name_that_leads_inside_is_refused(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open connection's far end is looked at: no byte goes out, whatever the name says."""
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]
    heard: list[bytes] = []

    def listen() -> None:
        for _ in range(3):
            peer, _ = server.accept()
            heard.append(peer.recv(100))
            peer.close()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    real = socket.getaddrinfo
    monkeypatch.setattr(
        "socket.getaddrinfo", lambda _name, _port, *a, **k: real("127.0.0.1", port, *a, **k)
    )
    settings.ORK_URL = f"https://ork.amtgard.com:{port}/index.php"
    assert failed(client()).kind == Kind.NETWORK
    listener.join(5)
    server.close()
    assert heard == [b"", b"", b""]


def test_t_14_an_answer_that_sends_elsewhere_is_not_followed(fake: FakeOrk) -> None:
    fake.fail("redirect")
    assert failed(client()) == Failure(Kind.HTTP, "HTTP 302")
    assert len(fake.seen) == 1


def test_t_20_a_compressed_body_is_not_unpacked(fake: FakeOrk) -> None:
    client().fetch_day(SATURDAY)
    transport = Transport()
    assert transport._session.headers["Accept-Encoding"] == "identity"
