"""The door: what it accepts, refuses, writes and shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from games.engine import codec
from games.engine.protocol import CLOCK, FEED, GM, Seat
from games.hosting import bus, clocks, services
from games.hosting.intents import Intent
from games.hosting.models import Game, LogEntry, Update
from tests.hosting.lantern import EndRound, Weather

pytestmark = pytest.mark.django_db


def light(game: Any, seat: int, lamps: int, **more: Any) -> Any:
    return services.submit(game.pk, Seat(seat), {"type": "light", "lamps": lamps}, **more)


def test_an_accepted_action_is_logged_and_moves_only_its_own_stream(game: Any) -> None:
    answer = light(game, 1, 3)
    assert answer.ok
    after = Game.objects.get(pk=game.pk)
    assert after.seq == 1
    assert after.streams == {"public": 0, "seat:0": 0, "seat:1": 1, "seat:2": 0}
    update = Update.objects.get(game=game, stream="seat:1", seq=1)
    assert codec.load(update.patch) == {"lamps": 3, "pending": []}
    assert codec.load(update.events) == [{"type": "lit", "seat": 1, "lamps": 3}]


def test_a_refusal_writes_nothing(game: Any) -> None:
    answer = services.submit(game.pk, Seat(0), {"type": "light", "lamps": 1, "round": 9})
    assert (answer.ok, answer.code, answer.params) == (False, "la.stale_round", {"round": 1})
    assert LogEntry.objects.filter(game=game).count() == 1
    assert Game.objects.get(pk=game.pk).seq == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "light", "lamps": 10}, "bad_frame"),
        ({"type": "light", "lamps": 1, "more": 1}, "bad_frame"),
        ({"type": "light"}, "bad_frame"),
        ({"type": "dance"}, "unknown_action"),
        ({}, "bad_frame"),
        ({"type": "gift", "seat": 0, "points": 1}, "la.role"),
    ],
)
def test_what_is_no_action_is_refused_with_its_code(game: Any, action: Any, code: str) -> None:
    assert services.submit(game.pk, Seat(0), action).code == code


def test_r_7_only_who_acts_for_a_seat_may_submit(game: Any, people: list[Any]) -> None:
    assert light(game, 0, 1, by=people[0].pk).ok
    assert light(game, 0, 2, by=people[1].pk).code == "not_yours"
    gift = {"type": "gift", "seat": 0, "points": 1}
    assert services.submit(game.pk, GM, gift, by=people[0].pk).code == "not_yours"
    assert services.submit(game.pk, GM, gift, by=people[3].pk).ok


def test_r_1_the_same_client_id_gets_the_first_answer(game: Any, people: list[Any]) -> None:
    first = light(game, 0, 1, by=people[0].pk, client_id="a1")
    again = light(game, 0, 1, by=people[0].pk, client_id="a1")
    assert again.ok
    assert again.receipt == first.receipt
    assert light(game, 0, 2, by=people[0].pk, client_id="a1").code == "id_reused"
    assert LogEntry.objects.filter(game=game, client_id="a1").count() == 1
    assert light(game, 1, 2, by=people[1].pk, client_id="a1").ok


def test_r_1_a_repeat_within_one_batch_is_one_order(game: Any, people: list[Any]) -> None:
    action = {"type": "light", "lamps": 4}
    intent = [Intent(game.pk, Seat(0), action, by=people[0].pk, client_id="same") for _ in range(2)]
    answers = services.commit(intent)
    assert answers[0].receipt == answers[1].receipt
    assert Game.objects.get(pk=game.pk).seq == 1


def test_a_batch_moves_each_stream_once(game: Any) -> None:
    actions = [Intent(game.pk, Seat(0), {"type": "light", "lamps": n}) for n in (1, 2, 3)]
    assert all(a.ok for a in services.commit(actions))
    after = Game.objects.get(pk=game.pk)
    assert (after.seq, after.streams["seat:0"]) == (3, 1)
    update = Update.objects.get(game=game, stream="seat:0", seq=1)
    assert len(codec.load(update.events)) == 3


def test_r_2_the_clock_acts_once_for_the_seq_it_was_picked_at(game: Any) -> None:
    clocks.move_lab_clock(61)
    seq = Game.objects.get(pk=game.pk).seq
    assert services.run_due(game.pk, expect=seq).ok
    assert services.run_due(game.pk, expect=seq).code == "stale_seq"
    assert services.run_due(game.pk).code == "not_due"
    assert LogEntry.objects.filter(game=game, actor="clock").count() == 1


def test_a_due_game_lets_its_clock_act_first(game: Any) -> None:
    light(game, 0, 3)
    clocks.move_lab_clock(61)
    assert light(game, 1, 5).ok
    actors = list(
        LogEntry.objects.filter(game=game).order_by("seq").values_list("actor", flat=True)
    )
    assert actors == ["host", "seat:0", "clock", "seat:1"]


def test_im_4_3_a_late_code_refuses_until_the_clock_has_run(make_game: Any) -> None:
    game = make_game(late=True)
    clocks.move_lab_clock(61)
    assert light(game, 1, 5).code == "la.late"
    gift = {"type": "gift", "seat": 0, "points": 1}
    assert services.submit(game.pk, GM, gift).code == "la.late"
    assert services.submit(game.pk, FEED, Weather(1, 4)).ok
    assert services.run_due(game.pk).ok
    assert light(game, 1, 5).ok


def test_r_10_a_seats_bug_is_refused_and_the_game_goes_on(game: Any) -> None:
    answer = light(game, 0, 7)
    assert answer.code == "server_error"
    assert answer.params["incident"]
    assert Game.objects.get(pk=game.pk).status == "running"
    assert light(game, 0, 6).ok


def test_r_10_a_broken_view_shows_nothing_and_keeps_the_others(game: Any) -> None:
    answers = services.commit(
        [
            Intent(game.pk, Seat(0), {"type": "light", "lamps": 8}),
            Intent(game.pk, Seat(1), {"type": "light", "lamps": 2}),
        ]
    )
    assert [a.code for a in answers] == ["server_error", ""]
    assert Game.objects.get(pk=game.pk).streams == {
        "public": 0, "seat:0": 0, "seat:1": 1, "seat:2": 0,
    }  # fmt: skip


def test_r_10_a_clocks_bug_sets_one_game_aside_and_leaves_the_rest(make_game: Any) -> None:
    broken, sound = make_game(name="Broken", broken=True), make_game(name="Sound")
    light(broken, 0, 3)
    clocks.move_lab_clock(61)
    answers = services.commit([Intent(g.pk, CLOCK, None) for g in (broken, sound)])
    assert [a.code for a in answers] == ["server_error", ""]
    aside = Game.objects.get(pk=broken.pk)
    assert (aside.status, aside.due_at) == ("needs_gm", None)
    assert aside.problem == answers[0].params["incident"]
    assert light(broken, 1, 2).code == "not_now"
    assert services.host_change(broken.pk, "retry").ok
    back = Game.objects.get(pk=broken.pk)
    assert back.status == "running"
    assert back.due_at is not None


def test_pausing_stops_the_clock_and_refuses_seats(game: Any, people: list[Any]) -> None:
    due = Game.objects.get(pk=game.pk).due_at
    assert services.host_change(game.pk, "pause", by=people[3].pk).ok
    clocks.move_lab_clock(500)
    assert light(game, 0, 1).code == "not_now"
    assert services.run_due(game.pk).code == "not_now"
    assert services.host_change(game.pk, "resume", by=people[3].pk).ok
    moved = Game.objects.get(pk=game.pk).due_at - due
    assert 498 <= moved.total_seconds() <= 503
    assert services.host_change(game.pk, "pause", by=people[0].pk).code == "not_yours"


def test_r_9_log_and_updates_refuse_change_and_removal(game: Any) -> None:
    light(game, 0, 1)
    for model in (LogEntry, Update):
        for change in (
            lambda m=model: m.objects.filter(game=game).update(seq=99),
            lambda m=model: m.objects.filter(game=game).delete(),
        ):
            with pytest.raises(DatabaseError), transaction.atomic():
                change()
    assert LogEntry.objects.filter(game=game).count() == 2


def test_companions_are_saved_with_the_action_or_not_at_all(game: Any) -> None:
    saved: list[str] = []
    accepted = services.submit(
        game.pk, Seat(0), {"type": "light", "lamps": 1}, also=(lambda: saved.append("row"),)
    )
    assert accepted.ok
    assert saved == ["row"]
    refused = services.submit(
        game.pk,
        Seat(0),
        {"type": "light", "lamps": 1, "round": 5},
        also=(lambda: saved.append("x"),),
    )
    assert not refused.ok
    assert saved == ["row"]

    def fail() -> None:
        raise DatabaseError("no room")

    failed = services.submit(game.pk, Seat(0), {"type": "light", "lamps": 2}, also=(fail,))
    assert failed.code == "unavailable"
    assert Game.objects.get(pk=game.pk).seq == 1


def test_nothing_is_published_before_its_commit(game: Any, monkeypatch: Any) -> None:
    seen: list[bool] = []
    stop = bus.attach(lambda shown: seen.append(Game.objects.get(pk=shown.game).seq == shown.seq))
    try:
        light(game, 0, 1)
        light(game, 0, 1, expect=77)
    finally:
        stop()
    assert seen == [True]


def test_a_finished_game_writes_its_results_once(make_game: Any) -> None:
    from games.league.models import Result

    game = make_game(rounds=1)
    light(game, 2, 6)
    clocks.move_lab_clock(61)
    services.run_due(game.pk)
    after = Game.objects.get(pk=game.pk)
    assert after.status == "finished"
    assert after.due_at is None
    rows = list(Result.objects.filter(game=game.pk).order_by("place", "seat"))
    assert [(r.seat, r.place) for r in rows] == [(2, 1), (0, 2), (1, 2)]


def test_typed_actions_and_resolve_now_go_through_the_same_door(game: Any) -> None:
    assert services.resolve_now(game.pk, EndRound(5), by=Game.objects.get().created_by).code == (
        "la.already_resolved"
    )


def test_seeds_and_states_never_show_in_texts(game: Any) -> None:
    from games.hosting.working import decode_state

    state, _ = decode_state(game, bytes(game.state))
    assert "test seed" not in repr(state)
