"""Every key that the rules hand out has words beside the client."""

from __future__ import annotations

import json
import re
from pathlib import Path

from games.purple_robes import events as ev
from games.purple_robes import hints, seat_view, statistics
from games.purple_robes.client_data import client_data

FOLDER = Path(hints.__file__).parent
TEXTS = json.loads((FOLDER / "ui" / "texts.json").read_text(encoding="utf-8"))
PROMPTS = {
    "abandoned",
    "absent",
    "auto_no_items",
    "auto_no_vote",
    "auto_passed",
    "bid",
    "bid_first",
    "bot",
    "cast",
    "finished",
    "influence",
    "ordered",
    "ordered_recall",
    "resigned",
}


def test_pr_13_1_every_prompt_has_its_words():
    source = Path(seat_view.__file__).read_text(encoding="utf-8")
    assert all(f'"{key}"' in source for key in PROMPTS)
    assert set(TEXTS["prompts"]) >= PROMPTS


def test_pr_10_1_every_event_has_its_words():
    kinds = {str(kind.__struct_config__.tag) for kind in ev.AnyEvent.__args__}
    assert kinds - set(TEXTS["events"]) == set()


def test_pr_15_3_every_notice_has_its_words():
    source = Path(hints.__file__).read_text(encoding="utf-8")
    words = set(re.findall(r'words="(\w+)"', source)) | {"game_over", "game_abandoned"}
    words |= {f"your_turn_{state}" for state in ("bid", "influence", "cast")}
    words |= {"resolved", "resolved_deadlock"}
    assert words - set(TEXTS["notices"]) == set()


def test_pr_15_5_every_figure_has_its_words():
    figures = statistics.figures([])
    keys = {*figures, *statistics.Tale().figures(), *statistics.LINES}
    assert keys - set(TEXTS["statistics"]) == set()


def test_pr_8_2_every_line_of_points_has_its_words():
    assert tuple(client_data()["lines"]) == statistics.LINES
