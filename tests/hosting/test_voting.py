"""Friendly tables: what all who are seated agree to is done, what one declines is not."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Notice
from games.engine.protocol import Seat
from games.hosting import clocks, expiring, reading, services
from games.hosting.intents import Answer, Intent
from games.hosting.models import Game, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(make_game: Any) -> Any:
    """Three people at a friendly table."""
    return make_game(friendly=True)


def ask(game: Any, seat: int, by: Any, kind: str, **facts: Any) -> Answer:
    intent = Intent(game.pk, Seat(seat), by=by.pk, host="propose", facts={"kind": kind, **facts})
    return services.commit([intent])[0]


def reply(game: Any, seat: int, by: Any, *, agree: bool = True, vote: str = "") -> Answer:
    vote = vote or (row(game).vote or {}).get("id", "none")
    intent = Intent(
        game.pk, Seat(seat), by=by.pk, host="answer", facts={"vote": vote, "agree": agree}
    )
    return services.commit([intent])[0]


def row(game: Any) -> Game:
    return Game.objects.get(pk=game.pk)


def shown(game: Any) -> dict[str, Any] | None:
    return reading.current_view(row(game), "public")["table"].get("vote")


def test_a_pause_needs_everybody_who_is_seated(table: Any, people: Any) -> None:
    assert ask(table, 0, people[0], "pause").ok
    vote = shown(table)
    assert vote is not None
    assert (vote["by"], vote["asked"], vote["agreed"]) == (0, [0, 1, 2], [0])
    assert reply(table, 1, people[1]).ok
    assert row(table).paused_at is None
    assert reply(table, 2, people[2]).ok
    assert row(table).paused_at is not None
    assert shown(table) is None


def test_going_on_is_voted_as_well(table: Any, people: Any) -> None:
    services.host_change(table.pk, "pause")
    assert ask(table, 0, people[0], "resume").ok
    for seat in (1, 2):
        assert reply(table, seat, people[seat]).ok
    assert row(table).paused_at is None


def test_one_no_ends_it(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "pause")
    assert reply(table, 1, people[1], agree=False).ok
    assert shown(table) is None
    assert reply(table, 2, people[2]).code == "table.vote_over"
    assert row(table).paused_at is None


def test_the_proposer_takes_it_back(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "pause")
    assert reply(table, 0, people[0], agree=False).ok
    assert ask(table, 1, people[1], "extend", seconds=60).ok


def test_one_question_at_a_time(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "pause")
    assert ask(table, 1, people[1], "extend", seconds=60).code == "table.vote_open"


def test_an_extension_by_agreement_stands_in_the_log_without_names(table: Any, people: Any) -> None:
    due = row(table).due_at
    assert ask(table, 0, people[0], "extend", seconds=120).ok
    for seat in (1, 2):
        assert reply(table, seat, people[seat]).ok
    assert (row(table).due_at - due).total_seconds() == 120
    last = LogEntry.objects.filter(game=table).order_by("seq").last()
    assert last is not None
    assert '"kind":"extend"' in last.action and '"done":true' in last.action
    assert "Anna" not in last.action


def test_an_extension_falls_with_the_window_it_was_about(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "extend", seconds=120)
    clocks.move_lab_clock(61)
    assert services.run_due(table.pk).ok
    assert reply(table, 1, people[1]).code == "table.vote_over"
    assert expiring.waiting() == [table.pk]
    assert expiring.expire(table.pk).ok
    assert (shown(table), expiring.waiting()) == (None, [])


def test_a_proposal_runs_out(table: Any, people: Any) -> None:
    services.host_change(table.pk, "pause")
    ask(table, 0, people[0], "resume")
    clocks.move_lab_clock(11 * 60)
    assert reply(table, 1, people[1]).code == "table.vote_over"
    assert ask(table, 2, people[2], "resume").ok
    assert shown(table)["by"] == 2  # type: ignore[index]


def test_a_person_alone_with_bots_decides_alone(make_game: Any, people: Any) -> None:
    game = make_game(friendly=True, bots=(1, 2))
    assert ask(game, 0, people[0], "pause").ok
    assert row(game).paused_at is not None


def test_the_table_ends_its_game_by_agreement(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "abort")
    for seat in (1, 2):
        assert reply(table, seat, people[seat]).ok
    assert row(table).status == "cancelled"


def test_pr_8_9_nobody_ends_the_game_while_the_bot_plays_for_others(
    table: Any, people: Any
) -> None:
    for seat in (1, 2):
        give = Intent(table.pk, Seat(seat), by=people[seat].pk, host="bot", facts={"bot": True})
        assert services.commit([give])[0].ok
    assert ask(table, 0, people[0], "pause").params.get("done")
    ask(table, 0, people[0], "abort")
    assert row(table).status == "running"
    for seat in (1, 2):
        assert reply(table, seat, people[seat]).ok
    assert row(table).status == "cancelled"


def test_those_asked_are_told_once(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "extend", seconds=90)
    told = Notice.objects.filter(kind="vote", game_id=table.pk)
    assert sorted(told.values_list("recipient", flat=True)) == [people[1].pk, people[2].pk]
    assert told[0].params["text"] == "Seat 0 asks for 2 more minutes in Lamps."


def test_only_friendly_tables_vote(game: Any, people: Any) -> None:
    assert ask(game, 0, people[0], "pause").code == "table.not_friendly"


def test_r_7_nobody_answers_for_another_seat(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "pause")
    assert reply(table, 1, people[0]).code == "not_yours"
    assert ask(table, 1, people[3], "pause").code == "not_yours"


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        ("resume", {}, "not_now"),
        ("shorten", {}, "not_now"),
        ("extend", {}, "table.seconds"),
        ("extend", {"seconds": 99_999_999}, "table.seconds"),
        ("dance", {}, "bad_frame"),
    ],
)
def test_what_cannot_be_done_is_not_asked(
    table: Any, people: Any, kind: str, facts: dict[str, Any], code: str
) -> None:
    assert ask(table, 0, people[0], kind, **facts).code == code
    assert row(table).seq == 0


def test_a_question_falls_when_the_people_change(table: Any, people: Any) -> None:
    ask(table, 0, people[0], "pause")
    give = Intent(table.pk, Seat(2), by=people[2].pk, host="bot", facts={"bot": True})
    assert services.commit([give])[0].ok
    assert shown(table) is None


def test_a_finished_game_asks_nothing(make_game: Any, people: Any) -> None:
    game = make_game(friendly=True, rounds=1)
    ask(game, 0, people[0], "pause")
    clocks.move_lab_clock(61)
    assert services.run_due(game.pk).ok
    assert shown(game) is None
