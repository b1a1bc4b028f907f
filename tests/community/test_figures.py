"""Figures of any shape become tables with captions and words."""

from __future__ import annotations

from typing import Any

from games.community.figures import Table, tables

SEATS = {"0": "Anna", "1": "Berit"}


def drawn(data: dict[str, Any], title: str = "iron-mountains") -> dict[str, Table]:
    return {table.caption: table for table in tables(title, data, SEATS)}


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def head(table: Table) -> list[str]:
    return [cell.text for cell in table.head]


def test_single_facts_come_first_with_the_titles_words() -> None:
    found = drawn({"weeks": 3, "some_new_fact": True})
    assert texts(found["The game"]) == [["Weeks", "3"], ["Some new fact", "yes"]]


def test_a_map_by_seat_has_a_row_per_seat_and_a_column_per_fact() -> None:
    found = drawn({"sides": {"0": {"flips_won": 2}, "1": {"flips_won": 0, "flips_lost": 2}}})
    assert head(found["By seat"]) == ["", "Coins won", "Coins lost"]
    assert texts(found["By seat"]) == [["Anna", "2", "–"], ["Berit", "0", "2"]]


def test_lists_count_from_one_and_parts_show_their_total() -> None:
    weekly = [{"tiles": 1, "total": 4}, {"tiles": 2, "total": 9}]
    found = drawn({"sides": {"0": {"points": weekly}, "1": {"points": weekly[:1]}}})
    table = found["Victory Points by week"]
    assert head(table) == ["", "1", "2"]
    assert texts(table) == [["Anna", "4", "9"], ["Berit", "4", "–"]]


def test_quarter_points_and_seats_are_written_as_such() -> None:
    found = drawn({"sides": {"0": {"earned": {"home": 6}}, "1": {"earned": {"home": -1}}}})
    assert texts(found["Resources earned"]) == [["Anna", "1.5"], ["Berit", "-0.25"]]
    held = {"1": {"adv_war": 0}, "2": {"adv_war": 1}, "3": {"adv_war": 0}}
    table = drawn({"control": held}, "purple-robes")["Who held whom, by cycle"]
    assert texts(table) == [["1", "Anna"], ["2", "Berit"], ["3", "Anna"]]


def test_records_name_their_seat() -> None:
    found = drawn({"longest_held": {"tile": "0,1", "side": 1, "weeks": 4}})
    assert texts(found["Records"]) == [["Tile held longest", "Berit", "tile 0,1, weeks 4"]]


def test_a_very_wide_table_is_turned_on_its_side() -> None:
    rows = {"x": {f"m{n}": n for n in range(20)}, "y": {f"m{n}": n for n in range(20)}}
    table = drawn({"matrix": rows})["Matrix"]
    assert (len(table.rows), head(table)) == (20, ["", "X", "Y"])


def test_deep_and_empty_shapes_are_drawn_without_failing() -> None:
    found = drawn({"a": {"b": {"c": {"d": [1, [2, 3]]}}}, "none": {}, "empty": [], "n": None})
    assert found
