"""PR-7: rooms that the rules offer."""

from __future__ import annotations

import pytest

from games.engine.protocol import replace
from games.purple_robes import events as ev
from games.purple_robes import rules

from .builders import everybody, influencing, new, of, trade


def rooms(court):
    return {room.key: room for room in rules.channels(court)}


def test_pr_7_1_talk_changes_nothing_so_rooms_are_open_in_every_window():
    for state in ("bid", "influence", "cast"):
        court = replace(new(), state=state)
        assert rooms(court) == rooms(new())
        assert all(not room.lock_reason for room in rooms(court).values())


def test_pr_7_2_table_pairs_spectators_and_announcements():
    found = rooms(new(4))
    pairs = {"pair:0-1", "pair:0-2", "pair:0-3", "pair:1-2", "pair:1-3", "pair:2-3"}
    assert set(found) == {"table", "announce", "spectators", *pairs}
    table = found["table"]
    assert table.readers == ("public",) and table.writers == tuple(f"seat:{k}" for k in range(4))
    assert table.release == "public" and table.cards == ()
    pair = found["pair:1-3"]
    assert pair.readers == pair.writers == ("seat:1", "seat:3")
    assert pair.release == "members" and not pair.inherits
    assert found["announce"].writers == ("gm",)


def test_pr_7_2_seats_read_the_spectators_after_the_end_only():
    assert rooms(new())["spectators"].readers == ("spectators",)
    over = replace(new(), state="finished", reason="finished")
    assert rooms(over)["spectators"].readers == ("signed_in",)
    assert rooms(over)["spectators"].writers == ("spectators",)


def test_pr_7_3_without_private_messages_there_are_no_pairs():
    assert set(rooms(new(private_messages=False))) == {"table", "announce", "spectators"}
    assert rules.may_talk(new(private_messages=False), (0, 1)) == "NOT_FOUND"


@pytest.mark.parametrize("seats", [(0, 0), (0,), (0, 1, 2), (0, 4), (-1, 2)])
def test_pr_7_3_there_is_no_room_with_oneself_nor_for_a_group(seats):
    assert rules.may_talk(new(), seats) == "NOT_FOUND"
    assert rules.may_talk(new(), (3, 1)) == (1, 3)


def test_pr_7_7_an_offer_in_talk_is_no_trade_without_both_orders():
    court = influencing({0: ("gold",), 1: ("threat",)})
    one = everybody(court, {0: trade(1, "gold", "threat")})
    assert of(one, ev.TradeDone) == []
    both = everybody(court, {0: trade(1, "gold", "threat"), 1: trade(0, "threat", "gold")})
    assert len(of(both, ev.TradeDone)) == 1


def test_pr_12_23_the_rules_tell_nothing_apart_in_an_anonymous_post():
    """The post itself is the host's: the room is the same whichever seat writes."""
    court = new()
    table = rooms(court)["table"]
    assert table.anonymous and set(table.writers) == {f"seat:{k}" for k in range(4)}
    assert "post" not in {event.__struct_config__.tag for event in ev.AnyEvent.__args__}


@pytest.mark.parametrize("allowed", [True, False])
def test_pr_7_4_anonymous_posts_only_at_the_table_and_if_allowed(allowed):
    found = rooms(new(anonymous_messages=allowed))
    assert found["table"].anonymous is allowed
    assert not any(room.anonymous for key, room in found.items() if key != "table")


def test_pr_7_6_offers_are_cards_of_pair_rooms():
    found = rooms(new())
    assert "offer" in found["pair:0-1"].cards
    assert not any(room.cards for key, room in found.items() if not key.startswith("pair:"))
