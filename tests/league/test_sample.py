"""ORK-5.9: the fake ORK and the sample kingdom."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from games.league import refresh
from games.league.fake_ork import FAULTS, FakeOrk, serving
from games.league.models import Book, Row
from games.league.ork import OrkClient
from games.league.sample import KINGDOM_ID, OUTSIDE, PARKS, Sample, write_sample
from tests.league.conftest import SATURDAY, Clock


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return write_sample(tmp_path, SATURDAY, 12, "peaks")


def rows(sample: Sample) -> list[dict[str, Any]]:
    files = sorted((sample.folder / "AttendanceForDate").rglob("*.json"))
    return [row for file in files for row in json.loads(file.read_text())["Attendance"]]


def test_the_same_word_gives_the_same_files(sample: Sample, tmp_path: Path) -> None:
    again = write_sample(tmp_path / "again", SATURDAY, 12, "peaks")
    other = write_sample(tmp_path / "other", SATURDAY, 12, "valleys")
    assert rows(again) == rows(sample) != rows(other)
    assert again.people == sample.people


def test_the_sample_holds_all_that_a_season_knows(sample: Sample) -> None:
    found = rows(sample)
    assert len(PARKS) == 6
    assert 60 <= len(sample.people) <= 150
    assert {row["ParkId"] for row in found} == {*PARKS, None}
    assert any(row["ParkId"] and row["FromParkId"] not in {row["ParkId"], None} for row in found)
    assert {row["FromParkId"] for row in found} >= {None, OUTSIDE}
    assert any(row["EventId"] and row["ParkId"] for row in found)
    assert any(row["EventId"] and not row["ParkId"] for row in found)
    assert any(not row["MundaneId"] for row in found)
    assert any(isinstance(row["Persona"], int) for row in found)
    assert any(row["ClassName"] == "Jester" for row in found)
    ways = Counter((row["MundaneId"], row["Date"], row["ParkId"]) for row in found)
    assert max(ways.values()) == 2
    assert len({row["AttendanceId"] for row in found}) == len(found)


def test_a_sample_row_has_exactly_the_fields_of_the_ork(sample: Sample) -> None:
    from tests.league import samples

    wanted = set(json.loads(samples.DAY)["Attendance"][0])
    assert {frozenset(row) for row in rows(sample)} == {frozenset(wanted)}


def test_a_whole_sample_season_is_read(fake: FakeOrk, book: Book, clock: Clock) -> None:
    sample = write_sample(fake.folder, SATURDAY, 3, "peaks")
    clock.pass_by(days=14)
    report = refresh.refresh(book.pk)
    assert report is not None
    assert len(report.dates) == 6
    assert not any(day.get("failed") for day in report.dates.values())
    assert Row.objects.filter(book=book).count() == len(rows(sample))
    assert Row.objects.filter(book=book, persona="404").exists()


def test_every_file_of_the_sample_is_served(fake: FakeOrk) -> None:
    write_sample(fake.folder, SATURDAY, 1, "peaks")
    with OrkClient() as client:
        kingdoms, parks = client.get_kingdoms(), client.get_parks(KINGDOM_ID)
        assert isinstance(kingdoms, list) and isinstance(parks, list)
        assert [k.kingdom_id for k in kingdoms] == [903, 904]
        assert [p.park_id for p in parks] == list(PARKS)
        roster = client.get_roster(9001)
        assert isinstance(roster, list)
        assert client.get_player(roster[0].player_id) == roster[0].__class__(
            roster[0].player_id, roster[0].persona, 9001, 903, active=True
        )


def ask(url: str, query: str, body: bytes | None = None) -> dict[str, Any]:
    with urlopen(Request(f"{url}?{query}", data=body)) as response:
        found: dict[str, Any] = json.load(response)
        return found


def test_ork_1_2_the_fake_server_reads_a_form_post_too(tmp_path: Path) -> None:
    write_sample(tmp_path, SATURDAY, 1, "peaks")
    with serving(FakeOrk(tmp_path)) as url:
        body = b"call=Kingdom/GetParks&request%5BKingdomId%5D=903"
        assert len(ask(url, "", body)["Parks"]) == 7
        assert ask(url, "", json.dumps({"call": "Kingdom/GetParks"}).encode())["Status"] is False


@pytest.mark.parametrize(
    "query",
    ["", "call=Kingdom/GetKingdoms", "call=kingdom/getkingdoms&request=", "call=A/B&request="],
)
def test_ork_2_3_the_fake_server_answers_errors_in_shape(tmp_path: Path, query: str) -> None:
    with serving(FakeOrk(tmp_path)) as url:
        found = ask(url, query)
    assert (found["Status"], found["Code"], found["Result"]) == (False, 2, None)


def test_the_fake_server_keeps_to_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"a": 1}')
    (tmp_path / "files").mkdir()
    with serving(FakeOrk(tmp_path / "files")) as url:
        found = ask(url, "call=Player/GetPlayer&request[MundaneId]=../../secret")
    assert "a" not in found


def test_faults_may_be_written_into_the_folder(tmp_path: Path) -> None:
    (tmp_path / "faults.json").write_text(json.dumps({"2026-02-07": "status3"}))
    with serving(FakeOrk(tmp_path)) as url:
        query = "call=Report/AttendanceForDate&request[KingdomId]=903&request[Date]=2026-02-0"
        assert ask(url, f"{query}7")["Status"]["Status"] == 3
        assert ask(url, f"{query}8")["Status"]["Status"] == 4
    assert "status3" in FAULTS


def test_the_command_fills_an_empty_folder_and_serves_it(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    options = ["--port", "0", "--folder", str(tmp_path), "--from", "2026-02-07", "--weekends", "1"]
    command = [sys.executable, "manage.py", "fake_ork", *options]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings.test"}
    with subprocess.Popen(command, cwd=root, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            assert len(ask(url, "call=Kingdom/GetParks&request[KingdomId]=903")["Parks"]) == 7
        finally:
            server.terminate()
