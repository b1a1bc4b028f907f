"""Replay by audience: every frame is what was served then, and nobody sees more than is opened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import GM, PUBLIC, Seat
from games.hosting import clocks, film, replay, services
from games.hosting.audiences import audience, audiences
from games.hosting.film import Film
from games.hosting.models import Game, Update

pytestmark = pytest.mark.django_db

GUEST = frozenset({PUBLIC})


def light(game: Any, seat: int, lamps: int) -> None:
    assert services.submit(game.pk, Seat(seat), {"type": "light", "lamps": lamps}).ok


def end_round(game: Any) -> None:
    clocks.move_lab_clock(61)
    assert services.run_due(game.pk).ok


def play(game: Any, by: int) -> Any:
    """Three rounds, some lamps, a gift in the second."""
    for number in range(3):
        light(game, 0, number)
        light(game, 1, 5 - number)
        if number == 1:
            gift = {"type": "gift", "seat": 2, "points": 2, "reason": "kindness"}
            assert services.submit(game.pk, GM, gift, by=by).ok
        end_round(game)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def played(game: Any, people: list[Any]) -> Any:
    return play(game, people[3].pk)


def film_of(game: Any, key: str, own: frozenset[str] = GUEST) -> Film:
    return Film.of(game, own, audience(game, own, key))


def shown(part: dict[str, Any]) -> Iterator[tuple[int, str, int, dict[str, Any]]]:
    """Every (frame, stream, seq, view) of a part, as a client makes them."""
    for stream, start in part["streams"].items():
        view = start["view"]
        yield part["first"], stream, start["seq"], view
        for update in start["updates"]:
            view = update["view"] if "view" in update else merge(view, update["patch"])
            yield update["frame"], stream, update["seq"], view


def keys(game: Any, own: frozenset[str] = GUEST) -> list[str]:
    return [one.key for one in audiences(game, own)]


def test_while_it_runs_one_replays_as_spectator_and_as_the_own_seat_alone(game: Any) -> None:
    assert keys(game) == ["public"]
    assert keys(game, frozenset({"public", "seat:1"})) == ["public", "seat:1"]
    with pytest.raises(LookupError):
        audience(game, GUEST, "seat:1")


def test_after_the_end_every_opened_seat_may_be_replayed_the_own_ones_first(played: Any) -> None:
    own = frozenset({"public", "seat:1"})
    assert keys(played) == ["public", "seat:0", "seat:1", "seat:2"]
    assert keys(played, own) == ["public", "seat:1", "seat:0", "seat:2"]
    assert [one.own for one in audiences(played, own)] == [False, True, False, False]


def test_every_frame_equals_the_view_that_was_served_then(played: Any) -> None:
    for key in ("public", "seat:0", "seat:2"):
        own = frozenset({"public", key})
        for _, stream, seq, view in shown(film_of(played, key, own).part(0)):
            assert view == replay.view_at(played, stream, seq)


def test_frames_are_numbered_for_their_audience_and_no_log_number_leaves(played: Any) -> None:
    for key in ("public", "seat:0"):
        part = film_of(played, key).part(0)
        frames = {frame for frame, *_ in shown(part)}
        assert frames == set(range(part["frames"]))
        assert "log" not in codec.dump(part).decode()
    assert film_of(played, "seat:0").part(0)["frames"] > film_of(played, PUBLIC).part(0)["frames"]


def test_closed_keys_and_updates_of_nothing_else_stay_out_for_all_but_their_owner(
    played: Any,
) -> None:
    for _, stream, _, view in shown(film_of(played, "seat:0").part(0)):
        assert stream == PUBLIC or "pending" not in view
    own = frozenset({"public", "seat:0"})
    views = [view for _, stream, _, view in shown(film_of(played, "seat:0", own).part(0))
             if stream != PUBLIC]  # fmt: skip
    assert any(view["pending"] for view in views)


@pytest.mark.parametrize("limit", range(11))
def test_gc_16_6_a_stream_opens_as_far_as_the_title_opens_it(
    make_game: Any, people: list[Any], limit: int
) -> None:
    game = play(make_game(opens=limit), people[3].pk)
    rounds = [3, 7, 10]  # events told by the end of each round: two lamps, the gift, the round
    if limit == 0:
        assert keys(game) == ["public"]
        return
    views = [view for _, stream, _, view in shown(film_of(game, "seat:0").part(0))
             if stream == "seat:0"]  # fmt: skip
    done = sum(events <= limit for events in rounds)
    assert max(view["prompt_params"]["round"] for view in views) == 1 + done
    text = codec.dump(replay.frames(game, GUEST)).decode()
    lit = [e["lamps"] for e in events_of(json.loads(text)["streams"]["seat:0"])]
    assert lit == [number for number, at in enumerate((1, 4, 8)) if at <= limit]


def events_of(stream: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for update in stream["updates"] for event in update.get("events", [])]


def test_the_own_seat_is_never_cut_short(make_game: Any, people: list[Any]) -> None:
    game = play(make_game(opens=1), people[3].pk)
    own = frozenset({"public", "seat:0"})
    found = replay.frames(game, own)["streams"]["seat:0"]
    assert [event["lamps"] for event in events_of(found)] == [0, 1, 2]
    assert events_of(replay.frames(game, own)["streams"]["seat:1"]) == []


def test_a_mark_stands_at_every_phase_and_at_every_own_order(played: Any) -> None:
    own = frozenset({"public", "seat:0"})
    reel = film_of(played, "seat:0", own)
    start = reel.part(0)
    marks = reel.marks()
    lit = [u["frame"] for u in start["streams"]["seat:0"]["updates"] if u.get("events")]
    assert [m["frame"] for m in marks if m["kind"] == "action"] == lit and len(lit) == 3
    begun = [
        u["frame"]
        for u in start["streams"]["public"]["updates"]
        if u.get("patch", {}).get("clock", {}).get("key") or "given" in json.dumps(u)
    ]
    assert [m["frame"] for m in marks if m["kind"] == "phase"] == [0, *begun]
    assert [m["kind"] for m in film_of(played, PUBLIC).marks()].count("action") == 0


def test_a_pause_begins_no_phase(game: Any, people: list[Any]) -> None:
    before = film_of(game, PUBLIC).marks()
    for change in ("pause", "resume"):
        assert services.host_change(game.pk, change, by=people[3].pk).ok
    after = film_of(Game.objects.get(pk=game.pk), PUBLIC)
    assert len(after.cuts) == 3
    assert after.marks() == before


def test_a_public_seq_leads_to_its_frame_in_every_film(played: Any) -> None:
    for key in ("public", "seat:0"):
        reel = film_of(played, key)
        for frame, stream, seq, _ in shown(reel.part(0)):
            if stream == PUBLIC:
                assert reel.frame_of(seq) == frame
        assert reel.frame_of(10_000) == len(reel.cuts) - 1


def test_parts_of_a_long_game_are_whole_in_themselves_and_join(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = frozenset({"public", "seat:0"})
    reel = film_of(played, "seat:0", own)
    whole = {(frame, stream): view for frame, stream, _, view in shown(reel.part(0))}
    monkeypatch.setattr(film, "FRAMES", 4)
    found: dict[Any, Any] = {}
    events = []
    for first in range(0, len(reel.cuts), 4):
        part = reel.part(first + 1)
        assert part["first"] == first and len({f for f, *_ in shown(part)}) <= 4
        for frame, stream, _, view in shown(part):
            found.setdefault((frame, stream), view)
        for stream in part["streams"].values():
            events += stream.get("events", []) + events_of(stream)
    assert {key: view for key, view in found.items() if key in whole} == whole
    assert len(events) == 10 - 3


def test_two_thousand_updates_come_in_bounded_parts_each_frame_as_served(
    make_game: Any, django_assert_max_num_queries: Any
) -> None:
    game = make_game()
    rows = 2000
    shape = Update.objects.get(game=game, stream="seat:0", seq=0)
    view: dict[str, Any] = json.loads(shape.view)
    views = [view]
    updates = []
    for seq in range(1, rows + 1):
        views.append({**view, "lamps": seq % 7})
        whole = codec.dump(views[-1]).decode() if seq % 64 == 0 else ""
        patch = f'{{"lamps":{seq % 7}}}'
        updates.append(Update(game=game, stream="seat:0", seq=seq, log_seq=2 * seq, at=shape.at,
                              patch=patch, view=whole))  # fmt: skip
    Update.objects.bulk_create(updates)
    Game.objects.filter(pk=game.pk).update(streams={**game.streams, "seat:0": rows})
    game = Game.objects.get(pk=game.pk)
    own = frozenset({"public", "seat:0"})
    with django_assert_max_num_queries(12):
        middle = film_of(game, "seat:0", own).part(1234)
    assert (middle["first"], middle["frames"]) == (1000, rows + 1)
    for frame, stream, _, view in shown(middle):
        if stream == "seat:0":
            assert view == views[frame]
    assert len(middle["streams"]["seat:0"]["updates"]) == film.FRAMES - 1
    assert film_of(game, "seat:0", own).part(10**7)["first"] == rows
