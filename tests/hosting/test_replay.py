"""Replay, log and export: what anybody may see again, and proofs of a finished game."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import codec
from games.engine.patch import merge
from games.engine.protocol import GM, Seat
from games.hosting import clocks, exporting, reading, replay, services
from games.hosting.models import Game, LogEntry, Update

pytestmark = pytest.mark.django_db


def light(game: Any, seat: int, lamps: int) -> None:
    assert services.submit(game.pk, Seat(seat), {"type": "light", "lamps": lamps}).ok


def end_round(game: Any) -> None:
    clocks.move_lab_clock(61)
    assert services.run_due(game.pk).ok


@pytest.fixture
def played(game: Any, people: list[Any]) -> Any:
    """Three rounds, some lamps, a gift."""
    for number in range(3):
        light(game, 0, number)
        light(game, 1, 5 - number)
        if number == 1:
            gift = {"type": "gift", "seat": 2, "points": 2, "reason": "kindness"}
            assert services.submit(game.pk, GM, gift, by=people[3].pk).ok
        end_round(game)
    return Game.objects.get(pk=game.pk)


def test_r_5_the_stored_updates_lead_to_the_view_served_now(played: Any) -> None:
    for stream, last in played.streams.items():
        current = reading.current_view(played, stream)
        assert replay.view_at(played, stream, last) == current


def test_every_frame_equals_the_view_that_was_shown(game: Any) -> None:
    shown = {}
    for lamps in range(5):
        light(game, 0, lamps)
        now = Game.objects.get(pk=game.pk)
        shown[now.streams["seat:0"]] = reading.current_view(now, "seat:0")
    for seq, view in shown.items():
        assert replay.view_at(game, "seat:0", seq) == view


def test_frames_merge_streams_in_order_without_log_numbers(played: Any) -> None:
    found = replay.frames(played, frozenset({"public", "seat:0"}))
    text = codec.dump(found).decode()
    assert "log_seq" not in text
    numbers = [u["frame"] for s in found["streams"].values() for u in s["updates"]]
    assert set(numbers) | {0} == set(range(found["frames"]))
    for entry in found["streams"].values():
        view = entry["view"]
        for update in entry["updates"]:
            view = update.get("view") or merge(view, update["patch"])
        assert view


def test_a_running_game_replays_only_the_streams_one_follows(game: Any) -> None:
    light(game, 0, 3)
    found = replay.frames(game, frozenset({"public"}))
    assert set(found["streams"]) == {"public"}


def test_the_end_opens_streams_but_not_the_keys_that_stay_closed(played: Any) -> None:
    assert played.status == "finished"
    found = replay.frames(played, frozenset({"public"}))
    assert set(found["streams"]) == {"public", "seat:0", "seat:1", "seat:2"}
    opened = [found["streams"][f"seat:{k}"] for k in range(3)]
    for entry in opened:
        for shown in (entry["view"], *(u.get("patch", {}) for u in entry["updates"])):
            assert "pending" not in shown


def test_the_log_is_paged_newest_first(played: Any) -> None:
    page = replay.events_page(played, frozenset({"public"}), limit=3)
    assert page["more"]
    first = page["entries"][0]["n"]
    older = replay.events_page(
        played, frozenset({"public"}), before=page["entries"][-1]["n"], limit=3
    )
    assert all(entry["n"] < first for entry in older["entries"])


def test_a_keyframe_stands_every_64_updates(game: Any) -> None:
    for number in range(130):
        light(game, 0, number % 7)
    keys = list(
        Update.objects.filter(game=game, stream="seat:0").exclude(view="").values_list("seq")
    )
    assert [seq for (seq,) in sorted(keys)] == [0, 64, 128]


def test_r_19_both_forms_of_an_export_prove_themselves(played: Any) -> None:
    for full in (True, False):
        data = json.loads(codec.dump(exporting.export(played, full=full)))
        assert exporting.verify(data) == []
    public = codec.dump(exporting.export(played, full=False)).decode()
    assert LogEntry.objects.filter(game=played).exclude(by=None).exists()
    assert '"by":{"leaf"' in public.replace(" ", "")
    assert played.salt not in public


@pytest.mark.parametrize("full", [True, False], ids=["full", "public"])
def test_r_19_any_changed_byte_is_found(played: Any, full: bool) -> None:
    text = codec.dump(exporting.export(played, full=full)).decode()
    chance = random.Random(7)
    for _ in range(150):
        at = chance.randrange(len(text))
        other = chance.choice('0123456789abcdefXYZ",:{}[]')
        if other == text[at]:
            continue
        spoiled = text[:at] + other + text[at + 1 :]
        try:
            data = json.loads(spoiled)
        except ValueError:
            continue
        if data == json.loads(text):
            continue
        assert isinstance(data, dict), spoiled
        assert exporting.verify(data), (at, text[at - 20 : at + 20])


def test_r_19_a_left_out_or_swapped_entry_is_found(played: Any) -> None:
    data = json.loads(codec.dump(exporting.export(played, full=True)))
    short = copy.deepcopy(data)
    del short["entries"][-1]
    assert exporting.verify(short)
    swapped = copy.deepcopy(data)
    entries = swapped["entries"]
    entries[2], entries[3] = entries[3], entries[2]
    assert exporting.verify(swapped)


def test_r_19_verify_game_says_so_or_fails(played: Any, tmp_path: Any, capsys: Any) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(codec.dump(exporting.export(played, full=True)))
    call_command("verify_game", str(file))
    assert "verified (full)" in capsys.readouterr().out
    file.write_text(file.read_text().replace('"lamps', '"lamqs', 1))
    with pytest.raises(CommandError):
        call_command("verify_game", str(file))
    with pytest.raises(CommandError):
        call_command("verify_game", str(tmp_path / "nothing.json"))


def test_a_long_replay_comes_in_parts_that_join(played: Any, monkeypatch: Any) -> None:
    own = frozenset({"public", "seat:0", "seat:1"})
    whole = replay.frames(played, own)
    monkeypatch.setattr(replay, "MOST_UPDATES", 5)
    joined = replay.frames(played, own)
    assert joined["more"]
    while joined["more"]:
        part = replay.frames(played, own, after=joined["frames"] - 1)
        for stream, entry in part["streams"].items():
            assert "view" not in entry
            joined["streams"][stream]["updates"] += entry["updates"]
        joined |= {"frames": part["frames"], "more": part["more"]}
    assert joined == whole


def test_log_pages_join_without_a_gap(played: Any) -> None:
    own = frozenset({"public", "seat:0"})
    whole = replay.events_page(played, own)["entries"]
    first = replay.events_page(played, own, limit=2)
    rest = replay.events_page(played, own, before=first["entries"][-1]["n"])
    assert first["more"] and not rest["more"]
    assert first["entries"] + rest["entries"] == whole
    assert replay.events_page(played, own, before=10_000)["entries"] == whole


def test_a_snapshot_holds_the_last_events_and_no_more(played: Any) -> None:
    every = reading.last_events(played.pk, "public")
    assert reading.last_events(played.pk, "public", 2) == every[-2:]
    assert [event["seq"] for event in every] == sorted(event["seq"] for event in every)


def test_r_18_every_game_of_the_database_is_proved_running_ones_too(
    played: Any, make_game: Any, capsys: Any
) -> None:
    running = make_game(name="Still running")
    light(running, 0, 3)
    call_command("verify_game", "--all")
    assert capsys.readouterr().out.count("verified (full)") == 2
    Game.objects.filter(pk=running.pk).update(chain="0" * 64)
    with pytest.raises(CommandError, match=running.code):
        call_command("verify_game", "--all")


def test_verify_game_wants_a_file_or_all() -> None:
    with pytest.raises(CommandError, match="name a file"):
        call_command("verify_game")
