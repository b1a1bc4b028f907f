"""ORK-2, ORK-4, ORK-5: what an answer may look like and how rows are normalised."""

from __future__ import annotations

import json
import unicodedata
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.league.classes import ORK_CLASSES, class_of
from games.league.ork_answers import (
    MAX_ID,
    Kind,
    Unusable,
    as_id,
    as_text,
    player_key,
    read_day,
    sign_in,
    status_of,
)
from tests.league import samples
from tests.league.conftest import SATURDAY, answer, row


def failure(body: Any, day: date = SATURDAY) -> Kind:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    with pytest.raises(Unusable) as caught:
        read_day(data, day)
    return caught.value.failure.kind


def test_ork_7_the_sample_day_is_read() -> None:
    hedda, osric = read_day(samples.DAY.encode(), SATURDAY)
    assert (hedda.row_id, hedda.park, hedda.home, hedda.class_id) == (810001, 9001, 9001, 16)
    assert (osric.persona, osric.park, osric.home, osric.class_id) == ("Osric", 9001, 9003, 8)


def test_ork_7_the_sample_empty_day_has_no_rows() -> None:
    assert read_day(samples.EMPTY_DAY.encode(), SATURDAY) == ()


def test_ork_2_1_a_method_answer_is_read_whatever_else_it_holds() -> None:
    assert len(read_day(json.dumps({**answer(row(1)), "New": 1}).encode(), SATURDAY)) == 1


def test_ork_2_2_a_bare_status_is_no_answer_to_a_reading_call() -> None:
    assert failure({"Status": 0, "Error": "Success", "Detail": None}) == Kind.SHAPE


def test_ork_2_3_a_server_error_is_told_apart() -> None:
    assert failure(samples.MISSING_ARGUMENT.encode()) == Kind.SERVER_ERROR


def test_ork_2_4_a_wrapped_value_is_no_answer_to_a_reading_call() -> None:
    assert failure({"Result": [], "Status": True, "Code": 0}) == Kind.SHAPE


@pytest.mark.parametrize("body", [b"", b"<html>wait</html>", b"[1]", b"null", b'{"a":', b"\xff"])
def test_ork_2_5_what_is_not_one_json_object_is_refused(body: bytes) -> None:
    assert failure(body) == Kind.NOT_JSON


def test_ork_2_5_deep_nesting_is_refused_without_harm() -> None:
    assert failure(b"[" * 100_000) == Kind.NOT_JSON


def test_ork_2_6_code_and_details_mean_nothing() -> None:
    assert status_of({"Status": {"Status": 0}, "Code": 99, "Details": "failure"}) == 0


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 17])
def test_ork_2_7_other_status_numbers_are_failures(number: int) -> None:
    assert failure({"Status": {"Status": number}, "Attendance": []}) == Kind.STATUS


def test_ork_2_8_a_failure_never_tells_the_status_detail() -> None:
    body = {"Status": {"Status": 3, "Error": "x", "Detail": "select secret from people"}}
    with pytest.raises(Unusable) as caught:
        read_day(json.dumps(body).encode(), SATURDAY)
    assert "secret" not in str(caught.value)
    assert caught.value.failure.detail == "status 3"


def test_ork_2_9_unknown_keys_are_ignored() -> None:
    odd = row(5, EntryMethod="manual", Whatever={"a": [1]})
    assert read_day(json.dumps(answer(odd)).encode(), SATURDAY)[0].row_id == 5


@pytest.mark.parametrize(
    ("sent", "read"), [(404, "404"), (7, "7"), (1000, "1000"), (1000.0, "1000"), (1.5, "1.5")]
)
def test_ork_2_10_a_name_that_looked_like_a_number_is_text_again(sent: Any, read: str) -> None:
    assert sign_in(row(1, Persona=sent)).persona == read


@pytest.mark.parametrize(
    ("sent", "read"),
    [(5, 5), (5.0, 5), ("5", 5), ("05", 5), (0, 0), ("", 0), (None, 0), ("0", 0)]
    + [(5.5, 0), (True, 0), (-3, 0), ("5a", 0), ([], 0), ("٥", 0), (10**12, 0), (MAX_ID, MAX_ID)],
)
def test_ork_2_11_ids_in_every_form(sent: Any, read: int) -> None:
    assert as_id(sent) == read


@pytest.mark.parametrize("credits", [0, 1, 1.5, "2", None])
def test_ork_2_12_credits_are_ignored(credits: Any) -> None:
    assert sign_in(row(1, Credits=credits)) == sign_in(row(1))


def test_ork_2_13_a_spoilt_name_falls_back_to_the_one_typed_at_sign_in() -> None:
    assert sign_in(row(1, Persona=None, AttendancePersona="Hedda")).persona == "Hedda"


def test_ork_2_14_markup_stays_text() -> None:
    assert sign_in(row(1, Persona="<b>&amp;x</b>")).persona == "<b>&amp;x</b>"


