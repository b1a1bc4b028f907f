"""PR-2: the tables of the court, their sums, and the options."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import codec
from games.purple_robes import data
from games.purple_robes.rules.deal import deck_of
from games.purple_robes.rules.influence import works
from games.purple_robes.settings import Settings
from tools import client_data

from .builders import new


@pytest.mark.parametrize(("n", "markers", "cards"), [(4, 20, 240), (5, 25, 360), (6, 30, 480)])
def test_pr_2_1_numbers_follow_from_the_players(n, markers, cards):
    court = new(n)
    every = [m for held in (*court.usable, court.queue_markers, court.box) for m in held]
    assert sorted(every) == list(range(1, markers + 1))
    assert len(court.queues) == len(court.agenda) == n
    assert len(deck_of(n)) == cards


def test_pr_2_2_four_advisors_in_board_order():
    assert [advisor.short for advisor in data.ADVISORS] == [
        "Realm",
        "War",
        "Priesthoods",
        "Foreign",
    ]


def test_pr_2_3_six_clans_told_apart_without_colour():
    assert len(data.CLANS) == 6
    for field in ("badge", "pattern", "colour", "name"):
        assert len({getattr(clan, field) for clan in data.CLANS}) == 6


def test_pr_2_4_each_advisors_cronies_have_power_five_together():
    assert len(data.CRONIES) == 11
    assert {sum(c.power for c in group) for group in data.CRONIES_OF.values()} == {5}
    assert [len(group) for group in data.CRONIES_OF.values()] == [3, 3, 3, 2]
    assert sorted(Counter(c.clan for c in data.CRONIES).values()) == [1, 2, 2, 2, 2, 2]
    assert data.CRONY_OF["cr_commander"][2:] == ("adv_war", "cl_blade", 1)
    assert data.CRONY_OF["cr_priestly"].clan == "cl_jade"


def test_pr_2_5_board_order_is_advisors_cronies_clans():
    assert len(data.BOARD) == len(set(data.BOARD)) == 21
    assert [member.partition("_")[0] for member in data.BOARD] == ["adv"] * 4 + ["cr"] * 11 + [
        "cl"
    ] * 6


def test_pr_2_6_items_of_a_set():
    assert len(data.KINDS) == 39
    assert sum(kind.copies for kind in data.KINDS) == 120
    groups = Counter()
    for kind in data.KINDS:
        groups[kind.group] += kind.copies
    assert groups == {
        "general": 18,
        "monkey": 6,
        "clan": 24,
        "crony": 16,
        "realm": 14,
        "war": 14,
        "priest": 14,
        "foreign": 14,
    }
    realm = [kind.id for kind in data.KINDS if kind.group == "realm"]
    assert realm == ["realm+1", "realm-1", "realm+2", "realm-2", "realm+3", "realm-3"]
    assert [data.KIND_OF[k].label for k in ("clan+1", "clan-1", "clan+2")] == [
        "Clan +",
        "Clan −",
        "Clan +2",
    ]


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("gold", (False, True, True, True)),
        ("threat", (False, True, True, True)),
        ("monkey", (True, True, True, True)),
        ("clan-2", (False, False, False, True)),
        ("crony+3", (False, True, True, False)),
        ("war-1", (True, True, False, False)),
    ],
)
def test_pr_2_7_what_works_on_whom(kind, where):
    targets = ("adv_war", "cr_military", "cr_rolls", "cl_jade")
    assert tuple(works(kind, target) for target in targets) == where


def test_pr_2_8_no_palace_is_better_in_the_long_run():
    assert all(sorted(kind.weights) == [1, 2, 3, 5] for kind in data.TYPES)
    for at in range(4):
        assert sorted(kind.weights[at] for kind in data.TYPES) == [1, 1, 2, 2, 3, 3, 5, 5]
    assert data.TYPE_OF["FIN"].weights[0] == 3 and data.TYPE_OF["FIN"].weights[3] == 5


def test_pr_2_9_three_decisions_of_each_kind():
    assert Counter(d.type for d in data.DECISIONS) == dict.fromkeys(data.TYPE_OF, 3)
    assert [d.id for d in data.DECISIONS] == [f"D{n:02}" for n in range(1, 25)]
    assert data.DECISION_OF["D01"][2:] == ("The Empty Treasury", "Raise Taxes", "Lower Spending")


def test_pr_2_10_options_and_their_usual_values():
    assert codec.to_builtins(Settings()) == {
        "players": 4,
        "bid_rounds": 3,
        "agenda": "current",
        "marker_box": "idle",
        "sticky_pass": False,
        "order_recall": False,
        "private_messages": True,
        "anonymous_messages": True,
    }


def test_pr_1_5_the_clients_names_are_those_of_the_tables():
    for package in client_data.packages():
        path, text = client_data.module_of(package)
        assert path.read_text(encoding="utf-8") == text, f"run tools/client_data.py {package}"
