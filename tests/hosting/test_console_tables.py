"""The GM's buttons of tables: more time, who plays a seat, excuses, quoted receipts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry, Notice
from games.engine.protocol import Seat
from games.hosting import clocks, services
from games.hosting.models import Game, MissedTurn, SeatHolding
from games.hosting.models import Seat as SeatRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(people: Any, settings: Any) -> Client:
    """The game master's browser."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    client = Client()
    client.force_login(people[3])
    return client


def url(game: Any, *parts: str) -> str:
    return f"/admin/games/game/{game.pk}/" + "".join(f"{part}/" for part in parts)


def row(game: Any) -> Game:
    return Game.objects.get(pk=game.pk)


def test_pr_15_6_more_time_is_given_and_taken_back_with_one_row_each(gm: Client, game: Any) -> None:
    page = gm.get(url(game, "host", "extend")).content.decode()
    assert 'name="minutes"' in page
    before = row(game).due_at
    gm.post(url(game, "host", "extend"), {"minutes": "5", "reason": "rain"})
    assert (row(game).due_at - before).total_seconds() == 300
    gm.post(url(game, "host", "shorten"), {"reason": "sun"})
    assert row(game).due_at == before
    rows = AuditEntry.objects.filter(target="game", target_id=str(game.pk)).order_by("id")
    assert [(r.what, r.reason) for r in rows] == [("game.extend", "rain"), ("game.shorten", "sun")]


@pytest.mark.parametrize("minutes", ["", "0", "-5", "soon", "99999999", "²"])
def test_no_time_is_given_for_nonsense(gm: Client, game: Any, minutes: str) -> None:
    gm.post(url(game, "host", "extend"), {"minutes": minutes, "reason": "x"})
    assert row(game).seq == 0
    assert not AuditEntry.objects.filter(what="game.extend").exists()


def test_pr_15_6_the_gm_replaces_a_seat_and_its_history_is_kept(
    gm: Client, game: Any, people: Any, make_user: Any
) -> None:
    dag = make_user("dag")
    data = {"seat": "1", "kind": "human", "player": str(dag.player.pk)}
    looked = gm.post(url(game, "act", "seat"), {"step": "check", **data}).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', looked)
    assert token
    gm.post(
        url(game, "act", "seat"),
        {**data, "step": "confirm", "token": token.group(1), "reason": "gone for good"},
    )
    seat = SeatRow.objects.get(game=game, number=1)
    assert seat.user_id == dag.pk
    held = list(SeatHolding.objects.filter(seat=seat).order_by("from_at"))
    assert [(h.user_id, h.began, h.ended) for h in held] == [
        (people[1].pk, "start", "gm"),
        (dag.pk, "gm", ""),
    ]
    assert Notice.objects.filter(recipient=dag, kind="seat").count() == 1


def test_r_4_the_gm_gives_nobody_a_second_seat(gm: Client, game: Any, people: Any) -> None:
    data = {"seat": "1", "kind": "human", "player": str(people[0].player.pk), "reason": "short"}
    answer = gm.post(url(game, "act", "seat"), {**data, "step": "confirm"}, follow=True)
    assert "They play another seat of this game." in answer.content.decode()
    assert SeatRow.objects.get(game=game, number=1).user_id == people[1].pk
    assert row(game).seq == 0


def missed_turn(make_game: Any) -> MissedTurn:
    game = make_game(rounds=1, bots=(1, 2))
    clocks.move_lab_clock(61)
    assert services.run_due(game.pk).ok
    return MissedTurn.objects.get(game=game)


def test_a_missed_turn_is_listed_and_excused_with_a_reason(gm: Client, make_game: Any) -> None:
    turn = missed_turn(make_game)
    listed = gm.get("/admin/games/missedturn/").content.decode()
    address = f"/admin/games/missedturn/{turn.pk}/excuse/"
    assert address in listed
    gm.post(address, {"reason": " "})
    turn.refresh_from_db()
    assert turn.excused_at is None
    gm.post(address, {"reason": "was in hospital"})
    turn.refresh_from_db()
    assert turn.reason == "was in hospital"
    assert "Take the excuse back" in gm.get(address).content.decode()
    gm.post(address, {})
    turn.refresh_from_db()
    assert (turn.excused_at, turn.reason) == (None, "")


def test_nobody_excuses_his_own_turn(gm: Client, make_game: Any, people: Any) -> None:
    turn = missed_turn(make_game)
    MissedTurn.objects.filter(pk=turn.pk).update(user=people[3])
    address = f"/admin/games/missedturn/{turn.pk}/excuse/"
    assert gm.post(address, {"reason": "because"}).status_code == 403
    stranger = Client()
    stranger.force_login(people[0])
    assert stranger.post(address, {"reason": "because"}).status_code in (302, 403)
    assert MissedTurn.objects.get(pk=turn.pk).excused_at is None


def test_im_6_4_a_quoted_receipt_names_seat_and_time_and_no_order(
    gm: Client, game: Any, people: Any
) -> None:
    action = {"type": "light", "lamps": 5}
    receipt = services.submit(game.pk, Seat(1), action, by=people[1].pk).receipt
    page = gm.get(url(game, "log"), {"receipt": receipt["id"]}).content.decode()
    told = re.search(r'role="status">([^<]*)<', page)
    assert told
    assert told.group(1).startswith("This receipt was given to Seat 1 on ")
    assert receipt["text"] not in told.group(1)
    for nothing in ("0123456789abcdef", '"; drop', "%"):
        page = gm.get(url(game, "log"), {"receipt": nothing}).content.decode()
        assert "No order of this game has this receipt" in page