def test_ork_3_3_1_status_4_without_rows_is_an_empty_day() -> None:
    assert read_day(json.dumps(answer()).encode(), SATURDAY) == ()


def test_ork_3_3_1_status_4_with_rows_is_a_contradiction() -> None:
    body = {**answer(), "Attendance": [row(1)]}
    assert failure(body) == Kind.SHAPE


def test_ork_3_3_3_an_event_row_keeps_its_event_and_may_have_no_park() -> None:
    found = sign_in(row(1, EventId=51, ParkId=None))
    assert (found.event_id, found.park) == (51, 0)


def test_ork_4_every_class_of_the_list_is_known_by_id_and_name() -> None:
    assert len(ORK_CLASSES) == 16
    assert 13 not in ORK_CLASSES
    for number, name in ORK_CLASSES.items():
        assert class_of(number, "") == number
        assert class_of(0, name.upper().replace("-", " ")) == number


def test_ork_4_an_unknown_id_is_looked_up_by_name() -> None:
    assert class_of(99, "anti paladin") == 1


def test_ork_4_an_unknown_class_is_kept_with_its_name() -> None:
    found = sign_in(row(1, ClassId=21, ClassName="Jester"))
    assert (found.class_id, found.class_name) == (0, "Jester")
    assert sign_in(row(1, ClassId=21, ClassName=None)).class_name == "class 21"


def test_ork_4_the_table_is_a_setting(settings: Any) -> None:
    settings.ORK_CLASSES = {21: "Jester"}
    assert class_of(21, "") == 21
    assert class_of(16, "Warrior") == 0


@pytest.mark.parametrize(
    "body",
    [
        {"Status": {"Status": 0}},
        {"Status": {"Status": 0}, "Attendance": {}},
        {"Status": {"Status": 0}, "Attendance": [1]},
        {"Status": {"Status": 0}, "Attendance": [{}]},
        {"Status": {"Status": "0"}, "Attendance": []},
        {"Status": {"Status": True}, "Attendance": []},
        {"Status": None, "Attendance": []},
        {"Attendance": []},
    ],
    ids=["no list", "object", "no rows", "no id", "text", "true", "null", "none"],
)
def test_ork_5_3_other_shapes_are_failures(body: Any) -> None:
    assert failure(body) == Kind.SHAPE


@pytest.mark.parametrize("text", [b"Notice: x\n%s", b"%s\ntrailing", b"\xef\xbb\xbf%s"])
def test_ork_5_3_nothing_before_or_after_is_forgiven(text: bytes) -> None:
    body = json.dumps(answer(row(1))).encode()
    assert failure(text.replace(b"%s", body)) == Kind.NOT_JSON


@pytest.mark.parametrize("held", ["2026-02-08", "2026-2-7", "", None, 20260207, "20260207"])
def test_ork_5_3_a_row_of_another_date_fails_the_day(held: Any) -> None:
    assert failure(answer(row(1), row(2, Date=held))) == Kind.WRONG_DATE


def test_ork_5_5_a_repeated_row_is_taken_once() -> None:
    body = json.dumps(answer(row(1), row(1, ClassId=2))).encode()
    assert [found.class_id for found in read_day(body, SATURDAY)] == [16]


@pytest.mark.parametrize(
    ("changes", "persona", "key"),
    [
        ({}, "Hedda Brightspear", "61001"),
        ({"Persona": None, "AttendancePersona": " Hed "}, "Hed", "61001"),
        ({"Persona": None}, "player 61001", "61001"),
        ({"MundaneId": 0, "Persona": "Old  FOX"}, "Old  FOX", "guest:old fox"),
        ({"MundaneId": None, "Persona": None}, "guest", "row:1"),
    ],
    ids=["persona", "typed", "id only", "guest", "nobody"],
)
def test_ork_5_5_persona_and_player_key(changes: Any, persona: str, key: str) -> None:
    found = sign_in(row(1, **changes))
    named = found.persona if found.named else ""
    assert found.persona == persona
    assert player_key(found.row_id, found.player_id, named) == key


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)


@given(ANYTHING)
def test_ork_5_5_normalisation_takes_anything_and_is_its_own_fixed_point(value: Any) -> None:
    text = as_text(value)
    assert len(text) <= 200
    assert text == text.strip() == unicodedata.normalize("NFC", text)
    assert not any(unicodedata.category(c) in {"Cc", "Cs"} for c in text)
    assert as_text(text) == text
    number = as_id(value)
    assert 0 <= number <= MAX_ID
    assert as_id(str(number)) == as_id(float(number)) == number


@given(st.dictionaries(st.sampled_from(sorted(row(1))), ANYTHING))
def test_ork_5_5_a_row_of_anything_is_read_or_refused(changes: dict[str, Any]) -> None:
    try:
        found = sign_in({**row(1), **changes}, SATURDAY)
    except Unusable:
        return
    assert found.date == SATURDAY
    assert found.persona
