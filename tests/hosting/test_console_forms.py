"""Forms made from Structs: limits, candidates, instants, lists, options."""

from __future__ import annotations

from typing import Annotated, Any
from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict

from games.engine.protocol import UNSET, Action, Meta, Part, UnsetType
from games.hosting.console import facts, structs
from games.hosting.console.fields import InstantField, NumbersField, RowsField
from games.hosting.console.words import Words

DENVER = ZoneInfo("America/Denver")
WORDS = Words("nowhere", DENVER, {0: "Frost Hold", 1: "Reed Water"})


class Thing(Part, frozen=True):
    id: Annotated[str, Meta(max_length=9)]
    title: Annotated[str, Meta(min_length=1, max_length=20)]


class Decree(Action, frozen=True):
    side: Annotated[int, Meta(ge=0, le=11, title="Whose")]
    until: Annotated[int, Meta(ge=0, le=32_503_680_000)]
    kind: Annotated[str, Meta(pattern="^(a|b)$", description="One of two.")]
    n: Annotated[int, Meta(ge=-5, le=5)] | UnsetType = UNSET
    things: Annotated[tuple[Thing, ...], Meta(max_length=4)] = ()
    open: bool = False
    week: int = 0
    now: int = 0
    reason: str = ""


def fields(**candidates: Any) -> dict[str, Any]:
    return {
        spec.name: structs.field_for(spec, WORDS, candidates=candidates.get(spec.name))
        for spec in structs.asked(Decree)
    }


def test_now_week_and_reason_are_not_asked() -> None:
    assert list(fields()) == ["side", "until", "kind", "n", "things", "open"]


def test_titles_help_and_limits_come_from_the_struct() -> None:
    made = fields()
    assert made["side"].label == "Whose"
    assert made["kind"].help_text == "One of two."
    assert (made["n"].min_value, made["n"].max_value, made["n"].required) == (-5, 5, False)


def test_seats_are_chosen_by_name() -> None:
    assert list(fields()["side"].choices) == [(0, "Frost Hold"), (1, "Reed Water")]
    assert list(fields(side=[1])["side"].choices) == [(1, "Reed Water")]


def test_what_is_legal_now_narrows_the_limits() -> None:
    made = fields(n={"min": -2, "max": 9}, kind=["b"])
    assert (made["n"].min_value, made["n"].max_value) == (-2, 5)
    with pytest.raises(Exception, match="choice"):
        made["kind"].clean("a")


def test_many_candidates_become_a_text_with_suggestions() -> None:
    made = fields(kind=[f"tile {n}" for n in range(100)])["kind"]
    assert made.clean("tile 7") == "tile 7"
    with pytest.raises(Exception, match="no such name"):
        made.clean("tile 100")


def test_r_21_an_instant_is_local_time_of_the_game() -> None:
    field = InstantField(zone=DENVER)
    assert field.clean("2026-03-07T06:00") == 1772888400
    assert field.prepare_value(1772888400) == "2026-03-07T06:00"
    with pytest.raises(Exception, match="skip this time"):
        field.clean("2026-03-08T02:30")
    assert field.clean("2026-11-01T01:30") == 1793518200  # the first of the two


@pytest.mark.parametrize("text", ["soon", "2026-13-01T00:00", "2026-03-07T06:00+01:00"])
def test_what_is_no_local_time_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="date and"):
        InstantField(zone=DENVER).clean(text)


def test_an_instant_outside_its_limits_is_refused() -> None:
    field = InstantField(zone=DENVER, least=100, most=200)
    with pytest.raises(Exception, match="outside"):
        field.clean("2026-03-07T06:00")


def test_numbers_are_read_from_text() -> None:
    assert NumbersField().clean("9001, 9002;7\n8") == [9001, 9002, 7, 8]
    with pytest.raises(Exception, match="Whole numbers"):
        NumbersField().clean("9001, nine")


def test_rows_get_ids_and_must_be_whole() -> None:
    field = RowsField(columns=[("id", "Id"), ("title", "Title"), ("note", "Note")])
    data = QueryDict("p.id=2&p.title=A&p.note=x&p.id=&p.title=B&p.note=y&p.id=&p.title=&p.note=")
    rows = field.widget.value_from_datadict(data, {}, "p")
    assert field.clean(rows) == [
        {"id": "2", "title": "A", "note": "x"},
        {"id": "1", "title": "B", "note": "y"},
    ]
    with pytest.raises(Exception, match="every column"):
        field.clean([{"id": "", "title": "C", "note": ""}])


def test_blank_optional_fields_are_left_out() -> None:
    cleaned = {"side": 1, "until": 5, "kind": "a", "n": None, "things": [], "open": True}
    found = structs.values(structs.asked(Decree), cleaned)
    assert found == {"side": 1, "until": 5, "kind": "a", "things": [], "open": True}


def test_facts_become_lists_and_tables_with_names() -> None:
    found = facts.block(
        WORDS,
        {
            "phase": "orders",
            "deadline": 1772888400,
            "map": {"0,0": "x"},
            "sides": {
                "0": {"name": "Frost Hold", "orders": 2, "stocks": {"S": 1}},
                "1": {"orders": 0},
            },
            "captures": [{"tile": "1,2", "winner": 1}],
        },
    )
    assert found.facts == [("Phase", "orders"), ("Deadline", "Sat 07 Mar 2026, 06:00")]
    sides, captures = found.tables
    assert sides.headers == ["", "Orders", "S"]
    assert sides.rows == [["Frost Hold", "2", "1"], ["Reed Water", "0", ""]]
    assert captures.rows == [["1,2", "Reed Water"]]


def test_before_and_after_are_shown_as_a_move() -> None:
    moved = {
        "sides": {"0": {"before": {"moves": 2, "points": 1}, "after": {"moves": 5, "points": 1}}}
    }
    table = facts.block(WORDS, moved).tables[0]
    assert table.rows == [["Frost Hold", "2 → 5", "1"]]


def test_differing_lists_only_what_moved() -> None:
    before, after = facts.differing(
        {"a": {"x": 1, "y": 2}, "b": 3}, {"a": {"x": 1, "y": 4}, "c": 5}
    )
    assert before == {"a.y": 2, "b": 3}
    assert after == {"a.y": 4, "c": 5}
    many = {str(n): n for n in range(200)}
    assert facts.differing({"0": 0}, {**many, "0": 0}) == ({"changes": 0}, {"changes": 199})
