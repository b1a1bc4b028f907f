"""From a table to its game: by hand, when full, at once, at its time; once, and with whom."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest

from accounts.models import Notice
from accounts.refusals import Refused
from games.hosting import clocks
from games.hosting.models import Game, Seat
from games.hosting.tables import ready, seating, starting
from games.hosting.tables.models import Table
from tests.hosting.tables.test_seating import code_of, kinds, told

pytestmark = pytest.mark.django_db


def seats(game: Game) -> list[tuple[str, bool]]:
    return [(seat.name, seat.bot) for seat in game.seats.order_by("number")]


def test_the_last_seat_starts_a_table_that_waits_to_be_full(folk: Any, gather: Any) -> None:
    table = gather("bot", "open", visibility="unlisted", spectators=False, preset="day")
    seating.join(table, folk["berit"])
    table.refresh_from_db()
    game = table.game
    assert seats(game) == [("Anna", False), ("Bot 2", True), ("Berit", False)]
    assert [s.user for s in game.seats.order_by("number")] == [folk["anna"], None, folk["berit"]]
    assert len({s.mark for s in game.seats.all()}) == 3
    assert game.options["players"] == 3
    assert game.clock == {"round": 86_400, "first": 0}
    assert (game.visibility, game.spectators, game.friendly) == ("unlisted", False, True)
    assert (game.status, table.status) == ("running", "started")
    for name in ("anna", "berit"):
        assert told(folk[name], "started")[0].params["url"] == f"/games/{game.code}/"


def test_a_host_starts_by_hand_with_bots_or_not_at_all(folk: Any, gather: Any) -> None:
    table = gather("berit", "open", begin="hand")
    assert code_of(starting.start, table.pk) == "table.not_full"
    assert not Game.objects.exists()
    game = starting.start(table.pk, bots=True)
    assert [bot for _, bot in seats(game)] == [False, True, True]


def test_a_game_without_people_is_not_made(folk: Any, gather: Any) -> None:
    table = gather("bot", "open", begin="hand")
    seating.leave(table, folk["anna"])
    assert code_of(starting.start, table.pk, bots=True) == "table.nobody"
    assert kinds(table) == ["open", "bot", "open"]


def test_a_second_start_finds_the_first_game(folk: Any, gather: Any) -> None:
    table = gather("bot", begin="hand")
    first = starting.start(table.pk)
    assert starting.start(table.pk) == first
    assert Game.objects.count() == 1


def test_two_starts_at_once_make_one_game(live_db: None, folk: Any, gather: Any) -> None:
    from django.db import connection

    table = gather("bot", begin="hand")
    found: list[int] = []
    together = Barrier(2)

    def run() -> None:
        together.wait()
        try:
            found.append(starting.start(table.pk).pk)
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(found) == 2 and len(set(found)) == 1
    assert Game.objects.count() == 1


def test_after_the_start_nobody_comes_or_goes(folk: Any, gather: Any) -> None:
    table = gather("bot", begin="hand")
    starting.start(table.pk)
    assert code_of(seating.join, table, folk["berit"]) == "table.over"
    assert code_of(seating.leave, table, folk["anna"]) == "table.over"


def test_a_table_that_begins_at_once_is_a_game_at_once(folk: Any, gather: Any) -> None:
    table = gather("bot", "open", begin="now", fill_bots=True)
    assert [bot for _, bot in seats(table.game)] == [False, True, True]


def test_a_table_cannot_begin_at_once_while_somebody_has_to_answer(folk: Any, gather: Any) -> None:
    assert code_of(gather, "berit", begin="now", fill_bots=True) == "table.must_answer"
    assert code_of(gather, "open", begin="now") == "table.seats_open"
    assert not Table.objects.exists()


def test_at_its_time_a_table_starts_with_bots_in_free_seats(
    folk: Any, gather: Any, later: Any, sweep: Any
) -> None:
    at = clocks.now() + timedelta(hours=2)
    table = gather("berit", "open", begin="at", begin_at=at, fill_bots=True)
    later(7000)
    assert sweep() == 0
    later(300)
    assert sweep() == 1
    table.refresh_from_db()
    assert [bot for _, bot in seats(table.game)] == [False, True, True]
    assert sweep() == 0


def test_at_its_time_a_table_that_is_not_full_closes(
    folk: Any, gather: Any, later: Any, sweep: Any
) -> None:
    at = clocks.now() + timedelta(hours=2)
    table = gather("berit", begin="at", begin_at=at)
    later(7300)
    sweep()
    table.refresh_from_db()
    assert (table.status, table.ended) == ("closed", "time")
    assert not Game.objects.exists()
    assert told(folk["anna"], "seat") and told(folk["berit"], "seat")


def test_at_its_time_a_full_table_starts(folk: Any, gather: Any, later: Any, sweep: Any) -> None:
    table = gather("open", begin="at", begin_at=clocks.now() + timedelta(hours=2))
    seating.join(table, folk["berit"])
    table.refresh_from_db()
    assert table.game is None  # not before its time
    later(7300)
    sweep()
    table.refresh_from_db()
    assert table.game is not None


def test_a_time_lies_ahead_and_not_too_far(folk: Any, gather: Any) -> None:
    now = clocks.now()
    for at, code in ((None, "past"), (now, "past"), (now + timedelta(days=61), "far")):
        assert code_of(gather, begin="at", begin_at=at) == f"table.begin_{code}"


def test_the_sweep_starts_a_full_table_that_a_crash_left_behind(
    folk: Any, gather: Any, sweep: Any
) -> None:
    table = gather("open", begin="hand")
    seating.join(table, folk["berit"])
    Table.objects.filter(pk=table.pk).update(begin="full")
    assert sweep() == 1
    table.refresh_from_db()
    assert table.game is not None


def test_r_10_rules_that_fail_leave_the_table_to_its_host(
    folk: Any, gather: Any, sweep: Any
) -> None:
    table = gather("open", options={"cracked": True})
    seating.join(table, folk["berit"])  # the seat is taken whatever the rules do
    table.refresh_from_db()
    assert (table.status, table.begin) == ("open", "hand")
    assert "could not start" in told(folk["anna"], "seat")[0].params["text"]
    assert code_of(starting.start, table.pk) == "table.cannot_start"
    assert sweep() == 0


def test_a_ready_check_frees_the_seats_of_those_who_do_not_answer(
    folk: Any, gather: Any, later: Any, sweep: Any
) -> None:
    table = gather("open", "open", begin="hand")
    for name in ("berit", "cai"):
        seating.join(table, folk[name])
    ready.ask_ready(table, by=folk["anna"], minutes=5)
    assert told(folk["berit"], "nudge") and not told(folk["anna"], "nudge")
    assert code_of(ready.ask_ready, table, by=folk["anna"], minutes=5) == "table.ready_runs"
    ready.say_ready(table, folk["berit"])
    assert code_of(starting.start, table.pk) == "table.not_ready"
    later(301)
    assert code_of(ready.say_ready, table, folk["cai"]) == "table.no_ready_check"
    sweep()
    assert kinds(table) == ["person", "person", "open"]
    assert told(folk["cai"], "seat")
    seating.join(table, folk["cai"])  # late, not sent away


def test_the_last_answer_starts_a_full_table(folk: Any, gather: Any) -> None:
    table = gather("open", "open")
    seating.join(table, folk["berit"])
    ready.ask_ready(table, by=folk["anna"], minutes=5)
    seating.join(table, folk["cai"])  # full, but the check still runs
    table.refresh_from_db()
    assert table.game is None
    ready.say_ready(table, folk["berit"])
    table.refresh_from_db()
    assert table.game is None
    ready.say_ready(table, folk["cai"])
    table.refresh_from_db()
    assert table.game is not None


def test_a_ready_check_has_bounds_and_somebody_to_ask(folk: Any, gather: Any) -> None:
    table = gather("open")
    for minutes in (0, 61):
        assert code_of(ready.ask_ready, table, by=folk["anna"], minutes=minutes) == (
            "table.ready_bounds"
        )
    assert code_of(ready.ask_ready, table, by=folk["anna"], minutes=5) == "table.nobody_to_ask"
    assert code_of(ready.say_ready, table, folk["anna"]) == "table.no_ready_check"
    assert code_of(ready.say_ready, table, folk["berit"]) == "table.not_seated"


def test_a_table_where_nothing_happens_closes_itself(
    folk: Any, gather: Any, later: Any, sweep: Any, settings: Any
) -> None:
    table = gather("berit", begin="hand")
    later(settings.TABLE_STALE_HOURS * 3600 - 60)
    assert sweep() == 0
    later(120)
    assert sweep() == 1
    table.refresh_from_db()
    assert (table.status, table.ended) == ("closed", "stale")
    assert Notice.objects.filter(kind="seat").count() == 2
    assert sweep() == 0


def test_a_table_ends_with_its_hosts_account_and_others_lose_their_seats(
    folk: Any, gather: Any, sweep: Any
) -> None:
    hosted, other = gather(begin="hand"), gather(by="berit", begin="hand")
    seating.join(other, folk["anna"])
    type(folk["anna"]).objects.filter(pk=folk["anna"].pk).update(is_active=False)
    sweep()
    hosted.refresh_from_db()
    assert (hosted.status, hosted.ended) == ("closed", "hostless")
    assert kinds(other) == ["person", "open", "open"]


def test_the_tick_attends_to_tables(folk: Any, gather: Any, later: Any) -> None:
    from games.hosting import tasks

    table = gather("berit", begin="at", begin_at=clocks.now() + timedelta(minutes=5))
    later(400)
    tasks.sweep()
    table.refresh_from_db()
    assert table.status == "closed"


def test_bots_of_a_table_play_their_seats(folk: Any, gather: Any) -> None:
    from games.hosting import bots, reading

    game = starting.start(gather("bot", begin="hand").pk)
    bots.play(game.pk)
    game.refresh_from_db()
    assert "lamps" in reading.current_view(game, "seat:1")
    assert Seat.objects.get(game=game, number=1).bot


def test_a_park_sits_at_a_table_with_its_mark(folk: Any, gather: Any, make_park: Any) -> None:
    park = make_park("Frost Hold", general=folk["berit"], mark=5, ork=(7,))
    table = gather("open")
    seating.join(table, folk["berit"], park_id=park.pk)
    table.refresh_from_db()
    seat = table.game.seats.get(number=1)
    assert (seat.park, seat.user, seat.name, seat.mark) == (park, None, "Frost Hold", 5)


def test_refused_is_what_a_start_raises_on_a_closed_table(folk: Any, gather: Any) -> None:
    from games.hosting.tables import closing

    table = gather("berit")
    closing.close_table(table)
    with pytest.raises(Refused, match="table.over"):
        starting.start(table.pk)
    assert told(folk["berit"], "seat")
