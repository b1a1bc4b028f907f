"""The scaffold makes a title that passes every common suite as it stands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.protocol import Rules
from tools import new_title
from tools.bench import stewards

ROOT = Path(__file__).resolve().parents[2]
SUITES = ("conformance", "secrets", "playthroughs", "traceability")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout: engine, registry without titles, and the common suites."""
    (tmp_path / "games").mkdir()
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    for folder in ("docs", "static", "templates"):
        (tmp_path / folder).mkdir()
    shutil.copytree(ROOT / "games" / "engine", tmp_path / "games" / "engine")
    shutil.copy(ROOT / "games" / "__init__.py", tmp_path / "games")
    for path in (ROOT / "tests" / "rules").glob("*.py"):
        shutil.copy(path, tmp_path / "tests" / "rules")
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "regen_playthroughs.py", tmp_path / "tools")
    registry = (ROOT / "games" / "registry.py").read_text(encoding="utf-8")
    start = registry.index("TITLES: dict[str, str] = {\n") + len("TITLES: dict[str, str] = {\n")
    end = registry.index("}\n", start)
    (tmp_path / "games" / "registry.py").write_text(registry[:start] + registry[end:])
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, env=env
    )


def test_a_new_title_passes_the_common_suites(checkout: Path) -> None:
    new_title.make(checkout, "stone-soup", "Stone Soup", "SS")
    (checkout / "pyproject.toml").unlink()
    recorded = run(checkout, "tools/regen_playthroughs.py", "stone-soup")
    assert recorded.returncode == 0, recorded.stderr
    files = [f"tests/rules/test_{suite}.py" for suite in SUITES]
    plugins = ("-p", "no:django", "-p", "no:cacheprovider", "-p", "no:xdist")
    done = run(checkout, "-m", "pytest", *plugins, "-q", *files, "tests/rules/stone_soup")
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_no_word_of_the_template_is_left(checkout: Path) -> None:
    made = new_title.make(checkout, "stone-soup", "Stone Soup", "SS")
    for path in made:
        text = f"{path.relative_to(checkout)}\n{path.read_text(encoding='utf-8')}"
        assert "lank" not in text, path
        assert "BT" not in text and '"bt' not in text and "_bt_" not in text, path


def test_contracts_and_types_name_the_new_package(checkout: Path) -> None:
    new_title.make(checkout, "stone-soup", "Stone Soup", "SS")
    text = (checkout / "pyproject.toml").read_text(encoding="utf-8")
    assert '"games.stone_soup.*"' in text
    assert text.count('"games.stone_soup"') >= 3
    assert '"stone-soup": "games.stone_soup:rules"' in (
        checkout / "games" / "registry.py"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("slug", "name", "prefix"),
    [("Stone", "Stone", "SS"), ("stone", "stone", "SS"), ("stone", "Stone", "S1")],
)
def test_a_bad_name_writes_nothing(checkout: Path, slug: str, name: str, prefix: str) -> None:
    with pytest.raises(new_title.BadName):
        new_title.make(checkout, slug, name, prefix)
    assert sorted(p.name for p in (checkout / "games").iterdir()) == [
        "__init__.py",
        "engine",
        "registry.py",
    ]


def contract() -> set[str]:
    """Every name of the contract with hosting."""
    declared = {name for name in vars(Rules) if not name.startswith("_")}
    return declared | set(Rules.__annotations__)


def test_the_recipe_names_every_call_of_the_contract() -> None:
    page = (ROOT / "docs" / "adding-a-title.md").read_text(encoding="utf-8")
    assert [name for name in sorted(contract()) if f"`{name}" not in page] == []


def test_the_template_and_the_reference_game_answer_every_call() -> None:
    template = new_title.TEMPLATE / "games" / "blank_title" / "title.py"
    text = template.read_text(encoding="utf-8")
    missing = [n for n in sorted(contract()) if not re.search(rf"^    (def )?{n}\b", text, re.M)]
    assert missing == []
    assert [name for name in sorted(contract()) if not hasattr(stewards.rules, name)] == []
