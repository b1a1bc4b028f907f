"""Seats that change hands: offered, taken, resigned, played by the bot for a while."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Notice
from games.engine.protocol import CLOCK, GM, Seat
from games.hosting import asking, clocks, reading, services
from games.hosting.intents import Answer, Intent
from games.hosting.models import Game, LogEntry, SeatHolding
from games.hosting.models import Seat as SeatRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(make_game: Any) -> Any:
    """Three people at a friendly table."""
    return make_game(friendly=True)


@pytest.fixture
def guest(make_user: Any) -> Any:
    """Somebody without a seat."""
    return make_user("dag")


def ask(game: Any, kind: str, by: Any, number: int, **facts: Any) -> Answer:
    intent = Intent(game.pk, Seat(number), by=by.pk, host=kind, facts=facts)
    return services.commit([intent])[0]


def take(game: Any, by: Any, number: int) -> Answer:
    facts = {"seat": number}
    return services.commit([Intent(game.pk, None, by=by.pk, host="take", facts=facts)])[0]


def agree(game: Any, people: Any, *seats: int) -> Answer:
    answer = Answer(ok=False)
    for seat in seats:
        vote = row(game).vote or {}
        facts = {"vote": vote.get("id", ""), "agree": True}
        answer = ask(game, "answer", people[seat], seat, **facts)
        assert answer.ok, answer.code
    return answer


def row(game: Any) -> Game:
    return Game.objects.get(pk=game.pk)


def seat(game: Any, number: int) -> SeatRow:
    return SeatRow.objects.get(game=game, number=number)


def shown(game: Any, number: int) -> dict[str, Any]:
    return reading.current_view(row(game), "public")["table"]["seats"][str(number)]


def light(game: Any, number: int, by: Any = None) -> Answer:
    who = None if by is None else by.pk
    return services.submit(game.pk, Seat(number), {"type": "light", "lamps": 1}, by=who)


def test_pr_8_8_an_offered_seat_goes_to_whom_the_table_lets_in(
    table: Any, people: Any, guest: Any
) -> None:
    assert take(table, guest, 2).code == "table.not_offered"
    assert ask(table, "offer", people[2], 2, offered=True).ok
    assert shown(table, 2)["offered"] is True
    assert take(table, guest, 2).ok
    vote = row(table).vote
    assert vote is not None
    assert (vote["asked"], vote["who"]) == ([0, 1], "Dag")
    agree(table, people, 0, 1)
    assert seat(table, 2).user_id == guest.pk
    assert (shown(table, 2)["holder"], "offered" in shown(table, 2)) == ("Dag", False)
    assert light(table, 2, people[2]).code == "not_yours"
    assert light(table, 2, guest).ok


def test_the_history_of_a_seat_is_kept(table: Any, people: Any, guest: Any) -> None:
    ask(table, "offer", people[2], 2, offered=True)
    take(table, guest, 2)
    agree(table, people, 0, 1)
    held = list(SeatHolding.objects.filter(seat=seat(table, 2)).order_by("from_at"))
    assert [h.user_id for h in held] == [people[2].pk, guest.pk]
    assert (held[0].ended, held[1].began, held[1].until_at) == ("offered", "offered", None)
    assert held[0].until_at == held[1].from_at


def test_the_newcomer_is_told_and_the_vote_names_nobody_in_the_log(
    table: Any, people: Any, guest: Any
) -> None:
    ask(table, "offer", people[2], 2, offered=True)
    take(table, guest, 2)
    agree(table, people, 0, 1)
    told = Notice.objects.get(recipient=guest, kind="seat")
    assert told.params["text"] == "You play Seat 2 in Lamps from now on."
    for action in LogEntry.objects.filter(game=table).values_list("action", flat=True):
        assert "Dag" not in action and f'"user":{guest.pk}' not in action


def test_an_offer_can_be_taken_back(table: Any, people: Any, guest: Any) -> None:
    ask(table, "offer", people[2], 2, offered=True)
    ask(table, "offer", people[2], 2, offered=False)
    assert take(table, guest, 2).code == "table.not_offered"


def test_who_plays_takes_no_second_seat(table: Any, people: Any) -> None:
    ask(table, "offer", people[2], 2, offered=True)
    assert take(table, people[0], 2).code == "table.seated"


def test_who_has_seen_another_seat_takes_none(table: Any, people: Any, guest: Any) -> None:
    assert services.submit(table.pk, Seat(1), {"type": "resign"}, by=people[1].pk).ok
    ask(table, "offer", people[2], 2, offered=True)
    assert take(table, people[1], 2).code == "table.held_before"


def test_pr_8_7_who_resigns_has_the_seat_no_more_and_the_bot_plays_it(
    table: Any, people: Any
) -> None:
    assert services.submit(table.pk, Seat(1), {"type": "resign"}, by=people[1].pk).ok
    left = seat(table, 1)
    assert (left.user_id, left.bot, left.retired, left.bot_why) == (None, True, True, "resigned")
    assert light(table, 1, people[1]).code == "not_yours"
    assert (shown(table, 1)["kind"], shown(table, 1)["retired"]) == ("bot", True)
    held = SeatHolding.objects.get(seat=left)
    assert (held.user_id, held.ended) == (people[1].pk, "resigned")


def test_pr_8_8_a_resigned_seat_is_taken_up_again(table: Any, people: Any, guest: Any) -> None:
    services.submit(table.pk, Seat(1), {"type": "resign"}, by=people[1].pk)
    assert take(table, guest, 1).ok
    agree(table, people, 0, 2)
    now = seat(table, 1)
    assert (now.user_id, now.bot, now.retired) == (guest.pk, False, False)
    assert light(table, 1, guest).ok


def test_pr_8_8_an_absent_seat_can_be_taken(table: Any, people: Any, guest: Any) -> None:
    assert take(table, guest, 1).code == "table.not_offered"
    for _ in range(2):
        for number in (0, 2):
            assert light(table, number).ok
        clocks.move_lab_clock(61)
        assert services.run_due(table.pk).ok
    assert take(table, guest, 1).ok
    agree(table, people, 0, 2)
    assert seat(table, 1).user_id == guest.pk


def test_where_a_gm_runs_the_game_he_is_asked(game: Any, people: Any, guest: Any) -> None:
    ask(game, "offer", people[2], 2, offered=True)
    assert take(game, guest, 2).ok
    assert take(game, guest, 2).ok
    told = Notice.objects.filter(recipient=people[3], kind="seat")
    assert [n.params["text"][:32] for n in told] == ["Dag would like to take the seat "]
    assert seat(game, 2).user_id == people[2].pk


def test_the_bot_plays_for_a_while_and_hands_back(table: Any, people: Any) -> None:
    assert ask(table, "bot", people[1], 1, bot=False).code == "not_now"
    assert ask(table, "bot", people[1], 1, bot=True).ok
    entry = shown(table, 1)
    assert (entry["kind"], entry["bot_why"], entry["holder"]) == ("bot", "asked", "Berit")
    assert light(table, 1, people[1]).code == "table.bot_plays"
    assert ask(table, "bot", people[1], 1, bot=True).code == "not_now"
    assert ask(table, "bot", people[1], 1, bot=False).ok
    assert "bot_why" not in shown(table, 1)
    assert light(table, 1, people[1]).ok


def test_what_the_gm_gave_to_the_bot_stays_with_the_bot(table: Any, people: Any) -> None:
    from games.hosting import substitutes

    pk = seat(table, 1).pk
    give = {"type": "seat", "seat": 1, "kind": "bot"}
    also = (lambda: substitutes.seat_by_gm(pk, "bot", None),)
    assert services.submit(table.pk, GM, give, by=people[3].pk, also=also).ok
    assert shown(table, 1)["bot_why"] == "gm"
    assert ask(table, "bot", people[1], 1, bot=False).code == "not_now"


def test_a_seat_is_not_handed_over_when_the_title_refuses(
    make_game: Any, people: Any, guest: Any
) -> None:
    game = make_game(friendly=True, rounds=1)
    ask(game, "offer", people[2], 2, offered=True)
    take(game, guest, 2)
    vote = row(game).vote
    assert vote is not None
    clocks.move_lab_clock(61)
    services.run_due(game.pk)
    facts = {"vote": vote["id"], "agree": True}
    assert ask(game, "answer", people[0], 0, **facts).code == "table.vote_over"
    assert seat(game, 2).user_id == people[2].pk
    assert ask(game, "offer", people[2], 2, offered=True).code == "not_now"
    assert take(game, guest, 2).code == "not_now"


def test_a_due_clock_acts_before_a_seat_changes_hands(table: Any, people: Any) -> None:
    clocks.move_lab_clock(61)
    assert ask(table, "bot", people[1], 1, bot=True).ok
    actors = list(LogEntry.objects.filter(game=table).order_by("seq").values_list("actor"))
    assert [actor for (actor,) in actors] == ["host", "clock", "gm", "host"]


def test_r_7_only_the_holder_offers_his_seat(table: Any, people: Any) -> None:
    assert ask(table, "offer", people[0], 1, offered=True).code == "not_yours"
    assert ask(table, "bot", people[0], 1, bot=True).code == "not_yours"


def test_a_seat_called_as_its_holder_is_called_as_the_next_one(
    table: Any, people: Any, guest: Any
) -> None:
    SeatRow.objects.filter(game=table, number=2).update(name="Cai")
    ask(table, "offer", people[2], 2, offered=True)
    take(table, guest, 2)
    agree(table, people, 0, 1)
    assert shown(table, 2)["name"] == "Dag"
    assert services.submit(table.pk, Seat(2), {"type": "resign"}, by=guest.pk).ok
    assert shown(table, 2)["name"] == "Dag"


def test_pr_8_8_who_was_absent_hears_that_somebody_else_plays(
    table: Any, people: Any, guest: Any
) -> None:
    for _ in range(2):
        for number in (0, 2):
            assert light(table, number).ok
        clocks.move_lab_clock(61)
        assert services.run_due(table.pk).ok
    assert take(table, guest, 1).ok
    agree(table, people, 0, 2)
    told = Notice.objects.get(recipient=people[1], kind="seat")
    assert told.params["text"] == "Somebody else plays Seat 1 in Lamps from now on."
    assert SeatHolding.objects.get(seat__game=table, user=people[1]).ended == "absent"


def test_nobody_waits_for_an_account_that_has_ended(table: Any, people: Any, guest: Any) -> None:
    people[1].is_active = False
    people[1].save()
    assert take(table, guest, 1).ok
    assert (row(table).vote or {})["asked"] == [0, 2]
    agree(table, people, 0, 2)
    assert seat(table, 1).user_id == guest.pk


def test_what_the_title_would_refuse_is_not_asked(make_game: Any, people: Any, guest: Any) -> None:
    from games.hosting import substitutes
    from games.hosting.working import Working

    game = make_game(friendly=True)
    working = Working.open(game.pk)
    assert working is not None
    assert substitutes.objection(working, {"type": "abort"}) is None
    refused = substitutes.objection(working, {"type": "weather", "version": 1, "wind": 1})
    assert refused is not None and refused.code == "la.role"
    assert substitutes.objection(working, {"type": "dance"}) is not None


def test_every_title_with_open_tables_takes_what_the_host_submits() -> None:
    from games import registry
    from games.hosting import substitutes

    for slug in registry.TITLES:
        rules = registry.rules_of(slug)
        if not rules.meta.open_tables:
            continue
        for kind in ("bot", rules.meta.person):
            assert substitutes.takes(rules, {"type": "seat", "seat": 0, "kind": kind}), slug
        assert substitutes.takes(rules, {"type": "resign"}), slug
        assert substitutes.takes(rules, {"type": "abort"}), slug


def test_pr_8_7_a_resigned_seats_result_names_who_resigned(table: Any, people: Any) -> None:
    from games.league.models import Result

    assert services.submit(table.pk, Seat(1), {"type": "resign"}, by=people[1].pk).ok
    while row(table).status == "running":
        action = {"type": "end_round", "round": asking.load(table.pk)[1].round}
        assert services.submit(table.pk, CLOCK, action).ok
    found = Result.objects.get(game=table.pk, seat=1)
    assert (found.user, found.retired, found.bot) == (people[1].pk, True, True)
